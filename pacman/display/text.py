"""A game as text: coloured and in place on a terminal, plain frames one after another everywhere else."""

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

_WALL: Final = "34;44"  # a blue block, whatever its sign
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
    """Shows a frame for each round, and the last state.

    animate: draw each frame over the last one and wait `frame_time` seconds after it; by default on a terminal. Below 0
    it is the Enter key that is waited for, anywhere. Colours are used on a terminal, too, unless the environment says
    NO_COLOR. A terminal smaller than the maze shows what is around Pacman, and how large it would have to be.
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
        self._undrawn: GameState | None = None  # the last state, while it lies within a round

    def start(self, state: GameState, agents: Sequence[str]) -> None:
        self._moves = 0
        self._lines_to_redraw = 0
        if self._animates and sys.platform == "win32":
            os.system("")  # older Windows consoles take escape codes once any command has run
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
            self._lines_to_redraw = len(part.rows) + (2 if self._frame_time < 0 else 1)  # Enter begins a line, too
            frame = f"{_NO_WRAP}{frame}{_WRAP}"  # a line that ran on in the next row would be one too many
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
    """What a terminal shows of a board: all of it, or rows and columns around Pacman. Rows are counted from the top."""

    layout: Layout
    rows: range
    columns: range

    @classmethod
    def of(cls, state: GameState) -> "_Part":
        layout, terminal = state.layout, shutil.get_terminal_size()
        x, y = (int(part) for part in state.pacman_position)
        rows = _around(layout.height - 1 - y, layout.height, terminal.lines - 2)  # below: the status, and the cursor
        return cls(layout, rows, _around(x, layout.width, terminal.columns))

    @property
    def remark(self) -> str:
        """How large a terminal would show all, where this one does not."""
        width, height = self.layout.width, self.layout.height
        needs = [f"{height + 2} rows"] if len(self.rows) < height else []
        needs += [f"{width} columns"] if len(self.columns) < width else []
        return f"   (all of it needs {' and '.join(needs)})" if needs else ""


def _around(place: int, size: int, room: int) -> range:
    """As much of a board as there is room for, with a place in its middle if it can be."""
    shown = max(1, min(size, room))
    start = max(0, min(place - shown // 2, size - shown))
    return range(start, start + shown)


def _signs(state: GameState, part: _Part) -> list[str]:
    """The rows of a part of the board."""
    rows = board_text(state).split("\n")
    return [rows[row][part.columns.start : part.columns.stop] for row in part.rows]


def _coloured(state: GameState, part: _Part) -> str:
    """The board in colour; each cell two signs wide, which makes it square, if the terminal is wide enough."""
    is_wide = 2 * state.layout.width <= shutil.get_terminal_size().columns
    ghosts = {}
    for ghost in range(1, state.num_agents):
        x, y = state.position(ghost)
        ghosts[int(x), int(y)] = _GHOST_COLOURS[(ghost - 1) % len(_GHOST_COLOURS)]

    def painted() -> Iterator[tuple[str, str]]:
        """Each sign with its colour."""
        for row, signs in zip(part.rows, _signs(state, part), strict=True):
            for x, sign in zip(part.columns, signs, strict=True):
                is_ghost = sign == GHOST_SIGN
                colour = ghosts[x, state.layout.height - 1 - row] if is_ghost else _COLOURS.get(sign, "")
                yield colour, (2 * sign if sign == "%" else f"{sign} ") if is_wide else sign
            yield "", "\n"

    runs = ((colour, "".join(sign for _, sign in run)) for colour, run in groupby(painted(), key=lambda cell: cell[0]))
    return "".join(f"\x1b[{colour}m{signs}\x1b[0m" if colour else signs for colour, signs in runs).rstrip("\n")
