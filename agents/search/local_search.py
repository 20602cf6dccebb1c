"""Local search: no path and no tree, only states with values and small changes of a state.

The searches are generators without a limit. Each yields its current state after every step, and the caller
takes as many steps as it can afford. Values are requested for whole lists, so that a list can be computed in parallel.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Generic, NamedTuple, Protocol, TypeVar

from agents.search.errors import SearchError
from agents.search.support.validation import number_from

S = TypeVar("S")

Schedule = Callable[[int], float]  # the temperature at step 1, 2, 3 …
Selection = Callable[[Sequence[float]], list[float]]  # values of a generation -> the chance of each to be a parent


class LocalProblem(Protocol[S]):
    """States with values; higher is better."""

    def random_state(self, rng: random.Random, /) -> S:
        """Return a state to begin with."""
        ...

    def neighbours(self, state: S, rng: random.Random, /) -> Sequence[S]:
        """Return states that differ a little from this one: all of them, or a random sample."""
        ...

    def values(self, states: Sequence[S], /) -> Sequence[float]:
        """Return the value of each state."""
        ...


class BreedingProblem(LocalProblem[S], Protocol):
    """A problem whose states can be crossed and mutated."""

    def crossover(self, mother: S, father: S, rng: random.Random, /) -> S: ...

    def mutate(self, state: S, rng: random.Random, /) -> S: ...


class Candidate(NamedTuple, Generic[S]):
    """A state and its value."""

    state: S
    value: float


def hill_climbing(problem: LocalProblem[S], start: S, rng: random.Random) -> Iterator[Candidate[S]]:
    """Climb by steepest ascent. Yield the start and every state on the way; end where no neighbour is better.

    The end is a peak, which may be a low one.
    """
    (current,) = _evaluated(problem, [start])
    while True:
        yield current
        neighbours = _evaluated(problem, problem.neighbours(current.state, rng))
        best = _highest([current, *neighbours])  # max returns the first of equals, so a step always increases the value
        if best is current:
            return
        current = best


def restarted_climbing(problem: LocalProblem[S], start: S, rng: random.Random) -> Iterator[Candidate[S]]:
    """Climb without end: from each peak, restart at a random state."""
    while True:
        yield from hill_climbing(problem, start, rng)
        start = problem.random_state(rng)


def simulated_annealing(
    problem: LocalProblem[S], start: S, rng: random.Random, schedule: Schedule
) -> Iterator[Candidate[S]]:
    """Move to random neighbours; accept worse ones less often as the temperature falls. Yield the start and each step.

    A worse neighbour is accepted with probability exp(change / temperature).
    """
    (current,) = _evaluated(problem, [start])
    for step in count(1):
        yield current
        neighbours = problem.neighbours(current.state, rng)
        if not neighbours:
            return
        (neighbour,) = _evaluated(problem, [rng.choice(neighbours)])
        if rng.random() < acceptance(neighbour.value - current.value, schedule(step)):
            current = neighbour


def cooling(hottest: float, rate: float) -> Schedule:
    """Return a schedule that begins at `hottest` and multiplies the temperature by `rate` at every step."""
    if not (0 < hottest < math.inf and 0 < rate <= 1):
        raise SearchError(f"cooling needs a temperature above 0 and a rate up to 1, not {hottest!r} and {rate!r}")
    return lambda step: hottest * rate ** (step - 1)


def acceptance(change: float, temperature: float) -> float:
    """Return the probability of accepting a step that changes the value by `change`."""
    if change > 0:
        return 1.0
    return math.exp(change / temperature) if temperature > 0 else 0.0


def local_beam(problem: LocalProblem[S], starts: Sequence[S], rng: random.Random) -> Iterator[Candidate[S]]:
    """Keep k states at once: of all their neighbours the best k survive. Yield the best state after every step.

    k is the number of starts. Unlike k independent climbs, the states concentrate in the best region. A state that
    several others lead to is kept once, so states must be hashable.
    """
    beam = _best(_evaluated(problem, starts), len(starts))
    while beam:
        yield beam[0]
        neighbours = dict.fromkeys(other for state, _ in beam for other in problem.neighbours(state, rng))
        beam = _best(_evaluated(problem, list(neighbours)), len(starts))


def genetic_algorithm(
    problem: BreedingProblem[S],
    starts: Sequence[S],
    rng: random.Random,
    *,
    mutation: float = 0.1,
    selection: Selection | None = None,
) -> Iterator[Candidate[S]]:
    """Breed generations: a fitter state is likelier to be a parent; children cross two parents and may mutate.

    `starts` is the first generation, and all generations have its size. `selection` is `roulette` by default. Yield the
    best state of each generation.
    """
    if not 0 <= mutation <= 1:
        raise SearchError(f"mutation must be a probability, not {mutation!r}")
    generation = _evaluated(problem, starts)
    while True:
        yield _highest(generation)
        chances = (selection or roulette)([value for _, value in generation])
        children = []
        for _ in starts:
            mother, father = rng.choices([state for state, _ in generation], chances, k=2)
            child = problem.crossover(mother, father, rng)
            children.append(problem.mutate(child, rng) if rng.random() < mutation else child)
        generation = _evaluated(problem, children)


def roulette(fitness: Sequence[float]) -> list[float]:
    """Return chances in proportion to fitness: 24, 23, 20 and 11 have 31, 29, 26 and 14 %."""
    if min(fitness) < 0:
        raise SearchError(
            f"roulette needs fitness of 0 and more, not {min(fitness)!r}; above_worst() takes any numbers"
        )
    total = sum(fitness)
    return [share / total for share in fitness] if total else [1 / len(fitness)] * len(fitness)


def above_worst(values: Sequence[float]) -> list[float]:
    """Return chances for values of any sign, in proportion to how far each is above the worst."""
    return roulette([value - min(values) for value in values])


def _evaluated(problem: LocalProblem[S], states: Sequence[S]) -> list[Candidate[S]]:
    """Return the states with their values; raise SearchError unless each value is a number."""
    values = problem.values(states) if states else ()
    if len(values) != len(states):
        raise SearchError(f"values() returned {len(values)} values for {len(states)} states; expected one for each")
    return [Candidate(state, number_from(value, "values")) for state, value in zip(states, values, strict=True)]


def _highest(candidates: Iterable[Candidate[S]]) -> Candidate[S]:
    """Return the best candidate, the first of equals."""
    return max(candidates, key=lambda candidate: candidate.value)


def _best(candidates: Sequence[Candidate[S]], width: int) -> list[Candidate[S]]:
    """Return the best `width` candidates, the first of equals."""
    return sorted(candidates, key=lambda candidate: -candidate.value)[:width]
