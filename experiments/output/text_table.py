"""Tables and figures as text for the terminal."""

from collections.abc import Sequence
from typing import Final

from experiments.statistics.intervals import Interval

ASSUMPTION: Final = (
    "Assumed: no game scores outside the bounds, which the rules set for games up to twice as long as the longest seen."
)


def percentages(interval: Interval) -> str:
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"


def span(interval: Interval) -> str:
    return f"{interval[0]:.1f} to {interval[1]:.1f}"


def bounds_text(bounds: Interval) -> str:
    return f"{bounds[0]:.0f} to {bounds[1]:.0f}"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns for the terminal: the first one flush left, figures flush right."""
    widths = [max(len(line[column]) for line in (header, *rows)) for column in range(len(header))]
    lines = []
    for first, *figures in (header, ["─" * width for width in widths], *rows):
        columns = [first.ljust(widths[0]), *(text.rjust(w) for text, w in zip(figures, widths[1:], strict=True))]
        lines.append("  ".join(columns).rstrip())
    return "\n".join(lines)
