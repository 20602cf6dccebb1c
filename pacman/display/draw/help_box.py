"""Help box: the keys that are active, and a legend of the signs on the board and in the panel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from pacman.directions import EAST
from pacman.display.draw import pg
from pacman.display.draw.canvas import BLEND, Canvas
from pacman.display.draw.font import SMALLEST, wrapped
from pacman.display.draw.message_boxes import placed
from pacman.display.draw.thought_overlay import arrow_picture
from pacman.display.geometry import Box
from pacman.display.theme import BLACK
from pacman.display.watch.controls import Control

SIGN_WIDTH: Final = 2.4  # lines
ROW: Final = 1.45  # lines from row to row

Sign: TypeAlias = Callable[[Canvas, int, int, int], None]  # arguments: canvas, x, middle height, height of text


def draw_help(canvas: Canvas, room: Box, controls: Sequence[Control], remarks: Sequence[str]) -> None:
    """Draw all controls and the legend in columns; the legend is left out if there is no room for it."""
    keys = [_Entry(control.meaning, keys=control.keys) for control in controls]
    signs = [_Entry(canvas.words(key), sign=sign) for sign, key in SIGNS]
    plan = _fitted(canvas, room, [*keys, *signs], remarks) or _fitted(canvas, room, keys, remarks)
    (plan or _Plan(canvas, room, keys, (), SMALLEST)).draw()


@dataclass(frozen=True)
class _Entry:
    """A row: a key or a sign, and its meaning."""

    meaning: str
    keys: str = ""
    sign: Sign | None = None

    def head_width(self, canvas: Canvas, line: int) -> int:
        return round(SIGN_WIDTH * line) if self.sign else canvas.width(self.keys, line) + line // 2

    def draw(self, canvas: Canvas, x: int, middle: int, line: int, head: int) -> None:
        if self.sign:
            self.sign(canvas, x, middle, line)
        else:
            step = round(ROW * line)
            area = (x, middle - step // 2 + 2, self.head_width(canvas, line), step - 4)
            canvas.box(area, canvas.theme.panel_edge, radius=line / 4)
            canvas.text(self.keys, x + line // 4, middle, line=line)
        canvas.text(self.meaning, x + head, middle, line=line)


def _fitted(canvas: Canvas, room: Box, entries: Sequence[_Entry], remarks: Sequence[str]) -> "_Plan | None":
    """Return the arrangement in the largest text that fits into the room, or None."""
    plans = (_Plan(canvas, room, entries, remarks, line) for line in range(canvas.normal, SMALLEST - 1, -1))
    return next((plan for plan in plans if plan.fits), None)


class _Plan:
    """Rows arranged in columns, for one height of text."""

    def __init__(self, canvas: Canvas, room: Box, entries: Sequence[_Entry], remarks: Sequence[str], line: int) -> None:
        self.canvas, self.room, self.line = canvas, room, line
        self.step, self.padding = round(ROW * line), line
        self.foot = [part for remark in remarks for part in wrapped(remark, line, room.width - 2 * line, most=2)]
        rows = max(1, (room.height - 2 * line) // self.step - len(self.foot))
        rows = -(-len(entries) // -(-len(entries) // rows))  # columns of equal length, as far as possible
        self.rows = rows
        self.columns = [entries[start : start + rows] for start in range(0, len(entries), rows)]
        self.heads = [max(entry.head_width(canvas, line) for entry in part) + line // 2 for part in self.columns]
        self.words = [max(canvas.width(entry.meaning, line) for entry in part) for part in self.columns]
        self.widest = sum(self.heads) + sum(self.words) + 2 * line * (len(self.columns) - 1)

    @property
    def width(self) -> int:
        return max(self.widest, *(self.canvas.width(text, self.line) for text in self.foot), 0) + 2 * self.padding

    @property
    def height(self) -> int:
        return self.step * (self.rows + len(self.foot)) + round(1.5 * self.padding)

    @property
    def fits(self) -> bool:
        return self.width <= self.room.width and self.height <= self.room.height

    def draw(self) -> None:
        canvas, line = self.canvas, self.line
        box = placed(self.room, min(self.width, self.room.width), min(self.height, self.room.height), 0.5)
        canvas.box(box.area, canvas.theme.panel, edge=canvas.theme.panel_edge, radius=line / 2, alpha=250)
        x, top = box.x + (box.width - self.widest) // 2, box.y + self.padding // 2
        for part, head, words in zip(self.columns, self.heads, self.words, strict=True):
            for row, entry in enumerate(part):
                entry.draw(canvas, x, top + round((row + 0.5) * self.step), line, head)
            x += head + words + 2 * line
        for number, text in enumerate(self.foot):
            y = top + self.padding // 2 + round((self.rows + number + 0.5) * self.step)
            canvas.text(text, box.x + box.width / 2, y, line=line, colour=canvas.theme.accent, align=0.5)


# -- signs ------------------------------------------------------------------------------------------------------------


def _sign_of_a_course(canvas: Canvas, x: int, middle: int, line: int) -> None:
    end = x + round(1.9 * line)
    pg.draw.line(canvas.surface, canvas.theme.pacman, (x, middle), (end, middle), max(2, line // 7))
    pg.draw.aacircle(canvas.surface, canvas.theme.pacman, (end, middle), line * 0.24)


def _sign_of_a_likely_move(canvas: Canvas, x: int, middle: int, line: int) -> None:
    cell = round(1.9 * line)
    picture = arrow_picture(EAST, cell, 8, canvas.theme.agent(1), canvas.theme.panel)
    place = picture.get_rect(center=(x + round(0.9 * line), middle))
    canvas.surface.blit(picture, place, special_flags=BLEND)


def _sign_of_a_value(canvas: Canvas, x: int, middle: int, line: int, *, words: str, is_best: bool) -> None:
    theme = canvas.theme
    width, height = round(2 * line), round(1.2 * line)
    fill, ink = (theme.pacman, BLACK) if is_best else (theme.floor, theme.faint)
    canvas.box((x, middle - height // 2, width, height), fill, edge=theme.panel_edge, radius=line / 3)
    canvas.text(words, x + width / 2, middle, line=line, colour=ink, align=0.5)


def _sign_of_a_lag(canvas: Canvas, x: int, middle: int, line: int) -> None:
    height = max(4, line // 2)
    canvas.box((x, middle - height // 2, round(2 * line), height), canvas.theme.bad, radius=2)


def _sign_of_reasons(canvas: Canvas, x: int, middle: int, line: int) -> None:
    height, zero = max(4, line // 2), x + round(0.8 * line)
    canvas.box((x, middle - height // 2, zero - x, height), canvas.theme.bad, radius=2)
    canvas.box((zero, middle - height // 2, round(1.2 * line), height), canvas.theme.good, radius=2)
    canvas.box((zero, middle - height // 2 - 2, 1, height + 4), canvas.theme.faint, radius=0)


def _sign_of_a_fork(canvas: Canvas, x: int, middle: int, line: int) -> None:
    height = round(1.1 * line)
    canvas.box((x, middle - height // 2, round(2 * line), height), canvas.theme.floor, radius=line / 4)
    area = (x + round(0.8 * line), middle - height // 2, max(2, line // 8), height)
    canvas.box(area, canvas.theme.faint, radius=0)


SIGNS: Final[tuple[tuple[Sign, str], ...]] = (
    (_sign_of_a_course, "sign-course"),
    (_sign_of_a_likely_move, "sign-likely"),
    (partial(_sign_of_a_value, words="12", is_best=True), "sign-choice"),
    (partial(_sign_of_a_value, words="< 12", is_best=False), "sign-bound"),
    (_sign_of_a_lag, "sign-lag"),
    (_sign_of_reasons, "sign-reasons"),
    (_sign_of_a_fork, "sign-fork"),
)
