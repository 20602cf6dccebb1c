"""Confidence intervals for means of bounded outcomes.

Student's t fails where small steady gains hide a rare large loss: until the loss occurs, the games hardly vary, and the
interval is narrow and wrong. Outcomes that have not occurred can only be bounded by what is possible. A limit of the
mean here therefore adds the lowest (or highest) possible score to the observed outcomes, gives all of them random
weights with equal expectations, and takes the quantile of the weighted mean at the chance of error.
This is the limit of Learned-Miller and Thomas (2019, "A new confidence interval for the mean of a bounded random
variable"). After n games with equal outcomes, up to 3.7 / n of all outcomes may have been missed: the 95 % limit moves
by that share towards the bound. With two outcomes it is the exact limit of Clopper and Pearson; with many games and no
rare outcome it approaches Student's. That it holds for every bounded outcome is proved for two outcomes and conjectured
otherwise; no exception is known, and docs/STATISTICS.md shows the simulations for this project.

Weights with equal expectations are exponential variables, divided by their sum. The chance that the weighted mean of
values v is at most m is therefore the chance that the sum of E * (v - m) is at most zero. The saddlepoint approximation
(the modified signed root of Barndorff-Nielsen) has a relative error of some thousandths, on the safe side.
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
    """Return an interval for the mean, assuming no outcome outside the bounds; without values, the bounds."""
    import numpy as np

    if not len(values):
        return bounds
    seen = np.asarray(values, dtype=float)
    error = (1 - confidence) / 2
    return _lower_limit(seen, bounds[0], error), -_lower_limit(-seen, -bounds[1], error)


def _lower_limit(seen: "NDArray[np.float64]", bound: float, error: float) -> float:
    """Return the limit below which the weighted mean lies with a chance of `error`."""
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
    """Return the normal deviate with the probability that a weighted sum of exponential variables is below zero.

    The sum has `counts` variables times each of the `offsets`. Also return the derivative of the deviate with respect
    to a common decrease of all offsets, for Newton's method.
    """
    import numpy as np

    def derivative(tilt: float) -> tuple[float, float]:
        slopes = offsets / (1 - tilt * offsets)
        return float(counts @ slopes), float(counts @ slopes**2)

    tilt = _root(derivative, 1 / float(offsets[0]), 1 / float(offsets[-1]), start=0.0)
    w = math.copysign(math.sqrt(2 * max(0.0, float(counts @ np.log1p(-tilt * offsets)))), tilt)
    if abs(w) < 1e-4:  # the centre, where the formula below is 0 / 0
        return 0.0, 1.0
    u = tilt * math.sqrt(derivative(tilt)[1])
    return w + math.log(u / w) / w, float(counts.sum()) * tilt / w


def _root(function: Callable[[float], tuple[float, float]], low: float, high: float, start: float) -> float:
    """Return the zero of an increasing function that returns its value and slope.

    Newton's method, with bisection wherever a step leaves the interval.
    """
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
    """Return the quantile of a sorted sample, interpolated between the two nearest values."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
