"""Wall-clock limits that a busy machine does not shorten.

Wall-clock limits exist for code that waits instead of computing. A process that is ready to run but gets no core is not
waiting, so this time is subtracted from the clock, as far as the kernel measures it: for the child process and for the
grader's own thread. Where the kernel does not measure it (`/proc/PID/task/*/schedstat`), nothing is subtracted.

The student's code cannot gain time in this way beyond what it computes: one of its threads queues for a core behind
another one only while that one computes, which counts as CPU time. A process that blocks, sleeps, stops itself or spins
is not in the queue.
"""

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from autograder.errors import GradingError

MOST_STRETCH: Final = 10  # a wall-clock limit never lasts longer than its seconds times this factor
LEAST_SECONDS: Final = 5.0  # shorter limits are stretched as if they were this long: one wait for a core can take it
MOST_THREADS: Final = 64  # of a process that are measured; a process with more must not keep the grader busy

_OWN_SCHEDULE: Final = "/proc/thread-self/schedstat"
_STATUS: Final = re.compile(rb"^State:\s+(\w).*^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE | re.DOTALL)


class MachineTooBusy(GradingError):
    """Raised if the machine was too busy to let the child process run, so that no fair grade is possible."""

    def __init__(self) -> None:
        super().__init__(
            f"the machine is too busy: a limit by the wall clock was reached only after {MOST_STRETCH} times its "
            "seconds; grade again when fewer programs are running"
        )


class FairClock:
    """The monotonic clock without the seconds `lost` to a busy machine."""

    def __init__(self) -> None:
        self.lost = 0.0

    def now(self) -> float:
        return time.monotonic() - self.lost

    def at(self, monotonic: float) -> float:
        """Convert a time of the monotonic clock."""
        return monotonic - self.lost


class Deadline:
    """A point in time, given in seconds from now by a fair clock.

    By the wall clock it is at most MOST_STRETCH times as far away.
    """

    def __init__(self, clock: FairClock, seconds: float) -> None:
        self.clock = clock
        now = time.monotonic()
        self._until = clock.at(now) + seconds
        self._latest = now + MOST_STRETCH * max(seconds, LEAST_SECONDS)

    def left(self) -> float:
        """Return the seconds left, negative if none are; raise MachineTooBusy if only the wall-clock limit passed."""
        now = time.monotonic()
        left = self._until - self.clock.at(now)
        if left > 0 and now >= self._latest:
            raise MachineTooBusy
        return left


class _Thread(NamedTuple):
    """A thread at the time of one measurement.

    scheduled: seconds that it has run or queued, according to the kernel. ready: seconds that it is known to have been
    ready to run. Both count from its start. The kernel adds the time in a queue only when the thread leaves it, so
    `ready` may be larger.
    """

    is_ready: bool
    switches: int  # how often it has blocked
    scheduled: float
    ready: float


class Contention:
    """Measures the time that a process and this thread spend ready to run, without a core."""

    def __init__(self, process: int, cpu_time: Callable[[], float]) -> None:
        self._tasks = f"/proc/{process}/task"
        self._process_cpu_time = cpu_time
        self._looked = time.monotonic()
        self._threads: dict[str, _Thread] = {}
        self._cpu_time = self._own_cpu_time = self._own_queue = 0.0
        self.look(FairClock())

    @property
    def age(self) -> float:
        """Seconds since the last measurement."""
        return time.monotonic() - self._looked

    def look(self, clock: FairClock) -> float:
        """Measure again: subtract the time lost since the last measurement from a clock.

        Return the seconds since then that the process was ready to run, with or without a core.
        """
        now = time.monotonic()
        passed = now - self._looked
        ready = min(self._ready(passed), passed)
        queued = own_queue_seconds()
        computed, own = self._process_cpu_time(), time.thread_time()
        lost = max(0.0, ready - (computed - self._cpu_time)) + max(0.0, queued - self._own_queue)
        idle = passed - (computed - self._cpu_time) - (own - self._own_cpu_time)
        clock.lost += max(0.0, min(lost, idle))
        self._looked, self._own_queue, self._cpu_time, self._own_cpu_time = now, queued, computed, own
        return ready

    def _ready(self, passed: float) -> float:
        """Return the seconds since the last measurement that the readiest thread was ready to run.

        A thread that was ready at both measurements and has not blocked in between was ready all the time. A new
        thread counts from the next measurement on.
        """
        longest = 0.0
        seen = {}
        for name, thread in self._read_threads():
            if (before := self._threads.get(name)) is not None:
                never_blocked = before.is_ready and thread.is_ready and before.switches == thread.switches
                ready = max(thread.scheduled, before.ready + (passed if never_blocked else 0.0))
                longest = max(longest, ready - before.ready)
                thread = thread._replace(ready=ready)
            seen[name] = thread
        self._threads = seen
        return longest

    def _read_threads(self) -> Iterator[tuple[str, _Thread]]:
        with contextlib.suppress(OSError):
            for name in os.listdir(self._tasks)[:MOST_THREADS]:
                with contextlib.suppress(OSError, ValueError, IndexError):  # the thread ended, or is not measured
                    scheduled = sum(_schedule(f"{self._tasks}/{name}/schedstat"))
                    with open(f"{self._tasks}/{name}/status", "rb") as file:
                        status = _STATUS.search(file.read())
                    if status is not None:
                        yield name, _Thread(status[1] == b"R", int(status[2]), scheduled, scheduled)


def own_queue_seconds() -> float:
    """Return the seconds that this thread has been ready to run without a core; 0 if the kernel does not measure it."""
    try:
        return _schedule(_OWN_SCHEDULE)[1]
    except (OSError, ValueError, IndexError):
        return 0.0


def _schedule(path: str) -> tuple[float, float]:
    """Return the seconds that a thread has run, and those that it has queued."""
    with open(path, "rb") as file:
        run, queued = file.read().split()[:2]
    return int(run) / 1e9, int(queued) / 1e9
