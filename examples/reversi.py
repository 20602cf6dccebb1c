"""Reversi (Othello) in the terminal, against Monte Carlo tree search.

python examples/reversi.py                         you are black and begin; a second for each answer
python examples/reversi.py --first computer --seconds 3
python examples/reversi.py --demo --iterations 50 --seed 1      the computer plays both sides

The board is two integers of 64 bits, one for the discs of each side, so that a step in one direction is a shift of all
discs at once.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from number_options import positive_integer, positive_number

from agents.search import mcts
from commands.shared.any_encoding import accept_any_encoding
from commands.shared.output import run_program

PASS = 64  # an additional action beside the squares 0 (a1, top left) to 63 (h8, bottom right)
FULL = (1 << 64) - 1
INNER = 0x7E7E7E7E7E7E7E7E  # all but the columns a and h: a run of discs along a row or diagonal cannot pass these
STEPS = ((1, INNER), (8, FULL), (7, INNER), (9, INNER))  # along a row, a column and the two diagonals
COLOURS = ("black", "white")


class Position(NamedTuple):
    """`own` are the discs of the player to move, `other` those of the opponent; player 0 is black.

    moves: the legal squares as bits; the bit PASS alone, if only the opponent can move; 0, if the game is over.
    """

    own: int
    other: int
    player: int
    moves: int

    @classmethod
    def of(cls, own: int, other: int, player: int) -> Position:
        moves = legal_squares(own, other)
        if not moves and legal_squares(other, own):
            moves = 1 << PASS
        return cls(own, other, player, moves)

    @property
    def discs(self) -> tuple[int, int]:
        """Return the number of black and of white discs."""
        counts = self.own.bit_count(), self.other.bit_count()
        return counts if self.player == 0 else counts[::-1]

    def __str__(self) -> str:
        black, white = (self.own, self.other) if self.player == 0 else (self.other, self.own)
        rows = ["  a b c d e f g h"]
        for row in range(8):
            squares = range(8 * row, 8 * row + 8)
            signs = [
                "●" if black >> s & 1 else "○" if white >> s & 1 else "·" if self.moves >> s & 1 else " "
                for s in squares
            ]
            rows.append(f"{row + 1} {' '.join(signs)}")
        return "\n".join(rows)


def legal_squares(own: int, other: int) -> int:
    """Return the legal squares as bits: empty, with a run of the other's discs that ends at one of `own`.

    In all eight directions, runs are filled by doubling (1, 2, 4, then 6 discs) instead of disc by disc.
    """
    squares = 0
    for step, mask in STEPS:
        run = other & mask
        double = step + step
        up = run & (own << step)
        up |= run & (up << step)
        pairs = run & (run << step)
        up |= pairs & (up << double)
        up |= pairs & (up << double)
        down = run & (own >> step)
        down |= run & (down >> step)
        pairs >>= step
        down |= pairs & (down >> double)
        down |= pairs & (down >> double)
        squares |= (up << step) | (down >> step)
    return squares & ~(own | other) & FULL


def flipped(own: int, other: int, square: int) -> int:
    """Return the discs that are turned over by a new disc of `own` on `square`."""
    disc = 1 << square
    flips = 0
    for step, mask in STEPS:
        run = other & mask
        line, head = 0, disc << step
        while head & run:
            line |= head
            head <<= step
        if head & own:
            flips |= line
        line, head = 0, disc >> step
        while head & run:
            line |= head
            head >>= step
        if head & own:
            flips |= line
    return flips


class Reversi:
    """The rules. Player 0 is black and begins. The winner has more discs when neither side can move."""

    start = Position.of(own=1 << 28 | 1 << 35, other=1 << 27 | 1 << 36, player=0)  # e4 and d5 against d4 and e5

    def player(self, position: Position, /) -> int:
        return position.player

    def actions(self, position: Position, /) -> Sequence[int]:
        moves, squares = position.moves, []
        while moves:
            lowest = moves & -moves
            squares.append(lowest.bit_length() - 1)
            moves ^= lowest
        return squares

    def result(self, position: Position, square: int, /) -> Position:
        own, other, player, moves = position
        if not moves >> square & 1:
            raise ValueError(f"{name_of(square)} is illegal for {COLOURS[player]} in\n{position}")
        if square == PASS:
            return Position.of(other, own, 1 - player)
        flips = flipped(own, other, square)
        return Position.of(other ^ flips, own ^ flips | 1 << square, 1 - player)

    def terminal_test(self, position: Position, /) -> bool:
        return not position.moves

    def utility(self, position: Position, player: int, /) -> float:
        black, white = position.discs
        black_wins = (black > white) - (black < white)
        return black_wins if player == 0 else -black_wins


def name_of(square: int) -> str:
    return "pass" if square == PASS else f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def ask(game: Reversi, position: Position) -> int:
    """Ask the person at the keyboard for a move until it is legal, and return it."""
    legal = {name_of(square): square for square in game.actions(position)}
    if list(legal) == ["pass"]:
        print("You cannot move and pass.")
        return PASS
    while True:
        text = input("Your move: ").strip().lower()
        if text in legal:
            return legal[text]
        print(f"{text!r} is no legal move; legal: {', '.join(legal)}")


def play(people: set[int], iterations: int | None, seconds: float | None, rng: random.Random) -> None:
    """Play one game and show the time of each move and in total. `people` are the colours played at the keyboard."""
    game, position = Reversi(), Reversi.start
    clocks = [0.0, 0.0]
    while not game.terminal_test(position):
        black, white = position.discs
        print(f"\n{position}\n● {black}  ○ {white}")
        side = position.player
        started = perf_counter()
        if side in people:
            square, thoughts = ask(game, position), ""
        else:
            result = mcts(game, position, rng=rng, iterations=iterations, seconds=seconds, answer="visits")
            chance = (1 + (result.value if side == 0 else -result.value)) / 2
            square, thoughts = result.action, f", {result.iterations} play-outs, expects {chance:.0%}"
        spent = perf_counter() - started
        clocks[side] += spent
        print(f"{COLOURS[side]} plays {name_of(square)} ({spent:.2f} s, {clocks[side]:.2f} s in all{thoughts})")
        position = game.result(position, square)
    black, white = position.discs
    verdict = {1: "Black wins", 0: "A draw", -1: "White wins"}[int(game.utility(position, 0))]
    print(f"\n{position}\n{verdict}, {black} to {white}. Time: black {clocks[0]:.2f} s, white {clocks[1]:.2f} s.")


class Options(NamedTuple):
    """The colours played by people, and the computer's budget for each move."""

    people: set[int]  # the colours played by people
    iterations: int | None
    seconds: float | None
    rng: random.Random


def read_options(description: str, arguments: Sequence[str] | None) -> Options:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--first", choices=("person", "computer"), default="person", help="who begins, with black")
    parser.add_argument("--demo", action="store_true", help="the computer plays both sides")
    parser.add_argument("--iterations", type=positive_integer, help="play-outs for each move of the computer")
    parser.add_argument(
        "--seconds", type=positive_number, help="time for each move of the computer (1, if no iterations)"
    )
    parser.add_argument("--seed", type=int, help="with --iterations only: replays the same game")
    options = parser.parse_args(arguments)
    people = set() if options.demo else {0 if options.first == "person" else 1}
    seconds = 1.0 if options.iterations is None and options.seconds is None else options.seconds
    return Options(people, options.iterations, seconds, random.Random(options.seed))


def main(arguments: Sequence[str] | None = None) -> int:
    accept_any_encoding()
    options = read_options("Reversi against Monte Carlo tree search.", arguments)
    try:
        play(*options)
    except EOFError:
        print("\nGood-bye.")
    except KeyboardInterrupt:
        print("\nGood-bye.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
