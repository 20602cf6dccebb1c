"""Multi-armed bandits: the decision problem at every node of Monte Carlo tree search.

Each arm of the machine pays by its own unknown distribution. Pull the arm that has paid best so far (exploit), or try
one that has been pulled rarely (explore)? The cost of not knowing the distributions is the regret: the expected payoff
of always pulling the best arm, minus the actual payoff.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agents.search.errors import SearchError
from agents.search.support.validation import positive


@dataclass(frozen=True, slots=True)
class UniformArm:
    """Pays uniformly from `mean - width / 2` to `mean + width / 2`."""

    mean: float
    width: float = 0.4

    def pull(self, rng: random.Random) -> float:
        return self.mean + self.width * (rng.random() - 0.5)


@dataclass(slots=True)
class Record:
    """Observations of each arm: number of pulls and total payoff."""

    pulls: list[int]
    totals: list[float]

    def mean(self, arm: int) -> float:
        return self.totals[arm] / self.pulls[arm]


Strategy = Callable[[Record, random.Random], int]  # which arm to pull next; every arm has been pulled once


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of a run: the record, and the regret T mu* - (sum of rewards) after T pulls."""

    record: Record = field(repr=False)
    regret: float

    @property
    def favourite(self) -> int:
        """The arm that was pulled most."""
        return self.record.pulls.index(max(self.record.pulls))


def ucb1(mean: float, visits: int, all_visits: int, exploration: float = 1.0) -> float:
    """Return mean + C sqrt(2 ln N / n), an upper confidence bound; the bonus shrinks with every visit."""
    return mean + exploration * math.sqrt(2 * math.log(all_visits) / visits)


def greedy(record: Record, rng: random.Random) -> int:
    """Return the arm that has paid best so far. If the best arm pays badly at first, it is never pulled again."""
    return max(range(len(record.pulls)), key=record.mean)


def epsilon_greedy(epsilon: float) -> Strategy:
    """Return a strategy that is greedy, but pulls a random arm with probability `epsilon`."""
    if not 0 <= epsilon <= 1:
        raise SearchError(f"epsilon must be between 0 and 1, not {epsilon!r}")

    def choose(record: Record, rng: random.Random) -> int:
        return rng.randrange(len(record.pulls)) if rng.random() < epsilon else greedy(record, rng)

    return choose


def upper_confidence(exploration: float = 1.0) -> Strategy:
    """Return the UCB1 strategy: pull the arm with the highest upper confidence bound."""

    def choose(record: Record, rng: random.Random) -> int:
        pulled = sum(record.pulls)
        return max(
            range(len(record.pulls)),
            key=lambda arm: ucb1(record.mean(arm), record.pulls[arm], pulled, exploration),
        )

    return choose


def play(arms: Sequence[UniformArm], strategy: Strategy, pulls: int, rng: random.Random) -> Run:
    """Pull every arm once, then let `strategy` choose, until there are `pulls` in total."""
    if not arms:
        raise SearchError("a bandit needs at least one arm")
    if positive("pulls", pulls) < len(arms):
        raise SearchError(f"{pulls} pulls are not enough to try each of {len(arms)} arms once")
    record = Record([1] * len(arms), [arm.pull(rng) for arm in arms])
    for _ in range(pulls - len(arms)):
        arm = strategy(record, rng)
        record.pulls[arm] += 1
        record.totals[arm] += arms[arm].pull(rng)
    return Run(record, pulls * max(arm.mean for arm in arms) - sum(record.totals))
