"""The world of Pacman: mazes, states, rules, games and replays."""

import sys

# This file must be readable to any Python 3, so that an old one is told what is wrong.
if sys.version_info < (3, 11):
    # With the name, `python -m pacman` tells it in one line.
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
    """The `__getattr__` of a package whose public names come from its modules when they are asked for.

    `homes`: by module, the names that it has. Help, errors and a process of few needs are there at once.
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


if "IPython" in sys.modules:  # a notebook shows our objects as pictures
    from pacman.display.web.notebook import register

    register()
