"""The tuner: a local search proposes candidates, and games with the same seeds for all of them score them."""

import json
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from experiments.batch.matchup import Matchup
from experiments.batch.scheduling import check_matchups, play_batch
from experiments.tuning.tuning_file import TuningFile
from experiments.tuning.weight_problem import METHODS, Method, WeightProblem
from jobs.errors import ResultsError
from jobs.progress_bar import ProgressBar
from jobs.task_executor import TaskExecutor
from pacman.files import write_whole


@dataclass(frozen=True)
class Tuning:
    """Weights to tune, and the games that score them: each candidate plays the same `games` of each matchup."""

    matchups: Sequence[Matchup]
    start: Mapping[str, float]
    method: Method
    games: int
    seed: int

    @property
    def batch_seed(self) -> str:
        """Seed of the games. It is text, and batches have integer seeds, so no batch plays these games again."""
        return f"tuning {self.seed}"

    def settings(self) -> dict[str, Any]:
        """Return everything that determines the candidates and their values; a resumed tuning must agree in it."""
        marks = [matchup.fingerprint(self.batch_seed) for matchup in self.with_weights(self.start)]
        return {
            "method": self.method,
            "seed": self.seed,
            "games": self.games,
            "start": dict(self.start),
            "matchups": [", ".join(matchup.names.values()) for matchup in self.matchups],
            "batches": marks,
        }

    def with_weights(self, weights: Mapping[str, float], label: str = "") -> list[Matchup]:
        """Return the matchups with these weights as Pacman's evaluation."""
        return [
            replace(matchup, pacman=replace(player, arguments={**player.arguments, "evaluation": weights}, label=label))
            for matchup in self.matchups
            for player in (matchup.pacman,)
        ]


@dataclass
class Tuner:
    """Runs a tuning. `best` is written to `destination` whenever it changes; `executor` plays the games."""

    tuning: Tuning
    destination: Path
    executor: TaskExecutor
    resume: bool = False
    shown: bool | None = None  # the progress bar; None: only on a terminal
    judged: int = 0
    best: dict[str, float] = field(default_factory=dict)
    best_value: float = -math.inf
    start_value: float = math.nan
    first_error: str | None = None

    def run(self, candidates: int, on_start: Callable[[], None] = lambda: None) -> None:
        """Score at least `candidates` candidates, and all those of the run that is resumed.

        on_start: called when the files and the players have been checked, before any game.
        """
        self._file = TuningFile(tuning_path(self.destination), self.tuning.settings(), resume=self.resume)
        self._has_played, self._is_written = False, True
        problem = WeightProblem(self.tuning.start, self._mean_scores)
        check_matchups(self.executor, [self._relocated(match) for match in self.tuning.with_weights(self.tuning.start)])
        on_start()
        with ProgressBar(candidates, unit="candidate", shown=self.shown, remark=self._remark) as self._bar:
            for _ in METHODS[self.tuning.method](problem, random.Random(self.tuning.seed)):
                if self.judged >= candidates and not self._is_replaying():
                    break

    def _relocated(self, matchup: Matchup) -> Matchup:
        return matchup.relocated(self.executor.carry)

    def _mean_scores(self, evaluations: list[dict[str, float]]) -> list[float]:
        """Return the mean score of each candidate over all matchups; candidates scored before are looked up."""
        # A genetic algorithm may propose the same weights twice in one generation.
        fresh = [weights for n, weights in enumerate(evaluations) if weights not in evaluations[:n]]
        self._play([weights for weights in fresh if self._file.value(weights) is None])
        values = [value for weights in evaluations if (value := self._file.value(weights)) is not None]
        for weights, value in zip(evaluations, values, strict=True):
            self._note(weights, value)
        return values

    def _play(self, evaluations: Sequence[dict[str, float]]) -> None:
        """Play and store the candidates in order, as one stream of games, so no worker waits between them."""
        self._has_played |= bool(evaluations)
        each, games = len(self.tuning.matchups), self.tuning.games
        matchups = [self._relocated(match) for weights in evaluations for match in self.tuning.with_weights(weights)]
        work = (
            (first + number, game)
            for first in range(0, len(matchups), each)
            for game in range(games)
            for number in range(each)
        )
        scores, left = [0] * len(evaluations), [each * games] * len(evaluations)
        for number, row in play_batch(self.executor, matchups, work, self.tuning.batch_seed):
            candidate = number // each
            scores[candidate] += row.score
            left[candidate] -= 1
            if row.error and self.first_error is None:
                self.first_error = f"game {row.game}: {row.reason}: {row.error}"
            if not left[candidate]:
                self._file.add(evaluations[candidate], scores[candidate] / (each * games))

    def _note(self, weights: dict[str, float], value: float) -> None:
        self.judged += 1
        if self.judged == 1:
            self.start_value = value
        if value > self.best_value:
            self.best, self.best_value = weights, value
            self._is_written = False
        self._file.replay(weights)
        if not self._is_written and not self._is_replaying():
            write_whole(self.destination, json.dumps(self.best, indent=2) + "\n", ResultsError)
            self._is_written = True
        self._bar.advance()

    def _is_replaying(self) -> bool:
        """True while the search proposes candidates of the run that is resumed, whose best weights are in a file."""
        return not (self._has_played or self._file.is_replayed)

    def _remark(self) -> str:
        return f"best {self.best_value:.1f}" if self.judged else ""


def tuning_path(destination: Path) -> Path:
    """Return the path of a tuning's candidates: beside the file of its weights."""
    return destination.with_name(f"{destination.stem}.tuning.json")
