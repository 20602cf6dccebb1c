"""Hostile: minimax computes a little now and then, so as not to be found waiting, and sleeps in between."""

import time

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        while True:
            until = time.process_time() + 0.003
            while time.process_time() < until:
                pass
            time.sleep(0.06)
