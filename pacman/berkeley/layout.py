"""Berkeley's module `layout`: a maze as submissions see it."""

import random
from collections.abc import Sequence

from pacman import layout as our_layout
from pacman.berkeley.grid import Grid
from pacman.berkeley.util import manhattanDistance
from pacman.directions import Cell, Position
from pacman.errors import LayoutError


class Layout:
    """A maze with live grids: changing them changes this copy and nothing else."""

    def __init__(self, layoutText: Sequence[str] | our_layout.Layout) -> None:
        given = layoutText if isinstance(layoutText, our_layout.Layout) else our_layout.Layout.from_text(layoutText)
        maze = given.maze
        self._given = given
        self.layoutText = list(given.rows)
        self.width = given.width
        self.height = given.height
        self.walls = Grid.of_bits(self.width, self.height, maze.wall_mask)
        self.food = Grid.of_bits(self.width, self.height, sum(map(maze.food_bit, given.food_cells)))
        self.capsules: list[Cell] = list(given.capsule_cells)
        self.agentPositions = [(True, given.pacman_start), *((False, start) for start in given.ghost_starts)]
        self.numGhosts = len(given.ghost_starts)
        self.totalFood = len(given.food_cells)

    def getNumGhosts(self) -> int:
        return self.numGhosts

    def isWall(self, pos: Cell) -> bool:
        x, y = pos
        return bool(self.walls[x][y])

    def getRandomLegalPosition(self) -> Cell:
        return random.choice(sorted(self._given.open_cells))

    def _corners(self) -> list[Cell]:
        right, top = self.width - 2, self.height - 2
        return [(1, 1), (1, top), (right, 1), (right, top)]

    def getRandomCorner(self) -> Cell:
        return random.choice(self._corners())

    def getFurthestCorner(self, pacPos: Position) -> Cell:
        return max(self._corners(), key=lambda corner: manhattanDistance(corner, pacPos))

    def deepCopy(self) -> "Layout":
        return Layout(self._given)

    def __str__(self) -> str:
        return "\n".join(self.layoutText)


def getLayout(name: str, back: int = 2) -> Layout | None:
    """The layout of that name, or None where there is none; `back` is kept for callers that pass it."""
    try:
        return Layout(our_layout.load_layout(name))
    except LayoutError:
        return None
