"""One game of a batch, as a worker plays it."""

import math
import random
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

from agents.search_agent import KernelSearch, SearchAgent
from experiments.batch.matchup import Cell, Limits
from experiments.batch.pool_worker import FIRST, SECOND, board, report
from experiments.batch.rows import Row
from experiments.seeds import game_seed
from pacman.directions import Action
from pacman.errors import PacmanError
from pacman.game import EndReason, GameRecord, play
from pacman.state import GameState

_LONGEST_ERROR: Final = 1_000  # characters: a row is to be read


def check_players(cell: Cell) -> None:
    """Make everybody once: an agent that cannot be found or made is an AgentError here, before any game."""
    cell.pacman.make_pacman()
    cell.ghost.make_ghosts(cell.ghosts)


def play_games(games: Sequence[tuple[Cell, int]], batch_seed: int) -> list[Row]:
    """Several games, one after the other: short ones are not worth a message each."""
    return [play_game(cell, batch_seed, number) for cell, number in games]


def play_game(cell: Cell, batch_seed: int, number: int) -> Row:
    """The game with this number. Everybody is made anew, so nothing leaks from one game into another."""
    seed = game_seed(batch_seed, number)
    watch = _Watch(cell.limits)
    _seed_everything(seed)
    try:
        pacman, ghosts = cell.pacman.make_pacman(), cell.ghost.make_ghosts(cell.ghosts)
        if isinstance(pacman, KernelSearch):
            pacman.may_wait = False  # for a compiler: its moves are timed
        outcome = _played(cell, pacman, ghosts, seed, watch).outcome
        reason, score, moves, error = outcome.reason, outcome.score, outcome.moves, outcome.error
    except _TimeIsUp as late:
        reason, score, moves, error = EndReason.TIMED_OUT, watch.score, watch.moves, str(late)
    except PacmanError as problem:
        reason, score, moves, error = EndReason.CRASHED, 0, 0, str(problem)
    if error and len(error) > _LONGEST_ERROR:
        error = error[:_LONGEST_ERROR] + "…"
    return Row(number, seed, score, reason.value, moves, perf_counter() - watch.started, error)


def _played(cell: Cell, pacman: Any, ghosts: Sequence[Any], seed: int, watch: "_Watch") -> GameRecord:
    """The same game whoever plays it: compiled code for agents that it knows, Python for all others."""
    layout, limit = cell.layout, cell.limits.max_moves
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
    """In the same words whoever noticed it, and without the time it took: rows are equal from run to run."""
    return f"longer than {limit:g} s" if limit is not None else "too slow"


def _seed_everything(seed: int) -> None:
    """Also what an agent draws while it is made, and what it draws from numpy."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


class _TimeIsUp(Exception):
    """A move or the game has taken too long."""


class _Watch:
    """Looks at the clock and shows how far the game is. A move that comes too late does not count.

    In a game of Python's it does so at every move, and so it writes to the worker's board directly.
    """

    __slots__ = ("_board", "_end", "_is_looking", "_latest", "_limits", "_move_time", "started")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._move_time = math.inf if limits.move_time is None else limits.move_time
        self._start_clock()
        self._is_looking = False
        self._latest = math.inf  # when the next move must have come
        self._board = board()
        report(0, 0)

    def _start_clock(self) -> None:
        self.started = perf_counter()
        self._end = math.inf if self._limits.game_time is None else self.started + self._limits.game_time

    @property
    def moves(self) -> int:
        return self._board[FIRST]

    @property
    def score(self) -> int:
        return self._board[SECOND]

    def start(self, state: GameState, agents: Sequence[str]) -> None:
        self._latest = perf_counter() + self._move_time

    def update(self, state: GameState, agent: int, action: Action) -> None:
        now = perf_counter()
        if now > self._latest:
            raise _TimeIsUp(too_slow(self._limits.move_time))
        self._latest = now + self._move_time
        shown = self._board
        shown[FIRST] += 1
        shown[SECOND] = state.score
        if now > self._end and not state.is_over:
            raise _TimeIsUp(too_slow(self._limits.game_time))

    def finish(self, record: GameRecord) -> None:
        pass

    def look(self, moves: int, score: int) -> None:
        """At a game that plays many moves between two looks, or is still at one. The first look is at its start."""
        if not self._is_looking:
            self._is_looking = True
            self._start_clock()  # what compiled code takes to be loaded is nobody's time
        now = perf_counter()
        shown = self._board
        if moves > shown[FIRST] or self._latest == math.inf:  # a new move, or the first look
            self._latest = now + self._move_time
        elif now > self._latest:
            raise _TimeIsUp(too_slow(self._limits.move_time))
        shown[FIRST] = moves
        shown[SECOND] = score
        if now > self._end:
            raise _TimeIsUp(too_slow(self._limits.game_time))
