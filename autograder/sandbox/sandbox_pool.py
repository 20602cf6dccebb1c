"""Child processes that are started in advance, so that no grading waits for an interpreter to load the engine."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from autograder.child.restrictions import RESTRICTIONS
from autograder.sandbox.isolation import Isolation, isolation_tier
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits
from pacman.errors import InternalError

SPARE: Final = 2


class SandboxPool:
    """A pool of fresh child processes, with a few more kept ready. The caller of `take` must end the process.

    expected: the number of processes needed if nothing goes wrong, one for each submission. Further ones are started
        only on request.
    restrictions: applied to each process, as far as the system supports them.
    """

    def __init__(self, limits: Limits, expected: int = 1, restrictions: Sequence[str] = RESTRICTIONS) -> None:
        self._limits = limits
        self._restrictions = restrictions
        self._expected = expected
        self._started = 0
        self._isolation: Isolation | None = None
        self._waiting: deque[Sandbox] = deque()
        self._fill()

    def take(self) -> Sandbox:
        """Return a process that is ready; raise InternalError if its isolation differs from that of the first one."""
        self.isolation()
        if not self._waiting:
            self._start()
        sandbox = self._waiting.popleft()
        self._fill()
        sandbox.wait_until_ready()
        if isolation_tier(sandbox.restrictions) != self._isolation:
            sandbox.end()
            raise InternalError("the restrictions of the student's code are no longer those in force at the start")
        return sandbox

    def isolation(self) -> Isolation:
        """Return the isolation of the processes, as the first one has tested it."""
        if self._isolation is None:
            if not self._waiting:
                self._start()
            self._waiting[0].wait_until_ready()
            self._isolation = isolation_tier(self._waiting[0].restrictions)
        return self._isolation

    def close(self) -> None:
        while self._waiting:
            self._waiting.pop().end()

    def _fill(self) -> None:
        while len(self._waiting) < SPARE and self._started < self._expected:
            self._start()

    def _start(self) -> None:
        self._waiting.append(Sandbox(self._limits, self._restrictions))
        self._started += 1
