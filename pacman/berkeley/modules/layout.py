"""Berkeley's module `layout`: the class of mazes that submissions use."""

import random
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from pacman import layout as our_layout
from pacman.berkeley.grid import Grid
from pacman.berkeley.layout_names import OURS_OF_THE_KIND
from pacman.berkeley.modules.util import manhattanDistance
from pacman.directions import VECTORS, Cell, Direction, Position
from pacman.errors import LayoutError


class Layout:
    """A maze with mutable grids: changing them changes only this copy.

    Rows are used as given, including surrounding blanks; the lines of a file are stripped (`tryToLoad`).
    """

    def __init__(self, layoutText: Sequence[str] | our_layout.Layout) -> None:
        if isinstance(layoutText, our_layout.Layout):
            given = layoutText
        else:
            given, self.layoutText = our_layout.Layout.from_rows(layoutText), list(layoutText)
        maze = given.maze
        self.given = given
        self.width, self.height = width, height = maze.size
        self.walls = Grid.of_bits(width, height, maze.wall_mask)

    # Computed on demand: few callers need these, and every state would otherwise pay for them.

    @cached_property
    def layoutText(self) -> list[str]:
        return list(self.given.rows)

    @cached_property
    def food(self) -> Grid:
        return Grid.of_bits(self.width, self.height, sum(map(self.given.maze.food_bit, self.given.food_cells)))

    @cached_property
    def capsules(self) -> list[Cell]:
        return list(self.given.capsule_cells)

    @cached_property
    def agentPositions(self) -> list[tuple[bool, Cell]]:
        return [(True, self.given.pacman_start), *((False, start) for start in self.given.ghost_starts)]

    @cached_property
    def numGhosts(self) -> int:
        return len(self.given.ghost_starts)

    @cached_property
    def totalFood(self) -> int:
        return len(self.given.food_cells)

    def getNumGhosts(self) -> int:
        return self.numGhosts

    def isWall(self, pos: Cell) -> bool:
        x, y = pos
        return bool(self.walls[x][y])

    def getRandomLegalPosition(self) -> Cell:
        while True:
            x = random.choice(range(self.width))
            y = random.choice(range(self.height))
            if not self.isWall((x, y)):
                return x, y

    def _corners(self) -> list[Cell]:
        right, top = self.width - 2, self.height - 2
        return [(1, 1), (1, top), (right, 1), (right, top)]

    def getRandomCorner(self) -> Cell:
        return random.choice(self._corners())

    def getFurthestCorner(self, pacPos: Position) -> Cell:
        """Return the furthest corner by Manhattan distance; of equals, the rightmost one, then the topmost one."""
        return max(self._corners(), key=lambda corner: (manhattanDistance(corner, pacPos), corner))

    def isVisibleFrom(self, ghostPos: Position, pacPos: Position, pacDirection: Direction) -> bool:
        """True if a ghost is straight ahead of Pacman, with no wall between them."""
        x, y = (int(coordinate) for coordinate in pacPos)
        dx, dy = VECTORS[pacDirection]
        while (dx or dy) and not self.isWall((x, y)):
            if tuple(ghostPos) in ((x + dx / 2, y + dy / 2), (x + dx, y + dy)):
                return not self.isWall((x + dx, y + dy))
            x, y = x + dx, y + dy
        return False

    def deepCopy(self) -> "Layout":
        """Return a copy of the layout as loaded, without changes to its grids."""
        twin = Layout(self.given)
        twin.layoutText = list(self.layoutText)
        return twin

    def __str__(self) -> str:
        return "\n".join(self.layoutText)


def getLayout(name: str, back: int = 2) -> Layout | None:
    """Return the layout of a name, or None.

    It is searched for in `layouts` and the current folder, the same up to `back` + 1 folders up, and among the built-in
    layouts.
    """
    file = name if name.endswith(".lay") else f"{name}.lay"
    for climbed in range(back + 2):
        for folder in ("layouts", "."):
            found = tryToLoad("../" * climbed + f"{folder}/{file}")
            if found is not None:
                return found
    name = file.removesuffix(".lay")
    return tryToLoad(str(our_layout.LAYOUT_FOLDER / f"{OURS_OF_THE_KIND.get(name, name)}.lay"))


def tryToLoad(fullname: str) -> Layout | None:
    """Return the layout in a file, or None if there is no such file or no layout in it."""
    if not Path(fullname).is_file():
        return None
    try:
        return Layout(our_layout.load_layout(fullname))
    except LayoutError:
        return None
