"""The world of Pacman: mazes, states, rules, games and replays."""

import sys

# This file must be readable to any Python 3, so that an old one is told what is wrong.
if sys.version_info < (3, 11):
    # With the name, `python -m pacman` tells it in one line.
    raise ImportError("Python 3.11 or newer is needed; this is Python %d.%d" % sys.version_info[:2], name=__name__)

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

if "IPython" in sys.modules:  # a notebook shows our objects as pictures
    from pacman.display.web.notebook import register

    register()
