"""Berkeley's module `pacman`: the state, the rules and their numbers, and how games are played."""

import importlib
import os as os
import random as random
import sys as sys
import time as time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from pacman.berkeley.modules import layout as layout
from pacman.berkeley.modules import util as util
from pacman.berkeley.modules.game import Actions as Actions
from pacman.berkeley.modules.game import Agent as Agent
from pacman.berkeley.modules.game import Directions as Directions
from pacman.berkeley.modules.game import Game as Game
from pacman.berkeley.modules.game import GameStateData as GameStateData
from pacman.berkeley.modules.util import manhattanDistance as manhattanDistance
from pacman.berkeley.modules.util import nearestPoint as nearestPoint
from pacman.berkeley.rules import ClassicGameRules as ClassicGameRules
from pacman.berkeley.rules import GhostRules as GhostRules
from pacman.berkeley.rules import PacmanRules as PacmanRules
from pacman.berkeley.submission import BERKELEY_MODULES, load_submission
from pacman.errors import AgentError, PacmanError
from pacman.scoring import COLLISION_TOLERANCE as COLLISION_TOLERANCE
from pacman.scoring import SCARED_TIME as SCARED_TIME
from pacman.scoring import TIME_PENALTY as TIME_PENALTY
from pacman.state import BerkeleyState

GameState = BerkeleyState


def loadAgent(pacman: str, nographics: bool) -> Any:
    """The class of an agent by its name: one of Berkeley's, or of a file `…gents.py` in the working folder."""
    for module in _agent_modules():
        if hasattr(module, pacman):
            return getattr(module, pacman)
    raise AgentError(f"The agent {pacman} is not specified in any *Agents.py.")


def _agent_modules() -> Iterator[ModuleType]:
    for name in ("pacmanAgents", "ghostAgents", "keyboardAgents"):
        yield importlib.import_module(BERKELEY_MODULES[name])
    for path in sorted(Path().glob("*gents.py")):
        yield load_submission(path.resolve())


def readCommand(argv: Sequence[str]) -> NoReturn:
    raise PacmanError("readCommand reads a command line, and a submission has none; make a game with runGames")


def runGames(
    layout: layout.Layout,
    pacman: Any,
    ghosts: list[Any],
    display: Any,
    numGames: int,
    record: bool = False,
    numTraining: int = 0,
    catchExceptions: bool = False,
    timeout: int = 30,
) -> list[Game]:
    """Play games one after the other and print how they went. Those for training are quiet and do not count."""
    if record:
        raise PacmanError("runGames keeps no records here; record a game with `run.py play -r FILE`")
    rules = ClassicGameRules(timeout)
    games = []
    for number in range(numGames):
        is_training = number < numTraining
        game = rules.newGame(layout, pacman, ghosts, None if is_training else display, is_training, catchExceptions)
        game.run()
        if not is_training:
            games.append(game)
    if games:
        _print_summary(games)
    return games


def _print_summary(games: Sequence[Game]) -> None:
    scores = [game.state.getScore() for game in games]
    wins = [game.state.isWin() for game in games]
    print("Average Score:", sum(scores) / len(scores))
    print("Scores:       ", ", ".join(map(str, scores)))
    print(f"Win Rate:      {sum(wins)}/{len(wins)} ({sum(wins) / len(wins):.2f})")
    print("Record:       ", ", ".join("Win" if won else "Loss" for won in wins))
