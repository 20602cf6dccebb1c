"""Berkeley's module `pacman`: the state, the rules and their constants, and functions that play games."""

import importlib
import os as os
import random as random
import sys as sys
import time as time
from collections.abc import Iterable, Iterator, Sequence
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
from pacman.berkeley.modules.ghostAgents import RandomGhost as _RandomGhost
from pacman.berkeley.modules.pacmanAgents import GreedyAgent as _GreedyAgent
from pacman.berkeley.modules.util import manhattanDistance as manhattanDistance
from pacman.berkeley.modules.util import nearestPoint as nearestPoint
from pacman.berkeley.rules import ClassicGameRules as ClassicGameRules
from pacman.berkeley.rules import GhostRules as GhostRules
from pacman.berkeley.rules import PacmanRules as PacmanRules
from pacman.berkeley.submission import BERKELEY_MODULES, load_submission
from pacman.directions import Action
from pacman.errors import AgentError, PacmanError
from pacman.scoring import COLLISION_TOLERANCE as COLLISION_TOLERANCE
from pacman.scoring import SCARED_TIME as SCARED_TIME
from pacman.scoring import TIME_PENALTY as TIME_PENALTY
from pacman.state import BerkeleyState

GameState = BerkeleyState


def loadAgent(pacman: str, nographics: bool) -> Any:
    """Return the class of an agent by its name: one of Berkeley's, or of a file `*gents.py` in the current folder."""
    for module in _agent_modules():
        if hasattr(module, pacman):
            return getattr(module, pacman)
    raise AgentError(f"The agent {pacman} is not specified in any *Agents.py.")


def _agent_modules() -> Iterator[ModuleType]:
    for name in ("pacmanAgents", "ghostAgents", "keyboardAgents"):
        yield importlib.import_module(BERKELEY_MODULES[name])
    for path in sorted(Path().glob("*gents.py")):
        yield load_submission(path.resolve())


def default(text: str) -> str:
    """Append optparse's placeholder for the default value to a help text."""
    return f"{text} [Default: %default]"


def parseAgentArgs(text: str | None) -> dict[str, Any]:
    """Parse an agent's arguments: `name=value` gives a string, a bare name gives 1."""
    found: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        name, sign, value = part.partition("=")
        found[name] = value if sign else 1
    return found


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
    """Play games one after the other, print a summary and return the games; training games are quiet and left out."""
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


def replayGame(layout: layout.Layout, actions: Iterable[tuple[int, Action]], display: Any) -> None:
    """Show a game from its moves, pairs of an agent's index and its action."""
    ghosts = [_RandomGhost(index) for index in range(1, layout.getNumGhosts() + 1)]
    rules = ClassicGameRules()
    game = rules.newGame(layout, _GreedyAgent(), ghosts, display)
    display.initialize(game.state.data)
    for agent, action in actions:
        game.state = game.state.generateSuccessor(agent, action)
        display.update(game.state.data)
        rules.process(game.state, game)
    display.finish()


def _print_summary(games: Sequence[Game]) -> None:
    scores = [game.state.getScore() for game in games]
    wins = [game.state.isWin() for game in games]
    print("Average Score:", sum(scores) / len(scores))
    print("Scores:       ", ", ".join(map(str, scores)))
    print(f"Win Rate:      {sum(wins)}/{len(wins)} ({sum(wins) / len(wins):.2f})")
    print("Record:       ", ", ".join("Win" if won else "Loss" for won in wins))
