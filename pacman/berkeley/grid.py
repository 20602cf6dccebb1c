"""Grid: a table of values by [x][y], as submissions see food and walls."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, Final

from pacman.directions import Cell, Position


class Grid:
    """A two-dimensional table indexed from the bottom left corner, `grid[x][y]`.

    Food and walls are stored as the bits of one integer; the lists are built only when the caller accesses them.
    """

    CELLS_PER_INT = 30  # of the packed form

    def __init__(
        self, width: int, height: int, initialValue: Any = False, bitRepresentation: Sequence[int] | None = None
    ) -> None:
        self.width = width
        self.height = height
        self._mask: int | None = None
        self._columns: list[list[Any]] = [[initialValue] * height for _ in range(width)]
        if bitRepresentation:
            self._unpackBits(bitRepresentation)

    @classmethod
    def of_bits(cls, width: int, height: int, mask: int) -> "Grid":
        """Create a grid that is True where the mask has a bit: columns from the left, each from the bottom."""
        grid = cls.__new__(cls)
        grid.width = width
        grid.height = height
        grid._mask = mask
        return grid

    @property
    def data(self) -> list[list[Any]]:
        """The columns. Afterwards the lists, not the mask, are authoritative, because the caller may write to them."""
        if self._mask is not None:
            self._columns = [list(column) for column in columns_of_bits(self.width, self.height, self._mask)]
            self._mask = None
        return self._columns

    @data.setter
    def data(self, columns: list[list[Any]]) -> None:
        self._columns = columns
        self._mask = None

    def __getitem__(self, x: int) -> list[Any]:
        return self.data[x]

    def __setitem__(self, x: int, column: list[Any]) -> None:
        self.data[x] = column

    def cell(self, x: int, y: int) -> Any:
        """Return the value of a cell without building the lists."""
        if self._mask is not None:
            return columns_of_bits(self.width, self.height, self._mask)[x][y]
        return self._columns[x][y]

    def mask(self) -> int | None:
        """Return a mask of the cells that hold True; None if the lists no longer have the shape of the grid."""
        if self._mask is not None:
            return self._mask
        columns = self._columns
        if len(columns) != self.width or any(len(column) != self.height for column in columns):
            return None
        signs = "".join(["1" if value == True else "0" for column in columns for value in column])  # noqa: E712
        return int(signs[::-1] or "0", 2)

    def count(self, item: Any = True) -> int:
        if self._mask is not None and item is True:
            return self._mask.bit_count()
        return sum(column.count(item) for column in self.data)

    def asList(self, key: Any = True) -> list[Cell]:
        """Return the cells that hold `key`: columns from the left, each from the bottom."""
        if self._mask is not None and key is True:
            return list(cells_of_bits(self.height, self._mask))
        return [(x, y) for x, column in enumerate(self.data) for y, value in enumerate(column) if value == key]

    def copy(self) -> "Grid":
        if self._mask is not None:
            return Grid.of_bits(self.width, self.height, self._mask)
        grid = Grid(self.width, self.height)
        grid.data = [list(column) for column in self.data]
        return grid

    deepCopy = copy

    def shallowCopy(self) -> "Grid":
        grid = Grid(self.width, self.height)
        grid.data = self.data
        return grid

    # -- packed, 30 cells in a number, the first in its highest bit ---------------------------------------------------

    def _cellIndexToPosition(self, index: int) -> Position:
        """Return column and row of a cell by its number; as in the original, the column is a float quotient."""
        return index / self.height, index % self.height

    def packBits(self) -> tuple[int, ...]:
        """Return width, height, and the cells column by column, packed into integers."""
        bits = "".join("1" if value else "0" for column in self.data for value in column)
        size = self.CELLS_PER_INT
        numbers = (int(bits[start : start + size].ljust(size, "0"), 2) for start in range(0, len(bits), size))
        return self.width, self.height, *numbers

    def _unpackBits(self, bits: Iterable[int]) -> None:
        """Fill the grid from the integers that `packBits` returns after width and height."""
        values = [value for packed in bits for value in self._unpackInt(packed, self.CELLS_PER_INT)]
        self.data = [values[x * self.height : (x + 1) * self.height] for x in range(self.width)]

    def _unpackInt(self, packed: int, size: int) -> list[bool]:
        if packed < 0:
            raise ValueError(f"must be a positive integer, not {packed}")
        return [bool(packed >> self.CELLS_PER_INT - 1 - place & 1) for place in range(size)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        if self._mask is not None and other._mask is not None:
            return (self.width, self.height, self._mask) == (other.width, other.height, other._mask)
        return self.data == other.data

    def __hash__(self) -> int:
        # A grid must keep its hash when its lists are built.
        mask = self._mask
        if mask is None:
            values = (value for column in self.data for value in column)
            mask = sum(1 << place for place, value in enumerate(values) if value)
        return hash(mask)

    def __str__(self) -> str:
        rows = ("".join(str(self[x][y])[0] for x in range(self.width)) for y in reversed(range(self.height)))
        return "\n".join(rows)


_TRUTH: Final = bytes.maketrans(b"01", b"\0\1")


def _bits(mask: int, count: int) -> bytes:
    """Return the lowest `count` bits of a mask, lowest first, as bytes 0 and 1: faster than testing bit by bit."""
    return format(mask, f"0{count}b")[::-1].encode().translate(_TRUTH)


# Cached: a search asks for the food of thousands of states that share few masks.
@lru_cache(maxsize=4096)
def cells_of_bits(height: int, mask: int) -> tuple[Cell, ...]:
    count = mask.bit_length()
    return tuple(compress(_all_cells(height, count), _bits(mask, count)))


@lru_cache(maxsize=64)
def _all_cells(height: int, count: int) -> tuple[Cell, ...]:
    return tuple(divmod(place, height) for place in range(count))


@lru_cache(maxsize=1024)
def columns_of_bits(width: int, height: int, mask: int) -> tuple[tuple[bool, ...], ...]:
    bits = _bits(mask, width * height)
    return tuple(tuple(map(bool, bits[x * height : (x + 1) * height])) for x in range(width))
