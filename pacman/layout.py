"""Layouts: mazes as text and as immutable objects.

The text format is Berkeley's: `%` wall, `.` food, `o` capsule, `P` Pacman, `G` or `1`-`4` a ghost, anything else empty.
The last line is y = 0.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

from pacman.berkeley.layout_names import OURS_OF_THE_KIND
from pacman.directions import VECTORS, Cell
from pacman.errors import LayoutError, hint, unknown
from pacman.files import read_text
from pacman.maze import Maze

WALL: Final = "%"
FOOD: Final = "."
CAPSULE: Final = "o"
PACMAN: Final = "P"
GHOSTS: Final = {"G": 1, "1": 1, "2": 2, "3": 3, "4": 4}  # agent indices follow the order of these numbers
EMPTY: Final = " "
KNOWN: Final = frozenset((WALL, FOOD, CAPSULE, PACMAN, EMPTY, *GHOSTS))

LARGEST_SIDE: Final = 128  # an arcade board is 28 x 31; the movement tables grow with the area
LARGEST_FILE: Final = 2**20
MOST_FOREIGN_SIGNS: Final = 2  # an author may draw empty cells with up to this many characters of their own
MOST_KEPT: Final = 64  # layouts of unpickled states and matchups
LAYOUT_FOLDER: Final = Path(__file__).resolve().parent.parent / "layouts"


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """A maze as loaded: walls, food, capsules and the start of each agent. Immutable; created by `from_text`.

    Layouts compare by their mazes, not by their names. `warnings` lists oddities of a maze that can be played all the
    same.
    """

    name: str
    rows: tuple[str, ...]  # as in the text, top row first
    open_cells: frozenset[Cell]
    pacman_start: Cell
    ghost_starts: tuple[Cell, ...]  # in the order of their agent indices
    food_cells: tuple[Cell, ...]  # column by column from the left
    capsule_cells: tuple[Cell, ...]  # row by row from below: agents see this order
    warnings: tuple[str, ...]

    @classmethod
    def from_text(cls, text: str | Iterable[str], name: str = "unnamed", source: str | None = None) -> "Layout":
        """Read a maze from a string or from a list of lines; error messages call it `source`.

        Blanks around a line are not part of the maze, nor are empty lines above and below it.
        """
        return cls._of(_Reading.of_text(text, source or name), name)

    @classmethod
    def from_rows(cls, rows: Sequence[str], name: str = "unnamed") -> "Layout":
        """Create a layout of exactly these rows, in which every blank, tab or end of line is an empty cell."""
        plain = ["".join(EMPTY if sign.isspace() else sign for sign in row) for row in rows]
        return cls._of(_Reading(plain, name), name)

    @classmethod
    def _of(cls, reading: "_Reading", name: str) -> "Layout":
        return cls(
            name=name,
            rows=reading.rows,
            open_cells=reading.open_cells,
            pacman_start=reading.pacman,
            ghost_starts=reading.ghosts,
            food_cells=reading.food,
            capsule_cells=tuple(sorted(reading.cells(CAPSULE), key=lambda cell: (cell[1], cell[0]))),
            warnings=tuple(reading.warnings()),
        )

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        return self.rows == other.rows if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rows)

    def __repr__(self) -> str:
        return f"<Layout {self.name}: {self.width}x{self.height}, {len(self.ghost_starts)} ghosts>"

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __reduce__(self) -> tuple[object, ...]:
        return known_layout, (self.rows, self.name)  # movement tables are not pickled: see `known_layout`

    def is_wall(self, cell: Cell) -> bool:
        return cell not in self.open_cells

    @cached_property
    def maze(self) -> "Maze[Layout]":
        """Movement tables of this layout, built on first use."""
        if self.pacman_start in self.open_cells:  # else a submission built a wall there, which the rows do not show
            _with_tables.setdefault((self.rows, self.name), self)
        return Maze(self)

    @cached_property
    def _known_distances(self) -> dict[Cell, dict[Cell, int]]:
        return {}

    def distances_from(self, cell: Cell) -> dict[Cell, int]:
        """Return the steps from `cell` to every reachable cell, nearest first."""
        distances = self._known_distances.get(cell)
        if distances is None:
            distances = self._known_distances[cell] = flood(self.open_cells, cell)
        return distances

    @cached_property
    def _known_rings(self) -> dict[Cell, tuple[int, ...]]:
        return {}

    def rings_around(self, cell: Cell) -> tuple[int, ...]:
        """Return the masks of the cells at distance 0, 1, 2, … from `cell`.

        The index of the first mask that overlaps the food is the distance of the nearest food.
        """
        rings = self._known_rings.get(cell)
        if rings is None:
            distances = self.distances_from(cell)
            masks = [0] * (max(distances.values()) + 1)
            for other, steps in distances.items():
                masks[steps] |= self.maze.food_bit(other)
            rings = self._known_rings[cell] = tuple(masks)
        return rings

    def distance(self, start: Cell, goal: Cell) -> int | None:
        """Return the steps on a shortest path between two cells, or None if there is no path."""
        return self.distances_from(start).get(goal)


def flood(open_cells: Collection[Cell], start: Cell) -> dict[Cell, int]:
    """Return breadth-first distances from `start`, nearest first."""
    distances = {start: 0}
    frontier = deque([start])
    while frontier:
        x, y = cell = frontier.popleft()
        for dx, dy in VECTORS.values():
            neighbour = (x + dx, y + dy)
            if neighbour in open_cells and neighbour not in distances:
                distances[neighbour] = distances[cell] + 1
                frontier.append(neighbour)
    return distances


class _Reading:
    """Parser of one layout; it keeps the line and column of each cell for messages."""

    def __init__(self, rows: Sequence[str], source: str, first_line: int = 1, indents: Sequence[int] = ()) -> None:
        if not rows:
            raise LayoutError(f"{source}: an empty layout; expected rows of % . o P G and blanks")
        self.source = source
        self.first_line = first_line
        self.indents = indents or [0] * len(rows)
        self.full_rows = list(rows)
        self.width = len(self.full_rows[0])
        self.height = len(self.full_rows)
        self.rows = tuple(row[: self.width] for row in self.full_rows)
        self._check_shape()
        self.open_cells = frozenset(cell for cell in self._all_cells() if self._sign(cell) != WALL)
        self.food = self.cells(FOOD)
        self.pacman = self._pacman()
        # Ghosts are ordered by their number, then by column from the left, then by row from the bottom.
        self.ghosts = tuple(
            cell for _, cell in sorted((n, cell) for sign, n in GHOSTS.items() for cell in self.cells(sign))
        )

    @classmethod
    def of_text(cls, text: str | Iterable[str], source: str) -> "_Reading":
        lines = list(enumerate(text.split("\n") if isinstance(text, str) else text, start=1))
        while lines and not lines[-1][1].strip():
            lines.pop()
        while lines and not lines[0][1].strip():
            lines.pop(0)
        indents = [len(line) - len(line.lstrip()) for _, line in lines]
        return cls([line.strip() for _, line in lines], source, lines[0][0] if lines else 1, indents)

    def _check_shape(self) -> None:
        self._check_is_maze()
        if max(self.width, self.height) > LARGEST_SIDE:
            size = f"{self.width}x{self.height}"
            raise LayoutError(f"{self.source}: a board of {size}; at most {LARGEST_SIDE} cells a side are supported")
        for number, row in enumerate(self.rows):
            if len(row) < self.width:
                place = self._place(number, len(row))
                raise LayoutError(f"{place}: this row has {len(row)} cells, the first row has {self.width}")
            for column, sign in enumerate(row):
                if not sign.isprintable():
                    place = self._place(number, column)
                    raise LayoutError(f"{place}: {sign!r} is not text; expected % . o P G or a blank")

    def _check_is_maze(self) -> None:
        """Raise LayoutError for text that is not a maze: most of its characters, of several kinds, are unknown."""
        signs = [sign for row in self.full_rows for sign in row if not sign.isspace()]
        foreign = [sign for sign in signs if sign not in KNOWN]
        if len(set(foreign)) > MOST_FOREIGN_SIGNS and 2 * len(foreign) > len(signs):
            raise LayoutError(f"{self.source}: not a maze; expected rows of % . o P G and blanks")

    def _pacman(self) -> Cell:
        starts = self.cells(PACMAN)
        if not starts:
            raise LayoutError(f"{self.source}: no Pacman; expected one P")
        if len(starts) > 1:
            raise LayoutError(f"{self._place_of(starts[1])}: a second Pacman; expected one P")
        return starts[0]

    def _all_cells(self) -> Iterable[Cell]:
        return ((x, y) for x in range(self.width) for y in range(self.height))

    def _sign(self, cell: Cell) -> str:
        return self.rows[self.height - 1 - cell[1]][cell[0]]

    def cells(self, sign: str) -> tuple[Cell, ...]:
        return tuple(cell for cell in self._all_cells() if self._sign(cell) == sign)

    def _place(self, row: int, column: int) -> str:
        return f"{self.source}:{self.first_line + row}:{self.indents[row] + column + 1}"

    def _place_of(self, cell: Cell) -> str:
        return self._place(self.height - 1 - cell[1], cell[0])

    def warnings(self) -> Iterable[str]:
        """Yield a warning for everything that can be played but is probably a mistake."""
        for number, row in enumerate(self.full_rows):
            if len(row) > self.width:
                yield f"{self._place(number, self.width)}: this row is longer than the first; the rest of it is ignored"
        for sign in sorted(set("".join(self.rows)) - KNOWN):
            cells = self.cells(sign)
            first = min(cells, key=lambda cell: (-cell[1], cell[0]))
            times = "" if len(cells) == 1 else f" ({len(cells)} times)"
            yield f"{self._place_of(first)}: unknown character {sign!r} taken as empty{times}"
        for cell in sorted(self.open_cells):
            if cell[0] in (0, self.width - 1) or cell[1] in (0, self.height - 1):
                yield f"{self._place_of(cell)}: the border is open here; the rules treat the outside as wall"
                break
        reachable = flood(self.open_cells, self.pacman)
        lost = [cell for cell in self.food if cell not in reachable]
        if lost:
            pieces = "1 piece" if len(lost) == 1 else f"{len(lost)} pieces"
            yield f"{self._place_of(lost[0])}: Pacman cannot reach this food ({pieces} in all) and so cannot win"
        if not self.food:
            yield f"{self.source}: no food, so Pacman cannot win"
        for cell in self.ghosts:
            if len(flood(self.open_cells, cell)) == 1:
                yield f"{self._place_of(cell)}: this ghost is walled in and has no legal action"


def layout_names() -> list[str]:
    """Return the names of the built-in layouts, sorted."""
    return sorted(path.stem for path in LAYOUT_FOLDER.glob("*.lay"))


def load_layout(name: str | Path) -> Layout:
    """Load a layout by name, or by the path of a `.lay` file.

    A plain name, with or without `.lay`, is looked up among the built-in layouts first, then as `layouts/NAME.lay` and
    `NAME.lay` in the current folder. If there is no such file, a layout name of Berkeley's stands for a built-in maze
    of the same kind, and the layout's warnings say so. Raise LayoutError if nothing is found or the file is no maze.
    """
    path = _find(str(name))
    text = read_text(path, LARGEST_FILE, LayoutError, "a layout file")
    layout = Layout.from_text(text, name=path.stem, source=str(path))
    wanted = str(name).removesuffix(".lay")
    if path.stem == OURS_OF_THE_KIND.get(wanted):
        other_name = (
            f"there is no layouts/{wanted}.lay here; using the built-in {layout.name!r}, a maze of the same kind"
        )
        return replace(layout, warnings=(other_name, *layout.warnings))
    return layout


def as_layout(layout: Layout | str | Path) -> Layout:
    """Return a layout that is given as itself, by its name or by its path."""
    return layout if isinstance(layout, Layout) else load_layout(layout)


def _find(name: str) -> Path:
    is_path = len(Path(name).parts) > 1
    if (is_path or name.endswith(".lay")) and Path(name).exists():
        return Path(name)
    if is_path:
        raise LayoutError(f"no layout file {name!r}; {hint(Path(name).stem, layout_names())}")
    name = name.removesuffix(".lay")
    here = Path("layouts", f"{name}.lay"), Path(f"{name}.lay")
    of_the_kind = LAYOUT_FOLDER / f"{OURS_OF_THE_KIND.get(name, name)}.lay"
    for candidate in (LAYOUT_FOLDER / f"{name}.lay", *here, of_the_kind):
        if candidate.is_file():
            return candidate
    beside = (path.stem for path in Path("layouts").glob("*.lay"))
    raise LayoutError(unknown("layout", name, {*layout_names(), *OURS_OF_THE_KIND, *beside}))


# Layouts whose tables exist, as long as other code holds them.
_with_tables: "WeakValueDictionary[tuple[tuple[str, ...], str], Layout]" = WeakValueDictionary()


@lru_cache(maxsize=MOST_KEPT)
def known_layout(rows: tuple[str, ...], name: str) -> Layout:
    """Return the layout of exactly these rows, with the movement tables that this process has already built for them.

    The tables of a large maze take longer to build than a state takes to unpickle. The layouts of the latest calls are
    kept, because a worker holds none between two tasks.
    """
    return _with_tables.get((rows, name)) or Layout.from_rows(rows, name)
