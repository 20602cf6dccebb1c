"""Directions, actions and coordinates.

Coordinates: x grows to the right from 0, y grows up from 0, so North is +y and the last text line of a maze is y = 0.
"""

from typing import Final, TypeAlias

Action: TypeAlias = str
Direction: TypeAlias = str
Cell: TypeAlias = tuple[int, int]
Position: TypeAlias = tuple[float, float]

NORTH: Final = "North"
SOUTH: Final = "South"
EAST: Final = "East"
WEST: Final = "West"
STOP: Final = "Stop"

# Legal actions are always listed in this order. It is part of the contract: agents break ties by it.
ACTIONS: Final[tuple[Action, ...]] = (WEST, STOP, EAST, NORTH, SOUTH)

VECTORS: Final[dict[Direction, Cell]] = {WEST: (-1, 0), STOP: (0, 0), EAST: (1, 0), NORTH: (0, 1), SOUTH: (0, -1)}
REVERSE: Final[dict[Direction, Direction]] = {WEST: EAST, STOP: STOP, EAST: WEST, NORTH: SOUTH, SOUTH: NORTH}
LEFT: Final[dict[Direction, Direction]] = {NORTH: WEST, WEST: SOUTH, SOUTH: EAST, EAST: NORTH, STOP: STOP}
RIGHT: Final[dict[Direction, Direction]] = {turned: heading for heading, turned in LEFT.items()}
