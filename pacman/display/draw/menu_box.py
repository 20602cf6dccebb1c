"""Menu box over the board: a list for each part of a game."""

from typing import Final

from pacman.display.draw.canvas import Canvas
from pacman.display.draw.font import SMALLEST
from pacman.display.draw.message_boxes import placed
from pacman.display.geometry import Box
from pacman.display.watch.menu import Menu

TITLES: Final = {"Maze": "menu-maze", "Pacman": "pacman", "Ghosts": "ghosts"}  # keys of messages
ROW: Final = 1.45  # lines from row to row


class MenuBox:
    """Drawing of the menu, and lookup of the name at a pixel. Lists that are too long scroll with their cursor."""

    def __init__(self, canvas: Canvas, room: Box) -> None:
        self._canvas = canvas
        self._room = room
        self._areas: dict[tuple[int, int], Box] = {}  # of the visible names, by column and row

    def option_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return column and row of the name at this pixel, or None."""
        for option, area in self._areas.items():
            if area.x <= x < area.right and area.y <= y < area.bottom:
                return option
        return None

    def draw(self, menu: Menu) -> None:
        canvas, room = self._canvas, self._room
        line, hint = canvas.normal, canvas.words("menu-hint")
        while (widths := self._widths(menu, line)) and sum(widths) + 2 * line > room.width and line > SMALLEST:
            line -= 1
        step = round(ROW * line)
        rows = min(max(map(len, menu.columns)), max(1, (room.height - 2 * line) // step - 2))
        width = max(sum(widths), canvas.width(hint, line)) + 2 * line
        box = placed(room, min(room.width, width), min(room.height, (rows + 2) * step + 2 * line), 0.5)
        canvas.box(box.area, canvas.theme.panel, edge=canvas.theme.panel_edge, radius=line / 2, alpha=250)
        self._areas.clear()
        x = box.x + (box.width - sum(widths)) // 2
        for column, wide in enumerate(widths):
            self._draw_column(menu, column, Box(x, box.y + line, wide - line, rows * step), line, step)
            x += wide
        canvas.text(
            hint,
            box.x + box.width / 2,
            box.bottom - line // 2 - step / 2,
            line=line,
            colour=canvas.theme.faint,
            align=0.5,
            room=box.width - line,
        )

    def _widths(self, menu: Menu, line: int) -> list[int]:
        """Return the width of each column, including the gap beside it."""
        names = ([self._title(title), *column] for title, column in zip(menu.titles, menu.columns, strict=True))
        return [max(self._canvas.width(name, line) for name in column) + 2 * line for column in names]

    def _title(self, part: str) -> str:
        return self._canvas.words(TITLES[part]) if part in TITLES else part

    def _draw_column(self, menu: Menu, column: int, room: Box, line: int, step: int) -> None:
        """Draw the title, and below it the rows around the chosen one."""
        canvas, names, chosen = self._canvas, menu.columns[column], menu.rows[column]
        is_current = column == menu.column
        shown = room.height // step
        first = max(0, min(chosen - shown // 2, len(names) - shown))
        title = f"{self._title(menu.titles[column])}{f'  {chosen + 1}/{len(names)}' if shown < len(names) else ''}"
        canvas.text(title, room.x + line // 2, room.y + step / 2, line=line, colour=canvas.theme.accent)
        for number, name in enumerate(names[first : first + shown]):
            area = Box(room.x, room.y + (number + 1) * step, room.width, step)
            self._areas[column, first + number] = area
            is_chosen = first + number == chosen
            if is_chosen:
                fill = canvas.theme.accent if is_current else canvas.theme.panel_edge
                canvas.box(area.area, fill, radius=line / 3)
            ink = canvas.theme.text if is_chosen else canvas.theme.faint
            canvas.text(
                name,
                room.x + line // 2,
                area.y + step / 2,
                line=line,
                colour=canvas.theme.floor if is_chosen and is_current else ink,
                room=room.width - line // 2,
            )
