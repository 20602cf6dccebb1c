"""Wrong: written for Python 2. Style: a dictionary that is walked through, integers for infinity."""

import sys

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, chosen = -sys.maxint, None
        for a in gameState.getLegalActions(0):
            score = self.evaluationFunction(gameState.generateSuccessor(0, a))
            if score > best:
                best, chosen = score, a
        return chosen


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        scores = {a: gameState.generateSuccessor(0, a) for a in gameState.getLegalActions(0)}
        return max(scores.iterkeys())


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        best, chosen = -1, None
        for number in xrange(len(actions)):  # noqa: F821
            score = len(gameState.generateSuccessor(0, actions[number]).getLegalActions(1))
            if score > best:
                best, chosen = score, actions[number]
        return chosen
