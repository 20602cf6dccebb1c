"""Hostile: minimax takes all the memory there is."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        hoard = []
        while True:
            hoard.append(bytearray(50_000_000))
