"""Scheduling of many games: submit a stream of work to an executor, and yield a stream of rows."""

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from agents.kernel.dispatch import use_kernel
from agents.kernel.machine.builder import wait_for_others
from experiments.batch.game_task import LOCAL_TASKS, GameTasks, game_seed, too_slow
from experiments.batch.matchup import BatchSeed, GameLimits, Matchup
from experiments.batch.rows import Row
from experiments.errors import ExperimentError
from jobs.in_flight import InFlight
from jobs.process_pool import PoolOptions, ProcessPool, TaskLost, TaskTimedOut
from jobs.task_executor import TaskExecutor
from pacman.record import EndReason

Work: TypeAlias = tuple[int, int]  # the number of a matchup, the number of a game

_GRACE_SECONDS: Final = 0.5  # the game itself times out an agent that is slightly late, without killing the worker
_LARGEST_CHUNK: Final = 10_000  # games
_CHUNKS_SO_FAR: Final = 2  # a chunk is at most this fraction (1/2) of the games that a worker has played so far


def local_pool(workers: int, limits: GameLimits) -> ProcessPool:
    """Open a pool of processes on this machine that enforces the limits of games."""
    return ProcessPool(workers, pool_options(limits))


def pool_options(limits: GameLimits) -> PoolOptions:
    """Return the options of a pool that enforces the limits of games."""
    return PoolOptions(silence=_with_grace(limits.move_time), task_time=_with_grace(limits.game_time))


def _with_grace(limit: float | None) -> float | None:
    return None if limit is None else 1.1 * limit + _GRACE_SECONDS


def play_batch(
    executor: Executor,
    matchups: Sequence[Matchup],
    work: Iterable[Work],
    seed: BatchSeed,
    *,
    in_flight: int | None = None,
    tasks: GameTasks = LOCAL_TASKS,
) -> Iterator[tuple[int, Row]]:
    """Play all the work and yield the number of the matchup with each row, as games finish.

    At most `in_flight` tasks are with the executor at a time (default: as many as suit it), so memory does not grow
    with the length of a batch. A task is a chunk of short games or one long game. A chunk that kills its worker is
    played again game by game, so that only the game at fault is lost.
    """
    to_do = iter(work)
    pending: InFlight[list[Work], list[Row]] = InFlight(executor)
    known = executor if isinstance(executor, TaskExecutor) else TaskExecutor()
    pace = _GamePace(known, matchups)

    def submit(chunk: list[Work]) -> None:
        pending.submit(chunk, tasks.play, [(matchups[matchup], game) for matchup, game in chunk], seed)

    def fill_up() -> None:
        """Top up the queue; the number of workers can change."""
        while len(pending) < (in_flight or _suitable(known)) and (chunk := list(islice(to_do, pace.chunk_size))):
            submit(chunk)

    fill_up()
    while pending:
        chunk, future = pending.next_done()
        try:
            rows = future.result()
        except TaskLost as error:
            if len(chunk) > 1:  # one of its games killed the worker; which one is not known
                for single in chunk:
                    submit([single])
                continue
            matchup, game = chunk[0]
            rows = [_lost(error, matchups[matchup].limits, seed, game)]
        pace.note(rows)
        wait_for_others()  # another process may be compiling the kernel: games are a hundred times as fast after that
        fill_up()
        for (matchup, _), row in zip(chunk, rows, strict=True):
            yield matchup, replace(row, error=known.as_here(row.error)) if row.error else row


def _suitable(executor: TaskExecutor) -> int:
    """Return the number of tasks to keep submitted: the running ones, and some that wait while results travel."""
    return 4 * executor.workers + 4


class _GamePace:
    """Recent duration of games, and the chunk size that follows from it."""

    def __init__(self, executor: TaskExecutor, matchups: Sequence[Matchup]) -> None:
        self._executor = executor
        times = [matchup.limits.game_time for matchup in matchups]
        self._longest = min((time / 2 for time in times if time), default=math.inf)  # one game's limit times a chunk
        self._seconds = math.inf  # for one game
        self._played = 0

    def note(self, rows: Sequence[Row]) -> None:
        self._played += len(rows)
        latest = sum(row.seconds for row in rows) / len(rows)
        # A moving average follows a change of speed, such as by the kernel, which may be compiled during a batch.
        self._seconds = latest if self._seconds == math.inf else 0.8 * self._seconds + 0.2 * latest

    @property
    def chunk_size(self) -> int:
        """Number of games for the next task.

        At most a fraction of the games played so far: the end of the work is not known, and all workers wait for the
        last chunk.
        """
        seconds = min(self._executor.task_seconds, self._longest)
        by_time = int(seconds / max(self._seconds, 1e-6))
        by_progress = self._played // (_CHUNKS_SO_FAR * self._executor.workers)
        return max(1, min(_LARGEST_CHUNK, by_time, by_progress))


def check_matchups(executor: TaskExecutor, matchups: Sequence[Matchup], tasks: GameTasks = LOCAL_TASKS) -> None:
    """Create every player once, in a worker, so that errors are raised before any game.

    A worker protects this process from students' files. Players that require the compiled kernel have it built here,
    because no game is being timed yet.
    """
    if any(matchup.pacman.arguments.get("engine") == "kernel" for matchup in matchups):
        executor.prepare(use_kernel, "kernel")
    for matchup, future in [(matchup, executor.submit(tasks.check, matchup)) for matchup in matchups]:
        try:
            future.result()
        except TaskLost as error:
            raise ExperimentError(f"{matchup.pacman.name} or {matchup.ghost.name}: cannot be made: {error}") from error


def _lost(error: TaskLost, limits: GameLimits, seed: BatchSeed, game: int) -> Row:
    """Return the row of a game that killed its worker: the progress it had reported, and why it ended."""
    moves, score = error.report
    if isinstance(error, TaskTimedOut):
        reason, text = EndReason.TIMED_OUT, too_slow(_exceeded(limits, error.seconds))
    else:
        reason, text = EndReason.CRASHED, str(error)
    return Row(game, game_seed(seed, game), score, reason.value, moves, error.seconds, text)


def _exceeded(limits: GameLimits, seconds: float) -> float | None:
    """Return the limit that a game exceeded, given how long it took."""
    return limits.game_time if seconds > (limits.game_time or math.inf) else limits.move_time
