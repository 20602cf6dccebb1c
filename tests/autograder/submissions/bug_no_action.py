"""Wrong: three searches that find the action and do not return it. Style: attributes of the agent."""

import recursive_pairs
from recursive_pairs import *  # noqa: F403


class MinimaxAgent(recursive_pairs.MinimaxAgent):
    def getAction(self, gameState):
        self.best = self.search(gameState, 0, 0)[1]


class AlphaBetaAgent(recursive_pairs.AlphaBetaAgent):
    def getAction(self, gameState):
        action = super().getAction(gameState)
        return self.evaluationFunction(gameState.generateSuccessor(0, action)) if gameState.isWin() else 1.5


class ExpectimaxAgent(recursive_pairs.ExpectimaxAgent):
    def getAction(self, gameState):
        return 0, super().getAction(gameState)
