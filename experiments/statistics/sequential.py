"""Looking at a comparison while it grows, and stopping early, at a known rate of error.

Looking often is dangerous: each look may be fooled. So the error allowed in all, say 5 %, is divided among looks that
are fixed beforehand: when a share s of the games has been played, s³ of it has been spent, so that the last look, with
the most to go by, has seven eighths of it. Whatever the looks have to do with each other, together they err at most as
often as the sum of their shares. That also makes the interval at each look valid at all looks at once, so it can be
believed wherever the comparison stops.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from experiments.statistics.intervals import Interval, mean_interval

ERROR: Final = 0.05
_FIRST_LOOK: Final = 25  # fewer games rarely decide anything


@dataclass(frozen=True)
class Look:
    """A look at the results: after how many games, and how much of the error is spent then."""

    games: int
    error: float


def planned_looks(most_games: int, error: float = ERROR) -> list[Look]:
    """Looks at twice as many games each, the last one when all have been played."""
    counts = [most_games]
    while counts[0] // 2 >= _FIRST_LOOK:
        counts.insert(0, counts[0] // 2)
    spent = [0.0, *(error * (games / most_games) ** 3 for games in counts)]
    return [Look(games, after - before) for games, (before, after) in zip(counts, pairwise(spent), strict=True)]


@dataclass(frozen=True)
class Difference:
    """The mean of paired differences, with an interval that holds at all looks together."""

    games: int
    mean: float
    interval: Interval

    @property
    def is_clear(self) -> bool:
        """Whether zero lies outside: the two are different."""
        return self.interval[0] > 0 or self.interval[1] < 0


def difference(pairs: Sequence[float], look: Look, largest: float) -> Difference:
    """What the differences of the first `look.games` pairs say at this look, if none is larger than `largest`."""
    interval = mean_interval(pairs, (-largest, largest), 1 - look.error)
    return Difference(len(pairs), math.fsum(pairs) / len(pairs), interval)
