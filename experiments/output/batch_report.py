"""The figures of a batch for people and for programs."""

from collections.abc import Sequence
from typing import Any, Final

from experiments.batch.matchup import Cell
from experiments.statistics.intervals import Interval
from experiments.statistics.tally import Summary, Tally, finite

ASSUMPTION: Final = (
    "Assumed: no game scores outside the bounds, which the rules set for games up to twice as long as the longest seen."
)

_CSV_FIGURES = ("games", "wins", "win_rate", "mean_score", "mean_moves", "seconds_per_move")


def batch_table(cells: Sequence[Cell], summaries: Sequence[Summary]) -> str:
    """A line for each cell."""
    figures = ["games", "won", "95 %", "mean score", "95 %", "bounds", "quartiles", "moves", "ms/move"]
    rows = []
    for cell, summary in zip(cells, summaries, strict=True):
        quartiles = [f"{summary.score_quantiles[name]:.0f}" for name in ("lower quartile", "median", "upper quartile")]
        rows.append(
            [
                *cell.names.values(),
                str(summary.games),
                f"{summary.win_rate:.1%}",
                percentages(summary.win_rate_interval),
                f"{summary.mean_score:.1f}",
                span(summary.mean_score_interval),
                bounds_text(summary.score_bounds),
                " / ".join(quartiles),
                f"{summary.mean_moves:.1f}",
                f"{1000 * summary.seconds_per_move:.3g}",
            ]
        )
    return text_table(["agent", "layout", "ghosts", *figures], rows)


def troubles(cells: Sequence[Cell], tallies: Sequence[Tally]) -> list[str]:
    """A line for each cell in which games neither won nor lost: how many, and the first reason."""
    lines = []
    for cell, tally in zip(cells, tallies, strict=True):
        odd = [f"{count} {reason}" for reason, count in sorted(tally.reasons.items()) if reason not in ("won", "lost")]
        if odd:
            first = f"; {tally.first_error}" if tally.first_error else ""
            against = f" against {cell.names['ghosts']}" if len(cells) > 1 else ""
            lines.append(f"{cell.pacman.name} on {cell.layout_name}{against}: {', '.join(odd)}{first}")
    return lines


def batch_json(cells: Sequence[Cell], summaries: Sequence[Summary], seed: int) -> dict[str, Any]:
    """One cell as it is, several in a list."""
    figures = [{**cell.names, **summary.as_json()} for cell, summary in zip(cells, summaries, strict=True)]
    return {"seed": seed, **figures[0]} if len(figures) == 1 else {"seed": seed, "cells": figures}


def batch_csv(cells: Sequence[Cell], summaries: Sequence[Summary]) -> tuple[list[str], list[list[Any]]]:
    """A header, and a row for each cell."""
    bounds = ["win_rate_low", "win_rate_high", "mean_score_low", "mean_score_high"]
    header = ["agent", "layout", "ghosts", *_CSV_FIGURES, *bounds]
    rows = []
    for cell, summary in zip(cells, summaries, strict=True):
        figures = [finite(getattr(summary, name)) for name in _CSV_FIGURES]
        intervals = [*summary.win_rate_interval, *summary.mean_score_interval]
        rows.append([*cell.names.values(), *figures, *intervals])
    return header, rows


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
    for line in (header, ["─" * width for width in widths], *rows):
        cells = [line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
