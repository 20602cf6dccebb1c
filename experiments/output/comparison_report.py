"""A comparison as text."""

from experiments.output.batch_report import RESULTS
from experiments.output.interval_text import ASSUMPTION, bounds_text, span
from experiments.statistics.comparison import Comparison
from jobs.text_table import text_table
from pacman.display.messages import IN_ENGLISH, Words


def comparison_text(comparison: Comparison) -> str:
    """Return both agents, their difference, and the verdict with its error rate and assumptions."""
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
            "At most 5 % of comparisons call equal agents different, over all looks; with 95 % confidence the "
            "intervals of all looks hold together.",
            f"{ASSUMPTION} Here: {bounds_text(comparison.score_bounds)}.",
        ]
    )


def verdict_text(comparison: Comparison, words: Words = IN_ENGLISH) -> str:
    """Return the verdict in words. Programs search for "A is better by" and "B is better by"."""
    measure = words("measure-score" if comparison.measure == "score" else "measure-wins")
    verdicts = {"better": "verdict-better", "worse": "verdict-worse", "no difference found": "verdict-none"}
    return words(verdicts[comparison.verdict], measure=measure)
