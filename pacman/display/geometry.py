"""Where the parts of the window go, for any size of the window and any maze."""

import math
from dataclasses import dataclass
from typing import Final

from pacman.errors import DisplayError

SMALLEST_WINDOW: Final = (400, 300)
SMALLEST_ZOOM: Final = 0.2
LARGEST_ZOOM: Final = 6.0
_HEADER: Final = 58  # heights in units of the text size
_TIMELINE_BAR: Final = 40
_MARGIN: Final = 10
_SLACK: Final = 3  # pixels for what is rounded
_PANEL_WIDTH: Final = 250  # of one column, with the margin that sets it off from the board
_PANEL_HEIGHT: Final = 168
_PANEL_ROWS: Final = 20.5  # of all that a panel says, beside a row for each agent
_PANEL_ROW: Final = 14  # pixels of the lowest row that can be read


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
class WindowGeometry:
    """Where the parts of the window are. `unit` scales text and margins, `cell` is the side of a cell of the board."""

    unit: float
    cell: int
    header: Box
    board: Box
    timeline_bar: Box
    panel: Box | None


def checked_zoom(zoom: float) -> float:
    if not SMALLEST_ZOOM <= zoom <= LARGEST_ZOOM:
        raise DisplayError(f"the zoom is {zoom:g}; expected {SMALLEST_ZOOM:g} to {LARGEST_ZOOM:g}")
    return zoom


def unit_for(width: int, height: int, panel_columns: int = 0) -> float:
    """The scale of text: it grows with the window, but not with the room that a panel takes of it."""
    return min(4.0, max(0.8, min(width / (640 + panel_columns * _PANEL_WIDTH), height / 460)))


def panel_growth(width: int, height: int, agents: int) -> int:
    """How much a window must grow so that the board keeps its size when the panel appears beside it."""
    unit = unit_for(width, height)
    return math.ceil(_panel_columns(height, unit, agents) * _PANEL_WIDTH * unit)


def _panel_columns(height: int, unit: float, agents: int) -> int:
    """How many columns the panel needs: a low window needs two."""
    room = height - (_HEADER + _TIMELINE_BAR + 2 * _MARGIN) * unit
    return 1 if room >= (_PANEL_ROWS + agents) * _PANEL_ROW else 2


def arrange(width: int, height: int, columns: int, rows: int, *, panel_agents: int = 0) -> WindowGeometry:
    """The largest board that fits between the header and the timeline bar.

    With `panel_agents`, it leaves room beside or below it for a panel about so many agents.
    """
    panel_columns = _panel_columns(height, unit_for(width, height, 1), panel_agents) if panel_agents else 0
    unit = unit_for(width, height, panel_columns)
    header = Box(0, 0, width, round(_HEADER * unit))
    timeline_bar = Box(0, height - round(_TIMELINE_BAR * unit), width, round(_TIMELINE_BAR * unit))
    margin = round(_MARGIN * unit)
    middle = Box(margin, header.bottom, max(1, width - 2 * margin), max(1, timeline_bar.y - header.bottom))
    panel = None
    if panel_agents:
        aside = min(middle.width // 2, round(panel_columns * _PANEL_WIDTH * unit) - margin)
        under = min(middle.height // 2, round(max(_PANEL_HEIGHT * unit, 0.3 * height)))
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
    return WindowGeometry(unit, cell, header, board, timeline_bar, panel)


def window_size(columns: int, rows: int, zoom: float, screen: tuple[int, int]) -> tuple[int, int]:
    """The size to open the window in: 32 pixels a cell times `zoom`, but never larger than the screen."""
    density = min(3.0, max(1.0, screen[1] / 1440))  # 4K screens have smaller pixels
    cell = 32 * checked_zoom(zoom) * density
    largest = 0.9 * screen[0], 0.86 * screen[1]
    width, height = SMALLEST_WINDOW
    # Text grows with the window, so the room it takes settles after a few rounds.
    for _ in range(4):
        unit = unit_for(width, height)
        aside, above = 2 * _MARGIN * unit + _SLACK, (_HEADER + _TIMELINE_BAR) * unit + _SLACK
        cell = math.floor(min(cell, (largest[0] - aside) / columns, (largest[1] - above) / rows))
        width = max(SMALLEST_WINDOW[0], round(cell * columns + aside))
        height = max(SMALLEST_WINDOW[1], round(cell * rows + above))
    return width, height


def _cell(room: Box, columns: int, rows: int) -> int:
    return max(1, min(room.width // columns, room.height // rows))
