"""Hostile: writes nonsense to every socket it has."""

import os
import stat

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        for number in range(3, 64):
            try:
                if stat.S_ISSOCK(os.fstat(number).st_mode):
                    os.write(number, b"\xff{not json[[[[" * 100 + b"\n")
            except OSError:
                continue
        return "left"
