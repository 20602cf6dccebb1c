"""Hostile: every agent loops."""

from game import Agent


class ReflexAgent(Agent):
    def __init__(self, depth="2", evalFn="better"):
        pass

    def getAction(self, gameState):
        while True:
            pass


class MinimaxAgent(ReflexAgent):
    pass


class AlphaBetaAgent(ReflexAgent):
    pass


class ExpectimaxAgent(ReflexAgent):
    pass
