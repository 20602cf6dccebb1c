"""The weights of an evaluation as a local search problem.

A state is a tuple of weights, one for each feature except the score. The score's weight is fixed, because weights that
are all twice as large choose the same actions; if it is 0 at the start, it is tuned like the others.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from agents.search import (
    Candidate,
    above_worst,
    cooling,
    genetic_algorithm,
    local_beam,
    restarted_climbing,
    simulated_annealing,
)

Weights: TypeAlias = tuple[float, ...]
MeanScores: TypeAlias = Callable[[list[dict[str, float]]], list[float]]

_STEP: Final = 0.5  # the usual size of a change, as a share of the weight
_LEAST_SCALE: Final = 0.5  # assumed size of a weight that is smaller, so that a zero weight can change
_BEAM_WIDTH: Final = 3
_GENERATION: Final = 12
_MUTATION: Final = 0.7
_HOTTEST: Final = 20.0  # points of mean score
_COOLING: Final = 0.98


class WeightProblem:
    """Local search problem. `mean_scores` returns the mean score of each of several evaluations."""

    def __init__(self, start: Mapping[str, float], mean_scores: MeanScores) -> None:
        self._fixed = {"score": start["score"]} if start.get("score") else {}
        self.features = [feature for feature in start if feature not in self._fixed]
        self.start: Weights = tuple(float(start[feature]) for feature in self.features)
        self._mean_scores = mean_scores

    def evaluation(self, weights: Weights) -> dict[str, float]:
        return {**self._fixed, **dict(zip(self.features, weights, strict=True))}

    def random_state(self, rng: random.Random, /) -> Weights:
        """Return the start state with every weight changed."""
        return tuple(_changed(weight, rng) for weight in self.start)

    def neighbours(self, weights: Weights, rng: random.Random, /) -> list[Weights]:
        """Return two neighbours for each feature, each with another weight for it."""
        return [
            (*weights[:place], _changed(weight, rng), *weights[place + 1 :])
            for place, weight in enumerate(weights)
            for _ in range(2)
        ]

    def values(self, states: Sequence[Weights], /) -> list[float]:
        return self._mean_scores([self.evaluation(weights) for weights in states])

    def crossover(self, mother: Weights, father: Weights, rng: random.Random, /) -> Weights:
        cut = rng.randint(1, max(1, len(mother) - 1))
        return mother[:cut] + father[cut:]

    def mutate(self, weights: Weights, rng: random.Random, /) -> Weights:
        return rng.choice(self.neighbours(weights, rng))


def _changed(weight: float, rng: random.Random) -> float:
    """Return a random weight of about this size, rounded to three digits so that the file stays readable."""
    return float(f"{weight + rng.gauss(0, _STEP * max(abs(weight), _LEAST_SCALE)):.3g}")


Method: TypeAlias = Literal["annealing", "beam", "genetic", "climbing"]
LocalSearch: TypeAlias = Callable[[WeightProblem, random.Random], Iterator[Candidate[Weights]]]


def _starts(problem: WeightProblem, count: int, rng: random.Random) -> list[Weights]:
    return [problem.start, *(problem.random_state(rng) for _ in range(count - 1))]


METHODS: Final[dict[Method, LocalSearch]] = {
    "annealing": lambda problem, rng: simulated_annealing(problem, problem.start, rng, cooling(_HOTTEST, _COOLING)),
    "beam": lambda problem, rng: local_beam(problem, _starts(problem, _BEAM_WIDTH, rng), rng),
    "genetic": lambda problem, rng: genetic_algorithm(
        problem, _starts(problem, _GENERATION, rng), rng, mutation=_MUTATION, selection=above_worst
    ),
    "climbing": lambda problem, rng: restarted_climbing(problem, problem.start, rng),
}
