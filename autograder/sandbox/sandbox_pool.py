"""Child processes that are started in advance, so that no grading waits for an interpreter to load the engine."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from autograder.child.restrictions import RESTRICTIONS
from autograder.sandbox.isolation import INSIDE, Isolation, isolation_tier
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits
from pacman.errors import InternalError


class SandboxPool:
    """Source of fresh child processes. The first one starts at once, further ones on request, as after a crash.

    The caller of `take` must end the process. restrictions: applied to each process, as far as the system supports
    them.
    """

    def __init__(self, limits: Limits, restrictions: Sequence[str] = RESTRICTIONS) -> None:
        self._limits = limits
        self._restrictions = restrictions
        self._isolation: Isolation | None = None
        self._waiting: Sandbox | None = self._started()

    def take(self) -> Sandbox:
        """Return a process that is ready; raise InternalError if its isolation differs from that of the first one."""
        self.isolation()
        sandbox, self._waiting = self._waiting or self._started(), None
        sandbox.wait_until_ready()
        if isolation_tier(sandbox.restrictions) != self._isolation:
            sandbox.end()
            raise InternalError("the restrictions of the student's code are no longer those in force at the start")
        return sandbox

    def isolation(self) -> Isolation:
        """Return the isolation of the processes, as the first one has tested it."""
        if self._isolation is None:
            self._waiting = self._waiting or self._started()
            self._waiting.wait_until_ready()
            self._isolation = isolation_tier(self._waiting.restrictions)
        return self._isolation

    def close(self) -> None:
        sandbox, self._waiting = self._waiting, None
        if sandbox is not None:
            sandbox.end()

    def _started(self) -> Sandbox:
        return Sandbox(self._limits, self._restrictions)


@contextmanager
def open_pool(isolation: str, limits: Limits) -> Iterator[SandboxPool | None]:
    """Yield the pool of child processes for students' code, or None to run it inside the grader.

    The first process starts at once.
    """
    if isolation == INSIDE.name:
        yield None
        return
    with closing(SandboxPool(limits)) as pool:
        yield pool
