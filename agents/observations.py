"""Observations: a state as arrays of numbers, for learners and for the policies that they return.

Imported on use, because it needs numpy. Rows of a plane are those of the layout's text: row 0 is the top of the maze.
"""

from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from agents.features import FEATURES, Feature, Surroundings, feature
from pacman.directions import ACTIONS
from pacman.layout import Layout
from pacman.state import GameState

Observation: TypeAlias = Literal["planes", "features", "dict", "none"]
OBSERVATIONS: Final[tuple[Observation, ...]] = get_args(Observation)
PLANES: Final = ("walls", "food", "capsules", "Pacman", "ghosts", "scared ghosts")
WALLS, FOOD, CAPSULES, PACMAN, GHOSTS, SCARED_GHOSTS = range(len(PLANES))


def observe(name: str, state: GameState, features: tuple[str, ...]) -> Any:
    """Return a new observation.

    "planes": an array of 0 and 1, see `planes`. "features": an array of the named features. "dict": both, and the
    scared time of each ghost. "none": an empty array, for callers that read the state.
    """
    if name == "planes":
        return planes(state)
    if name == "features":
        return feature_values(state, features)
    if name == "dict":
        return {"planes": planes(state), "features": feature_values(state, features), "timers": timers(state)}
    return np.zeros(0, np.uint8)


def planes(state: GameState) -> NDArray[np.uint8]:
    """Return an array of 0 and 1 of the shape (6, height, width), with a plane for each of PLANES.

    A ghost is active or scared. Between two cells it is in the upper or right one, as in the text of a state.
    """
    layout = state.layout
    board = np.zeros((len(PLANES), layout.height, layout.width), np.uint8)
    top = layout.height - 1
    board[WALLS] = _walls(layout)
    board[FOOD] = _cells(state.food_mask, layout)
    for x, y in state.capsules:
        board[CAPSULES, top - y, x] = 1
    x, y = state.pacman_position
    board[PACMAN, top - y, x] = 1
    for ghost in range(1, state.num_agents):
        column, row = state.position(ghost)
        plane = SCARED_GHOSTS if state.scared_timer(ghost) else GHOSTS
        board[plane, top - int(row + 0.5), int(column + 0.5)] = 1
    return board


@lru_cache(maxsize=16)
def _walls(layout: Layout) -> NDArray[np.uint8]:
    return _cells(layout.maze.wall_mask, layout)


def _cells(mask: int, layout: Layout) -> NDArray[np.uint8]:
    """Return a plane from a mask of cells, whose bits are numbered by `Maze.food_bit`."""
    width, height = layout.width, layout.height
    packed = np.frombuffer(mask.to_bytes(-(-width * height // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=width * height, bitorder="little").reshape(width, height).T[::-1]


def feature_names() -> tuple[str, ...]:
    """Return the names of all registered features, in order; features with a radius are used by name only."""
    return tuple(FEATURES)


def feature_values(state: GameState, names: tuple[str, ...]) -> NDArray[np.float64]:
    """Return the features of these names, also of a final state; raise AgentError for an unknown name."""
    around = Surroundings(state)
    return np.array([value(around) for value in _features(names)], np.float64)


@lru_cache(maxsize=64)
def _features(names: tuple[str, ...]) -> tuple[Feature, ...]:
    return tuple(map(feature, names))


def timers(state: GameState) -> NDArray[np.uint8]:
    """Return the moves for which each ghost stays scared."""
    return np.array([state.scared_timer(ghost) for ghost in range(1, state.num_agents)], np.uint8)


def action_mask(state: GameState, agent: int = 0) -> NDArray[np.int8]:
    """Return 1 for each of ACTIONS that is legal for an agent, otherwise 0; all are 0 once the game is over."""
    legal = state.legal_actions(agent)
    return np.array([action in legal for action in ACTIONS], np.int8)


def successor_features(state: GameState, names: tuple[str, ...]) -> NDArray[np.float64]:
    """Return a row for each of ACTIONS: the features after Pacman takes it, with the change of the score as "score".

    The row of an illegal action is 0.
    """
    rows = np.zeros((len(ACTIONS), len(names)))
    for action in state.legal_actions(0):
        rows[ACTIONS.index(action)] = feature_values(state.successor(0, action), names)
        if "score" in names:
            rows[ACTIONS.index(action), names.index("score")] -= state.score
    return rows
