"""Time slices: compiled code runs for one slice, then Python checks the clock and handles signals such as Ctrl-C."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

SECONDS: Final = 0.003  # length of a slice
FIRST, LEAST, MOST = 5_000, 200, 100_000  # states


class TimeSlices:
    """Slices of about equal duration. `states` is the size of the next one, from the speed of the last one."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.states = FIRST
        self._clock = clock
        self._began = clock()

    def begin(self) -> float:
        """Begin a slice and return the time."""
        self._began = self._clock()
        return self._began

    def end(self, searched: int, deadline: float | None = None) -> None:
        """End a slice of `searched` states; the next one should not exceed the deadline."""
        now = self._clock()
        wanted = SECONDS if deadline is None else min(SECONDS, max(deadline - now, 0.0))
        speed = searched / max(now - self._began, 1e-6)
        self.states = int(min(max(wanted * speed, LEAST), MOST))
