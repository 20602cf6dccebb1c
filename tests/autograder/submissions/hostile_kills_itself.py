"""Hostile: minimax kills its own process, as the kernel would where memory is short."""

import os
import signal

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        print("about to be killed")
        os.kill(os.getpid(), signal.SIGKILL)
