"""Wall-clock limits that a busy machine does not shorten.

A limit by the wall clock is there for code that waits. A process that is ready to run and gets no core does not wait,
so that time is taken off the clock: as much of it as the kernel has measured, for the student's process and for the
grader's own thread. Where the kernel does not measure it (`/proc/PID/task/*/schedstat`), nothing is taken off.

The student's code can take off no more than it computes: a thread of its process queues for another one only while that
one computes, which counts as CPU time. A process that blocks, sleeps, stops itself or spins is not in a queue.
"""

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from autograder.errors import GradingError

MOST_STRETCH: Final = 10  # a limit by the wall clock never lasts longer than so many times its seconds
LEAST_SECONDS: Final = 5.0  # and what is left of one counts as so many at least: that little may pass in one queue
MOST_THREADS: Final = 64  # of a process are looked at; more of them must not keep the grader busy

_OWN_SCHEDULE: Final = "/proc/thread-self/schedstat"
_STATUS: Final = re.compile(rb"^State:\s+(\w).*^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE | re.DOTALL)


class MachineTooBusy(GradingError):
    """The machine has let the student's process run too little for a grade."""

    def __init__(self) -> None:
        super().__init__(
            f"the machine is too busy: a limit by the wall clock was reached only after {MOST_STRETCH} times its "
            "seconds; grade again when less is running"
        )


class FairClock:
    """The monotonic clock without the seconds that were lost to a busy machine."""

    def __init__(self) -> None:
        self._lost = 0.0

    def now(self) -> float:
        return time.monotonic() - self._lost

    def take_off(self, seconds: float) -> None:
        self._lost += seconds


class Deadline:
    """So many seconds from now by a fair clock, and no more than MOST_STRETCH times as many by the wall clock."""

    def __init__(self, clock: FairClock, seconds: float) -> None:
        self.clock = clock
        self._until = clock.now() + seconds
        self._latest = time.monotonic() + MOST_STRETCH * max(seconds, LEAST_SECONDS)

    def left(self) -> float:
        """Seconds left, negative when it is over; MachineTooBusy if only the wall clock has reached its end."""
        left = self._until - self.clock.now()
        if left > 0 and time.monotonic() >= self._latest:
            raise MachineTooBusy
        return left


class _Thread(NamedTuple):
    """A thread at one look.

    scheduled: seconds that it has run or queued. ready: seconds that it is known to have been ready to run. Both are
    counted from its start; the kernel adds the time in a queue when that ends, so `ready` may be ahead.
    """

    is_ready: bool
    switches: int  # how often it has blocked
    scheduled: float
    ready: float


class Contention:
    """Time that a process and this thread spend ready to run, without a core."""

    def __init__(self, process: int, cpu_time: Callable[[], float]) -> None:
        self._tasks = f"/proc/{process}/task"
        self._process_cpu_time = cpu_time
        self._looked = time.monotonic()
        self._threads: dict[str, _Thread] = {}
        self._cpu_time = self._own_cpu_time = self._own_queue = 0.0
        self.look(FairClock())

    @property
    def age(self) -> float:
        """Seconds since the last look."""
        return time.monotonic() - self._looked

    def look(self, clock: FairClock) -> float:
        """Take what was lost since the last look off a clock; return how long the process was ready to run."""
        now = time.monotonic()
        passed = now - self._looked
        ready = min(self._ready(passed), passed)
        queued = own_queue_seconds()
        computed, own = self._process_cpu_time(), time.thread_time()
        lost = max(0.0, ready - (computed - self._cpu_time)) + max(0.0, queued - self._own_queue)
        idle = passed - (computed - self._cpu_time) - (own - self._own_cpu_time)
        clock.take_off(max(0.0, min(lost, idle)))
        self._looked, self._own_queue, self._cpu_time, self._own_cpu_time = now, queued, computed, own
        return ready

    def _ready(self, passed: float) -> float:
        """Seconds since the last look that the readiest thread was ready to run.

        A thread that was ready at both looks and has not blocked in between was so all the time. One that is new here
        counts from the next look on.
        """
        longest = 0.0
        seen = {}
        for name, thread in self._look_at_threads():
            if (before := self._threads.get(name)) is not None:
                never_blocked = before.is_ready and thread.is_ready and before.switches == thread.switches
                ready = max(thread.scheduled, before.ready + (passed if never_blocked else 0.0))
                longest = max(longest, ready - before.ready)
                thread = thread._replace(ready=ready)
            seen[name] = thread
        self._threads = seen
        return longest

    def _look_at_threads(self) -> Iterator[tuple[str, _Thread]]:
        with contextlib.suppress(OSError):
            for name in os.listdir(self._tasks)[:MOST_THREADS]:
                with contextlib.suppress(OSError, ValueError, IndexError):  # gone meanwhile, or not measured here
                    scheduled = sum(_schedule(f"{self._tasks}/{name}/schedstat"))
                    with open(f"{self._tasks}/{name}/status", "rb") as file:
                        status = _STATUS.search(file.read())
                    if status is not None:
                        yield name, _Thread(status[1] == b"R", int(status[2]), scheduled, scheduled)


def own_queue_seconds() -> float:
    """Seconds that this thread has been ready to run without a core since it began; 0 where nobody measures that."""
    try:
        return _schedule(_OWN_SCHEDULE)[1]
    except (OSError, ValueError, IndexError):
        return 0.0


def _schedule(path: str) -> tuple[float, float]:
    """Seconds that a thread has run, and that it has queued."""
    with open(path, "rb") as file:
        run, queued = file.read().split()[:2]
    return int(run) / 1e9, int(queued) / 1e9
