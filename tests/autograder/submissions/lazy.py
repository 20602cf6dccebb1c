"""Lazy: every agent takes the first action there is."""

from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        return gameState.getLegalActions(0)[0]


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.depth = int(depth)

    def getAction(self, gameState):
        return gameState.getLegalActions(0)[0]


class MinimaxAgent(MultiAgentSearchAgent):
    pass


class AlphaBetaAgent(MultiAgentSearchAgent):
    pass


class ExpectimaxAgent(MultiAgentSearchAgent):
    pass


def betterEvaluationFunction(currentGameState):
    return 0


better = betterEvaluationFunction
