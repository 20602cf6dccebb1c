"""The game of Pacman: mazes, states, rules, games and replays."""

import sys

# This file uses only syntax that every Python 3 accepts, so that an old one reports the error below instead of a
# SyntaxError.
if sys.version_info < (3, 11):
    # `name` makes `python -m pacman` print this message in one line instead of a traceback.
    raise ImportError("Python 3.11 or newer is needed; this is Python %d.%d" % sys.version_info[:2], name=__name__)

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pacman.errors import AgentError, IllegalActionError, LayoutError, PacmanError, ReplayError
    from pacman.game import Game, GameInterrupted, play
    from pacman.layout import Layout, layout_names, load_layout
    from pacman.record import EndReason, GameRecord, Outcome
    from pacman.replay import Replay, load_replay
    from pacman.state import GameState

__all__ = [
    "AgentError",
    "EndReason",
    "Game",
    "GameInterrupted",
    "GameRecord",
    "GameState",
    "IllegalActionError",
    "Layout",
    "LayoutError",
    "Outcome",
    "PacmanError",
    "Replay",
    "ReplayError",
    "layout_names",
    "load_layout",
    "load_replay",
    "play",
]


def names_at_first_use(package: str, homes: "Mapping[str, Sequence[str]]") -> "Callable[[str], Any]":
    """Return a module-level `__getattr__` (PEP 562) that imports the public names of a package on first use.

    `homes` maps each module to the names that it defines. Lazy imports keep `--help`, error messages and processes
    that need only part of the package fast.
    """

    def named(name: str) -> Any:
        from importlib import import_module

        for module, names in homes.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError("module %r has no attribute %r" % (package, name))

    return named


if not TYPE_CHECKING:
    __getattr__ = names_at_first_use(
        __name__,
        {
            "pacman.errors": ("AgentError", "IllegalActionError", "LayoutError", "PacmanError", "ReplayError"),
            "pacman.game": ("Game", "GameInterrupted", "play"),
            "pacman.layout": ("Layout", "layout_names", "load_layout"),
            "pacman.record": ("EndReason", "GameRecord", "Outcome"),
            "pacman.replay": ("Replay", "load_replay"),
            "pacman.state": ("GameState",),
        },
    )


def __dir__() -> list[str]:
    return __all__


if "IPython" in sys.modules:  # notebooks show states, games and searches as pictures
    from pacman.display.web.notebook import register

    register()
