"""A layout's tables, packed for the kernel."""

from array import array
from functools import lru_cache, partial

from agents.kernel import library
from agents.kernel.words import (
    ACTION_BITS,
    CELL_BITS,
    CELL_SHIFT,
    CREEPS,
    HALF_WAY,
    MAZE_TABLES,
    MOST_CELLS,
    MOST_GHOSTS,
    PACMAN_ACTIONS,
    PACMAN_MOVES,
    PLACE_BITS,
    SNAPPED,
    STRIDES,
    TWICE_XY,
)
from pacman.directions import ACTIONS, STOP, Cell, Position
from pacman.layout import Layout
from pacman.maze import Maze

_HEADINGS = {action: number for number, action in enumerate(ACTIONS)}


class Board:
    """Read by every search on a layout, changed by none. See `agents.kernel.words` for the numbers."""

    def __init__(self, layout: Layout) -> None:
        maze = layout.maze
        self.layout = layout
        cells = sorted(layout.open_cells)
        self.cells: dict[Position, int] = {cell: number for number, cell in enumerate(cells, start=1)}
        self.num_cells = len(self.cells) + 1
        self.places = places = {node: place for cell in cells for node, place in self._places(maze, cell)}
        self.homes = _packed([places[node] for node in maze.homes[1 : 1 + MOST_GHOSTS]], PLACE_BITS)
        area = layout.width * layout.height
        self.num_bytes = 2 * area // 8 + 1  # of all that can be eaten in a state
        food_bits = [0, *(cell[0] * layout.height + cell[1] for cell in cells)]
        self._bits = array("q", [*food_bits, *(area + bit for bit in food_bits)])
        size = self.num_cells << CELL_SHIFT
        self.maze = array("q", bytes(8 * MAZE_TABLES * size))
        self.maze[0] = size
        for node, place in places.items():
            strides, creeps = maze.strides[node].values(), maze.creeps[node].values()
            self.maze[STRIDES * size + place] = _packed([places[target] for target in strides], PLACE_BITS)
            self.maze[CREEPS * size + place] = _packed([places[target] for target in creeps], PLACE_BITS)
            self.maze[SNAPPED * size + place] = places[maze.snapped[node]]
        for number, cell in enumerate(cells, start=1):
            steps = maze.steps[maze.pacman_node(cell)]
            targets = [self.cells[maze.positions[node]] for node, _, _ in steps.values()]
            row = number << CELL_SHIFT
            self.maze[row | PACMAN_MOVES] = _packed(targets, CELL_BITS)
            self.maze[row | PACMAN_ACTIONS] = _packed([_HEADINGS[action] + 1 for action in steps], ACTION_BITS)
            self.maze[row | TWICE_XY] = 2 * cell[0] << 16 | 2 * cell[1]

        free = [self.maze[places[home]] != 0 for home in maze.homes[1 : 1 + MOST_GHOSTS]]
        self.most_ghosts = (*free, False).index(False)  # a ghost that is walled in, and those after it, are not for us
        self._ways, self._order = (array("h", bytes(2 * self.num_cells**2)) for _ in range(2))
        self.addresses = address(self.maze), address(self._ways), address(self._order)
        kernel = library.part("board")
        kernel.flood(*self.addresses, self.num_cells)
        self._unpack = partial(kernel.unpack, address(self._bits))

    def items(self, edible: int) -> "array[int]":
        """What lies in each cell when these bits of a state are left."""
        items = array("b", bytes(self.num_cells))
        self._unpack(edible.to_bytes(self.num_bytes, "little"), address(items), self.num_cells)
        return items

    def _places(self, maze: Maze, cell: Cell) -> list[tuple[int, int]]:
        """The nodes of ghosts in a cell and on the way out of it, with their places."""
        row = self.cells[cell] << CELL_SHIFT
        whole = [(maze.ghost_node(cell, heading), row | _HEADINGS[heading]) for heading in ACTIONS]
        ways_out = maze.creeps[maze.ghost_node(cell, STOP)].items()
        return whole + [(node, row | HALF_WAY | _HEADINGS[way]) for way, node in ways_out]


def _packed(numbers: list[int], bits: int) -> int:
    return sum(number << bits * index for index, number in enumerate(numbers))


def address(buffer: "array[int] | array[float]") -> int:
    return buffer.buffer_info()[0]


@lru_cache(maxsize=16)
def board_of(layout: Layout) -> Board | None:
    """The packed tables of a layout; None if it has too many cells."""
    return Board(layout) if len(layout.open_cells) <= MOST_CELLS else None
