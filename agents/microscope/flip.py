"""The change of one weight that flips a decision, and ties, which any change may flip. `tipping_point` computes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from typing import Final

from pacman.directions import Action

LARGEST_CHANGE: Final = 1000.0  # of a weight; twice the points of a win
EQUAL: Final = 1e-9  # relative rounding error between two equal values


@dataclass(frozen=True)
class Flip:
    """The smallest change of one weight that makes another action the best; `changed` is rounded slightly beyond it."""

    feature: str
    weight: float
    changed: float
    action: Action

    @property
    def change(self) -> float:
        return self.changed - self.weight


def tied_with(chosen: Action, values: Mapping[Action, float]) -> tuple[Action, ...]:
    """Return the other actions with the same value as the chosen one."""
    best = values[chosen]
    return tuple(action for action, value in values.items() if action != chosen and isclose(value, best, rel_tol=EQUAL))
