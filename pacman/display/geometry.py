"""Arrangement of the parts of the window, for any size of the window and any maze."""

import math
from dataclasses import dataclass
from typing import Final

from pacman.errors import DisplayError

SMALLEST_WINDOW: Final = (400, 300)
SMALLEST_FOR_SEVERAL: Final = (640, 400)  # for several games at once
BOARD_SIZE: Final = (640, 400)  # pixels that the board of a small maze fills at first, if the screen is large
BOARD_SHARE: Final = 0.45  # of the width of the screen at most, so that there is room for the panel
CELL: Final = 32  # pixels of a cell at first, in mazes that fill more
SMALLEST_ZOOM: Final = 0.2
LARGEST_ZOOM: Final = 6.0
_HEADER: Final = 58  # heights in units of the text size
_TIMELINE_BAR: Final = 40
_MARGIN: Final = 10
_SLACK: Final = 3  # pixels lost by rounding
_PANEL_WIDTH: Final = 250  # of one column, including the margin between it and the board
_PANEL_HEIGHT: Final = 168
_PANEL_ROWS: Final = 20.5  # rows of a panel, besides one row for each agent
_PANEL_ROW: Final = 14  # pixels of the smallest readable row
_SMALLEST_CELL: Final = 10  # pixels of a cell below which panels are not shown


@dataclass(frozen=True)
class Box:
    """A rectangle of whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def area(self) -> tuple[int, int, int, int]:
        return self.x, self.y, self.width, self.height

    def shrunk(self, margin: int) -> "Box":
        return Box(self.x + margin, self.y + margin, max(0, self.width - 2 * margin), max(0, self.height - 2 * margin))


@dataclass(frozen=True)
class GameGeometry:
    """Places of the parts of one game: within its area a header, and below it the board and perhaps a panel."""

    area: Box
    header: Box
    board: Box
    panel: Box | None


@dataclass(frozen=True)
class WindowGeometry:
    """Places of the parts of the window.

    `unit` scales text and margins, `cell` is the side of a cell of the boards, `grid` the number of games across and
    down.
    """

    unit: float
    cell: int
    grid: tuple[int, int]
    games: tuple[GameGeometry, ...]
    timeline_bar: Box

    @property
    def middle(self) -> Box:
        """Area between the first header and the timeline bar."""
        top = self.games[0].header.bottom
        return Box(0, top, self.timeline_bar.width, self.timeline_bar.y - top)

    @property
    def leaves_room(self) -> bool:
        """True if the boards and the panels beside them are large enough to be readable."""
        wide, high = round(0.9 * _PANEL_WIDTH * self.unit), round(0.9 * _PANEL_HEIGHT * self.unit)
        panels = [game.panel for game in self.games if game.panel]
        return self.cell >= _SMALLEST_CELL and all(panel.width >= wide and panel.height >= high for panel in panels)


def smallest_window(games: int) -> tuple[int, int]:
    return SMALLEST_WINDOW if games == 1 else SMALLEST_FOR_SEVERAL


def checked_zoom(zoom: float) -> float:
    if not SMALLEST_ZOOM <= zoom <= LARGEST_ZOOM:
        raise DisplayError(f"the zoom is {zoom:g}; expected {SMALLEST_ZOOM:g} to {LARGEST_ZOOM:g}")
    return zoom


def unit_for(width: int, height: int, panel_columns: int = 0) -> float:
    """Return the scale of text: it grows with the window, but not with the part that a panel takes of it."""
    return min(4.0, max(0.8, min(width / (640 + panel_columns * _PANEL_WIDTH), height / 460)))


def panel_growth(width: int, height: int, agents: int, grid: tuple[int, int] = (1, 1)) -> int:
    """Return the pixels by which a window must grow so that the boards keep their size beside new panels."""
    across, down = grid
    unit = unit_for(width // across, height // down)
    return math.ceil(across * _panel_columns(height // down, unit, agents) * _PANEL_WIDTH * unit)


def _panel_columns(height: int, unit: float, agents: int) -> int:
    """Return the number of columns that the panel needs: two in a low window."""
    room = height - (_HEADER + _TIMELINE_BAR + 2 * _MARGIN) * unit
    return 1 if room >= (_PANEL_ROWS + agents) * _PANEL_ROW else 2


def arrange(
    width: int, height: int, columns: int, rows: int, *, panel_agents: int = 0, games: int = 1
) -> WindowGeometry:
    """Return the arrangement with the largest boards: each below its header, side by side or stacked.

    If `panel_agents` is given, each board leaves room, beside or below it, for a panel about this many agents.
    """
    found = (_arranged(width, height, columns, rows, panel_agents, grid) for grid in _grids(games))
    return max(found, key=lambda places: places.cell)


def _grids(games: int) -> list[tuple[int, int]]:
    """Return the possible numbers of games across and down: side by side, or one below the other."""
    return [(1, 1)] if games == 1 else [(games, 1), (1, games)]


def _arranged(
    width: int, height: int, columns: int, rows: int, panel_agents: int, grid: tuple[int, int]
) -> WindowGeometry:
    across, down = grid
    own_width, own_height = width // across, height // down
    panel_columns = _panel_columns(own_height, unit_for(own_width, own_height, 1), panel_agents) if panel_agents else 0
    unit = unit_for(own_width, own_height, panel_columns)
    timeline_bar = Box(0, height - round(_TIMELINE_BAR * unit), width, round(_TIMELINE_BAR * unit))
    own_height = timeline_bar.y // down
    areas = [Box(i * own_width, j * own_height, own_width, own_height) for j in range(down) for i in range(across)]
    placed = [_arrange_game(area, unit, columns, rows, panel_columns) for area in areas]
    return WindowGeometry(unit, placed[0].board.width // columns, grid, tuple(placed), timeline_bar)


def _arrange_game(area: Box, unit: float, columns: int, rows: int, panel_columns: int) -> GameGeometry:
    header = Box(area.x, area.y, area.width, round(_HEADER * unit))
    margin = round(_MARGIN * unit)
    middle = Box(area.x + margin, header.bottom, max(1, area.width - 2 * margin), max(1, area.bottom - header.bottom))
    panel = None
    if panel_columns:
        aside = min(middle.width // 2, round(panel_columns * _PANEL_WIDTH * unit) - margin)
        under = min(middle.height // 2, round(max(_PANEL_HEIGHT * unit, 0.3 * area.height)))
        left = Box(middle.x, middle.y, middle.width - aside - margin, middle.height)
        above = Box(middle.x, middle.y, middle.width, middle.height - under - margin)
        is_too_low = under < round(_PANEL_HEIGHT * unit)
        if is_too_low or _cell(left, columns, rows) >= _cell(above, columns, rows):
            panel, middle = Box(left.right + margin, middle.y, aside, middle.height), left
        else:
            panel, middle = Box(middle.x, above.bottom + margin, middle.width, under), above
    cell = _cell(middle, columns, rows)
    across, down = cell * columns, cell * rows
    board = Box(middle.x + (middle.width - across) // 2, middle.y + (middle.height - down) // 2, across, down)
    return GameGeometry(area, header, board, panel)


def window_size(columns: int, rows: int, zoom: float, screen: tuple[int, int], games: int = 1) -> tuple[int, int]:
    """Return the initial size of the window, never larger than the screen.

    A cell has `CELL` pixels times `zoom`, or more in a small maze, whose board fills `BOARD_SIZE`.
    """
    sizes = (_size_for(columns, rows, zoom, screen, grid) for grid in _grids(games))
    return max(sizes, key=lambda size: arrange(size[0], size[1], columns, rows, games=games).cell)


def _size_for(columns: int, rows: int, zoom: float, screen: tuple[int, int], grid: tuple[int, int]) -> tuple[int, int]:
    across, down = grid
    density = min(3.0, max(1.0, screen[1] / 1440))  # 4K screens have smaller pixels
    board = min(BOARD_SIZE[0] * density, BOARD_SHARE * screen[0] / across), BOARD_SIZE[1] * density
    cell = max(CELL * density, min(board[0] / columns, board[1] / rows)) * checked_zoom(zoom)
    largest = 0.9 * screen[0], 0.86 * screen[1]
    smallest = smallest_window(across * down)
    width, height = smallest
    # The size of text depends on the size of the window and vice versa; a few iterations converge.
    for _ in range(4):
        unit = unit_for(width // across, height // down)
        aside = across * (2 * _MARGIN * unit + _SLACK)
        above = down * (_HEADER * unit + _SLACK) + _TIMELINE_BAR * unit
        fitting = (largest[0] - aside) / (across * columns), (largest[1] - above) / (down * rows)
        cell = math.floor(min(cell, *fitting))
        width = max(smallest[0], round(cell * across * columns + aside))
        height = max(smallest[1], round(cell * down * rows + above))
    return width, height


def _cell(room: Box, columns: int, rows: int) -> int:
    return max(1, min(room.width // columns, room.height // rows))
