"""The figures of a batch as text, JSON and CSV."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from experiments.output.interval_text import ASSUMPTION, CONFIDENCE_NOTE, bounds_text, percentages, span
from experiments.statistics.tally import REGULAR_ENDS, Summary, Tally, finite
from jobs.text_table import text_table

_Column: TypeAlias = tuple[str, Callable[[Summary], str]]

_QUARTILES: Final = ("lower_quartile", "median", "upper_quartile")

RESULTS: Final[tuple[_Column, ...]] = (
    ("won", lambda summary: f"{summary.win_rate:.1%}"),
    ("95 %", lambda summary: percentages(summary.win_rate_interval)),
    ("mean score", lambda summary: f"{summary.mean_score:.1f}"),
    ("95 %", lambda summary: span(summary.mean_score_interval)),
)
_DETAILS: Final[tuple[_Column, ...]] = (
    ("score bounds", lambda summary: bounds_text(summary.score_bounds)),
    ("quartiles", lambda summary: " / ".join(f"{summary.score_quantiles[name]:z.0f}" for name in _QUARTILES)),
    ("moves", lambda summary: f"{summary.mean_moves:.1f}"),
    ("ms/move", lambda summary: _milliseconds(summary.seconds_per_move)),
)
_ENGINE: Final[_Column] = ("engine", lambda summary: summary.engine or "–")
TERMINAL_WIDTH: Final = 80  # columns
ENGINES_NOTE: Final = (
    "ms/move: the searches ran in different engines (Python, the compiled kernel), so these times are not comparable"
)
_CSV_FIGURES: Final = ("games", "wins", "win_rate", "mean_score", "mean_moves", "seconds_per_move")


def batch_text(summaries: Sequence[Summary]) -> str:
    """Return two tables with a line for each matchup, wins and scores, then details, below the settings they share.

    If the names leave too little width for the figures, a numbered list of the matchups precedes the tables.
    """
    names = [{**summary.matchup.names, "games": str(summary.games)} for summary in summaries]
    # Values that all rows share are in the heading. The agent stays in the table, which needs a first column.
    shared = [key for key in names[0] if key != "agent" and len({name[key] for name in names}) == 1]
    differing = [key for key in names[0] if key not in shared]
    labels = [[name[key] for key in differing] for name in names]
    # If not all searches ran in one engine, the times of the games are not comparable.
    has_several_engines = len({engine for summary in summaries for engine in summary.engines}) > 1
    details = (*_DETAILS, _ENGINE) if has_several_engines else _DETAILS
    tables = [_table(differing, labels, summaries, columns) for columns in (RESULTS, details)]
    if max(len(line) for table in tables for line in table.splitlines()) > TERMINAL_WIDTH:
        numbers = [[str(number)] for number in range(1, len(labels) + 1)]
        legend = "\n".join(f"{number}: {', '.join(label)}" for number, label in enumerate(labels, start=1))
        tables = [legend, *(_table([""], numbers, summaries, columns) for columns in (RESULTS, details))]
    heading = "; ".join(f"{key}: {names[0][key]}" for key in shared)
    note = f"{CONFIDENCE_NOTE}\n{ASSUMPTION}"
    if has_several_engines:
        note += f"\n{ENGINES_NOTE}"
    return "\n\n".join([heading, *tables]) + f"\n{note}"


def _table(
    titles: Sequence[str], labels: Sequence[Sequence[str]], summaries: Sequence[Summary], columns: Sequence[_Column]
) -> str:
    """Return a table with a line for each matchup: its label, then its figures."""
    figures = [[draw(summary) for _, draw in columns] for summary in summaries]
    rows = [[*label, *row] for label, row in zip(labels, figures, strict=True)]
    return text_table([*titles, *(title for title, _ in columns)], rows)


def _milliseconds(seconds: float) -> str:
    return "–" if math.isnan(seconds) else f"{1000 * seconds:.3g}"


def unfinished_lines(tallies: Sequence[Tally]) -> list[str]:
    """Return a line for each matchup with games neither won nor lost: their number, and the first error."""
    lines = []
    for tally in tallies:
        if odd := odd_ends(tally.reasons):
            names = tally.matchup.names
            first = f"; {tally.first_error}" if tally.first_error else ""
            against = f" against {names['ghosts']}" if len(tallies) > 1 else ""
            lines.append(f"{names['agent']} on {names['layout']}{against}: {odd}{first}")
    return lines


def odd_ends(reasons: Mapping[str, int]) -> str:
    """Return the numbers of games neither won nor lost, by the reason of their end; empty if there are none."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()) if reason not in REGULAR_ENDS)


def batch_json(summaries: Sequence[Summary], seed: int) -> dict[str, Any]:
    """Return the figures as JSON values: one matchup at the top level, several in the list "cells"."""
    figures = [{**summary.matchup.names, **summary.as_json()} for summary in summaries]
    return {"seed": seed, **figures[0]} if len(figures) == 1 else {"seed": seed, "cells": figures}


def batch_csv(summaries: Sequence[Summary]) -> tuple[list[str], list[list[Any]]]:
    """Return a header, and a row for each matchup."""
    bounds = ["win_rate_low", "win_rate_high", "mean_score_low", "mean_score_high"]
    header = ["agent", "layout", "ghosts", *_CSV_FIGURES, *bounds, *_QUARTILES, "nodes_per_move", "engine"]
    rows = []
    for summary in summaries:
        figures = [finite(getattr(summary, name)) for name in _CSV_FIGURES]
        intervals = [*summary.win_rate_interval, *summary.mean_score_interval]
        quartiles = [summary.score_quantiles.get(name) for name in _QUARTILES]
        searches = [finite(summary.nodes_per_move), summary.engine]
        rows.append([*summary.matchup.names.values(), *figures, *intervals, *quartiles, *searches])
    return header, rows
