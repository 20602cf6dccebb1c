"""Right: keeps values in arrays of numpy."""

import numpy as np
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        return actions[int(np.argmax(self.values(gameState, 0, self.depth)))]

    def values(self, state, agent, depth):
        nextAgent = (agent + 1) % state.getNumAgents()
        nextDepth = depth - (nextAgent == 0)
        successors = (state.generateSuccessor(agent, action) for action in state.getLegalActions(agent))
        return np.array([self.value(successor, nextAgent, nextDepth) for successor in successors], dtype=float)

    def value(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = self.values(state, agent, depth)
        return values.max() if agent == 0 else self.ghost(values)


class MinimaxAgent(MultiAgentSearchAgent):
    def ghost(self, values):
        return np.min(values)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def ghost(self, values):
        return np.full(len(values), 1 / len(values)) @ values


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth, np.array([-np.inf, np.inf]))[1]

    def search(self, state, agent, depth, window):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        sign = np.sign(0.5 - agent)
        nextAgent = (agent + 1) % state.getNumAgents()
        best, chosen = -np.inf, None
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            value = sign * self.search(successor, nextAgent, depth - (nextAgent == 0), window.copy())[0]
            if value > best:
                best, chosen = value, action
            if agent == 0:
                window[0] = max(window[0], best)
                if best > window[1]:
                    break
            else:
                window[1] = min(window[1], -best)
                if -best < window[0]:
                    break
        return sign * best, chosen
