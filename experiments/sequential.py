"""Looking at a comparison while it grows, and stopping early, at a known rate of error.

Looking often is dangerous: each look may be fooled. So the error allowed in all, say 5 %, is divided among looks that
are fixed beforehand: the last one gets half of it, the one before half of what is left, and so on. Whatever the looks
have to do with each other, together they err at most as often as the sum of their shares. That also makes the interval
at each look valid at all looks at once, so it can be believed wherever the comparison stops.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from experiments.statistics import Interval, mean_and_deviation, mean_interval

ERROR: Final = 0.05
_FIRST_LOOK: Final = 25  # the t interval of a look needs some games


@dataclass(frozen=True)
class Look:
    """After how many games, and how much of the error is spent then."""

    games: int
    error: float


def planned_looks(most_games: int, error: float = ERROR) -> list[Look]:
    """Looks at twice as many games each, the last one when all have been played."""
    counts = [most_games]
    while counts[0] // 2 >= _FIRST_LOOK:
        counts.insert(0, counts[0] // 2)
    shares = [error / 2 ** (len(counts) - number) for number in range(len(counts))]
    shares[0] *= 2  # what halving leaves over
    return [Look(games, share) for games, share in zip(counts, shares, strict=True)]


@dataclass(frozen=True)
class Difference:
    """The mean of paired differences, with an interval that holds at all looks together."""

    games: int
    mean: float
    interval: Interval

    @property
    def is_clear(self) -> bool:
        """Zero lies outside: the two are different."""
        return self.interval[0] > 0 or self.interval[1] < 0


def difference(pairs: Sequence[float], look: Look) -> Difference:
    """What the differences of the first `look.games` pairs say at this look."""
    mean, deviation = mean_and_deviation(pairs)
    return Difference(len(pairs), mean, mean_interval(mean, deviation, len(pairs), 1 - look.error))
