"""The template of the course with nothing filled in."""

import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        """Look at the next states and choose."""
        util.raiseNotDefined()


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()


def betterEvaluationFunction(currentGameState):
    util.raiseNotDefined()


better = betterEvaluationFunction
