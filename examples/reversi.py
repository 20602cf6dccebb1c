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
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from board_game import COLOURS, RESULTS, MonteCarloPlayer, Sides, match_parser, seated, terminal_match

from commands.shared.output import run_program
from pacman.display.messages import Message

PASS = 64  # an additional action beside the squares 0 (a1, top left) to 63 (h8, bottom right)
FULL = (1 << 64) - 1
INNER = 0x7E7E7E7E7E7E7E7E  # all but the columns a and h: a run of discs along a row or diagonal cannot pass these
STEPS = ((1, INNER), (8, FULL), (7, INNER), (9, INNER))  # along a row, a column and the two diagonals


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

    name, columns, rows = "Reversi", 8, 8
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

    def name_of(self, square: int, /) -> str:
        return name_of(square)

    def stones(self, position: Position, /) -> dict[int, int]:
        own, other, player, _ = position
        white = own if player == 1 else other
        return {square: white >> square & 1 for square in range(64) if (own | other) >> square & 1}

    def winning_squares(self, position: Position, /) -> tuple[int, ...]:
        return ()

    def points(self, position: Position, side: int, /) -> int:
        return position.discs[side]

    def verdict(self, position: Position, /) -> Message:
        black, white = map(str, position.discs)
        result = Message(RESULTS[int(self.utility(position, 0))])
        return Message("by-discs", {"result": result, "black": black, "white": white})

    def board_text(self, position: Position, /) -> str:
        black, white = position.discs
        return f"{position}\n● {black}  ○ {white}" if position.moves else str(position)


def name_of(square: int) -> str:
    return "pass" if square == PASS else f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def read_sides(options: argparse.Namespace) -> Sides[Position]:
    seconds = 1.0 if options.iterations is None and options.seconds is None else options.seconds
    computer = MonteCarloPlayer[Position](options.iterations, seconds, random.Random(options.seed))
    return seated(options, (computer, computer))


def main(arguments: Sequence[str] | None = None) -> int:
    options = match_parser("Reversi against Monte Carlo tree search.").parse_args(arguments)
    return terminal_match(Reversi(), read_sides(options))


if __name__ == "__main__":
    sys.exit(run_program(main))
