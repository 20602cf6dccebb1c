"""The genetic algorithm: the fitter a state, the likelier it has children; they cross two parents and may mutate."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from agents.search.errors import SearchError
from agents.search.local.problem import BreedingProblem, Candidate, S, evaluated, highest

Selection = Callable[[Sequence[float]], list[float]]  # values of a generation -> the chance of each to be a parent


def roulette(fitness: Sequence[float]) -> list[float]:
    """Chances in proportion to fitness: 24, 23, 20 and 11 have 31, 29, 26 and 14 %."""
    if min(fitness) < 0:
        raise SearchError(
            f"roulette needs fitness of 0 and more, not {min(fitness)!r}; above_worst() takes any numbers"
        )
    total = sum(fitness)
    return [share / total for share in fitness] if total else [1 / len(fitness)] * len(fitness)


def above_worst(values: Sequence[float]) -> list[float]:
    """Roulette for values of any sign: chances in proportion to what each has more than the worst."""
    return roulette([value - min(values) for value in values])


def genetic_algorithm(
    problem: BreedingProblem[S],
    starts: Sequence[S],
    rng: random.Random,
    *,
    mutation: float = 0.1,
    selection: Selection = roulette,
) -> Iterator[Candidate[S]]:
    """`starts` is the first generation, and all are as large. Yields the best state of each generation."""
    if not 0 <= mutation <= 1:
        raise SearchError(f"mutation must be a probability, not {mutation!r}")
    generation = evaluated(problem, starts)
    while True:
        yield highest(generation)
        chances = selection([value for _, value in generation])
        children = []
        for _ in starts:
            mother, father = rng.choices([state for state, _ in generation], chances, k=2)
            child = problem.crossover(mother, father, rng)
            children.append(problem.mutate(child, rng) if rng.random() < mutation else child)
        generation = evaluated(problem, children)
