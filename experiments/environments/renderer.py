"""Pictures of an environment, in the modes of Gymnasium and PettingZoo."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pacman.board_text import board_text
from pacman.errors import DisplayError, unknown
from pacman.layout import Layout
from pacman.state import GameState

if TYPE_CHECKING:
    from pacman.display.live_picture import LivePicture

RENDER_MODES: Final = ("human", "rgb_array", "ansi")
RENDER_FPS: Final = 10


class Renderer:
    """Draws states in one mode: a window, an array of pixels, or text. pygame is loaded for the first picture."""

    def __init__(self, layout: Layout, mode: str | None, known: Sequence[str] = RENDER_MODES) -> None:
        if mode is not None and mode not in known:
            raise DisplayError(unknown("render_mode", str(mode), known))
        self._layout = layout
        self._mode = mode
        self._picture: LivePicture | None = None

    def render(self, state: GameState, rounds: int) -> Any:
        """Return an array of the shape (height, width, 3), a text, or None, by the mode."""
        if self._mode is None:
            raise DisplayError(f"render() needs a render_mode; expected one of {', '.join(RENDER_MODES)}")
        if self._mode == "ansi":
            return f"{board_text(state)}\nScore: {state.score}\n"
        if self._picture is None:
            from pacman.display.live_picture import LivePicture

            self._picture = LivePicture(self._layout)
        if self._mode == "human":
            self._picture.show(state, rounds)
            return None
        width, height, pixels = self._picture.pixels(state, rounds)
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3).copy()

    def close(self) -> None:
        """Close the window; further calls do nothing."""
        if self._picture is not None:
            self._picture.close()
            self._picture = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_picture": None}  # a window cannot be copied; a copy opens its own
