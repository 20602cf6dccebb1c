"""The command `table`: the lecture's table, published and reproduced side by side."""

import argparse
from typing import TYPE_CHECKING, Any

from commands.options import add_limits, add_running, limits_of, whole_number

if TYPE_CHECKING:
    from experiments.exact.markov import ExactOutcome
    from experiments.lecture import Board
    from experiments.statistics.tally import Summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Minimax and expectimax Pacman against an adversarial and a random ghost, as in the lecture."
    parser.add_argument(
        "-l", "--layout", choices=("lecture-close", "lecture"), default="lecture-close", help="(default: lecture-close)"
    )
    parser.add_argument(
        "--games", type=whole_number(1), default=5, metavar="N", help="games a cell (default: 5, as in the lecture)"
    )
    parser.add_argument("--exact", action="store_true", help="also solve the Markov chains: no sampling, no error")
    parser.add_argument("--minimax", metavar="AGENT", help="a minimax of your own, file.py:Class; it gets depth=4")
    parser.add_argument("--expectimax", metavar="AGENT", help="an expectimax of your own, file.py:Class")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="of the games (default: 0; for the lecture's 5 games a selected one)"
    )
    parser.add_argument("--json", metavar="FILE", help="the table as JSON (-: standard output)")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from commands.output import check_destination, note, say, write_json
    from experiments.batch.runner import Runner
    from experiments.lecture import BOARDS, CELLS, FEW, exact_table, lecture_cells
    from experiments.output.batch_report import troubles

    if options.json:
        check_destination(options.json)
    board = BOARDS[options.layout]
    students = {name: spec for name in ("minimax", "expectimax") if (spec := getattr(options, name))}
    is_selected = options.seed is None and options.games == FEW and not students
    seed = board.selected_seed if is_selected else options.seed or 0
    cells = lecture_cells(board, students, limits_of(options))
    try:
        with Runner(cells, options.games, seed, options.workers, shown=options.progress) as runner:
            runner.play()
        exact = exact_table(board) if options.exact else {}
    except KeyboardInterrupt:
        note("interrupted")
        return 130
    for line in troubles(cells, runner.tallies):
        note(line)
    summaries = dict(zip(CELLS, runner.summaries(), strict=True))
    if options.json:
        write_json(options.json, _json(board, seed, is_selected, summaries, exact))
    if options.json != "-":
        say(_text(board, seed, is_selected, summaries, exact, students))
    return 0


def _json(
    board: "Board",
    seed: int,
    is_selected: bool,
    summaries: "dict[str, Summary]",
    exact: "dict[str, ExactOutcome]",
) -> dict[str, Any]:
    from dataclasses import asdict

    from experiments.lecture import PUBLISHED

    contents: dict[str, Any] = {
        "layout": board.name,
        "seed": seed,
        "seed_is_selected": is_selected,
        "published": {name: {**asdict(cell), "games": 5} for name, cell in PUBLISHED.items()},
        "cells": {name: summary.as_json() for name, summary in summaries.items()},
    }
    if exact:
        contents["exact"] = {name: asdict(outcome) for name, outcome in exact.items()}
    return contents


def _text(
    board: "Board",
    seed: int,
    is_selected: bool,
    summaries: "dict[str, Summary]",
    exact: "dict[str, ExactOutcome]",
    students: dict[str, str],
) -> str:
    from experiments.lecture import EXPLANATION, FEW, PUBLISHED
    from experiments.output.batch_report import ASSUMPTION, text_table

    games = next(iter(summaries.values())).games
    sampled = [f"{games} games", "", *(["bounds"] if games != FEW else [])]
    header = ["Pacman/ghost", "published", "", *sampled, *(["exact", ""] if exact else [])]
    rows = []
    for name, published in PUBLISHED.items():
        row = [name, f"{published.wins}/{FEW}", str(published.mean_score), *_sampled(summaries[name])]
        if exact:
            row += [f"{exact[name].win_probability:.2%}", f"{exact[name].mean_score:.1f}"]
        rows.append(row)
    lines = [f"The lecture's table on {board.name}: games won and mean score", "", str(board.layout), ""]
    lines.append(text_table(header, rows))
    if is_selected:
        lines.append(
            f"The seed, {seed}, is selected: with it five games come out as published; about 4 seeds in 10 do."
        )
    else:
        lines.append(f"Seed {seed}." + (f" Intervals hold with 95 %. {ASSUMPTION}" if games != FEW else ""))
    for name, spec in students.items():
        lines.append(f"{name} is {spec}, with its own evaluation" + ("; the exact column is ours." if exact else "."))
    return "\n".join([*lines, "", EXPLANATION])


def _sampled(summary: "Summary") -> list[str]:
    """Wins and mean of a sample. Five games as the lecture printed them, more with intervals."""
    from experiments.lecture import FEW
    from experiments.output.batch_report import bounds_text, percentages, span

    wins, mean = f"{summary.wins}/{summary.games}", f"{summary.mean_score:.1f}"
    if summary.games == FEW:
        return [wins, mean]
    return [
        f"{wins} ({percentages(summary.win_rate_interval)} %)",
        f"{mean} ({span(summary.mean_score_interval)})",
        bounds_text(summary.score_bounds),
    ]
