"""Observations of the environments, by name, and their spaces."""

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces

from agents.features import feature
from agents.observations import PLANES, feature_names, feature_values, planes, timers
from pacman.agent_code.agent_arguments import choice
from pacman.directions import ACTIONS
from pacman.layout import Layout
from pacman.scoring import SCARED_TIME
from pacman.state import GameState

Observation: TypeAlias = Literal["planes", "features", "dict", "none"]
OBSERVATIONS: Final[tuple[Observation, ...]] = get_args(Observation)
LARGEST_FEATURE: Final = 2.0**53  # a bound of the space, far from every value of a game


class Observer:
    """One kind of observation of one board. `space` contains every observation that `observe` returns.

    "planes": an array of 0 and 1, see `agents.observations.planes`. "features": an array of the features in `features`,
    by default all registered ones. "dict": both, and the scared time of each ghost. "none": an empty array, for callers
    that read the state.
    """

    def __init__(self, name: str, layout: Layout, num_ghosts: int, features: Iterable[str] | None = None) -> None:
        self.name = choice("observation", name, OBSERVATIONS)
        self.features = feature_names() if features is None else tuple(features)
        for known in self.features:
            feature(known)  # raises for an unknown name now, not in the first observation
        self.parts: dict[str, spaces.Space[Any]] = {
            "planes": spaces.Box(0, 1, (len(PLANES), layout.height, layout.width), np.uint8),
            "features": spaces.Box(-LARGEST_FEATURE, LARGEST_FEATURE, (len(self.features),), np.float64),
            "timers": spaces.Box(0, SCARED_TIME, (num_ghosts,), np.uint8),
        }
        self.space: spaces.Space[Any] = (
            spaces.Dict(self.parts) if name == "dict" else self.parts.get(name, spaces.Box(0, 1, (0,), np.uint8))
        )

    def observe(self, state: GameState) -> Any:
        """Return a new observation of a state."""
        if self.name == "planes":
            return planes(state)
        if self.name == "features":
            return feature_values(state, self.features)
        if self.name == "dict":
            values = feature_values(state, self.features)
            return {"planes": planes(state), "features": values, "timers": timers(state)}
        return np.zeros(0, np.uint8)


def action_space() -> "spaces.Discrete[Any]":
    """Return the space of actions: the numbers of `pacman.directions.ACTIONS`."""
    return spaces.Discrete(len(ACTIONS))
