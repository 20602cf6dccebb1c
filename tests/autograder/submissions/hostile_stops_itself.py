"""Hostile: stops itself, so that nobody who waits for it ever hears of it."""

import os
import signal

from lazy import *


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        os.kill(os.getpid(), signal.SIGSTOP)
        return "left"
