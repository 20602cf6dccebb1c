"""Text display: coloured and redrawn in place on a terminal, plain frames one after another everywhere else."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TextIO

from pacman.board_text import GHOST_SIGN, PACMAN_SIGNS, SCARED_SIGN, board_text
from pacman.directions import Action
from pacman.layout import Layout
from pacman.record import GameRecord
from pacman.state import GameState

_WALL: Final = "34;44"  # blue on blue: a solid block, whatever its character
_COLOURS: Final = {
    "%": _WALL,
    ".": "37",
    "o": "1;97",
    SCARED_SIGN: "1;97;44",
    **dict.fromkeys(PACMAN_SIGNS.values(), "1;93"),
}
_NO_WRAP: Final = "\x1b[?7l"
_WRAP: Final = "\x1b[?7h"
_GHOST_COLOURS: Final = ("1;91", "1;96", "1;95", "1;92", "1;33", "1;37")


class TextDisplay:
    """Display that shows a frame for each round, and the last state.

    animate: draw each frame over the last one and wait `frame_time` seconds after it; the default on a terminal. A
    negative `frame_time` waits for the Enter key, animated or not. Animated frames are coloured, unless the environment
    sets NO_COLOR. A terminal smaller than the maze shows the part around Pacman, and the size that would show all.
    """

    def __init__(
        self,
        stream: TextIO | None = None,
        frame_time: float = 0.1,
        animate: bool | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._stream = stream or sys.stdout
        self._frame_time = frame_time
        is_terminal = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._animates = is_terminal if animate is None else animate
        self._is_coloured = self._animates and not os.environ.get("NO_COLOR")
        self._sleep = sleep
        self._moves = 0
        self._lines_to_redraw = 0
        self._undrawn: GameState | None = None  # the last state, if it is in the middle of a round

    def start(self, state: GameState, agents: Sequence[str]) -> None:
        self._moves = 0
        self._lines_to_redraw = 0
        if self._animates and sys.platform == "win32":
            os.system("")  # older Windows consoles accept escape codes only after a command has run
        self._draw(state)

    def update(self, state: GameState, agent: int, action: Action) -> None:
        self._moves += 1
        self._undrawn = state
        if agent == state.num_agents - 1:
            self._draw(state)

    def finish(self, record: GameRecord) -> None:
        if self._undrawn is not None:
            self._draw(self._undrawn)

    def _draw(self, state: GameState) -> None:
        self._undrawn = None
        status = f"Score {state.score}   Round {self._moves // state.num_agents}"
        if self._animates:
            part = _Part.of(state)
            board = _coloured(state, part) if self._is_coloured else "\n".join(_signs(state, part))
            frame = f"{board}\n{status}{part.remark}\n"
            if self._lines_to_redraw:
                frame = f"\x1b[{self._lines_to_redraw}F\x1b[J{frame}"
            self._lines_to_redraw = len(part.rows) + (2 if self._frame_time < 0 else 1)  # Enter adds a line
            frame = f"{_NO_WRAP}{frame}{_WRAP}"  # a wrapped line would break the count of lines to redraw
        else:
            frame = f"{board_text(state)}\n{status}\n\n"
        self._stream.write(frame)
        self._stream.flush()
        if self._frame_time < 0:
            sys.stdin.readline()
        elif self._animates and self._frame_time:
            self._sleep(self._frame_time)


@dataclass(frozen=True)
class _Part:
    """Visible part of a board: all of it, or rows and columns around Pacman. Rows are counted from the top."""

    layout: Layout
    rows: range
    columns: range

    @classmethod
    def of(cls, state: GameState) -> "_Part":
        layout, terminal = state.layout, shutil.get_terminal_size()
        x, y = (int(part) for part in state.pacman_position)
        # Two lines stay free below the board, for the status and the cursor.
        rows = _around(layout.height - 1 - y, layout.height, terminal.lines - 2)
        return cls(layout, rows, _around(x, layout.width, terminal.columns))

    @property
    def remark(self) -> str:
        """Note on the terminal size that would show all, if this one does not; else empty."""
        width, height = self.layout.width, self.layout.height
        needs = [f"{height + 2} rows"] if len(self.rows) < height else []
        needs += [f"{width} columns"] if len(self.columns) < width else []
        return f"   (the whole maze needs {' and '.join(needs)})" if needs else ""


def _around(place: int, size: int, room: int) -> range:
    """Return the largest range that fits, with `place` in its middle if possible."""
    shown = max(1, min(size, room))
    start = max(0, min(place - shown // 2, size - shown))
    return range(start, start + shown)


def _signs(state: GameState, part: _Part) -> list[str]:
    """Return the rows of the visible part as text."""
    rows = board_text(state).split("\n")
    return [rows[row][part.columns.start : part.columns.stop] for row in part.rows]


def _coloured(state: GameState, part: _Part) -> str:
    """Return the board in colour; cells are two characters wide, nearly square, if the terminal is wide enough."""
    is_wide = 2 * state.layout.width <= shutil.get_terminal_size().columns
    ghosts = {}
    for ghost in range(1, state.num_agents):
        x, y = state.position(ghost)
        ghosts[int(x), int(y)] = _GHOST_COLOURS[(ghost - 1) % len(_GHOST_COLOURS)]

    def painted() -> Iterator[tuple[str, str]]:
        """Yield each cell's colour and characters."""
        for row, signs in zip(part.rows, _signs(state, part), strict=True):
            for x, sign in zip(part.columns, signs, strict=True):
                is_ghost = sign == GHOST_SIGN
                colour = ghosts[x, state.layout.height - 1 - row] if is_ghost else _COLOURS.get(sign, "")
                yield colour, (2 * sign if sign == "%" else f"{sign} ") if is_wide else sign
            yield "", "\n"

    runs = ((colour, "".join(sign for _, sign in run)) for colour, run in groupby(painted(), key=lambda cell: cell[0]))
    return "".join(f"\x1b[{colour}m{signs}\x1b[0m" if colour else signs for colour, signs in runs).rstrip("\n")
