"""Processes that wait with the engine loaded for the code they are to run: no grading waits for an interpreter."""

from collections import deque
from typing import Final

from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits

SPARE: Final = 2


class SandboxPool:
    """Hands out clean processes and keeps a few more ready. Whoever takes one ends it.

    expected: how many will be wanted if nothing goes wrong, one for each submission; beyond that, none is started
        before it is asked for.
    """

    def __init__(self, limits: Limits, expected: int = 1) -> None:
        self._limits = limits
        self._expected = expected
        self._started = 0
        self._waiting: deque[Sandbox] = deque()
        self._fill()

    def take(self) -> Sandbox:
        if not self._waiting:
            self._start()
        sandbox = self._waiting.popleft()
        self._fill()
        sandbox.wait_until_ready()
        return sandbox

    def close(self) -> None:
        while self._waiting:
            self._waiting.pop().end()

    def _fill(self) -> None:
        while len(self._waiting) < SPARE and self._started < self._expected:
            self._start()

    def _start(self) -> None:
        self._waiting.append(Sandbox(self._limits))
        self._started += 1
