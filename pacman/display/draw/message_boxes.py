"""Words over the board: how the game ended, notices, and the list of controls."""

from collections.abc import Sequence
from typing import Final

from pacman.display.arrangement import Box
from pacman.display.ending import describe_end
from pacman.display.lettering import SMALLEST, wrapped
from pacman.display.pen import Pen
from pacman.display.theme import Colour, Theme
from pacman.game import EndReason, Outcome

CONTROLS: Final = (
    ("Space", "pause, play on"),
    ("Right", "one step on"),
    ("Left", "one step back"),
    ("Home End", "first, last moment"),
    ("Mouse", "drag on the timeline"),
    ("Enter", "watch again from here"),
    ("Tab", "next branch"),
    ("+ −", "faster, slower"),
    ("R", "restart with this seed"),
    ("N", "next seed"),
    ("T", "see it think"),
    ("S", "save a screenshot"),
    ("G", "save a GIF"),
    ("L", "light or dark"),
    ("F", "full screen"),
    ("H", "this help"),
    ("Q", "quit"),
)
BRANCHES: Final = "To play on from the past starts a branch; what was played is kept."
STEERING: Final = "You steer with the arrows or W A S D; pause to use them as above."


def end_colour(outcome: Outcome, theme: Theme) -> Colour:
    if outcome.reason is EndReason.WON:
        return theme.good
    return theme.faint if outcome.reason in (EndReason.MOVE_LIMIT, EndReason.INTERRUPTED) else theme.bad


def draw_end(
    pen: Pen, room: Box, outcome: Outcome, names: Sequence[str], *, height: float = 0.5, hint: str = ""
) -> None:
    """The end of the game, `height` of the way up the room."""
    title, detail = describe_end(outcome, names)
    _draw_words(pen, room, height, title, [detail, hint], end_colour(outcome, pen.theme))


def _draw_words(pen: Pen, room: Box, height_share: float, title: str, details: Sequence[str], colour: Colour) -> None:
    """A title and some lines below it, in a box."""
    padding = pen.px(14)
    widest = room.width - 2 * pen.px(8) - 2 * padding
    lines = [line for text in details if text for line in wrapped(text, pen.small, widest, most=3)]
    heads = wrapped(title, pen.large, widest, most=2)
    width = max([pen.width(text, pen.large) for text in heads] + [pen.width(text, pen.small) for text in lines])
    step = round(1.15 * pen.small)
    height = len(heads) * pen.large + len(lines) * step
    box = _placed(room, width + 2 * padding, height + 2 * pen.px(9), height_share)
    pen.box(box.area, pen.theme.panel, edge=colour, radius=pen.px(10), alpha=236)
    middle = box.x + box.width / 2
    y = box.y + (box.height - height) / 2
    for text in heads:
        pen.text(text, middle, y + pen.large / 2, line=pen.large, colour=colour, align=0.5)
        y += pen.large
    for text in lines:
        pen.text(text, middle, y + step / 2, line=pen.small, align=0.5)
        y += step


def draw_notice(pen: Pen, room: Box, text: str) -> None:
    """A passing remark, at the lower edge of the room."""
    padding = pen.px(10)
    lines = wrapped(text, pen.small, room.width - 4 * padding, most=2)
    width = max(pen.width(line, pen.small) for line in lines) + 2 * padding
    height = round(1.2 * pen.small * len(lines)) + pen.px(8)
    box = Box(room.x + (room.width - width) // 2, room.bottom - height - pen.px(6), width, height)
    pen.box(box.area, pen.theme.panel, edge=pen.theme.panel_edge, radius=pen.px(8), alpha=236)
    for number, line in enumerate(lines):
        y = box.y + pen.px(4) + (number + 0.5) * 1.2 * pen.small
        pen.text(line, box.x + width / 2, y, line=pen.small, align=0.5)


def draw_help(pen: Pen, room: Box, *, with_steering: bool) -> None:
    """All controls, in as many columns as it takes to fit."""
    remarks = [BRANCHES, STEERING] if with_steering else [BRANCHES]
    line = pen.normal
    while True:
        step, padding = round(1.45 * line), line
        foot = [part for remark in remarks for part in wrapped(remark, line, room.width - 2 * padding, most=2)]
        rows = max(1, (room.height - 2 * padding) // step - len(foot))
        columns = -(-len(CONTROLS) // rows)
        rows = -(-len(CONTROLS) // columns)
        parts = [CONTROLS[start : start + rows] for start in range(0, len(CONTROLS), rows)]
        keys = [max(pen.width(name, line) for name, _ in part) + line for part in parts]
        words = [max(pen.width(meaning, line) for _, meaning in part) for part in parts]
        widest = sum(keys) + sum(words) + 2 * line * (columns - 1)
        if widest + 2 * padding <= room.width or line <= SMALLEST:
            break
        line -= 1
    width = min(room.width, max(widest, *(pen.width(text, line) for text in foot)) + 2 * padding)
    height = min(room.height, step * (rows + len(foot)) + round(1.5 * padding))
    box = _placed(room, width, height, 0.5)
    pen.box(box.area, pen.theme.panel, edge=pen.theme.panel_edge, radius=line / 2, alpha=250)
    x, top = box.x + (box.width - widest) // 2, box.y + padding // 2
    for part, key, meaning in zip(parts, keys, words, strict=True):
        for row, (name, text) in enumerate(part):
            y = top + round((row + 0.5) * step)
            cap = pen.width(name, line) + line // 2
            pen.box((x, y - step // 2 + 2, cap, step - 4), pen.theme.panel_edge, radius=line / 4)
            pen.text(name, x + line // 4, y, line=line)
            pen.text(text, x + key, y, line=line)
        x += key + meaning + 2 * line
    for number, text in enumerate(foot):
        y = top + padding // 2 + round((rows + number + 0.5) * step)
        pen.text(text, box.x + box.width / 2, y, line=line, colour=pen.theme.accent, align=0.5)


def end_height(pacman_y: float, rows: int) -> float:
    """How high to tell the end so that Pacman, and what befell him, stays in view."""
    return 0.2 if pacman_y >= rows / 2 else 0.8


def _placed(room: Box, width: int, height: int, height_share: float) -> Box:
    """A box in the middle between left and right, its middle that share of the way up."""
    y = round(room.y + (1 - height_share) * room.height - height / 2)
    return Box(room.x + (room.width - width) // 2, max(room.y, min(y, room.bottom - height)), width, height)
