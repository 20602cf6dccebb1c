"""One game of a batch, as a worker plays it."""

import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from time import perf_counter
from typing import Any, Final

from agents.search_agent import KernelSearch, SearchAgent
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.rows import Row
from jobs.pool_worker import MOVES, SCORE, progress_memory, report
from pacman.directions import Action
from pacman.display.watch.thought import Thought
from pacman.display.watch.thoughts_of_record import thoughts_of
from pacman.errors import AgentError, PacmanError
from pacman.game import Game, play
from pacman.record import EndReason, GameRecord
from pacman.state import GameState

_THINKING_SECONDS: Final = 4.0  # for the thoughts of one game
_LONGEST_ERROR: Final = 1_000  # characters: a row is to be read


def game_seed(batch_seed: int, game: int) -> int:
    """The seed of game number `game` of a batch: the first 48 bits of SHA-256 of "SEED/GAME", as a whole number.

    It depends on nothing else, so any number of workers, a resumed batch and every matchup of a matrix play the same
    games. 48 bits, because some readers of JSON keep no more than 53.
    """
    return int.from_bytes(sha256(f"{batch_seed}/{game}".encode()).digest()[:6], "big")


def check_players(matchup: Matchup) -> None:
    """Make everybody once: an agent that cannot be found or made is an AgentError here, before any game."""
    for agent in (matchup.pacman.make_pacman(), *matchup.ghost.make_ghosts(matchup.ghosts)):
        if hasattr(agent, "steer"):
            raise AgentError(f"{type(agent).__name__}: nobody can steer here; `play` lets a person play")


def play_games(games: Sequence[tuple[Matchup, int]], batch_seed: int) -> list[Row]:
    """Several games, one after the other: short ones are not worth a message each."""
    return [play_game(matchup, batch_seed, number) for matchup, number in games]


def play_game(matchup: Matchup, batch_seed: int, number: int) -> Row:
    """The game with this number. Everybody is made anew, so nothing leaks from one game into another."""
    seed = game_seed(batch_seed, number)
    watch = _Watch(matchup.limits)
    _seed_everything(seed)
    try:
        pacman, ghosts = matchup.pacman.make_pacman(), matchup.ghost.make_ghosts(matchup.ghosts)
        if isinstance(pacman, KernelSearch):
            pacman.may_wait = False  # for a compiler: its moves are timed
        outcome = _played(matchup, pacman, ghosts, seed, watch).outcome
        reason, score, moves, error = outcome.reason, outcome.score, outcome.moves, outcome.error
    except _TimeIsUp as late:
        reason, score, moves, error = EndReason.TIMED_OUT, watch.score, watch.moves, str(late)
    except PacmanError as problem:
        reason, score, moves, error = EndReason.CRASHED, 0, 0, str(problem)
    if error and len(error) > _LONGEST_ERROR:
        error = error[:_LONGEST_ERROR] + "…"
    return Row(number, seed, score, reason.value, moves, perf_counter() - watch.started, error)


def record_game(matchup: Matchup, batch_seed: int, number: int) -> "RecordedGame":
    """The game with this number once more, to be looked at: move by move, with what Pacman thought."""
    limits = matchup.limits
    game = new_game(matchup, game_seed(batch_seed, number))
    record = game.run(_Watch(limits))
    record = replace(record, outcome=replace(record.outcome, exception=None))  # which may not travel
    seconds = min(_THINKING_SECONDS, limits.move_time or _THINKING_SECONDS)  # for longer silence a worker is ended
    return RecordedGame(number, record, thoughts_of(record, game.agents, seconds))


def new_game(matchup: Matchup, seed: int) -> Game:
    """A game about to be played, to be looked at; its limits are those of moves, not that of the whole game's time."""
    _seed_everything(seed)
    pacman, ghosts = matchup.pacman.make_pacman(), matchup.ghost.make_ghosts(matchup.ghosts)
    limits = matchup.limits
    return Game(matchup.layout, pacman, ghosts, seed=seed, max_moves=limits.max_moves, move_time=limits.move_time)


def _played(matchup: Matchup, pacman: Any, ghosts: Sequence[Any], seed: int, watch: "_Watch") -> GameRecord:
    """The same game whoever plays it: compiled code for agents that it knows, Python for all others."""
    layout, limit = matchup.layout, matchup.limits.max_moves
    if not isinstance(pacman, SearchAgent):
        return play(layout, pacman, ghosts, seed=seed, max_moves=limit, display=watch)
    from agents.kernel import python_search
    from agents.kernel.whole_games import play_game as play_in_kernel

    record = play_in_kernel(layout, pacman, ghosts, seed=seed, max_moves=limit, watch=watch.look)
    if record is not None:
        return record
    with python_search():
        return play(layout, pacman, ghosts, seed=seed, max_moves=limit, display=watch)


def too_slow(limit: float | None) -> str:
    """The error of a late move, without the time it took: rows are equal from run to run, whoever noticed it."""
    return f"longer than {limit:g} s" if limit is not None else "too slow"


def _seed_everything(seed: int) -> None:
    """Every stream an agent may draw from while it is made and while it plays, numpy's included."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


@dataclass(frozen=True)
class RecordedGame:
    """A game of a batch, whole. `thoughts` are Pacman's, by the number of the state."""

    number: int
    record: GameRecord
    thoughts: dict[int, Thought]


class _TimeIsUp(Exception):
    """A move or a game that has taken too long."""


class _Watch:
    """Looks at the clock and shows how far the game is. A move that comes too late does not count.

    In a game of Python's it does so at every move, and so it writes to the worker's shared memory directly.
    """

    __slots__ = ("_end", "_is_looking", "_latest", "_limits", "_move_time", "_progress", "started")

    def __init__(self, limits: GameLimits) -> None:
        self._limits = limits
        self._move_time = math.inf if limits.move_time is None else limits.move_time
        self._start_clock()
        self._is_looking = False
        self._latest = math.inf  # when the next move must have come
        self._progress = progress_memory()
        report(0, 0)

    def _start_clock(self) -> None:
        self.started = perf_counter()
        self._end = math.inf if self._limits.game_time is None else self.started + self._limits.game_time

    @property
    def moves(self) -> int:
        return self._progress[MOVES]

    @property
    def score(self) -> int:
        return self._progress[SCORE]

    def start(self, state: GameState, agents: Sequence[str]) -> None:
        self._latest = perf_counter() + self._move_time

    def update(self, state: GameState, agent: int, action: Action) -> None:
        now = perf_counter()
        if now > self._latest:
            raise _TimeIsUp(too_slow(self._limits.move_time))
        self._latest = now + self._move_time
        shown = self._progress
        shown[MOVES] += 1
        shown[SCORE] = state.score
        if now > self._end and not state.is_over:
            raise _TimeIsUp(too_slow(self._limits.game_time))

    def finish(self, record: GameRecord) -> None:
        pass

    def look(self, moves: int, score: int) -> None:
        """A look at a game that plays many moves between two looks, or is still at one; the first is at its start."""
        if not self._is_looking:
            self._is_looking = True
            self._start_clock()  # what compiled code takes to be loaded is nobody's time
        now = perf_counter()
        shown = self._progress
        if moves > shown[MOVES] or self._latest == math.inf:  # a new move, or the first look
            self._latest = now + self._move_time
        elif now > self._latest:
            raise _TimeIsUp(too_slow(self._limits.move_time))
        shown[MOVES] = moves
        shown[SCORE] = score
        if now > self._end:
            raise _TimeIsUp(too_slow(self._limits.game_time))
