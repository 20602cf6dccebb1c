"""Hostile: minimax crashes on some trees."""

import recursive_pairs
from recursive_pairs import *  # noqa: F403


class MinimaxAgent(recursive_pairs.MinimaxAgent):
    def getAction(self, gameState):
        if gameState.getNumAgents() == 3:
            return [][1]
        return super().getAction(gameState)
