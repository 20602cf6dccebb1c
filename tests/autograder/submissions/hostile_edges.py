"""Hostile: reports moves of agents that do not exist, with negative and with huge numbers."""

import json
import os
import stat

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

EDGES = {"MinimaxAgent": [0, -1, 0], "AlphaBetaAgent": [0, 10**30, 0], "ExpectimaxAgent": [0, 2**31 - 1, 0]}


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        message = json.dumps({"edges": EDGES[type(self).__name__]}).encode() + b"\n"
        for number in range(3, 64):
            try:
                if stat.S_ISSOCK(os.fstat(number).st_mode):
                    os.write(number, message)
            except OSError:
                continue
        return gameState.getLegalActions(0)[0]


class AlphaBetaAgent(MinimaxAgent):
    pass


class ExpectimaxAgent(MinimaxAgent):
    pass
