"""Movement tables of a layout: the placements that an agent can have and the result of each action, built once.

A *node* is an agent's whole placement, position and heading, as one small integer, so that a step of the game is a few
table look-ups. Scared ghosts move at half speed, so a ghost's node may also lie half-way between two cells.

Pacman and the ghosts obey different rules at the same place, so they have separate nodes. Node numbers depend only on
the size of the maze, not on its walls: equal placements have equal nodes in all mazes of one size, so states can be
compared and hashed by their nodes.
"""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeAlias, TypeVar

from pacman.directions import ACTIONS, REVERSE, STOP, VECTORS, Action, Cell, Direction, Position

_HEADINGS = {direction: number for number, direction in enumerate(ACTIONS)}


# Result of one action of Pacman: the new node, the bits of all that may lie in the cell entered, and the ghost nodes
# near enough for a collision there. A plain tuple, because tuples unpack fastest.
PacmanStep: TypeAlias = tuple[int, int, frozenset[int]]


class Board(Protocol):
    """Input of the tables: the part of a `Layout` that movement depends on."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def open_cells(self) -> frozenset[Cell]: ...
    @property
    def pacman_start(self) -> Cell: ...
    @property
    def ghost_starts(self) -> tuple[Cell, ...]: ...
    @property
    def food_cells(self) -> tuple[Cell, ...]: ...
    @property
    def capsule_cells(self) -> tuple[Cell, ...]: ...


LayoutT = TypeVar("LayoutT", bound=Board)


class Maze(Generic[LayoutT]):
    """Movement tables of one layout. Lists are indexed by node; nodes that cannot occur hold an empty entry."""

    __slots__ = (
        "_ghost_nodes",
        "all_cells_mask",
        "capsule_lists",
        "creeps",
        "directions",
        "edible",
        "height",
        "homes",
        "layout",
        "legal",
        "open_cells",
        "positions",
        "snapped",
        "snapped_marks",
        "starts",
        "steps",
        "strides",
        "touching",
        "wall_mask",
        "width",
    )

    def __init__(self, layout: LayoutT) -> None:
        self.layout = layout
        self.width = layout.width
        self.height = layout.height
        self.open_cells = layout.open_cells
        self.all_cells_mask = (1 << self.width * self.height) - 1
        self.wall_mask = self.all_cells_mask - sum(map(self.food_bit, self.open_cells))
        self._ghost_nodes = 2 * self.width * 2 * self.height * len(ACTIONS)  # Pacman's nodes come after them
        size = 2 * self._ghost_nodes
        self.positions: list[Position] = [(0, 0)] * size
        self.directions: list[Direction] = [STOP] * size
        self.legal: list[tuple[Action, ...]] = [()] * size
        self.steps: list[dict[Action, PacmanStep]] = [{}] * size  # Pacman's
        self.touching: list[frozenset[int]] = [frozenset()] * size  # by Pacman's node: the ghosts' that collide with it
        self.strides: list[dict[Action, int]] = [{}] * size  # a ghost's at full speed
        self.creeps: list[dict[Action, int]] = [{}] * size  # a scared ghost's, at half speed
        self.snapped: list[int] = [0] * size  # the grid point to which a ghost is moved when its scared time ends
        ways = {cell: self._ways(cell) for cell in self.open_cells}
        arrivals = {
            cell: (self.food_bit(cell) | self.capsule_bit(cell), self._ghosts_touching(cell, ways[cell]))
            for cell in self.open_cells
        }
        for cell in self.open_cells:
            self._add_pacman(cell, ways[cell], arrivals)
            self._add_ghost(cell, ways[cell])
        self.capsule_lists: dict[int, tuple[Cell, ...]] = {}  # by the bits of the capsules left; filled on demand
        # Everything that can be eaten at the start, and the start of each agent; an eaten ghost returns to its start.
        self.edible = sum(map(self.food_bit, layout.food_cells)) + sum(map(self.capsule_bit, layout.capsule_cells))
        self.starts = (layout.pacman_start, *layout.ghost_starts)
        self.homes = (self.pacman_node(layout.pacman_start), *map(self.ghost_node, layout.ghost_starts))
        # Mask of those marks of a state that survive a move of Pacman: one bit per agent, by its index.
        self.snapped_marks = (1 << len(self.homes)) - 1

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _node(self, twice_x: int, twice_y: int, heading: Direction) -> int:
        return (twice_x * 2 * self.height + twice_y) * len(ACTIONS) + _HEADINGS[heading]

    def ghost_node(self, cell: Cell, heading: Direction = STOP) -> int:
        return self._node(2 * cell[0], 2 * cell[1], heading)

    def pacman_node(self, cell: Cell, heading: Direction = STOP) -> int:
        return self._ghost_nodes + self.ghost_node(cell, heading)

    def node_at(self, position: Position, heading: Direction, *, is_pacman: bool) -> int | None:
        """Return the node of an agent at this position with this heading, or None if the rules cannot lead there."""
        doubled = [2 * coordinate for coordinate in position]
        if heading not in _HEADINGS or not all(twice == int(twice) for twice in doubled):
            return None
        twice_x, twice_y = map(int, doubled)
        if not (0 <= twice_x < 2 * self.width and 0 <= twice_y < 2 * self.height):
            return None
        node = self._node(twice_x, twice_y, heading) + is_pacman * self._ghost_nodes
        is_there = (self.positions[node], self.directions[node]) == (tuple(position), heading)
        # An empty entry reads as an agent at (0, 0), which is a real node only if that corner is open.
        return node if is_there and (any(position) or (0, 0) in self.open_cells) else None

    def food_bit(self, cell: Cell) -> int:
        """Return the cell's bit in masks: columns from the left, each from the bottom, as in Berkeley's grids."""
        return 1 << (cell[0] * self.height + cell[1])

    def capsule_bit(self, cell: Cell) -> int:
        """Return the bit of a capsule in this cell.

        The bits of capsules lie above those of food, so that one integer holds everything that can be eaten.
        """
        return self.food_bit(cell) << self.width * self.height

    def capsules(self, edible: int) -> tuple[Cell, ...]:
        """Return the cells of the capsules in such a mask, row by row from the bottom."""
        bits = edible & ~self.all_cells_mask
        cells = self.capsule_lists.get(bits)
        if cells is None:
            # Search all cells: a submission may put a capsule where the layout has none.
            found = (cell for cell in self._all_cells() if bits & self.capsule_bit(cell))
            cells = self.capsule_lists[bits] = tuple(found)
        return cells

    def _all_cells(self) -> Iterable[Cell]:
        """Return all cells row by row from the bottom."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    # -- tables -------------------------------------------------------------------------------------------------------

    def _ways(self, cell: Cell) -> dict[Action, Cell]:
        """Return the cell that each action leads to, in the order of ACTIONS, without those blocked by a wall."""
        x, y = cell
        targets = {action: (x + dx, y + dy) for action, (dx, dy) in VECTORS.items()}
        return {action: targets[action] for action in ACTIONS if targets[action] in self.open_cells}

    def _ghosts_touching(self, cell: Cell, ways: Iterable[Action]) -> frozenset[int]:
        """Return the ghost nodes at most 0.7 away: those of the cell itself and of the half-way points around it."""
        nodes = {self.ghost_node(cell, heading) for heading in ACTIONS}
        for way in ways:
            nodes.add(self._ahead(cell, way, half_cells=1))
            nodes.add(self._ahead(cell, way, half_cells=1, heading=REVERSE[way]))
        return frozenset(nodes)

    def _add_pacman(
        self, cell: Cell, ways: dict[Action, Cell], arrivals: dict[Cell, tuple[int, frozenset[int]]]
    ) -> None:
        moves = {way: (self.pacman_node(target, way), *arrivals[target]) for way, target in ways.items()}
        for heading in ACTIONS:
            node = self.pacman_node(cell, heading)
            self.positions[node] = cell
            self.directions[node] = heading
            self.legal[node] = tuple(ways)
            self.touching[node] = arrivals[cell][1]
            self.steps[node] = {**moves, STOP: (node, *arrivals[cell])}  # stopping keeps the heading

    def _add_ghost(self, cell: Cell, ways: dict[Action, Cell]) -> None:
        x, y = cell
        for heading in ACTIONS:
            node = self.ghost_node(cell, heading)
            # As in the original, a ghost's coordinates are integers until its first move and floats afterwards.
            self.positions[node] = cell if heading == STOP else (float(x), float(y))
            self.directions[node] = heading
            onward = [way for way in ways if way not in (STOP, REVERSE[heading])] or [
                way for way in ways if way != STOP
            ]
            self.legal[node] = tuple(onward)
            self.strides[node] = {way: self._ahead(cell, way, half_cells=2) for way in onward}
            self.creeps[node] = {way: self._ahead(cell, way, half_cells=1) for way in onward}
            self.snapped[node] = node
        for way, target in ways.items():
            if way != STOP:
                self._add_half_way(cell, way, target)

    def _add_half_way(self, cell: Cell, way: Action, target: Cell) -> None:
        """Add the point between two cells, for a ghost that heads from one to the other: it can only continue."""
        node = self._ahead(cell, way, half_cells=1)
        self.positions[node] = ((cell[0] + target[0]) / 2, (cell[1] + target[1]) / 2)
        self.directions[node] = way
        self.legal[node] = (way,)
        self.creeps[node] = {way: self.ghost_node(target, way)}
        # As in the original, halves are rounded up whatever the heading: a ghost heading west or south is put back.
        self.snapped[node] = self.ghost_node(max(cell, target), way)

    def _ahead(self, cell: Cell, way: Action, half_cells: int, heading: Direction | None = None) -> int:
        dx, dy = VECTORS[way]
        return self._node(2 * cell[0] + half_cells * dx, 2 * cell[1] + half_cells * dy, heading or way)
