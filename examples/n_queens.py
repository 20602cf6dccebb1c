"""N queens for growing N: the local searches of eight_queens.py against backtracking.

python examples/n_queens.py                                    boards of 6 to 32 queens
python examples/n_queens.py 8 12 16 --runs 5 --budget 200000   other sizes, more runs, a larger budget
python examples/n_queens.py --svg queens.svg                   draw the table, too

The cost of a local search is the number of complete boards that it values, that of backtracking the number of queens
that it places. A method that finds no solution for a size, in any run within the budget, is not tried on larger ones.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import log10
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from eight_queens import METHODS, Board, Queens
from number_options import whole_number

from commands.shared.output import run_program, write_text
from experiments.output.picture import SvgPicture

SIZES = (6, 8, 12, 16, 20, 24, 32)
COLOURS = {
    "backtracking": "#1a1a1a",
    "restarts": "#0072b2",
    "annealing": "#d55e00",
    "beam": "#009e73",
    "genetic": "#cc79a7",
}


class Attempt(NamedTuple):
    """The board found, or None, and the number of boards or queens that it took."""

    board: Board | None
    cost: int


def backtracking(size: int, budget: int) -> Attempt:
    """Place queens column by column, each on the first row that is not attacked, and step back where there is none."""
    cost = 0

    def completed(board: Board) -> Board | None:
        nonlocal cost
        column = len(board)
        if column == size:
            return board
        attacked = {
            line for other, row in enumerate(board) for line in (row, row + column - other, row - column + other)
        }
        for row in range(1, size + 1):
            if row not in attacked and cost < budget:
                cost += 1
                if found := completed((*board, row)):
                    return found
        return None

    return Attempt(completed(()), cost)


def local_search(method: str, size: int, budget: int, seed: int) -> Attempt:
    queens = Queens(size)
    for board, value in METHODS[method](queens, random.Random(seed)):
        if value == queens.most:
            return Attempt(board, queens.asked)
        if queens.asked >= budget:
            break
    return Attempt(None, queens.asked)


class Cell(NamedTuple):
    """The median cost of the runs that found a solution, None if no run did."""

    solved: int
    runs: int
    cost: float | None

    def __str__(self) -> str:
        if self.cost is None:
            return "–"
        return f"{self.cost:.0f}" + (f" ({self.solved}/{self.runs})" if self.solved < self.runs else "")


Row: TypeAlias = dict[str, Cell]  # by method; without those that are not tried any more


def compare(size: int, methods: Sequence[str], budget: int, runs: int, seed: int) -> Row:
    """Return the cost of each method for one size. Backtracking has no random choices, and runs once."""
    row = {}
    for method in methods:
        search: Callable[[int], Attempt] = partial(local_search, method, size, budget)
        attempts = [backtracking(size, budget)] if method == "backtracking" else [search(seed + n) for n in range(runs)]
        costs = [attempt.cost for attempt in attempts if attempt.board is not None]
        row[method] = Cell(len(costs), len(attempts), median(costs) if costs else None)
    return row


def drawing(rows: dict[int, Row]) -> str:
    """Return a chart as SVG: the cost, on a logarithmic scale, over the number of queens."""
    width, height, left, bottom = 760, 430, 80, 370
    picture = SvgPicture(width, height, "#ffffff")
    ink, faint = "#1a1a1a", "#666666"
    largest, smallest = max(rows), min(rows)
    costs = [cell.cost for row in rows.values() for cell in row.values() if cell.cost is not None]
    top_power = max(2, int(log10(max(costs, default=1))) + 1)

    def place(size: int, cost: float) -> tuple[float, float]:
        x = left + 520 * (size - smallest) / max(1, largest - smallest)
        return x, bottom - (bottom - 30) * (log10(max(10, cost)) - 1) / (top_power - 1)

    for power in range(1, top_power + 1):
        _, y = place(smallest, 10**power)
        picture.line(left, y, left + 520, y, "#dddddd")
        picture.words(left - 10, y, f"{10**power:,}".replace(",", " "), faint, 12, "end")
    for size in rows:
        picture.words(place(size, 10)[0], bottom + 18, str(size), faint, 12, "middle")
    picture.words(left + 260, bottom + 40, "queens", ink, 13, "middle")
    picture.words(left, 14, "boards valued (backtracking: queens placed), median", ink, 13)
    for method, colour in COLOURS.items():
        spots = [place(size, cell.cost) for size, row in rows.items() if (cell := row.get(method)) and cell.cost]
        for (x1, y1), (x2, y2) in pairwise(spots):
            picture.line(x1, y1, x2, y2, colour, 2.5)
        for x, y in spots:
            picture.dot(x, y, 4, colour)
    for number, (method, colour) in enumerate(COLOURS.items()):
        picture.dot(left + 550, 60 + 24 * number, 5, colour)
        picture.words(left + 562, 60 + 24 * number, method, ink, 13)
    return picture.text()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="N queens: local searches against backtracking.")
    size = whole_number(4, 200)
    parser.add_argument(
        "sizes", metavar="N", type=size, nargs="*", help=f"sizes (default: {' '.join(map(str, SIZES))})"
    )
    parser.add_argument("--runs", type=whole_number(1, 1000), default=3, help="runs of each local search (default: 3)")
    parser.add_argument(
        "--budget", type=whole_number(1, 10**9), default=30_000, help="largest cost of a run (default: 30000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first run (default: 1)")
    parser.add_argument("--svg", metavar="FILE", help="draw the table")
    options = parser.parse_args(arguments)
    methods = list(COLOURS)
    print(f"median cost of the runs that found a solution; {options.budget} at most")
    print("queens" + "".join(f"{method:>14}" for method in methods))
    rows: dict[int, Row] = {}
    for count in sorted(set(options.sizes or SIZES)):
        row = rows[count] = compare(count, methods, options.budget, options.runs, options.seed)
        print(f"{count:6}" + "".join(f"{row.get(method, '')!s:>14}" for method in COLOURS), flush=True)
        methods = [method for method in methods if row[method].solved]
    if options.svg:
        write_text(options.svg, drawing(rows))
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
