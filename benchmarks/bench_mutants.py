"""Mutation test of the assignment: for each wrong search, the number of trees or decisions that reveal it.

    python -m benchmarks mutants [--sets N] [--markdown docs/MUTANTS.md]

Each wrong search of the bank must fail two trees of its question, or two decisions of the counted game if only real
states can reveal it, in the fixed set of cases and in every fresh one. Exempt searches must not fail any.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.fresh_instances import freshen
from benchmarks.mutants.bank import bank
from benchmarks.mutants.running import NEEDED, Score, scores
from benchmarks.mutants.sources import RIGHT, Mutant
from jobs.progress_bar import ProgressBar

SETS: Final = 200
TITLES: Final = {"q2": "Minimax (q2)", "q3": "Alpha-beta (q3)", "q4": "Expectimax (q4)"}
SUMMARY: Final = "## Summary"
RANGES: Final = {"2 trees": (2, 2), "3 to 5": (3, 5), "6 to 10": (6, 10), "more": (11, sys.maxsize)}


@dataclass(frozen=True)
class MeasuredSet:
    """A fresh set: its seed, its scores by search, and the CPU time of drawing it."""

    seed: int
    scores: dict[str, Score]
    seconds: float


def search_questions() -> Assignment:
    """Return the fixed cases of the three questions about searches."""
    assignment = load_assignment(OUR_OWN)
    return replace(assignment, questions=tuple(each for each in assignment.questions if each.name in RIGHT))


def measure_fresh(seed: int) -> MeasuredSet:
    """Draw a fresh set, and run all wrong searches on it."""
    started = process_time()
    fresh = freshen(search_questions(), seed)
    seconds = process_time() - started
    return MeasuredSet(seed, scores(fresh), seconds)


def weakest(mutant: Mutant, sets: Sequence[MeasuredSet]) -> Score:
    """Return a wrong search's lowest score in fresh sets."""
    return min((each.scores[mutant.id] for each in sets), key=lambda score: score.trees + score.decisions)


def survivors(fixed: dict[str, Score], sets: Sequence[MeasuredSet]) -> list[str]:
    """Return a line for each wrong search that some set does not reveal, and for each right one that fails."""
    lines = []
    for mutant in bank():
        places = ["the fixed set"] if not fixed[mutant.id].catches(mutant) else []
        places += [f"seed {each.seed}" for each in sets if not each.scores[mutant.id].catches(mutant)]
        if places:
            some = ", ".join(places[:5]) + (" …" if len(places) > 5 else "")
            lines.append(f"{mutant.id}: {some}")
    return lines


def row(mutant: Mutant, fixed: Score, sets: Sequence[MeasuredSet]) -> tuple[str, ...]:
    """Return the cells of a row: the search, its score in the fixed set, and the lowest in fresh ones."""
    cells = [mutant.name, _text(mutant, fixed)]
    return (*cells, _text(mutant, weakest(mutant, sets))) if sets else tuple(cells)


def _text(mutant: Mutant, score: Score) -> str:
    decisions = f"{score.decisions}{'+' if score.decisions >= 2 else ''}"
    return f"{decisions} decisions" if _needs_game(mutant, score) else f"{score.trees} trees"


def _needs_game(mutant: Mutant, score: Score) -> bool:
    """True for a wrong search that only real states reveal."""
    return mutant.real and score.trees < NEEDED


def wrong_searches(question: str) -> list[Mutant]:
    return [mutant for mutant in bank() if mutant.question == question and not mutant.exempt]


def summary_rows(fixed: dict[str, Score]) -> list[tuple[str, ...]]:
    """Return for each question the number of its wrong searches, and how many of them fail so many fixed trees."""
    rows = []
    for question, title in TITLES.items():
        wrong = wrong_searches(question)
        trees = [fixed[mutant.id].trees for mutant in wrong if not _needs_game(mutant, fixed[mutant.id])]
        counts = [sum(least <= number <= most for number in trees) for least, most in RANGES.values()]
        rows.append((title, *(f"{number:,}" for number in (len(wrong), *counts, len(wrong) - len(trees)))))
    return rows


def write_tables(page: Path, fixed: dict[str, Score], sets: Sequence[MeasuredSet]) -> None:
    """Replace the tables of a page: everything from the summary to the end."""
    lines = [
        SUMMARY,
        "",
        "Wrong searches by the number of trees of the fixed set that they fail; the last column: those that only the",
        "counted game reveals.",
        "",
        f"| question | wrong searches | {' | '.join(RANGES)} | the game |",
        f"|---|{'--:|' * (len(RANGES) + 2)}",
        *(f"| {' | '.join(cells)} |" for cells in summary_rows(fixed)),
        "",
    ]
    for question, title in TITLES.items():
        lines += [f"## {title}", "", f"| wrong search | fixed set | least of {len(sets)} fresh sets |", "|---|---|---|"]
        lines += [f"| {' | '.join(row(mutant, fixed[mutant.id], sets))} |" for mutant in wrong_searches(question)]
        lines.append("")
    before = page.read_text(encoding="utf-8").partition(SUMMARY)[0]
    page.write_text(before + "\n".join(lines), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks mutants", description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS, metavar="N", help="number of fresh sets (%(default)s)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="page whose tables are rewritten")
    options = parser.parse_args()
    if options.markdown and not options.markdown.is_file():
        parser.error(f"{options.markdown}: not a file; expected a page that has the tables")
    fixed = scores(search_questions())
    sets = []
    with ProcessPoolExecutor() as pool, ProgressBar(options.sets, unit="set", label="fresh sets") as bar:
        for measured in pool.map(measure_fresh, range(1, options.sets + 1)):
            sets.append(measured)
            bar.advance()
    if options.markdown:
        write_tables(options.markdown, fixed, sets)
    for question in RIGHT:
        print(f"\n{question:70} {'fixed set':>14} {f'least of {len(sets)} fresh':>20}")
        for mutant in wrong_searches(question):
            name, *rest = row(mutant, fixed[mutant.id], sets)
            print(f"{name:70} " + " ".join(f"{cell:>14}" for cell in rest))
    print("\nExempt, and failed by nothing:")
    for mutant in bank():
        if mutant.exempt:
            print(f"{mutant.id}: {mutant.exempt}")
    if sets:
        seconds = [each.seconds for each in sets]
        print(
            f"\nCPU time of drawing a set: {sum(seconds) / len(seconds):.1f} s on average, {max(seconds):.1f} s at most"
        )
    alive = survivors(fixed, sets)
    print(f"\n{len(bank())} searches, {len(alive)} survivors", *alive, sep="\n")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
