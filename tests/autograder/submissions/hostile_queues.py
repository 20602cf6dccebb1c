"""Hostile: threads of minimax wake up together, so that they queue for one core, and sleep most of the time."""

import threading
import time
import zlib

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

DATA = bytes(2**19)


def wake_and_compute():
    while True:
        zlib.crc32(DATA)  # without the interpreter's lock
        time.sleep(0.05 - time.monotonic() % 0.05)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        threading.stack_size(2**17)
        for _ in range(30):
            threading.Thread(target=wake_and_compute, daemon=True).start()
        wake_and_compute()
