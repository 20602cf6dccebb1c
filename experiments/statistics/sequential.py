"""Sequential testing: interim looks at a comparison that may stop it early, with a bounded total error.

Every look is a chance to err. The total error, say 5 %, is therefore divided among looks that are fixed beforehand:
when a share s of the games has been played, s³ of it has been spent, so that the last look, which has the most games,
gets seven eighths of it. Whatever the dependence between looks, the chance that any of them errs is at most the sum of
their shares (Bonferroni). The intervals of all looks therefore hold simultaneously, so the interval is valid wherever
the comparison stops.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from experiments.statistics.intervals import Interval, mean_interval

ERROR: Final = 0.05
Verdict: TypeAlias = Literal["better", "worse", "no difference found"]
_FIRST_LOOK: Final = 25  # fewer games rarely decide anything


@dataclass(frozen=True)
class Look:
    """An interim look at the results: the number of games before it, and the share of the error spent on it."""

    games: int
    error: float


def planned_looks(most_games: int) -> list[Look]:
    """Return the looks of a comparison: each at twice as many games as the one before, the last at `most_games`."""
    counts = [most_games]
    while counts[0] // 2 >= _FIRST_LOOK:
        counts.insert(0, counts[0] // 2)
    spent = [0.0, *(ERROR * (games / most_games) ** 3 for games in counts)]
    return [Look(games, after - before) for games, (before, after) in zip(counts, pairwise(spent), strict=True)]


@dataclass(frozen=True)
class Mean:
    """Mean of results, with an interval that holds simultaneously at all looks."""

    games: int
    mean: float
    interval: Interval


@dataclass(frozen=True)
class Difference(Mean):
    """Mean of paired differences."""

    @property
    def is_clear(self) -> bool:
        """True if zero lies outside the interval, so that the two agents differ."""
        return self.interval[0] > 0 or self.interval[1] < 0

    @property
    def verdict(self) -> Verdict:
        """Result for the agent from whose outcomes the other's are subtracted."""
        if not self.is_clear:
            return "no difference found"
        return "better" if self.mean > 0 else "worse"


def difference(pairs: Sequence[float], look: Look, largest: float) -> Difference:
    """Return the mean difference of the pairs with its interval at this look; `largest` bounds each difference."""
    interval = mean_interval(pairs, (-largest, largest), 1 - look.error)
    return Difference(len(pairs), math.fsum(pairs) / len(pairs), interval)
