"""One game of a batch, as a worker plays it."""

import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from time import perf_counter
from typing import Any, Final

from agents.search import SearchResult
from agents.search_agent import KernelSearch, SearchAgent
from experiments.batch.matchup import BatchSeed, GameLimits, Matchup
from experiments.batch.rows import Engine, Row
from jobs.pool_worker import MOVES, SCORE, is_worker, progress_memory, report
from pacman.directions import Action
from pacman.display.watch.thought import Thought
from pacman.errors import AgentError, PacmanError, cut_off
from pacman.game import Game, play
from pacman.record import EndReason, GameRecord
from pacman.state import GameState

_THINKING_SECONDS: Final = 4.0  # for the thoughts of one game
_LONGEST_ERROR: Final = 1_000  # characters, so that rows stay readable


def game_seed(batch_seed: BatchSeed, game: int) -> int:
    """Return the seed of game number `game` of a batch: the first 48 bits of SHA-256 of "SEED/GAME", as an integer.

    It depends on nothing else, so any number of workers, a resumed batch and every matchup of a matrix play the same
    games. It has 48 bits because some JSON readers store integers as doubles, which hold 53.
    """
    return int.from_bytes(sha256(f"{batch_seed}/{game}".encode()).digest()[:6], "big")


def check_players(matchup: Matchup) -> None:
    """Create all agents once, before any game; raise AgentError if one cannot be found or created."""
    for agent in (matchup.pacman.make_pacman(), *matchup.ghost.make_ghosts(matchup.ghosts)):
        if hasattr(agent, "steer"):
            raise AgentError(f"{type(agent).__name__}: needs a keyboard, which batches do not have; use `play`")


def play_games(games: Sequence[tuple[Matchup, int]], batch_seed: BatchSeed) -> list[Row]:
    """Play several games in order and return their rows: short games are not worth a message each."""
    return [play_game(matchup, batch_seed, number) for matchup, number in games]


def play_game(matchup: Matchup, batch_seed: BatchSeed, number: int) -> Row:
    """Play the game with this number, with new agents, so that no state leaks from one game into another."""
    seed = game_seed(batch_seed, number)
    watch, searches = GameWatch(matchup.limits), SearchCount()
    seed_everything(seed)
    try:
        pacman, ghosts = matchup.pacman.make_pacman(), matchup.ghost.make_ghosts(matchup.ghosts)
        if isinstance(pacman, KernelSearch):
            pacman.may_wait = False  # it must not wait for the compiler: its moves are timed
        outcome = _played(matchup, pacman, ghosts, seed, watch, searches).outcome
        reason, score, moves, error = outcome.reason, outcome.score, outcome.moves, outcome.error
        if reason is EndReason.TIMED_OUT:
            error = too_slow(matchup.limits.move_time)
    except _TimeIsUp as late:
        reason, score, moves, error = EndReason.TIMED_OUT, watch.score, watch.moves, str(late)
    except PacmanError as problem:
        reason, score, moves, error = EndReason.CRASHED, 0, 0, str(problem)
    seconds = perf_counter() - watch.started
    return Row(number, seed, score, reason.value, moves, seconds, shortened(error), searches.nodes, searches.engine)


def shortened(error: str | None) -> str | None:
    """Return an error message that fits into a row."""
    return cut_off(error, _LONGEST_ERROR) if error else error


def record_game(matchup: Matchup, batch_seed: BatchSeed, number: int) -> "RecordedGame":
    """Play the game with this number again and return its record, with Pacman's search for each decision."""
    from agents.microscope.watched_thought import watched_thought  # few games are recorded
    from pacman.display.watch.thoughts_of_record import thoughts_of

    limits = matchup.limits
    game = new_game(matchup, game_seed(batch_seed, number))
    record = without_exception(game.run(GameWatch(limits)))
    seconds = min(_THINKING_SECONDS, limits.move_time or _THINKING_SECONDS)  # a longer silence would end the worker
    return RecordedGame(number, record, thoughts_of(record, game.agents, seconds, watch_pacman=watched_thought))


def without_exception(record: GameRecord) -> GameRecord:
    """Return a record that can be sent to another process; an exception may not be picklable."""
    return replace(record, outcome=replace(record.outcome, exception=None))


def new_game(matchup: Matchup, seed: int) -> Game:
    """Return a new game that the caller steps or runs; it has the matchup's move limits, but not its game time."""
    seed_everything(seed)
    pacman, ghosts = matchup.pacman.make_pacman(), matchup.ghost.make_ghosts(matchup.ghosts)
    limits = matchup.limits
    return Game(matchup.layout, pacman, ghosts, seed=seed, max_moves=limits.max_moves, move_time=limits.move_time)


class SearchCount:
    """The states that Pacman's searches generate in a game, and the engine that ran them.

    nodes: None for agents that are not ours, whose searches cannot be seen.
    """

    def __init__(self) -> None:
        self.nodes: int | None = None
        self._in_kernel = self._in_python = 0

    def note_kernel_game(self, nodes: int) -> None:
        self.nodes = nodes
        self._in_kernel = 1

    def watch(self, pacman: SearchAgent) -> None:
        """Count the searches of an agent from now on."""
        self.nodes = 0
        search = pacman.search

        def counted(state: GameState) -> SearchResult[Action]:
            before = self._in_kernel
            result = search(state)
            self.nodes = (self.nodes or 0) + result.nodes
            self._in_python += self._in_kernel == before
            return result

        pacman.search = counted  # type: ignore[method-assign]
        if isinstance(pacman, KernelSearch):
            search_in_kernel = pacman._search_in_kernel

            def counted_in_kernel(state: GameState) -> SearchResult[Action] | None:
                result = search_in_kernel(state)
                self._in_kernel += result is not None
                return result

            pacman._search_in_kernel = counted_in_kernel  # type: ignore[method-assign]

    @property
    def engine(self) -> Engine:
        if self._in_kernel and self._in_python:
            return "both"
        return "kernel" if self._in_kernel else "python"


def _played(
    matchup: Matchup, pacman: Any, ghosts: Sequence[Any], seed: int, watch: "GameWatch", searches: SearchCount
) -> GameRecord:
    """Play the game in the kernel if it supports all agents, otherwise in Python; the moves are the same."""
    layout, limit = matchup.layout, matchup.limits.max_moves
    # A worker that hangs is killed by its pool; elsewhere the game itself must interrupt the agent.
    move_time = None if is_worker() else matchup.limits.move_time
    if not isinstance(pacman, SearchAgent):
        return play(layout, pacman, ghosts, seed=seed, max_moves=limit, display=watch, move_time=move_time)
    from agents.kernel import python_search
    from agents.kernel.whole_games import play_game as play_in_kernel

    record = play_in_kernel(
        layout,
        pacman,
        ghosts,
        seed=seed,
        max_moves=limit,
        watch=watch.look,
        count_nodes=searches.note_kernel_game,
    )
    if record is not None:
        return record
    searches.watch(pacman)
    with python_search():
        return play(layout, pacman, ghosts, seed=seed, max_moves=limit, display=watch, move_time=move_time)


def too_slow(limit: float | None) -> str:
    """Return the error of a late move, without the time it took, so that rows are equal from run to run."""
    return f"longer than {limit:g} s" if limit is not None else "too slow"


def seed_everything(seed: int) -> None:
    """Seed every generator that an agent may use while it is created and plays, including numpy's."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


@dataclass(frozen=True)
class RecordedGame:
    """A game of a batch with all its moves. `thoughts` are Pacman's searches by the number of the state."""

    number: int
    record: GameRecord
    thoughts: dict[int, Thought]


@dataclass(frozen=True)
class GameTasks:
    """Functions that a worker calls. The defaults create the agents in the worker's own process."""

    check: Callable[[Matchup], None] = check_players
    play: Callable[[Sequence[tuple[Matchup, int]], BatchSeed], list[Row]] = play_games
    record: Callable[[Matchup, BatchSeed, int], RecordedGame] = record_game


LOCAL_TASKS: Final = GameTasks()


class _TimeIsUp(Exception):
    """Raised when a move or a game has taken too long."""


class GameWatch:
    """Enforces the time limits of a game and publishes its progress. A move that comes too late does not count.

    In a Python game this happens at every move, so it writes to the worker's shared memory directly.
    """

    __slots__ = ("_end", "_is_looking", "_latest", "_limits", "_move_time", "_progress", "started")

    def __init__(self, limits: GameLimits) -> None:
        self._limits = limits
        self._move_time = math.inf if limits.move_time is None else limits.move_time
        self._start_clock()
        self._is_looking = False
        self._latest = math.inf  # deadline of the next move
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
        """Check the clock of a kernel game, which may play many moves between two calls, or none.

        The first call is at the start of the game.
        """
        if not self._is_looking:
            self._is_looking = True
            self._start_clock()  # loading the compiled code does not count
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
