"""Right: another edition's names for legal actions and successors, in the game and in trees."""

import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def isOver(self, state, depth):
        return depth == 0 or state.isWin() or state.isLose()


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, self.depth, 0)[1]

    def search(self, state, depth, agent):
        if self.isOver(state, depth):
            return self.evaluationFunction(state), Directions.STOP
        after = (agent + 1) % state.getNumAgents()
        found = [
            (self.search(state.getNextState(agent, action), depth - (after == 0), after)[0], action)
            for action in state.getLegalActions(agent)
        ]
        return self.pick(agent, found)

    def pick(self, agent, found):
        return (min if agent else max)(found, key=lambda pair: pair[0])


class ExpectimaxAgent(MinimaxAgent):
    def pick(self, agent, found):
        if agent:
            return sum(value for value, _ in found) / len(found), None
        return super().pick(agent, found)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, self.depth, 0, -99999, 99999)[1]

    def search(self, state, depth, agent, alpha, beta):
        if self.isOver(state, depth):
            return self.evaluationFunction(state), Directions.STOP
        after = (agent + 1) % state.getNumAgents()
        best = None
        for action in state.getAvailableActions(agent):
            value, _ = self.search(state.generateNextState(agent, action), depth - (after == 0), after, alpha, beta)
            if best is None or (value < best[0] if agent else value > best[0]):
                best = value, action
            if agent:
                beta = min(beta, value)
            else:
                alpha = max(alpha, value)
            if alpha > beta:
                break
        return best
