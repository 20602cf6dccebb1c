"""Hostile: stops its own process, so that the grader waits without an answer."""

import os
import signal

from lazy import *


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        os.kill(os.getpid(), signal.SIGSTOP)
        return "left"
