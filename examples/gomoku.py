"""Gomoku, five in a row, and other (m, n, k) games: k in a row on a board of m columns and n rows.

python examples/gomoku.py                              you are black and begin, alpha-beta answers within a second
python examples/gomoku.py --search mcts --seconds 3    against Monte Carlo tree search
python examples/gomoku.py --demo --search alpha-beta --second mcts
python examples/gomoku.py --board 4 3 3 --solve        the result of a small game under best play
python examples/gomoku_window.py                       the same in a window

The board is divided into all its lines of k cells. A position keeps the number of stones of both sides in each line, so
that a move updates a few lines, and wins, threats and the evaluation need no look at the whole board.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from board_game import (
    RESULTS,
    BoardGame,
    Choice,
    Player,
    RandomPlayer,
    Sides,
    match_parser,
    playout_remark,
    seated,
    terminal_match,
)
from number_options import positive_integer

from agents.search import SearchResult, TranspositionTable, alpha_beta, iterative_deepening, mcts, solve
from agents.search.support.game_proxy import GameProxy
from commands.shared.output import run_program
from pacman.display.messages import Message

LETTERS = "abcdefghijklmnopqrs"
LARGEST = len(LETTERS)
LONGEST = 10  # the largest k
WIDTH = 10  # actions that a search of the computer considers in a position
PLAYOUT_PLIES = 8
GROWTH = 8  # a line with one more stone is worth so many times as much
SOLVABLE = 16  # cells of a board that --solve accepts


class Position:
    """Stones as bits. Equal if the stones are; the rest follows from them.

    lines: for each line, (k + 1) times the black stones plus the white ones.
    near: the cells at most two steps away from a stone.
    balance: sum of the values of all lines that only one side has stones in, for black.
    winner: 1 if black has k in a row, -1 if white has, else 0.
    """

    __slots__ = ("balance", "black", "lines", "near", "white", "winner")

    def __init__(self, black: int, white: int, lines: bytes, near: int, balance: int, winner: int) -> None:
        self.black, self.white, self.lines = black, white, lines
        self.near, self.balance, self.winner = near, balance, winner

    @property
    def player(self) -> int:
        return 1 if self.black.bit_count() > self.white.bit_count() else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.black, self.white) == (other.black, other.white)

    def __hash__(self) -> int:
        return hash((self.black, self.white))

    def __repr__(self) -> str:
        return f"Position(black={self.black:#x}, white={self.white:#x})"


class Gomoku:
    """The rules: the first with k stones in a row, or more, wins; a full board is a draw."""

    name = "Gomoku"

    def __init__(self, columns: int = 15, rows: int = 15, in_a_row: int = 5) -> None:
        self.columns, self.rows, self.in_a_row = columns, rows, in_a_row
        self.cells = columns * rows
        self.full = (1 << self.cells) - 1
        self.lines = list(self._all_lines())
        self.lines_of: list[list[int]] = [[] for _ in range(self.cells)]
        for number, line in enumerate(self.lines):
            for cell in line:
                self.lines_of[cell].append(number)
        self._near = [self._neighbourhood(cell) for cell in range(self.cells)]
        self.worth = [self._worth(*divmod(code, in_a_row + 1)) for code in range((in_a_row + 1) ** 2)]
        self.start = Position(0, 0, bytes(len(self.lines)), 0, 0, 0)

    def _all_lines(self) -> list[tuple[int, ...]]:
        lines = []
        for row, column, (down, right) in product(
            range(self.rows), range(self.columns), ((0, 1), (1, 0), (1, 1), (1, -1))
        ):
            last_row, last_column = row + down * (self.in_a_row - 1), column + right * (self.in_a_row - 1)
            if last_row < self.rows and 0 <= last_column < self.columns:
                steps = range(self.in_a_row)
                lines.append(tuple((row + down * step) * self.columns + column + right * step for step in steps))
        return lines

    def _neighbourhood(self, cell: int) -> int:
        row, column = divmod(cell, self.columns)
        rows = range(max(0, row - 2), min(self.rows, row + 3))
        columns = range(max(0, column - 2), min(self.columns, column + 3))
        return sum(1 << (other * self.columns + beside) for other in rows for beside in columns)

    def _worth(self, black: int, white: int) -> int:
        """Return the value of a line for black. A line with stones of both sides can no longer win."""
        if black and white:
            return 0
        return GROWTH ** (black - 1) if black else -(GROWTH ** (white - 1)) if white else 0

    def player(self, position: Position, /) -> int:
        return position.player

    def actions(self, position: Position, /) -> Sequence[int]:
        return bits(self.full & ~(position.black | position.white))

    def result(self, position: Position, cell: int, /) -> Position:
        stone = 1 << cell
        black, white = position.black, position.white
        if not 0 <= cell < self.cells or (black | white) & stone:
            raise ValueError(f"{self.name_of(cell)} is not a free cell in\n{self.board_text(position)}")
        side = position.player
        added = self.in_a_row + 1 if side == 0 else 1
        complete = added * self.in_a_row
        lines, worth, balance, winner = bytearray(position.lines), self.worth, position.balance, 0
        for number in self.lines_of[cell]:
            before = lines[number]
            lines[number] = after = before + added
            balance += worth[after] - worth[before]
            if after == complete:
                winner = 1 - 2 * side
        if side == 0:
            black |= stone
        else:
            white |= stone
        return Position(black, white, bytes(lines), position.near | self._near[cell], balance, winner)

    def terminal_test(self, position: Position, /) -> bool:
        return position.winner != 0 or position.black | position.white == self.full

    def utility(self, position: Position, player: int, /) -> float:
        return position.winner if player == 0 else -position.winner

    def name_of(self, cell: int, /) -> str:
        row, column = divmod(cell, self.columns)
        return f"{LETTERS[column]}{row + 1}"

    def stones(self, position: Position, /) -> dict[int, int]:
        return dict.fromkeys(bits(position.black), 0) | dict.fromkeys(bits(position.white), 1)

    def winning_squares(self, position: Position, /) -> set[int]:
        complete = {1: (self.in_a_row + 1) * self.in_a_row, -1: self.in_a_row}.get(position.winner)
        return {cell for number, code in enumerate(position.lines) if code == complete for cell in self.lines[number]}

    def points(self, position: Position, side: int, /) -> int:
        return (position.white if side else position.black).bit_count()

    def verdict(self, position: Position, /) -> Message:
        moves = (position.black | position.white).bit_count()
        return Message("after-moves", {"result": Message(RESULTS[position.winner]), "moves": str(moves)})

    def board_text(self, position: Position, /) -> str:
        stones = self.stones(position)
        rows = [f"   {' '.join(LETTERS[: self.columns])}"]
        for row in range(self.rows):
            cells = range(row * self.columns, (row + 1) * self.columns)
            rows.append(f"{row + 1:2} {' '.join('●○'[stones[cell]] if cell in stones else '·' for cell in cells)}")
        return "\n".join(rows)

    @cached_property
    def centre(self) -> int:
        return self.rows // 2 * self.columns + self.columns // 2

    def completing(self, position: Position, side: int) -> list[int]:
        """Return the free cells with which a side completes k in a row."""
        one_missing = (self.in_a_row - 1) * (self.in_a_row + 1 if side == 0 else 1)
        lines, taken = position.lines, position.black | position.white
        found: list[int] = []
        number = lines.find(one_missing)
        while number >= 0:
            cell = next(cell for cell in self.lines[number] if not taken >> cell & 1)
            if cell not in found:
                found.append(cell)
            number = lines.find(one_missing, number + 1)
        return found

    def evaluate(self, position: Position) -> float:
        """Return an estimate from -1 to 1, for black: open lines with stones, and threats that cannot be parried."""
        side = position.player
        own, opponent = (1.0, -1.0) if side == 0 else (-1.0, 1.0)
        if self.completing(position, side):
            return 0.95 * own
        if len(self.completing(position, 1 - side)) > 1:
            return 0.95 * opponent
        balance = position.balance + own * GROWTH**2  # to move is worth about a line of three
        return 0.9 * balance / (abs(balance) + GROWTH**4)


class Candidates(GameProxy[Position, int]):
    """The game with the few moves of each position that seem worth searching, most promising first.

    A move that wins, or else the cells where the opponent would win; otherwise the best cells near the stones, by the
    lines that a stone there extends or blocks. Quicker wins have a higher utility.
    """

    def __init__(self, game: Gomoku, width: int = WIDTH) -> None:
        super().__init__(game)
        self._gomoku, self._width = game, width
        size = game.in_a_row + 1
        # The gain of a stone in a line by its code: twice for the own stones, since extending comes before blocking.
        gains = [max(1, abs(worth)) if not all(divmod(code, size)) else 0 for code, worth in enumerate(game.worth)]
        self._gains = tuple(
            [gain * (2 if divmod(code, size)[side] else 1) for code, gain in enumerate(gains)] for side in (0, 1)
        )

    def actions(self, position: Position, /) -> Sequence[int]:
        game, side = self._gomoku, position.player
        forced = game.completing(position, side) or game.completing(position, 1 - side)
        if forced:
            return forced
        near = position.near & ~(position.black | position.white)
        if not near:
            return [game.centre] if not position.black else game.actions(position)[: self._width]
        lines, gains, lines_of = position.lines, self._gains[side], game.lines_of
        scores = {cell: sum([gains[lines[number]] for number in lines_of[cell]]) for cell in bits(near)}
        return sorted(scores, key=scores.__getitem__, reverse=True)[: self._width]

    def utility(self, position: Position, player: int, /) -> float:
        stones = (position.black | position.white).bit_count()
        return self._gomoku.utility(position, player) * (1 - stones / 10_000)


@dataclass
class AlphaBetaPlayer:
    """Alpha-beta with move ordering and a transposition table: to a depth, or as deep as the time allows."""

    depth: int | None
    seconds: float
    name: str = "Alpha-beta"

    def choose(self, game: BoardGame[Position], position: Position, /) -> Choice:
        assert isinstance(game, Gomoku)
        candidates, table = Candidates(game), TranspositionTable[Position, int]()
        search = partial(alpha_beta, table=table, order=table.best_first)
        result: SearchResult[int]
        if self.depth is None:
            result = iterative_deepening(
                candidates, position, evaluate=game.evaluate, seconds=self.seconds, search=search, max_depth=20
            )
        else:
            result = search(candidates, position, depth=self.depth, evaluate=game.evaluate)
        value = result.value if position.player == 0 else -result.value
        figures = {"depth": str(result.depth), "nodes": str(result.nodes), "value": f"{value:+.2f}"}
        return Choice(result.action, Message("depth", {**figures}))


@dataclass
class MonteCarloPlayer:
    """Monte Carlo tree search over the candidates; play-outs of a few moves are evaluated."""

    iterations: int | None
    seconds: float | None
    rng: random.Random
    name: str = "MCTS"

    def choose(self, game: BoardGame[Position], position: Position, /) -> Choice:
        assert isinstance(game, Gomoku)
        result = mcts(
            Candidates(game),
            position,
            rng=self.rng,
            iterations=self.iterations,
            seconds=self.seconds,
            evaluate=game.evaluate,
            playout_plies=PLAYOUT_PLIES,
            answer="visits",
        )
        return Choice(result.action, playout_remark(result.iterations, result.value, position.player))


def bits(number: int) -> list[int]:
    """Return the positions of the bits that are set, from the lowest."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


def parser(description: str) -> argparse.ArgumentParser:
    parser = match_parser(description)
    searches = ("alpha-beta", "mcts", "random")
    parser.add_argument(
        "--search", choices=searches, default="alpha-beta", help="search of the computer (default: alpha-beta)"
    )
    parser.add_argument("--second", choices=searches, help="with --demo: search of white (default: as --search)")
    parser.add_argument("--depth", type=positive_integer, help="plies that alpha-beta searches (default: by time)")
    parser.add_argument(
        "--board",
        type=int,
        nargs=3,
        default=(15, 15, 5),
        metavar=("M", "N", "K"),
        help="columns, rows, and stones in a row to win (default: 15 15 5)",
    )
    return parser


def read_game(options: argparse.Namespace, usage: argparse.ArgumentParser) -> Gomoku:
    columns, rows, in_a_row = options.board
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        usage.error(f"expected 1 to {LARGEST} columns and rows, not {columns} and {rows}")
    if not 2 <= in_a_row <= min(LONGEST, max(columns, rows)):
        usage.error(f"expected 2 to {min(LONGEST, max(columns, rows))} in a row on this board, not {in_a_row}")
    return Gomoku(columns, rows, in_a_row)


def read_sides(options: argparse.Namespace) -> Sides[Position]:
    rng = random.Random(options.seed)

    def player(search: str) -> Player[Position]:
        if search == "random":
            return RandomPlayer[Position](rng)
        if search == "alpha-beta":
            return AlphaBetaPlayer(options.depth, options.seconds or 1.0)
        seconds = 1.0 if options.iterations is None and options.seconds is None else options.seconds
        return MonteCarloPlayer(options.iterations, seconds, rng)

    return seated(options, (player(options.search), player(options.second or options.search)))


def show_solution(game: Gomoku) -> None:
    """Print the result under best play, by retrograde analysis of all positions."""
    solved = solve(game, game.start)
    winner, plies = solved.outcomes[game.start]
    word = {1: f"the first player wins, in {plies} moves", 0: "a draw", -1: f"the second player wins, in {plies} moves"}
    print(f"({game.columns}, {game.rows}, {game.in_a_row}): {word[winner]}; {len(solved.outcomes)} positions")
    if winner:
        line, position = [], game.start
        while not game.terminal_test(position):
            line.append(solved.action(position))
            position = game.result(position, line[-1])
        print("Best play: " + " ".join(map(game.name_of, line)))


def main(arguments: Sequence[str] | None = None) -> int:
    usage = parser("Gomoku and other (m, n, k) games against a search.")
    usage.add_argument("--solve", action="store_true", help="print the result of a small game under best play")
    options = usage.parse_args(arguments)
    game = read_game(options, usage)
    if options.solve:
        if game.cells > SOLVABLE:
            usage.error(f"--solve accepts boards of up to {SOLVABLE} cells, not of {game.cells}")
        show_solution(game)
        return 0
    return terminal_match(game, read_sides(options))


if __name__ == "__main__":
    sys.exit(run_program(main))
