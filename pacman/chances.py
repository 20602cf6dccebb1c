"""A probability for each action, and how to draw from it."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import add
from typing import Any, Protocol

from pacman.directions import Action
from pacman.errors import AgentError


class RandomSource(Protocol):
    """What everything random draws from: a `random.Random`, or the module `random` with its global stream."""

    def random(self) -> float: ...


class Chances:
    """A distribution over actions that is drawn from as the original engine does: the seeds of games depend on it."""

    __slots__ = ("_thresholds", "probabilities")

    def __init__(self, weights: Mapping[Action, float]) -> None:
        self.probabilities = _normalised(weights)
        # By name, so that the order in which the actions came does not matter.
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
        """One call of `rng.random()`, even where there is no choice."""
        drawn = rng.random()
        for reached, action in self._thresholds:
            if drawn <= reached:
                return action
        return self._thresholds[-1][1]  # rounding left the sum a hair below the draw


def plain_sum(numbers: Iterable[Any]) -> Any:
    """From left to right, rounding at each step. Newer Pythons' `sum` rounds better, and seeds would part ways."""
    return reduce(add, numbers, 0)


def _normalised(weights: Mapping[Action, float]) -> dict[Action, float]:
    total = plain_sum(weights.values())
    if not total > 0:
        raise AgentError(f"{dict(weights)} is no distribution over actions: expected positive numbers")
    return {action: weight / total for action, weight in weights.items()}


@lru_cache(maxsize=1024)
def uniform(actions: tuple[Action, ...]) -> Chances:
    """Every action alike."""
    return Chances(dict.fromkeys(actions, 1.0))


@lru_cache(maxsize=1024)
def favouring(best: tuple[Action, ...], actions: tuple[Action, ...], probability: float) -> Chances:
    """With this probability one of the best actions, otherwise any."""
    weights = dict.fromkeys(best, probability / len(best))
    for action in actions:
        weights[action] = weights.get(action, 0.0) + (1 - probability) / len(actions)
    return Chances(weights)
