"""Generate mazes that are symmetric (left to right) and connected."""

import random
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Final

from pacman.directions import Cell
from pacman.errors import LayoutError
from pacman.layout import CAPSULE, FOOD, GHOSTS, LARGEST_SIDE, PACMAN, WALL, Layout

SMALLEST_SIDE: Final = 5
LONGEST_DEAD_END: Final = 3
TRIES: Final = 30  # to find a maze with walls that are thick enough for dead ends
GHOST: Final = next(iter(GHOSTS))
BESIDE: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
# The eight cells around a cell, in order; those with an even index are also in BESIDE.
AROUND: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def generate_layout(
    width: int, height: int, ghosts: int, capsules: int, rng: random.Random, *, dead_ends: bool = False
) -> Layout:
    """Return a maze with Pacman at the bottom, ghosts in the middle, capsules at the edge, and food in all other cells.

    Raise LayoutError for an impossible size, or if the ghosts and capsules do not fit.
    """
    cells = generate_open_cells(width, height, rng, dead_ends=dead_ends)
    needed = ghosts + capsules + 2  # Pacman, and something to eat
    if needed > len(cells):
        taken = f"{ghosts} ghosts and {capsules} capsules"
        raise LayoutError(f"a maze of {width}x{height} has {len(cells)} open cells here: no room for {taken}")

    def off_centre(x: int, y: int) -> int:
        return abs(2 * x + 1 - width) + abs(2 * y + 1 - height)

    signs = dict.fromkeys(sorted(cells), FOOD)
    _put(PACMAN, 1, signs, lambda x, y: (y, off_centre(x, y)))
    _put(GHOST, ghosts, signs, lambda x, y: (off_centre(x, y),))
    _put(CAPSULE, capsules, signs, lambda x, y: (-off_centre(x, y), y))
    return Layout.from_text(rows_of(width, height, signs), name=f"generated-{width}x{height}")


def _put(sign: str, number: int, signs: dict[Cell, str], rank: Callable[[int, int], tuple[int, ...]]) -> None:
    """Replace the food of the `number` cells with the lowest ranks by a sign."""
    free = [cell for cell, there in signs.items() if there == FOOD]
    for cell in sorted(free, key=lambda cell: rank(*cell))[:number]:
        signs[cell] = sign


def rows_of(width: int, height: int, signs: Mapping[Cell, str]) -> list[str]:
    """Return the rows of a layout, the top one first; cells without a sign are walls."""
    return ["".join(signs.get((x, y), WALL) for x in range(width)) for y in reversed(range(height))]


def generate_open_cells(width: int, height: int, rng: random.Random, *, dead_ends: bool = False) -> set[Cell]:
    """Return the open cells of a new maze; raise LayoutError for an impossible size.

    Without `dead_ends` each cell has at least two exits. A tiny maze may have no space for a dead end.
    """
    if min(width, height) < SMALLEST_SIDE or max(width, height) > LARGEST_SIDE:
        sides = f"from {SMALLEST_SIDE} to {LARGEST_SIDE} cells a side"
        raise LayoutError(f"a maze of {width}x{height} cannot be generated; expected {sides}")
    for _ in range(TRIES):
        maze = _Digging(width, height, rng)
        maze.build_walls()
        if not dead_ends or maze.dig_dead_ends():
            break
    return maze.open_cells


class _Digging:
    """A maze under construction; every change on the left is repeated on the right."""

    def __init__(self, width: int, height: int, rng: random.Random) -> None:
        self.open_cells = {(x, y) for x in range(1, width - 1) for y in range(1, height - 1)}
        self._width = width
        self._left = [(x, y) for x in range(1, (width + 1) // 2) for y in range(1, height - 1)]
        self._rng = rng

    def build_walls(self) -> None:
        """Turn cells into walls in random order, until no further cell can be."""
        self._rng.shuffle(self._left)
        while sum(map(self._wall_up, self._left)):
            pass

    def dig_dead_ends(self) -> bool:
        """Dig dead ends into walls without breaking through them; return True if there was space for any."""
        self._rng.shuffle(self._left)
        before = len(self.open_cells)
        for cell in self._left:
            self._dig_in(cell, self._rng.randint(0, LONGEST_DEAD_END))
        return len(self.open_cells) > before

    def _dig_in(self, cell: Cell, length: int) -> None:
        """Dig at a cell and from there in random directions, for at most `length` cells."""
        for _ in range(length):
            if not self._dig(cell):
                break
            cell = self._beside(cell, self._rng.choice(BESIDE))

    def _wall_up(self, cell: Cell) -> bool:
        if not self._is_spare(cell):
            return False
        self.open_cells.remove(cell)
        twin = self._mirrored(cell)
        if twin != cell and not self._is_spare(twin):
            self.open_cells.add(cell)
            return False
        self.open_cells.discard(twin)
        return True

    def _dig(self, cell: Cell) -> bool:
        twin = self._mirrored(cell)
        is_at_axis = abs(twin[0] - cell[0]) == 1  # the two dead ends would meet
        if cell not in self._left or cell in self.open_cells or self._exits(cell) != 1 or is_at_axis:
            return False
        self.open_cells |= {cell, twin}
        return True

    def _is_spare(self, cell: Cell) -> bool:
        """True if the cell can become a wall.

        Its neighbours must stay connected to each other by the cells around it, each with at least two exits.
        """
        if cell not in self.open_cells:
            return False
        ring = [self._beside(cell, step) in self.open_cells for step in AROUND]
        first_wall = ring.index(False) if False in ring else 0
        places = [*range(first_wall, len(ring)), *range(first_wall)]  # starting at a wall, no arc is split
        arcs = [list(arc) for is_open, arc in groupby(places, key=ring.__getitem__) if is_open]
        is_one_arc = sum(any(place % 2 == 0 for place in arc) for arc in arcs) == 1  # arcs of one corner do not count
        return is_one_arc and all(self._exits(other) > 2 for other in self._neighbours(cell))

    def _exits(self, cell: Cell) -> int:
        return len(self._neighbours(cell))

    def _neighbours(self, cell: Cell) -> list[Cell]:
        """Return the open cells next to a cell."""
        return [other for step in BESIDE if (other := self._beside(cell, step)) in self.open_cells]

    @staticmethod
    def _beside(cell: Cell, step: tuple[int, int]) -> Cell:
        return cell[0] + step[0], cell[1] + step[1]

    def _mirrored(self, cell: Cell) -> Cell:
        return self._width - 1 - cell[0], cell[1]
