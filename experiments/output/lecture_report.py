"""The lecture's table as text and JSON, published and reproduced values side by side."""

from dataclasses import asdict
from typing import Any, Final

from experiments.lecture import PUBLISHED, PUBLISHED_GAMES, LectureTable
from experiments.output.interval_text import ASSUMPTION, CONFIDENCE_NOTE, bounds_text, percentages, span
from experiments.statistics.tally import Summary
from jobs.text_table import text_table

EXPLANATION: Final = """\
Why it happens: minimax assumes a ghost that hunts, expectimax one that moves at random. Where its assumption is wrong,
minimax only takes a longer way than necessary; expectimax waits beside the oncoming ghost, betting that it turns away,
and loses the game. It wins only by luck, when the random choice among moves with equal values happens to save it.

What this does not claim: the lecture published neither its board nor its evaluations. Both boards were found by search,
among some 10^8 boards, starts and weights, because they show the table; they are not the lecture's own. Nor does
expectimax lead against the random ghost in the long run here: the games it wins end sooner, but it loses about one in a
hundred, which five games rarely show."""


def lecture_json(table: LectureTable) -> dict[str, Any]:
    contents: dict[str, Any] = {
        "layout": table.board.name,
        "seed": table.seed,
        "seed_is_selected": table.is_selected,
        "published": {name: {**asdict(cell), "games": PUBLISHED_GAMES} for name, cell in PUBLISHED.items()},
        "cells": {name: summary.as_json() for name, summary in table.sampled.items()},
    }
    if table.exact:
        contents["exact"] = {
            name: {"win_probability": cell.win_probability, "mean_score": cell.mean_score, "placements": cell.states}
            for name, cell in table.exact.items()
        }
    return contents


def lecture_text(table: LectureTable) -> str:
    seed, sampled, exact = table.seed, table.sampled, table.exact
    games = next(iter(sampled.values())).games
    header = ["Pacman/ghost", "published", "", f"{games} games", "", *(["bounds"] if games != PUBLISHED_GAMES else [])]
    rows = []
    for name, published in PUBLISHED.items():
        row = [name, f"{published.wins}/{PUBLISHED_GAMES}", str(published.mean_score), *_sample(sampled[name])]
        if exact:
            row += [f"{exact[name].win_probability:.2%}", f"{exact[name].mean_score:.1f}"]
        rows.append(row)
    lines = [f"The lecture's table on {table.board.name}: games won and mean score", "", str(table.board.layout), ""]
    lines.append(text_table([*header, *(["exact", ""] if exact else [])], rows))
    if table.is_selected:
        lines.append(
            f"The seed, {seed}, is selected: with it five games come out as published; about 4 seeds in 10 do."
        )
    elif games == PUBLISHED_GAMES:
        lines.append(f"Seed {seed}.")
    else:
        lines.append(f"Seed {seed}. {CONFIDENCE_NOTE} {ASSUMPTION}")
    for name, spec in table.students.items():
        exact_note = "; the exact column is for the built-in agent" if exact else ""
        lines.append(f"{name} is {spec}, with its own evaluation{exact_note}.")
    return "\n".join([*lines, "", EXPLANATION])


def _sample(summary: Summary) -> list[str]:
    """Return wins and mean of a sample: five games as the lecture printed them, more games with intervals."""
    wins, mean = f"{summary.wins}/{summary.games}", f"{summary.mean_score:.1f}"
    if summary.games == PUBLISHED_GAMES:
        return [wins, mean]
    return [
        f"{wins} ({percentages(summary.win_rate_interval)} %)",
        f"{mean} ({span(summary.mean_score_interval)})",
        bounds_text(summary.score_bounds),
    ]
