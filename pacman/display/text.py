"""A game as text: coloured and in place on a terminal, plain frames one after another everywhere else."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, TextIO

from pacman.board_text import GHOST_SIGN, PACMAN_SIGNS, SCARED_SIGN, board_text
from pacman.directions import Action
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

    animate: draw each frame over the last one and wait `frame_time` seconds after it; by default on a terminal. Colours
    are used there, too, unless the environment says NO_COLOR.
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
        board = _coloured(state) if self._is_coloured else board_text(state)
        frame = f"{board}\nScore {state.score}   Round {self._moves // state.num_agents}\n"
        if self._animates:
            if self._lines_to_redraw:
                frame = f"\x1b[{self._lines_to_redraw}F\x1b[J{frame}"
            height = state.layout.height + 1
            # What has scrolled off the top of the terminal cannot be drawn over.
            self._lines_to_redraw = height if height < shutil.get_terminal_size().lines else 0
            frame = f"{_NO_WRAP}{frame}{_WRAP}"  # a line that ran on in the next row would be one too many
        else:
            frame += "\n"
        self._stream.write(frame)
        self._stream.flush()
        if self._animates and self._frame_time:
            self._sleep(self._frame_time)


def _coloured(state: GameState) -> str:
    """The board in colour; each cell two signs wide, which makes it square, if the terminal is wide enough."""
    is_wide = 2 * state.layout.width <= shutil.get_terminal_size().columns
    ghosts = {}
    for ghost in range(1, state.num_agents):
        x, y = state.position(ghost)
        ghosts[int(x), int(y)] = _GHOST_COLOURS[(ghost - 1) % len(_GHOST_COLOURS)]

    def painted() -> Iterator[tuple[str, str]]:
        """Each sign with its colour."""
        for y, row in zip(reversed(range(state.layout.height)), board_text(state).split("\n"), strict=True):
            for x, sign in enumerate(row):
                colour = ghosts[x, y] if sign == GHOST_SIGN else _COLOURS.get(sign, "")
                yield colour, (2 * sign if sign == "%" else f"{sign} ") if is_wide else sign
            yield "", "\n"

    runs = ((colour, "".join(sign for _, sign in run)) for colour, run in groupby(painted(), key=lambda cell: cell[0]))
    return "".join(f"\x1b[{colour}m{signs}\x1b[0m" if colour else signs for colour, signs in runs).rstrip("\n")
