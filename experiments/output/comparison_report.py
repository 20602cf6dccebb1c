"""A comparison as text."""

from experiments.output.batch_report import RESULTS
from experiments.output.interval_text import ASSUMPTION, bounds_text, span
from experiments.statistics.comparison import Comparison
from jobs.text_table import text_table


def comparison_text(comparison: Comparison) -> str:
    """Both agents, their difference, and the verdict with what it rests on."""
    rows = [
        [f"{side} {summary.matchup.pacman.name}", *(draw(summary) for _, draw in RESULTS)]
        for side, summary in (("A", comparison.first), ("B", comparison.second))
    ]
    score, rate = comparison.score, comparison.win_rate
    rate_points = (100 * rate.interval[0], 100 * rate.interval[1])
    rows.append(["B - A", f"{100 * rate.mean:+.1f} %", span(rate_points), f"{score.mean:+.1f}", span(score.interval)])
    stage = f"look {comparison.looks} of {comparison.planned}, {comparison.score.games} games with the same seeds"
    return "\n".join(
        [
            text_table(["agent", "won", "interval", "mean score", "interval"], rows),
            f"{verdict_text(comparison)} ({stage}).",
            "Over all looks, equals are called different in at most 5 % of comparisons; each interval holds at all "
            "looks together with 95 %.",
            f"{ASSUMPTION} Here: {bounds_text(comparison.score_bounds)}.",
        ]
    )


def verdict_text(comparison: Comparison) -> str:
    """Which one is better, in words that programs look for, too."""
    by = "mean score" if comparison.measure == "score" else "win rate"
    return {
        "better": f"B is better by {by}",
        "worse": f"A is better by {by}",
        "no difference found": f"no difference in {by} was found; that is not proof that there is none",
    }[comparison.verdict]
