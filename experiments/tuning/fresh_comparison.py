"""Comparison of the tuned weights with the initial ones, on seeds that the tuning did not use.

The best of many candidates looks better than it is in the games that selected it. Only other games show by how much.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from experiments.batch.matchup import Matchup
from experiments.batch.runner import Runner
from experiments.statistics.comparison import ordered_games
from experiments.statistics.sequential import ERROR, Difference, Look, difference
from experiments.tuning.tuner import Tuning


@dataclass(frozen=True)
class MatchupChange:
    """Mean scores of one matchup, and their difference: tuned minus start."""

    matchup: Matchup
    start: float
    tuned: float
    difference: Difference


@dataclass(frozen=True)
class FreshComparison:
    """Result of the comparison. `overall` is the difference over all matchups, with equal weights."""

    seed: int
    changes: Sequence[MatchupChange]
    overall: Difference

    def as_json(self) -> dict[str, Any]:
        return {
            "verdict": self.overall.verdict,
            "error": ERROR,
            "seed": self.seed,
            "games": self.overall.games,
            "difference": self.overall.mean,
            "interval": list(self.overall.interval),
            "matchups": [
                {
                    **change.matchup.names,
                    "start": change.start,
                    "tuned": change.tuned,
                    "difference": change.difference.mean,
                    "interval": list(change.difference.interval),
                }
                for change in self.changes
            ],
        }


def fresh_matchups(tuning: Tuning, best: Mapping[str, float]) -> list[Matchup]:
    """Return every matchup twice in a row: with the start weights and with the tuned ones."""
    sides = (("start", tuning.start), ("tuned", best))
    matchups = [
        [replace(matchup, side=side) for matchup in tuning.with_weights(weights, side)] for side, weights in sides
    ]
    return [matchup for pair in zip(*matchups, strict=True) for matchup in pair]


def compare_fresh(runner: Runner) -> FreshComparison:
    """Play the matchups of `fresh_matchups` and compare them, in one look after all games."""
    runner.play()
    look = Look(runner.games, ERROR)
    all_pairs: list[list[int]] = []
    changes: list[MatchupChange] = []
    ranges: list[float] = []
    for first, second in zip(runner.tallies[::2], runner.tallies[1::2], strict=True):
        summaries = [tally.summary() for tally in (first, second)]
        before, after = (ordered_games(tally, runner.games) for tally in (first, second))
        pairs = [b[0] - a[0] for a, b in zip(before, after, strict=True)]
        largest = max(s.score_bounds[1] for s in summaries) - min(s.score_bounds[0] for s in summaries)
        changes.append(
            MatchupChange(first.matchup, first.mean_score, second.mean_score, difference(pairs, look, largest))
        )
        all_pairs.append(pairs)
        ranges.append(largest)
    means = [sum(pairs) / len(pairs) for pairs in zip(*all_pairs, strict=True)]
    return FreshComparison(runner.seed, changes, difference(means, look, sum(ranges) / len(ranges)))
