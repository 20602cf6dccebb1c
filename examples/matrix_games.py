"""Games in normal form: both players choose simultaneously, and a table holds the payoffs.

python examples/matrix_games.py                    all three of the lectures' games
python examples/matrix_games.py prisoners          the prisoner's dilemma
python examples/matrix_games.py horses             Tian Ji's horse race
python examples/matrix_games.py inspection --wage 9 --fine 2
python examples/matrix_games.py own '3 0; 5 1' '3 5; 0 1'      your own game: payoffs of the row and the column player
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from commands.shared.output import run_program

Matrix = npt.NDArray[np.float64]
Strategy = npt.NDArray[np.float64]  # the probability of each choice
ROUNDING = 1e-9
LARGEST = 8  # choices of a player: each additional one multiplies the supports to try by four


class Equilibrium(NamedTuple):
    """A pair of mixed strategies: neither player can gain by changing only the own strategy."""

    row: Strategy
    column: Strategy


@dataclass(frozen=True)
class MatrixGame:
    """A payoff table for each of two players: rows are the choices of the first, columns those of the second."""

    rows: Sequence[str]
    columns: Sequence[str]
    row_payoffs: Matrix
    column_payoffs: Matrix

    @property
    def zero_sum(self) -> bool:
        return bool(np.allclose(self.row_payoffs, -self.column_payoffs))

    def payoffs(self, play: Equilibrium) -> tuple[float, float]:
        """Return the expected payoffs of both players."""
        return float(play.row @ self.row_payoffs @ play.column), float(play.row @ self.column_payoffs @ play.column)


def dominant(payoffs: Matrix) -> int | None:
    """Return the row that is better than every other against every column, or None."""
    for row, gains in enumerate(payoffs):
        others = np.delete(payoffs, row, axis=0)
        if (gains > others).all():
            return row
    return None


def pure_equilibria(game: MatrixGame) -> list[tuple[int, int]]:
    """Return the cells in which each choice is a best response to the other."""
    best_rows = game.row_payoffs >= game.row_payoffs.max(axis=0, keepdims=True)
    best_columns = game.column_payoffs >= game.column_payoffs.max(axis=1, keepdims=True)
    return [(int(row), int(column)) for row, column in np.argwhere(best_rows & best_columns)]


def equilibria(game: MatrixGame) -> Iterator[Equilibrium]:
    """Yield all equilibria in which both players mix equally many choices; almost every game has no others.

    By indifference: a player who mixes choices must gain the same by each, or would drop the worse ones. For every pair
    of supports, the opponent's probabilities therefore solve linear equations; then check that they are probabilities,
    and that no choice outside the support gains more.
    """
    count_rows, count_columns = game.row_payoffs.shape
    for size in range(1, min(count_rows, count_columns) + 1):
        for rows in combinations(range(count_rows), size):
            for columns in combinations(range(count_columns), size):
                column = indifferent(game.row_payoffs, rows, columns)
                row = indifferent(game.column_payoffs.T, columns, rows)
                if row is not None and column is not None:
                    yield Equilibrium(row, column)


def indifferent(payoffs: Matrix, own: Sequence[int], others: Sequence[int]) -> Strategy | None:
    """Return the opponent's mix of `others` against which all of `own` are equally good best responses, or None."""
    payoffs = (payoffs - payoffs.min()) / (np.ptp(payoffs) or 1)  # any unit will do; this one fits ROUNDING
    size = len(own)
    equations = np.zeros((size + 1, size + 1))
    equations[:size, :size] = payoffs[np.ix_(own, others)]
    equations[:size, size] = -1  # the gain of a choice, minus the common gain, is 0
    equations[size, :size] = 1  # probabilities add up to 1
    if np.linalg.matrix_rank(equations) <= size:
        return None
    *probabilities, gain = np.linalg.solve(equations, [0.0] * size + [1.0])
    mix = np.zeros(payoffs.shape[1])
    mix[list(others)] = probabilities
    if min(probabilities) <= ROUNDING or (payoffs @ mix).max() > gain + ROUNDING:
        return None
    return mix


def solve_zero_sum(payoffs: Matrix) -> tuple[float, Equilibrium]:
    """Return the value of a zero-sum game and a safe strategy for each player, by linear programming.

    The row player maximises the worst gain over all columns: maximise v such that every column gives at least v. The
    column player's programme is its dual; that both have the same value is the minimax theorem.
    """
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    count_rows, count_columns = payoffs.shape
    programme = linprog(
        c=np.append(np.zeros(count_rows), -1.0),  # linprog minimises: -v
        A_ub=np.hstack([-payoffs.T, np.ones((count_columns, 1))]),  # v - gain against each column <= 0
        b_ub=np.zeros(count_columns),
        A_eq=[[1.0] * count_rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * count_rows + [(None, None)],
    )
    return float(programme.x[-1]), Equilibrium(programme.x[:-1], -programme.ineqlin.marginals)


def prisoners_dilemma() -> MatrixGame:
    """Return the prisoner's dilemma: each may confess; a prisoner who alone stays silent pays for both."""
    years = np.array([[-0.5, -10.0], [0.0, -5.0]])
    return MatrixGame(("silent", "confess"), ("silent", "confess"), years, years.T.copy())


def horse_race() -> MatrixGame:
    """Return Tian Ji's horse race: three horses each, in any order; in each class the king's horse is faster."""
    orders = ["".join(order) for order in permutations("ABC")]
    lead = np.array(
        [
            [sum(1 if mine <= yours else -1 for mine, yours in zip(king, tian, strict=True)) for tian in orders]
            for king in orders
        ],
        dtype=float,
    )
    return MatrixGame(orders, orders, lead, -lead)


class Inspection(NamedTuple):
    """Parameters of the inspection game: the employer may inspect, the employee may work."""

    contribution: float = 20.0
    wage: float = 8.0
    effort: float = 4.0
    cost: float = 2.0
    fine: float = 2.0

    def problem(self) -> str | None:
        """Return the reason why these parameters do not define an inspection game, or None."""
        if not 0 < self.effort < self.wage < self.contribution:
            return (
                f"expected 0 < effort < wage < contribution, not {self.effort:g}, {self.wage:g}, {self.contribution:g}"
            )
        if not 0 < self.cost < self.wage:
            return f"expected 0 < cost < wage, not {self.cost:g}, {self.wage:g}"
        return None if self.fine >= 0 else f"expected a fine of 0 or more, not {self.fine:g}"

    def game(self) -> MatrixGame:
        v, w, h, c, f = self
        employer = np.array([[f - c, v - w - c], [-w, v - w]])
        employee = np.array([[-f, w - h], [w, w - h]])
        return MatrixGame(("inspect", "trust"), ("shirk", "work"), employer, employee)

    def closed_form(self) -> tuple[float, float, float]:
        """Return the probabilities of inspecting and of shirking, and the value for the employer."""
        v, w, h, c, f = self
        return h / (w + f), c / (w + f), v - w - c * v / (w + f)

    def best_wage(self) -> tuple[float, float]:
        """Return the wage at which the employer's value is largest, and that value."""
        v, _, _, c, f = self
        return sqrt(c * v) - f, v - 2 * sqrt(c * v) + f


def table(game: MatrixGame) -> str:
    """Return the payoffs of both players as text, with a line for each row."""
    cells = [
        [f"{mine + 0.0:g}, {yours + 0.0:g}" for mine, yours in zip(*pair, strict=True)]  # -0.0 + 0.0 is 0.0
        for pair in zip(game.row_payoffs, game.column_payoffs, strict=True)
    ]
    lines = [["", *game.columns]] + [[name, *row] for name, row in zip(game.rows, cells, strict=True)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(word.rjust(width) for word, width in zip(line, widths, strict=True)) for line in lines)


def mixed(names: Sequence[str], strategy: Strategy) -> str:
    parts = [f"{name} {share:.4g}" for name, share in zip(names, strategy, strict=True) if share > ROUNDING]
    return " + ".join(parts) if len(parts) > 1 else parts[0].split()[0]


def describe(game: MatrixGame) -> None:
    """Print the game and its solutions."""
    print(table(game))
    for who, names, payoffs in (
        ("row", game.rows, game.row_payoffs),
        ("column", game.columns, game.column_payoffs.T),
    ):
        choice = dominant(payoffs)
        if choice is not None:
            print(f"For the {who} player {names[choice]} dominates strictly.")
    found = [f"({game.rows[row]}, {game.columns[column]})" for row, column in pure_equilibria(game)]
    print(f"Pure equilibria: {', '.join(found) or 'none'}")
    if game.zero_sum:
        value, play = solve_zero_sum(game.row_payoffs)
        print(f"Value for the row player: {value + 0.0:.4g}")
        print(f"Safe: {mixed(game.rows, play.row)}  against  {mixed(game.columns, play.column)}")
        return
    for play in equilibria(game):
        mine, yours = game.payoffs(play)
        text = f"{mixed(game.rows, play.row)}  against  {mixed(game.columns, play.column)}"
        print(f"Equilibrium: {text}; worth {mine:.4g} and {yours:.4g}")


def show_prisoners() -> None:
    print("The prisoner's dilemma: years lost, for both")
    game = prisoners_dilemma()
    describe(game)
    (reward, _), (temptation, punishment) = game.row_payoffs
    patience = (temptation - reward) / (temptation - punishment)
    print(f"Repeated, if another round follows with probability {patience:.2g} or more:", end=" ")
    print("to be silent until betrayed is an equilibrium, too.")


def show_horses() -> None:
    print("Tian Ji's horse race: races won minus races lost by the king, order against order")
    game = horse_race()
    describe(game)
    king, same, better = (game.rows.index(order) for order in ("ABC", "ABC", "CAB"))
    lead = game.row_payoffs[king]
    print(f"The king's ABC against Tian Ji's ABC: {lead[same]:g}; against Tian Ji's CAB: {lead[better]:g}")


def show_inspection(parameters: Inspection) -> None:
    print("The inspection game: " + ", ".join(f"{name} {value:g}" for name, value in parameters._asdict().items()))
    describe(parameters.game())
    inspects, shirks, value = parameters.closed_form()
    print(f"Closed form: inspects H/(W+F) = {inspects:.4g}, shirks C/(W+F) = {shirks:.4g}, worth {value:.4g}")
    wage, most = parameters.best_wage()
    least = max(parameters.effort, parameters.cost)
    if wage > least:
        print(f"The employer's value is largest at the wage sqrt(CV) - F = {wage:.4g}: V - 2 sqrt(CV) + F = {most:.4g}")
    else:
        print(
            f"The employer's value would be largest at the wage sqrt(CV) - F = {wage:.4g}, but the wage must be above"
            f" {least:g}: the less above, the better."
        )


def matrix(text: str) -> Matrix:
    """Parse a matrix: rows are separated by ;, numbers by blanks or commas."""
    try:
        rows = [[float(word) for word in row.replace(",", " ").split()] for row in text.split(";")]
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"{problem} in {text!r}") from None
    if len({len(row) for row in rows}) > 1 or not rows[0]:
        raise argparse.ArgumentTypeError(f"expected rows of the same length, such as '3 0; 5 1', not {text!r}")
    if not np.isfinite(rows).all() or max(len(rows), len(rows[0])) > LARGEST:
        raise argparse.ArgumentTypeError(f"expected finite numbers, {LARGEST} by {LARGEST} at most, not {text!r}")
    return np.array(rows)


def own_game(row_payoffs: Matrix, column_payoffs: Matrix | None) -> MatrixGame:
    """Return a game whose choices are named r1, r2, … and c1, c2, …; with one table it is zero-sum."""
    rows, columns = (
        [f"{letter}{n + 1}" for n in range(size)] for letter, size in zip("rc", row_payoffs.shape, strict=True)
    )
    return MatrixGame(rows, columns, row_payoffs, -row_payoffs if column_payoffs is None else column_payoffs)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Games in normal form: dominance, equilibria, values.")
    games = parser.add_subparsers(dest="game", metavar="GAME", title="games (all three, unless one is named)")
    games.add_parser("prisoners", help="the prisoner's dilemma")
    games.add_parser("horses", help="Tian Ji's horse race")
    inspection = games.add_parser("inspection", help="employer and employee")
    for name, value in Inspection()._asdict().items():
        inspection.add_argument(f"--{name}", type=float, default=value, help=f"default: {value:g}")
    own = games.add_parser("own", help="your own game")
    own.add_argument("row_payoffs", metavar="ROW", type=matrix, help="payoffs of the row player: '3 0; 5 1'")
    own.add_argument("column_payoffs", metavar="COLUMN", type=matrix, nargs="?", help="default: zero-sum")
    return parser


def show(options: argparse.Namespace, usage: argparse.ArgumentParser) -> None:
    """Show the requested game, or all of the lectures' games."""
    if options.game == "own":
        mine, yours = options.row_payoffs, options.column_payoffs
        if yours is not None and mine.shape != yours.shape:
            usage.error(f"the tables differ in shape: {mine.shape} and {yours.shape}")
        describe(own_game(mine, yours))
        return
    chosen: dict[str, float] = {**Inspection()._asdict(), **vars(options)}
    inspection = Inspection(*(chosen[name] for name in Inspection._fields))
    if problem := inspection.problem():
        usage.error(problem)
    shows: dict[str, Callable[[], None]] = {
        "prisoners": show_prisoners,
        "horses": show_horses,
        "inspection": lambda: show_inspection(inspection),
    }
    for number, name in enumerate([options.game] if options.game else shows):
        print(end="\n" if number else "")
        shows[name]()


def main(arguments: Sequence[str] | None = None) -> int:
    usage = parser()
    try:
        show(usage.parse_args(arguments), usage)
    except ModuleNotFoundError as missing:
        print(f"zero-sum games need {missing.name}: pip install -e '.[lectures]'", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
