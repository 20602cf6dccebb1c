"""Time slices: how long compiled code may run before Python looks at the clock, and hears of Ctrl-C."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

SECONDS: Final = 0.003  # between two looks
FIRST, LEAST, MOST = 5_000, 200, 100_000  # states


class TimeSlices:
    """Slices of about the same time. `states`: how many may be searched in the next one, at the speed of the last."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.states = FIRST
        self._clock = clock
        self._began = clock()

    def begin(self) -> float:
        """The time at the beginning of a slice."""
        self._began = self._clock()
        return self._began

    def end(self, searched: int, deadline: float | None = None) -> None:
        """A slice of so many states is over; the next should not go beyond the deadline."""
        now = self._clock()
        wanted = SECONDS if deadline is None else min(SECONDS, max(deadline - now, 0.0))
        speed = searched / max(now - self._began, 1e-6)
        self.states = int(min(max(wanted * speed, LEAST), MOST))
