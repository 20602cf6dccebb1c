"""A layout as arrays of numbers."""

from array import array
from functools import lru_cache, partial

from agents.kernel.machine import library
from agents.kernel.memory import encoding as e
from pacman.directions import ACTIONS, STOP, Cell, Position
from pacman.layout import Layout
from pacman.maze import Maze

_HEADINGS = {action: number for number, action in enumerate(ACTIONS)}


class PackedLayout:
    """The read-only tables of a layout, shared by all searches on it; see `memory.encoding`."""

    def __init__(self, layout: Layout) -> None:
        maze = layout.maze
        self.layout = layout
        cells = sorted(layout.open_cells)
        self.cells: dict[Position, int] = {cell: number for number, cell in enumerate(cells, start=1)}
        self.num_cells = len(self.cells) + 1
        self.places = places = {node: place for cell in cells for node, place in self._places(maze, cell)}
        self.homes = _packed([places[node] for node in maze.homes[1 : 1 + e.MOST_GHOSTS]], e.PLACE_BITS)
        area = layout.width * layout.height
        self.num_bytes = 2 * area // 8 + 1  # of a state's bits of food and capsules
        food_bits = [0, *(cell[0] * layout.height + cell[1] for cell in cells)]
        self._bits = array("q", [*food_bits, *(area + bit for bit in food_bits)])
        size = self.num_cells << e.CELL_SHIFT
        self.maze = array("q", bytes(8 * e.MAZE_TABLES * size))
        self.maze[0] = size
        for node, place in places.items():
            strides, creeps = maze.strides[node].values(), maze.creeps[node].values()
            self.maze[e.STRIDES * size + place] = _packed([places[target] for target in strides], e.PLACE_BITS)
            self.maze[e.CREEPS * size + place] = _packed([places[target] for target in creeps], e.PLACE_BITS)
            self.maze[e.SNAPPED * size + place] = places[maze.snapped[node]]
        for number, cell in enumerate(cells, start=1):
            steps = maze.steps[maze.pacman_node(cell)]
            targets = [self.cells[maze.positions[node]] for node, _, _ in steps.values()]
            row = number << e.CELL_SHIFT
            self.maze[row | e.PACMAN_MOVES] = _packed(targets, e.CELL_BITS)
            self.maze[row | e.PACMAN_ACTIONS] = _packed([_HEADINGS[action] + 1 for action in steps], e.ACTION_BITS)
            self.maze[row | e.TWICE_XY] = 2 * cell[0] << 16 | 2 * cell[1]

        free = [self.maze[places[home]] != 0 for home in maze.homes[1 : 1 + e.MOST_GHOSTS]]
        self.most_ghosts = (*free, False).index(False)  # a walled-in ghost, and those after it, are not supported
        self._distances, self._by_distance = (array("h", bytes(2 * self.num_cells**2)) for _ in range(2))
        self.addresses = address(self.maze), address(self._distances), address(self._by_distance)
        kernel = library.functions()
        kernel.flood(*self.addresses, self.num_cells)
        self._unpack = partial(kernel.unpack, address(self._bits))

    def items(self, edible: int) -> "array[int]":
        """Return the item in each cell for these bits of a state."""
        items = array("b", bytes(self.num_cells))
        self._unpack(edible.to_bytes(self.num_bytes, "little"), address(items), self.num_cells)
        return items

    def _places(self, maze: Maze[Layout], cell: Cell) -> list[tuple[int, int]]:
        """Return the nodes of ghosts in a cell and on the way out of it, with their places."""
        row = self.cells[cell] << e.CELL_SHIFT
        whole = [(maze.ghost_node(cell, heading), row | _HEADINGS[heading]) for heading in ACTIONS]
        ways_out = maze.creeps[maze.ghost_node(cell, STOP)].items()
        return whole + [(node, row | e.HALF_WAY | _HEADINGS[way]) for way, node in ways_out]


def _packed(numbers: list[int], bits: int) -> int:
    return sum(number << bits * index for index, number in enumerate(numbers))


def address(buffer: "array[int] | array[float]") -> int:
    return buffer.buffer_info()[0]


@lru_cache(maxsize=16)
def pack_layout(layout: Layout) -> PackedLayout | None:
    """Return the packed tables of a layout; None if it has too many cells."""
    return PackedLayout(layout) if len(layout.open_cells) <= e.MOST_CELLS else None
