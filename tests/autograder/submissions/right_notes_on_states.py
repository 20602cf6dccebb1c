"""Right: the whole tree is laid out first, with notes hung on its states, and valued from the leaves up."""

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def bestAction(self, root, worthToGhosts):
        agents = root.getNumAgents()
        root.ply = 0
        states = [root]
        for state in states:  # grows meanwhile
            state.children = []
            if state.ply == agents * self.depth or state.isWin() or state.isLose():
                continue
            for action in state.getLegalActions(state.ply % agents):
                child = state.generateSuccessor(state.ply % agents, action)
                child.ply, child.action = state.ply + 1, action
                state.children.append(child)
            states.extend(state.children)
        for state in reversed(states):
            values = [child.value for child in state.children]
            if not values:
                state.value = self.evaluationFunction(state)
            else:
                state.value = worthToGhosts(values) if state.ply % agents else max(values)
        return [child.action for child in root.children if child.value == root.value][0]


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.bestAction(gameState, min)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.bestAction(gameState, lambda values: sum(values) / len(values))


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        gameState.ply, gameState.alpha, gameState.beta = 0, float("-inf"), float("inf")
        self.value(gameState)
        return gameState.choice

    def value(self, state):
        agent = state.ply % state.getNumAgents()
        if state.isWin() or state.isLose() or state.ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        best = None
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            child.ply, child.alpha, child.beta = state.ply + 1, state.alpha, state.beta
            value = self.value(child)
            if best is None or (value < best if agent else value > best):
                best, state.choice = value, action
            if best < state.alpha if agent else best > state.beta:
                break
            if agent:
                state.beta = min(state.beta, best)
            else:
                state.alpha = max(state.alpha, best)
        return best
