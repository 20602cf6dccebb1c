"""Berkeley's module `pacman`: the state and the numbers of the rules."""

from pacman.berkeley.game import Actions, Directions
from pacman.berkeley.util import manhattanDistance, nearestPoint
from pacman.scoring import COLLISION_TOLERANCE, SCARED_TIME, TIME_PENALTY
from pacman.state import GameState

__all__ = [
    "COLLISION_TOLERANCE",
    "SCARED_TIME",
    "TIME_PENALTY",
    "Actions",
    "Directions",
    "GameState",
    "manhattanDistance",
    "nearestPoint",
]
