"""How large everything on a board is, in cells: the window and the pages draw the same figures from these."""

from typing import Final

WALL_GAP: Final = 0.2  # between a wall's edge and the open cell beside it
WALL_ROUNDING: Final = 0.26  # radius of outer corners; inner ones have WALL_GAP
WALL_EDGE: Final = 0.075  # width of the bright edge

FIGURE_SIZE: Final = 1.22  # walls keep a distance, so there is room for more than a cell
FOOD_SIZE: Final = 0.2
CAPSULE_SIZE: Final = 0.5

MOUTH_STEPS: Final = 6  # pictures of Pacman from open to closed
DEATH_STEPS: Final = 24  # pictures of his end
BLINK_MOVES: Final = 12  # how long before its fear ends a ghost blinks


def mouth_degrees(closed: float) -> float:
    """How far Pacman's mouth is open to each side, from 0, open, to 1, closed."""
    return 42 - 36 * closed


def dying_mouth_degrees(death: float) -> float:
    """The same when he is caught, from 0 to 1: too far in the end."""
    return 42 + 78 * death
