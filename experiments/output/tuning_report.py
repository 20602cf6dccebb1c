"""A tuning as text and as JSON."""

from typing import Any

from experiments.output.interval_text import ASSUMPTION, span
from experiments.tuning.fresh_comparison import FreshComparison
from experiments.tuning.tuner import Tuner
from jobs.text_table import text_table


def tuning_text(tuner: Tuner, fresh: FreshComparison | None) -> str:
    """Return the best weights with their value and, if given, the comparison on fresh seeds."""
    tuning = tuner.tuning
    lines = [
        f"{tuner.judged} candidates by {tuning.method}, {tuning.games} games of each matchup, seed {tuning.seed}: mean "
        f"score {tuner.start_value:.1f} at the start, {tuner.best_value:.1f} at best.",
        ", ".join(f"{feature} {weight:g}" for feature, weight in tuner.best.items()),
    ]
    if tuner.best == dict(tuning.start):
        lines.append("Nothing better than the start was found.")
    return "\n".join(lines + (_fresh_lines(fresh) if fresh else []))


def _fresh_lines(fresh: FreshComparison) -> list[str]:
    rows = [
        [
            f"{change.matchup.layout.name}, {change.matchup.names['ghosts']}",
            f"{change.start:.1f}",
            f"{change.tuned:.1f}",
            f"{change.difference.mean:+.1f}",
            span(change.difference.interval),
        ]
        for change in fresh.changes
    ]
    overall = fresh.overall
    rows.append(["all, equally weighted", "", "", f"{overall.mean:+.1f}", span(overall.interval)])
    verdict = {
        "better": "The tuned weights are better by mean score",
        "worse": "The tuned weights are worse by mean score: the games that selected them were misleading",
        "no difference found": "No difference in mean score was found; this does not prove that the weights are equal",
    }[overall.verdict]
    games = f"{overall.games} fresh game{'s' if overall.games > 1 else ''}"
    return [
        text_table(["matchup", "start", "tuned", "tuned - start", "95 % interval"], rows),
        f"{verdict} ({games} of each matchup with the same seeds, batch seed {fresh.seed}).",
        ASSUMPTION,
    ]


def tuning_json(tuner: Tuner, fresh: FreshComparison | None) -> dict[str, Any]:
    return {
        **tuner.tuning.settings(),
        "candidates": tuner.judged,
        "start_value": tuner.start_value,
        "best_value": tuner.best_value,
        "weights": tuner.best,
        "fresh": fresh.as_json() if fresh else None,
    }
