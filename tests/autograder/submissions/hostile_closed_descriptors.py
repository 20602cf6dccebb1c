"""Hostile: closes what it did not open, and goes on computing."""

import os

from lazy import *


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        os.closerange(0, 64)
        return "left"
