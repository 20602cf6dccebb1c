"""Hostile: alpha-beta ends the process where nothing can catch it."""

import os

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        os._exit(0)
