"""Paired comparison of two agents that play games with the same seeds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from experiments.batch.runner import Runner
from experiments.statistics.intervals import Interval
from experiments.statistics.sequential import ERROR, Difference, Look, Verdict, difference, planned_looks
from experiments.statistics.tally import Summary, Tally

Measure: TypeAlias = Literal["score", "wins"]

MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)


@dataclass(frozen=True)
class Comparison:
    """Differences B minus A. The verdict uses the one measure that was chosen beforehand; the other is informative."""

    measure: Measure
    first: Summary
    second: Summary
    score: Difference
    win_rate: Difference
    score_bounds: Interval  # assumed for all games of both agents
    looks: int  # taken so far
    planned: int

    @property
    def decisive(self) -> Difference:
        return self.score if self.measure == "score" else self.win_rate

    @property
    def verdict(self) -> Verdict:
        """Result for B."""
        return self.decisive.verdict

    def as_json(self) -> dict[str, Any]:
        return {
            "first": self.first.matchup.names,
            "second": self.second.matchup.names,
            "measure": self.measure,
            "verdict": self.verdict,
            "error": ERROR,
            "games": self.score.games,
            "looks": self.looks,
            "planned_looks": self.planned,
            "score_bounds": list(self.score_bounds),
            "a": self.first.as_json(),
            "b": self.second.as_json(),
            "score_difference": _difference_json(self.score),
            "win_rate_difference": _difference_json(self.win_rate),
        }


def compare(
    runner: Runner, measure: Measure = "score", on_look: Callable[[Comparison], None] | None = None
) -> Comparison:
    """Play the two matchups of `runner` in parallel, up to the first look at which the difference is clear."""
    looks = planned_looks(runner.games)
    for number, look in enumerate(looks, start=1):
        runner.play(look.games)
        comparison = _compared(runner, measure, look, number, len(looks))
        if on_look:
            on_look(comparison)
        if comparison.decisive.is_clear:
            break
    return comparison


def _compared(runner: Runner, measure: Measure, look: Look, number: int, planned: int) -> Comparison:
    first, second = (ordered_games(tally, look.games) for tally in runner.tallies)
    summaries = runner.summaries(1 - look.error)
    low = min(summary.score_bounds[0] for summary in summaries)
    high = max(summary.score_bounds[1] for summary in summaries)
    return Comparison(
        measure=measure,
        first=summaries[0],
        second=summaries[1],
        score=difference([b[0] - a[0] for a, b in zip(first, second, strict=True)], look, high - low),
        win_rate=difference([b[1] - a[1] for a, b in zip(first, second, strict=True)], look, 1),
        score_bounds=(low, high),
        looks=number,
        planned=planned,
    )


def ordered_games(tally: Tally, games: int) -> list[tuple[int, int]]:
    """Return score and win of the first games, sorted by number, so that games with the same seed can be paired."""
    found: list[tuple[int, int]] = [(0, 0)] * games
    for game, score, won in zip(tally.games, tally.scores, tally.won, strict=True):
        if game < games:
            found[game] = score, won
    return found


def _difference_json(found: Difference) -> dict[str, Any]:
    return {"mean": found.mean, "interval": list(found.interval), "is_clear": found.is_clear}
