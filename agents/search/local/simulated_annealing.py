"""Simulated annealing: wander, downhill too as long as it is hot, and settle as it cools."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from itertools import count

from agents.search.errors import SearchError
from agents.search.local.problem import Candidate, LocalProblem, S, evaluated

Schedule = Callable[[int], float]  # the temperature at step 1, 2, 3 …


def cooling(hottest: float, rate: float) -> Schedule:
    """Begins at `hottest`; every step keeps the share `rate` of the heat."""
    if not (0 < hottest < math.inf and 0 < rate <= 1):
        raise SearchError(f"cooling needs a temperature above 0 and a rate up to 1, not {hottest!r} and {rate!r}")
    return lambda step: hottest * rate ** (step - 1)


def simulated_annealing(
    problem: LocalProblem[S], start: S, rng: random.Random, schedule: Schedule
) -> Iterator[Candidate[S]]:
    """Yields the start and where each step leads; a worse neighbour is taken with probability exp(change / T)."""
    (current,) = evaluated(problem, [start])
    for step in count(1):
        yield current
        neighbours = problem.neighbours(current.state, rng)
        if not neighbours:
            return
        (neighbour,) = evaluated(problem, [rng.choice(neighbours)])
        if rng.random() < acceptance(neighbour.value - current.value, schedule(step)):
            current = neighbour


def acceptance(change: float, temperature: float) -> float:
    """The probability of a step that changes the value by so much."""
    if change > 0:
        return 1.0
    return math.exp(change / temperature) if temperature > 0 else 0.0
