"""Message boxes over the board: how the game ended, notices, and the list of controls."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pacman.display.draw.canvas import Canvas
from pacman.display.draw.font import SMALLEST, wrapped
from pacman.display.draw.theme import Colour, Theme
from pacman.display.geometry import Box
from pacman.display.watch.scene import catchers
from pacman.record import EndReason, Outcome
from pacman.state import GameState

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
MOST_LINES: Final = 5  # of one sentence
BRANCHES: Final = "To play on from the past starts a branch; what was played is kept."
STEERING: Final = "You steer with the arrows or W A S D; pause to use them as above."


def describe_end(state: GameState, outcome: Outcome, names: Sequence[str]) -> tuple[str, list[str]]:
    """A title and some lines for how a game ended in a state."""
    who = _named(outcome.agent, names) if outcome.agent is not None else ""
    points = f"{outcome.score} points"
    return {
        EndReason.WON: ("Pacman won", [points]),
        EndReason.LOST: ("Pacman lost", [_caught_by(state, names), points]),
        EndReason.TIMED_OUT: (f"{who} ran out of time", _place_first(outcome.error or points)),
        EndReason.CRASHED: (f"{who} crashed", _place_first(outcome.error or points)),
        EndReason.MOVE_LIMIT: ("Stopped at the move limit", [points]),
        EndReason.INTERRUPTED: ("The game was interrupted", [points]),
    }[outcome.reason]


def _named(agent: int, names: Sequence[str]) -> str:
    kind = f"Ghost {agent}" if agent else "Pacman"
    return f"{kind} ({names[agent]})" if agent < len(names) else kind


def _caught_by(state: GameState, names: Sequence[str]) -> str:
    ghosts = [_named(ghost, names) for ghost in catchers(state)]
    return f"caught by {' and '.join(ghosts)}" if ghosts else ""


def _place_first(error: str) -> list[str]:
    """An error that ends with its place in brackets: first the place, as file and line, then the error."""
    found = re.fullmatch(r"(.*) \((.+):(\d+)\)", error, flags=re.DOTALL)
    return [f"{Path(found[2]).name}:{found[3]}", found[1]] if found else [error]


def _end_colour(outcome: Outcome, theme: Theme) -> Colour:
    if outcome.reason is EndReason.WON:
        return theme.good
    return theme.faint if outcome.reason in (EndReason.MOVE_LIMIT, EndReason.INTERRUPTED) else theme.bad


def draw_end(
    canvas: Canvas, room: Box, state: GameState, outcome: Outcome, names: Sequence[str], *, hint: str = ""
) -> None:
    """How the game ended, where Pacman and what caught him stay in view."""
    title, details = describe_end(state, outcome, names)
    height = 0.2 if state.pacman_position[1] >= state.layout.height / 2 else 0.8
    _draw_message(canvas, room, height, title, [*details, hint], _end_colour(outcome, canvas.theme))


def _draw_message(
    canvas: Canvas, room: Box, height_share: float, title: str, details: Sequence[str], colour: Colour
) -> None:
    """A title and some lines below it, in a box that share of the way up the room."""
    padding = canvas.px(14)
    widest = room.width - 2 * canvas.px(8) - 2 * padding
    heads = wrapped(title, canvas.large, widest, most=2)
    lines = [line for text in details if text for line in wrapped(text, canvas.small, widest, most=MOST_LINES)]
    written = [(text, canvas.large) for text in heads] + [(text, canvas.small) for text in lines]
    width = max(canvas.width(text, line) for text, line in written)
    step = round(1.15 * canvas.small)
    height = len(heads) * canvas.large + len(lines) * step
    box = _placed(room, width + 2 * padding, height + 2 * canvas.px(9), height_share)
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
    """A short message at the lower edge of the room."""
    padding = canvas.px(10)
    lines = wrapped(text, canvas.small, room.width - 4 * padding, most=2)
    width = max(canvas.width(line, canvas.small) for line in lines) + 2 * padding
    height = round(1.2 * canvas.small * len(lines)) + canvas.px(8)
    box = Box(room.x + (room.width - width) // 2, room.bottom - height - canvas.px(6), width, height)
    canvas.box(box.area, canvas.theme.panel, edge=canvas.theme.panel_edge, radius=canvas.px(8), alpha=236)
    for number, line in enumerate(lines):
        y = box.y + canvas.px(4) + (number + 0.5) * 1.2 * canvas.small
        canvas.text(line, box.x + width / 2, y, line=canvas.small, align=0.5)


def draw_help(canvas: Canvas, room: Box, *, with_steering: bool) -> None:
    """All controls, in as many columns as it takes to fit."""
    remarks = [BRANCHES, STEERING] if with_steering else [BRANCHES]
    line = canvas.normal
    while True:
        step, padding = round(1.45 * line), line
        foot = [part for remark in remarks for part in wrapped(remark, line, room.width - 2 * padding, most=2)]
        rows = max(1, (room.height - 2 * padding) // step - len(foot))
        columns = -(-len(CONTROLS) // rows)
        rows = -(-len(CONTROLS) // columns)
        parts = [CONTROLS[start : start + rows] for start in range(0, len(CONTROLS), rows)]
        keys = [max(canvas.width(name, line) for name, _ in part) + line for part in parts]
        words = [max(canvas.width(meaning, line) for _, meaning in part) for part in parts]
        widest = sum(keys) + sum(words) + 2 * line * (columns - 1)
        if widest + 2 * padding <= room.width or line <= SMALLEST:
            break
        line -= 1
    width = min(room.width, max(widest, *(canvas.width(text, line) for text in foot)) + 2 * padding)
    height = min(room.height, step * (rows + len(foot)) + round(1.5 * padding))
    box = _placed(room, width, height, 0.5)
    canvas.box(box.area, canvas.theme.panel, edge=canvas.theme.panel_edge, radius=line / 2, alpha=250)
    x, top = box.x + (box.width - widest) // 2, box.y + padding // 2
    for part, key, meaning in zip(parts, keys, words, strict=True):
        for row, (name, text) in enumerate(part):
            y = top + round((row + 0.5) * step)
            cap = canvas.width(name, line) + line // 2
            canvas.box((x, y - step // 2 + 2, cap, step - 4), canvas.theme.panel_edge, radius=line / 4)
            canvas.text(name, x + line // 4, y, line=line)
            canvas.text(text, x + key, y, line=line)
        x += key + meaning + 2 * line
    for number, text in enumerate(foot):
        y = top + padding // 2 + round((rows + number + 0.5) * step)
        canvas.text(text, box.x + box.width / 2, y, line=line, colour=canvas.theme.accent, align=0.5)


def _placed(room: Box, width: int, height: int, height_share: float) -> Box:
    """A box in the middle between left and right, its middle that share of the way up."""
    y = round(room.y + (1 - height_share) * room.height - height / 2)
    return Box(room.x + (room.width - width) // 2, max(room.y, min(y, room.bottom - height)), width, height)
