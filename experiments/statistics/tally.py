"""Running totals of a matchup's games, and their summary."""

import math
from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from experiments.batch.matchup import Matchup
from experiments.batch.rows import Engine, Row
from experiments.statistics.intervals import CONFIDENCE, Interval, mean_interval, quantile
from pacman.record import EndReason

REGULAR_ENDS: Final = (EndReason.WON.value, EndReason.LOST.value)
FAILURES: Final = (EndReason.CRASHED.value, EndReason.TIMED_OUT.value)
QUANTILES = {"least": 0.0, "lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "most": 1.0}


class Tally:
    """Totals and a few bytes per game. Games that crashed or timed out count with the score they had reached."""

    def __init__(self, matchup: Matchup) -> None:
        self.matchup = matchup
        self.wins = 0
        self.moves = 0
        self.seconds = 0.0
        self.reasons: Counter[str] = Counter()
        self.scores = array("q")
        self.games = array("q")  # game numbers
        self.won = bytearray()  # 1 for each game that was won
        self.ends: list[str] = []  # reason for the end of each game
        self.lengths = array("q")  # moves of each game
        self.first_error: str | None = None
        self.first_crash: int | None = None  # lowest number of a game in which an agent crashed or was too slow
        self.total_score = 0
        self.nodes = 0
        self.engines: Counter[Engine] = Counter()  # games by engine, as far as their rows record it

    def add(self, row: Row) -> None:
        self.wins += row.is_win
        self.moves += row.moves
        self.lengths.append(row.moves)
        self.seconds += row.seconds
        self.reasons[row.reason] += 1
        self.scores.append(row.score)
        self.games.append(row.game)
        self.won.append(row.is_win)
        self.ends.append(row.reason)
        self.total_score += row.score
        self.nodes += row.nodes or 0
        if row.engine is not None:
            self.engines[row.engine] += 1
        if row.reason in FAILURES and (self.first_crash is None or row.game < self.first_crash):
            self.first_crash = row.game
        if row.error and self.first_error is None:
            self.first_error = f"game {row.game}: {row.reason}: {row.error}"

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def mean_score(self) -> float:
        return self.total_score / len(self) if len(self) else math.nan

    def summary(self, confidence: float = CONFIDENCE) -> "Summary":
        """Return the figures of the games so far; the bounds of the score follow from the rules."""
        ordered = sorted(self.scores)
        games = len(self)
        bounds = self.matchup.score_bounds(max(self.lengths, default=0))
        return Summary(
            matchup=self.matchup,
            games=games,
            wins=self.wins,
            win_rate=self.wins / games if games else math.nan,
            win_rate_interval=mean_interval(self.won, (0, 1), confidence),
            mean_score=self.mean_score,
            mean_score_interval=mean_interval(self.scores, bounds, confidence),
            score_bounds=bounds,
            score_quantiles={name: quantile(ordered, share) for name, share in QUANTILES.items()} if games else {},
            mean_moves=self.moves / games if games else math.nan,
            seconds_per_move=self.seconds / self.moves if self.moves else math.nan,
            reasons=dict(sorted(self.reasons.items())),
            nodes_per_move=self.nodes / self.moves if self.moves and self.nodes else math.nan,
            engines=dict(sorted(self.engines.items())),
        )


@dataclass(frozen=True)
class Summary:
    """Figures of a matchup. The interval of the mean score assumes that no game scores outside `score_bounds`."""

    matchup: Matchup
    games: int
    wins: int
    win_rate: float
    win_rate_interval: Interval
    mean_score: float
    mean_score_interval: Interval
    score_bounds: Interval
    score_quantiles: dict[str, float]
    mean_moves: float
    seconds_per_move: float
    reasons: dict[str, int]
    nodes_per_move: float = math.nan
    engines: dict[Engine, int] = field(default_factory=dict)

    @property
    def engine(self) -> str:
        """The engine of Pacman's searches; several if the games differ, empty if it is not known."""
        return " and ".join(self.engines)

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON values: lists for tuples, None for infinities and NaN."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": finite(self.win_rate),
            "win_rate_interval": list(self.win_rate_interval),
            "mean_score": finite(self.mean_score),
            "mean_score_interval": list(self.mean_score_interval),
            "score_bounds": list(self.score_bounds),
            "confidence": CONFIDENCE,
            "score_quantiles": self.score_quantiles,
            "mean_moves": finite(self.mean_moves),
            "seconds_per_move": finite(self.seconds_per_move),
            "nodes_per_move": finite(self.nodes_per_move),
            "engines": self.engines,
            "reasons": self.reasons,
        }


def finite(number: float) -> float | None:
    """Return the number, or None (null in JSON) for NaN and infinities."""
    return number if math.isfinite(number) else None
