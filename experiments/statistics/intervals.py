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
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Interval: TypeAlias = tuple[float, float]

CONFIDENCE: Final = 0.95

_NORMAL: Final = NormalDist()
_PRECISION: Final = 1e-9
_MOST_STEPS: Final = 100
_FEW: Final = 64  # values of a short sample


def mean_interval(values: Sequence[float], bounds: Interval, confidence: float = CONFIDENCE) -> Interval:
    """Return an interval for the mean, assuming no outcome outside the bounds; without values, the bounds."""
    if not len(values):
        return bounds
    error = (1 - confidence) / 2
    return _lower_limit(values, 1, bounds[0], error), -_lower_limit(values, -1, -bounds[1], error)


def _lower_limit(seen: Sequence[float], sign: int, bound: float, error: float) -> float:
    """Return the limit below which the weighted mean of the values times `sign` lies with a chance of `error`."""
    least = min(float(bound), float(min(sign * min(seen), sign * max(seen))))
    extent = float(max(sign * min(seen), sign * max(seen))) - least
    if not extent:
        return least
    make, values, counts = _sample(seen, sign, least, extent)  # from 0 to 1
    target = _NORMAL.inv_cdf(error)

    def excess(mean: float) -> tuple[float, float]:
        deviation, slope = _normal_deviation(make(values, counts, mean))
        return deviation - target, slope

    mean = (sign * sum(seen) / len(seen) - least) / extent
    return least + extent * _root(excess, 0.0, mean, start=mean / 2)


def _sample(
    seen: Sequence[float], sign: int, least: float, extent: float
) -> tuple["Callable[[Any, Any, float], _Variables]", Any, Any]:
    """Return the different values, scaled and with 0 among them, in order, how often each occurs, and their class."""
    if len(seen) <= _FEW:
        found = Counter([0.0, *((sign * value - least) / extent for value in seen)])
        values = sorted(found)
        return _FewVariables, values, [found[value] for value in values]
    import numpy as np

    scaled = (sign * np.asarray(seen, dtype=float) - least) / extent
    return _ManyVariables, *np.unique(np.append(scaled, 0.0), return_counts=True)


class _Variables(Protocol):
    """Exponential variables, `counts` of them times each of the offsets `values - mean`, in increasing order."""

    least: float  # offset
    most: float
    count: int  # of all variables

    def derivatives(self, tilt: float) -> tuple[float, float]:
        """Return the first two derivatives of the cumulant generating function."""

    def log_sum(self, tilt: float) -> float:
        """Return the negative cumulant generating function."""


class _FewVariables:
    """Computes in Python: numpy takes longer to import than a short sample to add up."""

    def __init__(self, values: Sequence[float], counts: Sequence[int], mean: float) -> None:
        self._terms = [(value - mean, count) for value, count in zip(values, counts, strict=True)]
        self.least, self.most, self.count = self._terms[0][0], self._terms[-1][0], sum(counts)

    def derivatives(self, tilt: float) -> tuple[float, float]:
        slopes = [(offset / (1 - tilt * offset), count) for offset, count in self._terms]
        return sum(count * slope for slope, count in slopes), sum(count * slope**2 for slope, count in slopes)

    def log_sum(self, tilt: float) -> float:
        return sum(count * math.log1p(-tilt * offset) for offset, count in self._terms)


class _ManyVariables:
    """Computes with numpy, for samples of many different values."""

    def __init__(self, values: "NDArray[np.float64]", counts: "NDArray[np.intp]", mean: float) -> None:
        self._offsets, self._counts = values - mean, counts
        self.least, self.most = float(self._offsets[0]), float(self._offsets[-1])
        self.count = int(counts.sum())

    def derivatives(self, tilt: float) -> tuple[float, float]:
        slopes = self._offsets / (1 - tilt * self._offsets)
        return float(self._counts @ slopes), float(self._counts @ slopes**2)

    def log_sum(self, tilt: float) -> float:
        import numpy as np

        return float(self._counts @ np.log1p(-tilt * self._offsets))


def _normal_deviation(variables: _Variables) -> tuple[float, float]:
    """Return the normal deviate with the probability that a weighted sum of exponential variables is below zero.

    Also return the derivative of the deviate with respect to a common decrease of all offsets, for Newton's method.
    """
    tilt = _root(variables.derivatives, 1 / variables.least, 1 / variables.most, start=0.0)
    w = math.copysign(math.sqrt(2 * max(0.0, variables.log_sum(tilt))), tilt)
    if abs(w) < 1e-4:  # the centre, where the formula below is 0 / 0
        return 0.0, 1.0
    u = tilt * math.sqrt(variables.derivatives(tilt)[1])
    return w + math.log(u / w) / w, variables.count * tilt / w


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
