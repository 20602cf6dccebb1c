"""Hostile: minimax prints without measure and is right."""

import contextlib
import os
import sys

import recursive_pairs
from recursive_pairs import *  # noqa: F403


class MinimaxAgent(recursive_pairs.MinimaxAgent):
    def getAction(self, gameState):
        for _ in range(2000):
            print("x" * 1000)
        sys.stderr.write("\x1b[2J")
        with contextlib.suppress(OSError):
            os.write(1, b"y" * 3_000_000)
        return super().getAction(gameState)
