"""Observations of the environments, by name, and their spaces."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from agents.features import feature
from agents.observations import OBSERVATIONS, PLANES, feature_names, observe
from pacman.agent_code.agent_arguments import choice
from pacman.directions import ACTIONS
from pacman.errors import AgentError
from pacman.layout import Layout
from pacman.scoring import SCARED_TIME
from pacman.state import GameState

LARGEST_FEATURE: Final = 2.0**53  # a bound of the space, far from every value of a game


class Observer:
    """One kind of observation of one board, see `agents.observations.observe`; `features`: by default all registered.

    `space` contains every observation.
    """

    def __init__(self, name: str, layout: Layout, num_ghosts: int, features: Iterable[str] | None = None) -> None:
        self.name = choice("observation", name, OBSERVATIONS)
        if isinstance(features, str):
            raise AgentError(f"features is {features!r}; expected a list of names")
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
        return observe(self.name, state, self.features)


def action_space() -> "spaces.Discrete[Any]":
    """Return the space of actions: the numbers of `pacman.directions.ACTIONS`."""
    return spaces.Discrete(len(ACTIONS))
