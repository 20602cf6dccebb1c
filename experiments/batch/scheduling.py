"""Many games: a stream of work goes into an executor, a stream of rows comes out."""

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import islice
from typing import Final, TypeAlias

from agents.kernel.dispatch import use_kernel
from agents.kernel.machine.builder import wait_for_others
from experiments.batch.game_task import check_players, game_seed, play_games, too_slow
from experiments.batch.in_flight import InFlight
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.process_pool import ProcessPool, TaskLost, TaskTimedOut
from experiments.batch.rows import Row
from experiments.batch.task_executor import TASK_SECONDS, TaskExecutor
from experiments.errors import ExperimentError
from pacman.record import EndReason

Work: TypeAlias = tuple[int, int]  # the number of a matchup, the number of a game

_GRACE_SECONDS: Final = 0.5  # an agent that is merely late is found out by the game itself, and its worker lives on
_LARGEST_CHUNK: Final = 1024  # games


def local_pool(workers: int, limits: GameLimits) -> ProcessPool:
    """Processes on this machine that keep to the limits."""
    return ProcessPool(workers, silence=_with_grace(limits.move_time), task_time=_with_grace(limits.game_time))


def _with_grace(limit: float | None) -> float | None:
    return None if limit is None else 1.1 * limit + _GRACE_SECONDS


def play_batch(
    executor: Executor,
    matchups: Sequence[Matchup],
    work: Iterable[Work],
    seed: int,
    *,
    in_flight: int = 16,
    task_seconds: float = TASK_SECONDS,
) -> Iterator[tuple[int, Row]]:
    """Play all the work and yield the number of the matchup with each row, as games finish.

    `in_flight` tasks are with the executor at a time, so a batch of any length takes the same memory. A task is a chunk
    of short games, about `task_seconds` of play, or one long game. A chunk that takes its worker with it is played
    again one by one, so that only the game that did it is lost.
    """
    to_do = iter(work)
    pending: InFlight[list[Work], list[Row]] = InFlight(executor)
    pace = _GamePace(task_seconds)

    def submit(chunk: list[Work]) -> None:
        if chunk:
            pending.submit(chunk, play_games, [(matchups[matchup], game) for matchup, game in chunk], seed)

    for _ in range(in_flight):
        submit(list(islice(to_do, 1)))
    while pending:
        chunk, future = pending.next_done()
        try:
            rows = future.result()
        except TaskLost as error:
            if len(chunk) > 1:
                for single in chunk:
                    submit([single])
                continue
            matchup, game = chunk[0]
            rows = [_lost(error, matchups[matchup].limits, seed, game)]
        pace.note(rows)
        wait_for_others()  # who has begun to compile: games are a hundred times as fast then
        submit(list(islice(to_do, pace.chunk_size)))
        for (matchup, _), row in zip(chunk, rows, strict=True):
            yield matchup, row


def play_with(
    executor: TaskExecutor, matchups: Sequence[Matchup], work: Iterable[Work], seed: int
) -> Iterator[tuple[int, Row]]:
    """`play_batch`, with as many and as large tasks as suit the executor."""
    in_flight, seconds = 4 * executor.workers + 4, executor.task_seconds
    return play_batch(executor, matchups, work, seed, in_flight=in_flight, task_seconds=seconds)


class _GamePace:
    """How long games took lately, and so how many of them make a chunk."""

    def __init__(self, task_seconds: float) -> None:
        self._task_seconds = task_seconds
        self._seconds = math.inf  # for one game

    def note(self, rows: Sequence[Row]) -> None:
        latest = sum(row.seconds for row in rows) / len(rows)
        self._seconds = latest if self._seconds == math.inf else 0.8 * self._seconds + 0.2 * latest

    @property
    def chunk_size(self) -> int:
        return max(1, min(_LARGEST_CHUNK, int(self._task_seconds / max(self._seconds, 1e-6))))


def check_matchups(executor: Executor, matchups: Sequence[Matchup]) -> None:
    """Make every player once, where students' files cannot hurt us; what is wrong with one is raised here.

    Players that ask for compiled code have it built here: nobody's clock is running yet.
    """
    if any(matchup.pacman.arguments.get("engine") == "kernel" for matchup in matchups):
        use_kernel("kernel")
    for matchup, future in [(matchup, executor.submit(check_players, matchup)) for matchup in matchups]:
        try:
            future.result()
        except TaskLost as error:
            raise ExperimentError(f"{matchup.pacman.name} or {matchup.ghost.name}: cannot be made: {error}") from error


def _lost(error: TaskLost, limits: GameLimits, seed: int, game: int) -> Row:
    """The row of a game that took its worker with it: how far it had come, and why it ended."""
    moves, score = error.report
    if isinstance(error, TaskTimedOut):
        reason, text = EndReason.TIMED_OUT, too_slow(_exceeded(limits, error.seconds))
    else:
        reason, text = EndReason.CRASHED, str(error)
    return Row(game, game_seed(seed, game), score, reason.value, moves, error.seconds, text)


def _exceeded(limits: GameLimits, seconds: float) -> float | None:
    """The limit that a game broke, given how long it took."""
    return limits.game_time if seconds > (limits.game_time or math.inf) else limits.move_time
