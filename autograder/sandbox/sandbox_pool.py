"""Processes that wait with the engine loaded for the code they are to run: no grading waits for an interpreter."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from autograder.child.walls import ALL_WALLS
from autograder.sandbox.isolation import Isolation, isolation_behind
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits
from pacman.errors import InternalError

SPARE: Final = 2


class SandboxPool:
    """Hands out clean processes and keeps a few more ready. Whoever takes one ends it.

    expected: how many will be wanted if nothing goes wrong, one for each submission; beyond that, none is started
        before it is asked for.
    walls: those to be raised around each, as far as the system has them.
    """

    def __init__(self, limits: Limits, expected: int = 1, walls: Sequence[str] = ALL_WALLS) -> None:
        self._limits = limits
        self._walls = walls
        self._expected = expected
        self._started = 0
        self._isolation: Isolation | None = None
        self._waiting: deque[Sandbox] = deque()
        self._fill()

    def take(self) -> Sandbox:
        self.isolation()
        if not self._waiting:
            self._start()
        sandbox = self._waiting.popleft()
        self._fill()
        sandbox.wait_until_ready()
        if isolation_behind(sandbox.walls) != self._isolation:
            sandbox.end()
            raise InternalError("the walls around the student's code no longer stand as they did at the start")
        return sandbox

    def isolation(self) -> Isolation:
        """How well the processes here are closed; the first one has tried it."""
        if self._isolation is None:
            if not self._waiting:
                self._start()
            self._waiting[0].wait_until_ready()
            self._isolation = isolation_behind(self._waiting[0].walls)
        return self._isolation

    def close(self) -> None:
        while self._waiting:
            self._waiting.pop().end()

    def _fill(self) -> None:
        while len(self._waiting) < SPARE and self._started < self._expected:
            self._start()

    def _start(self) -> None:
        self._waiting.append(Sandbox(self._limits, self._walls))
        self._started += 1
