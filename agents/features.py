"""Features: named numbers that describe a state.

Distances are steps in the maze, not straight lines. The distance to something that is missing or cannot be reached is
0. An active ghost is one that is not scared.
"""

import re
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from pacman.directions import Cell, Position
from pacman.display.messages import Words
from pacman.errors import AgentError, one_line, unknown
from pacman.registry import Registry
from pacman.state import GameState


class Surroundings:
    """A state with data that several features use, computed once."""

    __slots__ = ("active", "scared", "state", "steps")

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.steps = state.layout.distances_from(state.pacman_position)
        self.active: list[float] = []  # steps to each ghost that can be reached
        self.scared: list[float] = []
        for ghost in range(1, state.num_agents):
            distance = self.steps_to(state.position(ghost))
            if distance is not None:
                (self.scared if state.scared_timer(ghost) else self.active).append(distance)

    def steps_to(self, position: Position) -> float | None:
        """Return Pacman's distance to a position, which may be half-way between two cells; None if unreachable."""
        whole = self.steps.get(cast(Cell, position))
        if whole is not None:
            return whole
        x, y = position
        near = self.steps.get((int(x), int(y)))
        far = self.steps.get((int(x + 0.5), int(y + 0.5)))
        return None if near is None or far is None else (near + far) / 2


Feature: TypeAlias = Callable[[Surroundings], float]


def score(around: Surroundings) -> float:
    """The score of the game so far."""
    return around.state.score


def food_left(around: Surroundings) -> float:
    """Pieces of food on the board."""
    return around.state.num_food


def nearest_food(around: Surroundings) -> float:
    """Steps to the nearest food."""
    state = around.state
    food = state.food_mask
    if food:
        for distance, ring in enumerate(state.layout.rings_around(state.pacman_position)):
            if food & ring:
                return distance
    return 0


def food_closeness(around: Surroundings) -> float:
    """1 / steps to the nearest food."""
    return _closeness(nearest_food(around))


def capsules_left(around: Surroundings) -> float:
    """Capsules on the board."""
    return len(around.state.capsules)


def nearest_capsule(around: Surroundings) -> float:
    """Steps to the nearest capsule."""
    return min((around.steps[cell] for cell in around.state.capsules if cell in around.steps), default=0)


def active_ghosts(around: Surroundings) -> float:
    """Active ghosts that can be reached."""
    return len(around.active)


def nearest_ghost(around: Surroundings) -> float:
    """Steps to the nearest active ghost."""
    return min(around.active, default=0)


def ghost_closeness(around: Surroundings) -> float:
    """1 / steps to the nearest active ghost."""
    return _closeness(nearest_ghost(around))


def ghost_distance(around: Surroundings) -> float:
    """Steps to the active ghosts, summed."""
    return sum(around.active)


def scared_ghosts(around: Surroundings) -> float:
    """Scared ghosts that can be reached."""
    return len(around.scared)


def nearest_scared(around: Surroundings) -> float:
    """Steps to the nearest scared ghost."""
    return min(around.scared, default=0)


def scared_closeness(around: Surroundings) -> float:
    """1 / steps to the nearest scared ghost."""
    return _closeness(nearest_scared(around))


def scared_distance(around: Surroundings) -> float:
    """Steps to the scared ghosts, summed."""
    return sum(around.scared)


def danger(radius: int) -> Feature:
    """Active ghosts at most `radius` steps away."""
    return lambda around: sum(1 for distance in around.active if distance <= radius)


def pressure(radius: int) -> Feature:
    """Sum of `radius` minus the steps to each active ghost that is nearer than `radius`."""
    return lambda around: sum(radius - distance for distance in around.active if distance < radius)


def _closeness(distance: float) -> float:
    return 1 / distance if distance else 0


FEATURES: Final[Registry[Feature]] = Registry(
    "feature",
    {
        function.__name__.replace("_", "-"): function
        for function in (
            score,
            food_left,
            nearest_food,
            food_closeness,
            capsules_left,
            nearest_capsule,
            active_ghosts,
            nearest_ghost,
            ghost_closeness,
            ghost_distance,
            scared_ghosts,
            nearest_scared,
            scared_closeness,
            scared_distance,
        )
    },
    hyphenated=True,
)
# Features with a radius in the name, such as danger-3.
FAMILIES: Final[dict[str, Callable[[int], Feature]]] = {"danger": danger, "pressure": pressure}


def feature(name: str) -> Feature:
    """Return a feature by name; raise AgentError if it is unknown."""
    member = re.fullmatch(rf"({'|'.join(FAMILIES)})-([1-9])", name)
    if member:
        return FAMILIES[member[1]](int(member[2]))
    if name not in FEATURES:
        raise AgentError(unknown("feature", name, [*FEATURES, *(f"{family}-1 … {family}-9" for family in FAMILIES)]))
    return FEATURES[name]


def feature_meaning(name: str, words: Words) -> str:
    """Return an explanation of a feature in one line; for a plugin's feature, the first line of its docstring."""
    if meaning := words.feature(name):  # a built-in one, for which plugins of installed packages need not be loaded
        return meaning
    docstring = (FEATURES[name].__doc__ or "").strip() if name in FEATURES else ""
    return one_line(docstring.partition("\n")[0])
