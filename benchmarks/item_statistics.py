"""Coverage of the intervals of `grade FOLDER` for the fit of a case: `python -m benchmarks.item_statistics`.

Classes of several kinds are drawn. The true fit of each case is that of a very large class of the same kind. For each
size of a class, the table shows the share of the printed 95 % intervals that contain the true fit, beside those of
Fisher's z and of a bootstrap for the same cases.
"""

import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from autograder.classroom.item_statistics import FEWEST_OF_EACH, correlation

Solved: TypeAlias = NDArray[np.float64]  # a row for each submission, a column for each case
Rng: TypeAlias = np.random.Generator

SIZES: Final = (20, 30, 50, 100, 200)
CLASSES: Final = 400  # of each kind and size
CASES: Final = 6  # chosen at random in each class
MANY: Final = 300_000  # submissions, for the true fit
RESAMPLES: Final = 600
Z: Final = 1.96


def by_ability(rng: Rng, size: int) -> Solved:
    """Return 20 cases of different difficulty that depend on one ability, from not at all to strongly."""
    ability = rng.normal(size=(size, 1))
    slope, difficulty = np.linspace(0, 2, 20), np.tile(np.linspace(-2.5, 2, 5), 4)
    return (rng.random((size, 20)) < 1 / (1 + np.exp(-slope * (ability - difficulty)))).astype(float)


def by_bugs(rng: Rng, size: int) -> Solved:
    """Return four questions of six cases: a submission is right, not started, or has one of five bugs.

    Two further cases are a matter of luck, and of luck that favours submissions with few other cases.
    """
    fails = np.random.default_rng(7).random((4, 5, 6)) < np.array([0.1, 0.3, 0.5, 0.7, 0.9])[:, None]
    able = rng.beta(2, 1, size=size)
    columns = []
    for question in range(4):
        solved = 1.0 - fails[question][rng.integers(0, 5, size=size)]
        is_right = rng.random(size) < 0.9 * able ** (question + 1)
        solved[~is_right & (rng.random(size) < 0.3)] = 0
        solved[is_right] = 1
        columns.append(solved)
    cases = np.hstack(columns)
    odd = rng.random((size, 2)) < np.stack([np.full(size, 0.8), np.where(cases.mean(axis=1) > 0.8, 0.6, 0.9)], axis=1)
    return np.hstack([cases, odd])


def few_cases(rng: Rng, size: int) -> Solved:
    """Return three cases."""
    ability = rng.random(size)
    columns = [rng.random(size) < 0.2 + 0.7 * ability, rng.random(size) < ability, ability > 0.5]
    return np.stack(columns, axis=1).astype(float)


def mostly_right(rng: Rng, size: int) -> Solved:
    """Return 15 cases of which seven of ten submissions solve all, and the others each a share of their own."""
    share = np.where(rng.random(size) < 0.7, 1.0, rng.random(size))
    return (rng.random((size, 15)) < share[:, None]).astype(float)


def rare_failure(rng: Rng, size: int) -> Solved:
    """Return 15 cases that say nothing about each other, except that 3 % of the submissions fail nearly all."""
    share = np.where(rng.random(size) < 0.03, 0.05, 0.8)
    return (rng.random((size, 15)) < share[:, None]).astype(float)


KINDS: Final[dict[str, Callable[[Rng, int], Solved]]] = {
    "one ability": by_ability,
    "bugs": by_bugs,
    "three cases": few_cases,
    "seven of ten solve all": mostly_right,
    "3 % fail nearly all": rare_failure,
}


def fit_of(solved: Solved, case: int) -> float:
    rest = solved.sum(axis=1) - solved[:, case]
    return float(np.corrcoef(solved[:, case], rest)[0, 1])


def fisher(fit: float, size: int) -> tuple[float, float]:
    middle, margin = np.arctanh(np.clip(fit, -1 + 1e-9, 1 - 1e-9)), Z / np.sqrt(size - 3)
    return float(np.tanh(middle - margin)), float(np.tanh(middle + margin))


def bootstrap(rng: Rng, one: Solved, rest: Solved) -> tuple[float, float]:
    """Return the percentiles of the fit in classes that are drawn from this one with replacement."""
    chosen = rng.integers(0, len(one), size=(RESAMPLES, len(one)))
    x, y = one[chosen], rest[chosen]
    x, y = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    scale = np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))
    fits = (x * y).sum(axis=1)[scale > 1e-9] / scale[scale > 1e-9]
    low, high = np.quantile(fits, [0.025, 0.975])
    return float(low), float(high)


def true_fits(rng: Rng, draw: Callable[[Rng, int], Solved], submissions: int = MANY) -> list[float]:
    """Return the fit of each case in a very large class."""
    solved = draw(rng, submissions)
    return [fit_of(solved, case) for case in range(solved.shape[1])]


@dataclass
class Coverage:
    """covered: by method, for each interval whether it contains the true fit. shown: the share of fits with one."""

    covered: dict[str, list[bool]]
    width: float
    shown: float


def coverage(rng: Rng, draw: Callable[[Rng, int], Solved], size: int, fits: list[float], classes: int) -> Coverage:
    covered: dict[str, list[bool]] = defaultdict(list)
    widths: list[float] = []
    defined = 0
    for _ in range(classes):
        solved = draw(rng, size)
        for case in rng.permutation(len(fits))[:CASES]:
            one, rest = solved[:, case], solved.sum(axis=1) - solved[:, case]
            found, interval = correlation([(int(x), y / (len(fits) - 1)) for x, y in zip(one, rest, strict=True)])
            defined += found is not None
            if found is None or interval is None:
                continue
            widths.append(interval[1] - interval[0])
            intervals = {"ours": interval, "Fisher": fisher(found, size), "bootstrap": bootstrap(rng, one, rest)}
            for name, (low, high) in intervals.items():
                covered[name].append(low <= fits[case] <= high)
    return Coverage(covered, float(np.mean(widths)), len(widths) / defined)


def main(classes: int = CLASSES) -> None:
    rng = np.random.default_rng(1)
    print(f"intervals of cases that at least {FEWEST_OF_EACH} submissions solve, and {FEWEST_OF_EACH} do not")
    for kind, draw in KINDS.items():
        fits = true_fits(rng, draw)
        print(f"{kind} (fits from {min(fits):.2f} to {max(fits):.2f})", flush=True)
        for size in SIZES:
            found = coverage(rng, draw, size, fits, classes)
            methods = ("Fisher", "bootstrap", "ours")
            shares = "  ".join(f"{name} {np.mean(found.covered[name]):6.1%}" for name in methods)
            width = f"width {found.width:.2f}   shown {found.shown:.0%}"
            print(f"  {size:>5} submissions: {shares}   {width}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
