"""Message boxes over the board: the outcome of the game, and notices."""

from collections.abc import Sequence
from typing import Final

from pacman.display.draw.canvas import Canvas
from pacman.display.draw.font import wrapped
from pacman.display.geometry import Box
from pacman.display.theme import Colour, Theme
from pacman.display.watch.captions import describe_end
from pacman.record import EndReason, Outcome
from pacman.state import GameState

MOST_LINES: Final = 5  # of one sentence


def _end_colour(outcome: Outcome, theme: Theme) -> Colour:
    if outcome.reason is EndReason.WON:
        return theme.good
    return theme.faint if outcome.reason in (EndReason.MOVE_LIMIT, EndReason.INTERRUPTED) else theme.bad


def draw_end(
    canvas: Canvas, room: Box, state: GameState, outcome: Outcome, names: Sequence[str], *, hint: str = ""
) -> None:
    """Draw the outcome of the game in the half of the board where it does not cover Pacman."""
    title, details = describe_end(state, outcome, names, canvas.words)
    height = 0.2 if state.pacman_position[1] >= state.layout.height / 2 else 0.8
    _draw_message(canvas, room, height, title, [*details, hint], _end_colour(outcome, canvas.theme))


def _draw_message(
    canvas: Canvas, room: Box, height_share: float, title: str, details: Sequence[str], colour: Colour
) -> None:
    """Draw a box with a title and lines below it; `height_share` is its height in the room, from 0, the bottom."""
    padding = canvas.px(14)
    widest = room.width - 2 * canvas.px(8) - 2 * padding
    heads = wrapped(title, canvas.large, widest, most=2)
    lines = [line for text in details if text for line in wrapped(text, canvas.small, widest, most=MOST_LINES)]
    written = [(text, canvas.large) for text in heads] + [(text, canvas.small) for text in lines]
    width = max(canvas.width(text, line) for text, line in written)
    step = round(1.15 * canvas.small)
    height = len(heads) * canvas.large + len(lines) * step
    box = placed(room, width + 2 * padding, height + 2 * canvas.px(9), height_share)
    canvas.box(box.area, canvas.theme.panel, edge=colour, radius=canvas.px(10), alpha=236)
    middle = box.x + box.width / 2
    y = box.y + (box.height - height) / 2
    for text in heads:
        canvas.text(text, middle, y + canvas.large / 2, line=canvas.large, colour=colour, align=0.5)
        y += canvas.large
    for text in lines:
        canvas.text(text, middle, y + step / 2, line=canvas.small, align=0.5)
        y += step


def draw_notice(canvas: Canvas, room: Box, text: str) -> None:
    """Draw a short message at the lower edge of the room."""
    padding = canvas.px(10)
    lines = wrapped(text, canvas.small, room.width - 4 * padding, most=4)
    width = max(canvas.width(line, canvas.small) for line in lines) + 2 * padding
    height = round(1.2 * canvas.small * len(lines)) + canvas.px(8)
    box = Box(room.x + (room.width - width) // 2, room.bottom - height - canvas.px(6), width, height)
    canvas.box(box.area, canvas.theme.panel, edge=canvas.theme.panel_edge, radius=canvas.px(8), alpha=236)
    for number, line in enumerate(lines):
        y = box.y + canvas.px(4) + (number + 0.5) * 1.2 * canvas.small
        canvas.text(line, box.x + width / 2, y, line=canvas.small, align=0.5)


def placed(room: Box, width: int, height: int, height_share: float) -> Box:
    """Return a box that is centred horizontally; its middle is at `height_share` of the height, from the bottom."""
    y = round(room.y + (1 - height_share) * room.height - height / 2)
    return Box(room.x + (room.width - width) // 2, max(room.y, min(y, room.bottom - height)), width, height)
