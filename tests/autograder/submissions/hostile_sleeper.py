"""Hostile: expectimax sleeps for ever."""

import time

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        while True:
            time.sleep(60)
