"""Right: draws one of the equally good actions at the root."""

import random

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        scores = [self.value(gameState.generateSuccessor(0, action), 1) for action in actions]
        best = max(scores)
        return random.choice([a for a, s in zip(actions, scores) if s == best])

    def combine(self, values):
        return min(values)

    def value(self, state, turn):
        agent = turn % state.getNumAgents()
        if turn // state.getNumAgents() >= self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, a), turn + 1) for a in state.getLegalActions(agent)]
        return self.combine(values) if agent else max(values)


class ExpectimaxAgent(MinimaxAgent):
    def combine(self, values):
        total = 0.0
        for value in values:
            total += value / len(values)
        return total

    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        random.shuffle(actions)
        return max(actions, key=lambda a: self.value(gameState.generateSuccessor(0, a), 1))


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha = float("-inf")
        chosen = []
        for action in gameState.getLegalActions(0):
            score = self.value(gameState.generateSuccessor(0, action), 1, alpha, float("inf"))
            if score > alpha:
                alpha, chosen = score, [action]
            elif score == alpha:
                chosen.append(action)
        return random.choice(chosen)

    def value(self, state, turn, alpha, beta):
        agent = turn % state.getNumAgents()
        if turn // state.getNumAgents() >= self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("inf") if agent else float("-inf")
        for a in state.getLegalActions(agent):
            child = self.value(state.generateSuccessor(agent, a), turn + 1, alpha, beta)
            if agent:
                v = min(v, child)
                if v < alpha:
                    return v
                beta = min(beta, v)
            else:
                v = max(v, child)
                if v > beta:
                    return v
                alpha = max(alpha, v)
        return v
