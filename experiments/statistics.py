"""What a number of games says, and how far it can be trusted."""

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Final, TypeAlias

Interval: TypeAlias = tuple[float, float]

CONFIDENCE: Final = 0.95


def wilson(wins: int, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval for a win rate; it stays honest near 0 and 1 and for few games."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = wins / games
    centre = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def mean_interval(mean: float, deviation: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Student's t interval for a mean, given the sample's standard deviation; endless for a single value.

    The scores of single games are far from normal, so it is an approximation: for games that are won or lost by a
    thousand points, as the lecture's, a nominal 95 % cover the truth in 92 to 96 % of samples of 30 games or more.
    """
    if count < 2:
        return -math.inf, math.inf
    spread = t_quantile((1 + confidence) / 2, count - 1) * deviation / math.sqrt(count)
    return mean - spread, mean + spread


@lru_cache(maxsize=4096)
def t_quantile(probability: float, freedom: int) -> float:
    """The value below which Student's t with `freedom` degrees of freedom lies with this probability (above 1/2)."""
    low, high = 0.0, 1.0
    while _t_within(high, freedom) < 2 * probability - 1:
        low, high = high, 2 * high
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        if _t_within(middle, freedom) < 2 * probability - 1:
            low = middle
        else:
            high = middle
    return high


def _t_within(t: float, freedom: int) -> float:
    """The probability that |T| < t: a finite sum, as the degrees of freedom are a whole number."""
    if freedom > 2_000:  # no longer to be told from the normal distribution
        return 2 * NormalDist().cdf(t) - 1
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    is_odd = freedom % 2
    term = cosine if is_odd else 1.0
    total = 0.0 if freedom == 1 else term
    for k in range(2 + is_odd, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if is_odd else total


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the sample's standard deviation."""
    count = len(values)
    mean = math.fsum(values) / count if count else math.nan
    if count < 2:
        return mean, math.nan
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))


def quantile(ordered: Sequence[float], share: float) -> float:
    """Between the two nearest values of a sorted sample."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
