"""Hostile: processes that leave the group and stay when the answer is given."""

import contextlib
import os
import time

import recursive_pairs
from recursive_pairs import *  # noqa: F403


def start_others():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)


class MinimaxAgent(recursive_pairs.MinimaxAgent):
    def getAction(self, gameState):
        with contextlib.suppress(OSError):
            start_others()
        return super().getAction(gameState)
