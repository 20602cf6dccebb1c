"""The world of Pacman: mazes, states, rules, games and replays."""

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
