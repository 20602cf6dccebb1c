"""The runner of a batch: combines executor, results file, progress bar and tallies."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from experiments.batch.game_task import LOCAL_TASKS, GameTasks, RecordedGame
from experiments.batch.matchup import Matchup
from experiments.batch.results_file import ResultsFile
from experiments.batch.rows import Row
from experiments.batch.scheduling import Work, check_matchups, local_pool, play_batch
from experiments.errors import ExperimentError
from experiments.statistics.intervals import CONFIDENCE
from experiments.statistics.tally import Summary, Tally
from jobs.process_pool import TaskLost
from jobs.progress_bar import ProgressBar
from jobs.task_executor import TaskExecutor


@dataclass
class Runner:
    """Plays matchups of a batch and keeps a tally of each. Use it in a `with` statement.

    All matchups have the same limits. With `results`, every row is written there, and games it already holds are not
    played again. `executor` replaces processes on this machine; the caller keeps ownership of it. `tasks` are the
    functions that the workers call; `marks` are added to every row.
    """

    matchups: Sequence[Matchup]
    games: int  # of each matchup, numbered from 0
    seed: int
    workers: int
    results: ResultsFile | None = None
    shown: bool | None = None  # the progress bar; None: only on a terminal
    executor: TaskExecutor | None = None
    tasks: GameTasks = LOCAL_TASKS
    marks: Mapping[str, Any] = field(default_factory=dict)
    tallies: list[Tally] = field(init=False)

    def __enter__(self) -> "Runner":
        prints = [matchup.fingerprint(self.seed) for matchup in self.matchups]
        numbers = {mark: number for number, mark in enumerate(prints)}
        if len(numbers) < len(prints):
            twice = next(matchup for number, matchup in enumerate(self.matchups) if numbers[prints[number]] != number)
            raise ExperimentError(f"{', '.join(twice.names.values())}: this combination appears twice")
        names = [matchup.names if len(prints) > 1 else {} for matchup in self.matchups]
        self._marks = [{"batch": mark, **name, **self.marks} for mark, name in zip(prints, names, strict=True)]
        self.tallies = [Tally(matchup) for matchup in self.matchups]
        with ExitStack() as stack:
            total = self.games * len(self.matchups)
            self._bar = stack.enter_context(ProgressBar(total, unit="game", shown=self.shown, remark=self._remark))
            self._pool = self.executor or stack.enter_context(local_pool(self.workers, self.matchups[0].limits))
            self._played = [matchup.relocated(self._pool.carry) for matchup in self.matchups]
            check_matchups(self._pool, self._played, self.tasks)  # before a file is created
            if self.results:
                stack.enter_context(self.results).open(numbers, self._recall)
            self._stack = stack.pop_all()
        return self

    def _remark(self) -> str:
        games = sum(map(len, self.tallies))
        wins = sum(tally.wins for tally in self.tallies)
        score = sum(tally.total_score for tally in self.tallies)
        return f"won {wins / games:.1%}, mean score {score / games:.1f}" if games else ""

    def _recall(self, matchup: int, row: Row) -> None:
        if row.game < self.games:
            self._count(matchup, row, is_old=True)

    def play(self, games: int | None = None, matchups: Collection[int] | None = None) -> None:
        """Play the first `games` games of every matchup, or all of them, except those already in the tallies.

        `matchups`: play only the matchups with these numbers.
        """
        playing = range(len(self.matchups)) if matchups is None else sorted(matchups)
        done = [set(tally.games) for tally in self.tallies]
        work = (
            (matchup, game) for game in range(games or self.games) for matchup in playing if game not in done[matchup]
        )
        for matchup, row in play_batch(self._pool, self._played, work, self.seed, tasks=self.tasks):
            if self.results:
                self.results.append(row, self._marks[matchup])
            self._count(matchup, row)

    def _count(self, matchup: int, row: Row, *, is_old: bool = False) -> None:
        self.tallies[matchup].add(row)
        self._bar.advance(is_old=is_old)

    def record(self, work: Sequence[Work]) -> list[RecordedGame]:
        """Play games again, given as numbers of matchup and game, and return their records.

        Games that kill their worker are left out.
        """
        futures = [
            self._pool.submit(self.tasks.record, self._played[matchup], self.seed, game) for matchup, game in work
        ]
        found = []
        for future in futures:
            with suppress(TaskLost):
                found.append(future.result())
        return found

    def summaries(self, confidence: float = CONFIDENCE) -> list[Summary]:
        """Return the summary of each matchup's games so far."""
        return [tally.summary(confidence) for tally in self.tallies]

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.__exit__(kind, error, at)
