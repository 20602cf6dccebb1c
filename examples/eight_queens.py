"""Eight queens on a board, none attacking another, by four local searches.

python examples/eight_queens.py                        each of them, with the same seed
python examples/eight_queens.py --method genetic --seed 3 --queens 10

A state is a row of digits: the k-th is the row of the queen in column k, from 1 at the bottom. Its value is the number
of pairs that do not attack each other: 28 if no two of eight queens do.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeAlias, overload

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents.search import (
    Candidate,
    cooling,
    genetic_algorithm,
    hill_climbing,
    local_beam,
    restarted_climbing,
    roulette,
    simulated_annealing,
)
from commands.shared.output import run_program

Board: TypeAlias = tuple[int, ...]
Search: TypeAlias = Iterator[Candidate[Board]]


class Moves(Sequence[Board]):
    """All boards with one queen moved within its column. Each is made on request: annealing takes only one."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __len__(self) -> int:
        return len(self._board) * (len(self._board) - 1)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice) -> list[Board]: ...
    def __getitem__(self, index: int | slice) -> Board | list[Board]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        column, step = divmod(range(len(self))[index], len(self._board) - 1)
        row = step + 1 + (step + 1 >= self._board[column])  # the rows from 1 on, without the queen's own
        return (*self._board[:column], row, *self._board[column + 1 :])


class Queens:
    """The problem, with one queen in each column. `asked` counts the boards evaluated so far."""

    def __init__(self, queens: int = 8) -> None:
        self.queens, self.asked = queens, 0
        self.most = queens * (queens - 1) // 2  # pairs

    def random_state(self, rng: random.Random, /) -> Board:
        return tuple(rng.randint(1, self.queens) for _ in range(self.queens))

    def neighbours(self, board: Board, rng: random.Random, /) -> Sequence[Board]:
        """Return all boards with one queen moved within its column: 56 boards for eight queens."""
        return Moves(board)

    def values(self, boards: Sequence[Board], /) -> list[int]:
        self.asked += len(boards)
        return [peaceful_pairs(board) for board in boards]

    def crossover(self, mother: Board, father: Board, rng: random.Random, /) -> Board:
        cut = rng.randrange(1, self.queens)
        return mother[:cut] + father[cut:]

    def mutate(self, board: Board, rng: random.Random, /) -> Board:
        column = rng.randrange(self.queens)
        return (*board[:column], rng.randint(1, self.queens), *board[column + 1 :])


def peaceful_pairs(board: Board) -> int:
    """Return the number of pairs of queens that share neither a row nor a diagonal.

    Two queens of different columns share at most one line, so the attacking pairs of all lines can be added.
    """
    count = len(board)
    rows, rising, falling = [0] * (count + 1), [0] * (2 * count + 1), [0] * (2 * count + 1)
    attacks = 0
    for column, row in enumerate(board):
        attacks += rows[row] + rising[row + column] + falling[row - column]  # negative indices count from the end
        rows[row] += 1
        rising[row + column] += 1
        falling[row - column] += 1
    return count * (count - 1) // 2 - attacks


METHODS: dict[str, Callable[[Queens, random.Random], Search]] = {
    "climbing": lambda queens, rng: hill_climbing(queens, queens.random_state(rng), rng),
    "restarts": lambda queens, rng: restarted_climbing(queens, queens.random_state(rng), rng),
    "annealing": lambda queens, rng: simulated_annealing(queens, queens.random_state(rng), rng, cooling(1, 0.998)),
    "beam": lambda queens, rng: local_beam(queens, [queens.random_state(rng) for _ in range(10)], rng),
    "genetic": lambda queens, rng: genetic_algorithm(
        queens, [queens.random_state(rng) for _ in range(100)], rng, mutation=0.5
    ),
}


def solve(method: str, queens: Queens, seed: int, steps: int) -> tuple[Candidate[Board], int]:
    """Return the best board and the number of steps to it; the search stops when no queen is attacked."""
    search = METHODS[method](queens, random.Random(seed))
    best, at = next(search), 0
    for step, candidate in enumerate(islice(search, steps), start=1):
        if best.value == queens.most:
            break
        if candidate.value > best.value:
            best, at = candidate, step
    return best, at


def drawn(board: Board) -> str:
    rows = range(len(board), 0, -1)
    return "\n".join("  " + " ".join("Q" if queen == row else "." for queen in board) for row in rows)


def show_roulette() -> None:
    boards = [(2, 4, 7, 4, 8, 5, 5, 2), (3, 2, 7, 5, 2, 4, 1, 1), (2, 4, 4, 1, 5, 1, 2, 4), (3, 2, 5, 4, 3, 2, 1, 3)]
    fitness = Queens().values(boards)
    print("How the genetic algorithm chooses parents:")
    for board, value, chance in zip(boards, fitness, roulette(fitness), strict=True):
        print(f"  {''.join(map(str, board))}  fitness {value:2}  chosen with {chance:.0%}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Eight queens at peace, by local search.")
    parser.add_argument("--method", choices=tuple(METHODS), help="one method (default: all of them)")
    parser.add_argument("--queens", type=int, default=8, choices=range(4, 21), metavar="4…20")
    parser.add_argument("--steps", type=int, default=1000, metavar="N", help="most steps of a search (default: 1000)")
    parser.add_argument("--seed", type=int, default=2, metavar="N", help="seed of the random choices (default: 2)")
    options = parser.parse_args(arguments)
    for method in [options.method] if options.method else METHODS:
        queens = Queens(options.queens)
        best, steps = solve(method, queens, options.seed, options.steps)
        print(f"{method}: {best.value:g} of {queens.most} pairs at peace; step {steps}, {queens.asked} boards valued")
        print(drawn(best.state) + "\n")
    if options.method in (None, "genetic"):
        show_roulette()
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
