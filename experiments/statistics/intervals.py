"""Intervals for means: what a number of games says, and how far it can be trusted.

Student's t is fooled where small steady gains hide a rare large loss: as long as the loss has not been seen, the games
hardly vary, and the interval is narrow and wrong. What was not seen can only be bounded by what is possible. So a limit
of the mean here takes the least (or most) that a game can score as one more outcome beside those seen, gives all of
them random weights, alike on average, and asks how low (or high) the weighted mean may be with the chance of error.
This is the limit of Learned-Miller and Thomas (2019, "A new confidence interval for the mean of a bounded random
variable"). In n games all alike, up to 3.7 / n of the outcomes may have been missed: the 95 % limit lies so far towards
the bound. With two outcomes it is the exact limit of Clopper and Pearson; with many games and no rare outcome it
becomes Student's. That it holds for every bounded outcome is proved for two outcomes and conjectured otherwise; no
exception is known, and docs/STATISTICS.md has what was simulated here.

Weights alike on average are exponential variables, divided by their sum. The chance that the weighted mean of values v
is at most m is therefore the chance that the sum of E * (v - m) is at most zero. The saddlepoint approximation (the
modified signed root of Barndorff-Nielsen) gives it to some thousandths of itself, on the safe side.
"""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Interval: TypeAlias = tuple[float, float]

CONFIDENCE: Final = 0.95

_NORMAL: Final = NormalDist()
_PRECISION: Final = 1e-9
_MOST_STEPS: Final = 100


def mean_interval(values: Sequence[float], bounds: Interval, confidence: float = CONFIDENCE) -> Interval:
    """An interval for the mean, if no outcome lies outside the bounds; the bounds where nothing was seen."""
    import numpy as np

    if not len(values):
        return bounds
    seen = np.asarray(values, dtype=float)
    error = (1 - confidence) / 2
    return _lower_limit(seen, bounds[0], error), -_lower_limit(-seen, -bounds[1], error)


def _lower_limit(seen: "NDArray[np.float64]", bound: float, error: float) -> float:
    """The limit below which the weighted mean lies with a chance of `error`."""
    import numpy as np

    least = min(float(bound), float(seen.min()))
    extent = float(seen.max()) - least
    if not extent:
        return least
    values, counts = np.unique(np.append(seen - least, 0.0) / extent, return_counts=True)  # from 0 to 1
    target = _NORMAL.inv_cdf(error)

    def excess(mean: float) -> tuple[float, float]:
        deviation, slope = _normal_deviation(values - mean, counts)
        return deviation - target, slope

    mean = float(seen.mean() - least) / extent
    return least + extent * _root(excess, 0.0, mean, start=mean / 2)


def _normal_deviation(offsets: "NDArray[np.float64]", counts: "NDArray[np.intp]") -> tuple[float, float]:
    """The value below which a standard normal variable lies as often as the sum of exponential ones, `counts` of them
    times each of the `offsets`, lies below zero; and how fast that value grows when all offsets fall.
    """
    import numpy as np

    def derivative(tilt: float) -> tuple[float, float]:
        slopes = offsets / (1 - tilt * offsets)
        return float(counts @ slopes), float(counts @ slopes**2)

    tilt = _root(derivative, 1 / float(offsets[0]), 1 / float(offsets[-1]), start=0.0)
    w = math.copysign(math.sqrt(2 * max(0.0, float(counts @ np.log1p(-tilt * offsets)))), tilt)
    if abs(w) < 1e-4:  # the centre, where the rest would be 0 / 0
        return 0.0, 1.0
    u = tilt * math.sqrt(derivative(tilt)[1])
    return w + math.log(u / w) / w, float(counts.sum()) * tilt / w


def _root(function: Callable[[float], tuple[float, float]], low: float, high: float, start: float) -> float:
    """The zero of a growing function, told with its slope: Newton's method, halving where that leads astray."""
    place = start
    for _ in range(_MOST_STEPS):
        value, slope = function(place)
        low, high = (low, place) if value > 0 else (place, high)
        step = place - value / slope
        before, place = place, step if low < step < high else (low + high) / 2
        if abs(place - before) <= _PRECISION * abs(place):
            break
    return place


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of a sorted sample lies below, between the two nearest of its values."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
