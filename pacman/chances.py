"""Probability distributions over actions, and drawing from them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import add
from typing import Any, Protocol

from pacman.directions import Action
from pacman.errors import AgentError


class RandomSource(Protocol):
    """Source of random numbers: a `random.Random`, or the module `random` with its global stream."""

    def random(self) -> float: ...


class Chances:
    """Distribution over actions.

    It is drawn from in the same steps as in the original engine: the game that a seed gives depends on them.
    """

    __slots__ = ("_thresholds", "probabilities")

    def __init__(self, weights: Mapping[Action, float]) -> None:
        self.probabilities = _normalised(weights)
        # Sorted by name, so that the order of the given actions does not change what is drawn.
        by_name = {action: self.probabilities[action] for action in sorted(self.probabilities)}
        if plain_sum(by_name.values()) != 1:
            by_name = _normalised(by_name)
        reached = 0.0
        thresholds = []
        for action, probability in by_name.items():
            reached += probability
            thresholds.append((reached, action))
        self._thresholds = tuple(thresholds)

    def draw(self, rng: RandomSource) -> Action:
        """Draw an action. Call `rng.random()` exactly once, even if there is only one action."""
        drawn = rng.random()
        for reached, action in self._thresholds:
            if drawn <= reached:
                return action
        return self._thresholds[-1][1]  # rounding can leave the sum slightly below the number drawn


def plain_sum(numbers: Iterable[Any]) -> Any:
    """Sum from left to right, rounding at each step.

    `sum` compensates rounding errors from Python 3.12 on, so the same seed would give different games.
    """
    return reduce(add, numbers, 0)


def _normalised(weights: Mapping[Action, float]) -> dict[Action, float]:
    total = plain_sum(weights.values())
    if not total > 0:
        raise AgentError(f"{dict(weights)} is not a distribution over actions: expected positive numbers")
    return {action: weight / total for action, weight in weights.items()}


@lru_cache(maxsize=1024)
def uniform(actions: tuple[Action, ...]) -> Chances:
    """Return the uniform distribution over these actions."""
    return Chances(dict.fromkeys(actions, 1.0))


@lru_cache(maxsize=1024)
def favouring(best: tuple[Action, ...], actions: tuple[Action, ...], probability: float) -> Chances:
    """Return a distribution that picks one of the best actions with this probability, otherwise any action."""
    weights = dict.fromkeys(best, probability / len(best))
    for action in actions:
        weights[action] = weights.get(action, 0.0) + (1 - probability) / len(actions)
    return Chances(weights)
