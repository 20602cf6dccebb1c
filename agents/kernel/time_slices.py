"""How long compiled code may run before Python looks at the clock, and hears of Ctrl-C."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

SECONDS: Final = 0.003  # between two looks
FIRST, LEAST, MOST = 5_000, 200, 100_000  # states


class Pace:
    """How many states may be searched in one go, at the speed of the last one."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.states = FIRST
        self._clock = clock
        self._looked = clock()

    def look(self) -> float:
        """The time. To be called before a slice."""
        self._looked = self._clock()
        return self._looked

    def adapt(self, searched: int, deadline: float | None = None) -> None:
        """After a slice of so many states; the next should not go beyond the deadline."""
        now = self._clock()
        wanted = SECONDS if deadline is None else min(SECONDS, max(deadline - now, 0.0))
        speed = searched / max(now - self._looked, 1e-6)
        self.states = int(min(max(wanted * speed, LEAST), MOST))
