"""Tic-tac-toe in the terminal, against a search that sees the whole game.

python examples/tic_tac_toe.py                     you begin, alpha-beta answers
python examples/tic_tac_toe.py --first computer --search minimax
python examples/tic_tac_toe.py --demo              the computer plays both sides
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents.search import alpha_beta, minimax
from commands.shared.output import run_program

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
FULL = 0b111_111_111
# Tables for every set of cells, looked up instead of computed: the free cells, and True if the set holds a line.
FREE = tuple(tuple(cell for cell in range(9) if not cells >> cell & 1) for cells in range(FULL + 1))
HAS_LINE = tuple(any(all(cells >> cell & 1 for cell in line) for line in LINES) for cells in range(FULL + 1))
SEARCHES = {"minimax": minimax, "alpha-beta": alpha_beta}


class Board(NamedTuple):
    """The cells of each side, as bits: cell 0 is top left, cell 8 bottom right."""

    crosses: int = 0
    noughts: int = 0

    def __str__(self) -> str:
        """Return the board with the numbers of the free cells, from 1 to 9."""
        signs = [
            "X" if self.crosses >> cell & 1 else "O" if self.noughts >> cell & 1 else str(cell + 1) for cell in range(9)
        ]
        return "\n".join(" " + " ".join(signs[row : row + 3]) for row in (0, 3, 6))


class TicTacToe:
    """The rules. Player 0 has the crosses and begins; an action is the number of a cell, from 0 to 8."""

    start = Board()

    def player(self, board: Board, /) -> int:
        return (board.crosses | board.noughts).bit_count() & 1

    def actions(self, board: Board, /) -> Sequence[int]:
        return FREE[board.crosses | board.noughts]

    def result(self, board: Board, cell: int, /) -> Board:
        crosses, noughts = board
        if (crosses | noughts) >> cell & 1:
            raise ValueError(f"cell {cell} is taken; free: {FREE[crosses | noughts]}")
        if crosses.bit_count() == noughts.bit_count():
            return Board(crosses | 1 << cell, noughts)
        return Board(crosses, noughts | 1 << cell)

    def terminal_test(self, board: Board, /) -> bool:
        crosses, noughts = board
        return HAS_LINE[crosses] or HAS_LINE[noughts] or crosses | noughts == FULL

    def utility(self, board: Board, player: int, /) -> float:
        crosses_win = HAS_LINE[board.crosses] - HAS_LINE[board.noughts]
        return crosses_win if player == 0 else -crosses_win


def ask(game: TicTacToe, board: Board) -> int:
    """Ask the person at the keyboard for a cell until it is legal, and return it."""
    free = [cell + 1 for cell in game.actions(board)]
    while True:
        text = input("Your move: ").strip()
        if text.isdecimal() and int(text) in free:
            return int(text) - 1
        print(f"{text!r} is no free cell; free: {', '.join(map(str, free))}")


def play(people: set[int], search: str, rng: random.Random) -> None:
    """Play one game. `people` are the sides played at the keyboard; the computer draws among equally good moves."""
    game, board = TicTacToe(), TicTacToe.start
    while not game.terminal_test(board):
        print(f"\n{board}")
        side = game.player(board)
        if side in people:
            cell = ask(game, board)
        else:
            result = SEARCHES[search](game, board)
            cell = rng.choice(result.best_actions)
            outlook = {1: "X wins", 0: "a draw", -1: "O wins"}[int(result.value)]
            print(f"{'XO'[side]} plays {cell + 1}: {outlook}, {result.nodes} states in {result.seconds:.2f} s")
        board = game.result(board, cell)
    print(f"\n{board}\n{ {1: 'X wins.', 0: 'A draw.', -1: 'O wins.'}[int(game.utility(board, 0))] }")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Tic-tac-toe against a search that sees the whole game.")
    parser.add_argument("--first", choices=("person", "computer"), default="person", help="who begins, with X")
    parser.add_argument("--search", choices=tuple(SEARCHES), default="alpha-beta", help="search of the computer")
    parser.add_argument("--demo", action="store_true", help="the computer plays both sides")
    parser.add_argument("--seed", type=int, help="replays the computer's draws among equally good moves")
    options = parser.parse_args(arguments)
    people = set() if options.demo else {0 if options.first == "person" else 1}
    try:
        play(people, options.search, random.Random(options.seed))
    except EOFError:
        print("\nGood-bye.")
    except KeyboardInterrupt:
        print("\nGood-bye.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
