"""Matches on a board between a person and the computer, in the terminal or in a window (board_window.py).

A game is defined by the usual five functions, with squares as actions, and by some more for showing it. A player of the
computer chooses a square and adds a remark.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, NamedTuple, Protocol, TypeVar

from number_options import positive_integer, positive_number

from agents.search import Game, mcts
from pacman.display.messages import Catalogue, Message, Text, Words

COLOURS = ("black", "white")
LISTED = 12  # legal moves that a message lists

# Texts of matches: English, Chinese. Names of games and players are keys.
MESSAGES: Catalogue = {
    "Reversi": ("Reversi", "黑白棋"),
    "Gomoku": ("Gomoku", "五子棋"),
    "You": ("You", "你"),
    "MCTS": ("MCTS", "蒙特卡洛"),
    "Alpha-beta": ("Alpha-beta", "Alpha-beta"),
    "Random": ("Random", "随机"),
    "black": ("Black", "黑方"),
    "white": ("White", "白方"),
    "move": ("{side}: {move} in {seconds} s{remark}", "{side}：{move}，{seconds} 秒{remark}"),
    "playouts": (", {iterations} play-outs, expects {chance}", "，模拟 {iterations} 次，胜率 {chance}"),
    "depth": (", depth {depth}, {nodes} states, value {value}", "，深度 {depth}，{nodes} 个状态，值 {value}"),
    "black-wins": ("Black wins", "黑方胜"),
    "white-wins": ("White wins", "白方胜"),
    "draw": ("A draw", "平局"),
    "by-discs": ("{result}, {black} to {white}", "{result}，{black} 比 {white}"),
    "after-moves": ("{result} after {moves} moves", "{result}，共 {moves} 步"),
    "over": ("{verdict}. N begins a new game.", "{verdict}。按 N 开始新的一局。"),
    "must-pass": ("You cannot move and pass.", "你无棋可走，停一手。"),
    "hint-squares": ("Click a marked square.", "点击有标记的格子。"),
    "hint-points": ("Click a point.", "点击交叉点。"),
    "time": ("{seconds} s in all", "共 {seconds} 秒"),
    "time-of-turn": ("{turn} s · {seconds} s in all", "{turn} 秒 · 共 {seconds} 秒"),
    "controls": ("U takes back · N new game · L light or dark · Q quits", "U 悔棋 · N 新的一局 · L 明暗 · Q 退出"),
}
RESULTS = {1: "black-wins", 0: "draw", -1: "white-wins"}
IN_ENGLISH = Words(catalogue=MESSAGES)

P = TypeVar("P")  # a position


class BoardGame(Game[P, int], Protocol[P]):
    """A game of two players with stones. Squares are counted row by row from the top left; player 0 is black."""

    name: str
    columns: int
    rows: int

    @property
    def start(self) -> P: ...

    def name_of(self, action: int, /) -> str:
        """Return the name of a square, or of another action, such as "pass"."""

    def stones(self, position: P, /) -> Mapping[int, int]:
        """Return the side of the stone on each occupied square."""

    def winning_squares(self, position: P, /) -> Collection[int]:
        """Return the squares to be highlighted at the end."""

    def points(self, position: P, side: int, /) -> int:
        """Return the number that is shown for a side."""

    def verdict(self, position: P, /) -> Text:
        """Return the result of a game that is over, such as "Black wins, 40 to 24"."""

    def board_text(self, position: P, /) -> str:
        """Return the board for the terminal."""


class Choice(NamedTuple):
    action: int
    remark: Text = ""


class Player(Protocol[P]):
    """A player of the computer."""

    name: str

    def choose(self, game: BoardGame[P], position: P, /) -> Choice: ...


@dataclass
class MonteCarloPlayer(Generic[P]):
    """Monte Carlo tree search to the end of the game."""

    iterations: int | None
    seconds: float | None
    rng: random.Random
    name: str = "MCTS"

    def choose(self, game: BoardGame[P], position: P, /) -> Choice:
        result = mcts(game, position, rng=self.rng, iterations=self.iterations, seconds=self.seconds, answer="visits")
        return Choice(result.action, playout_remark(result.iterations, result.value, game.player(position)))


def playout_remark(iterations: int, value: float, side: int) -> Message:
    chance = (1 + (value if side == 0 else -value)) / 2
    return Message("playouts", {"iterations": str(iterations), "chance": f"{chance:.0%}"})


@dataclass
class RandomPlayer(Generic[P]):
    rng: random.Random
    name: str = "Random"

    def choose(self, game: BoardGame[P], position: P, /) -> Choice:
        return Choice(self.rng.choice(game.actions(position)))


Sides = tuple[Player[P] | None, Player[P] | None]  # the players of black and white; None is a person


def ask(game: BoardGame[P], position: P) -> int:
    """Ask the person at the keyboard for a move until it is legal, and return it."""
    legal = {game.name_of(action): action for action in game.actions(position)}
    if list(legal) == ["pass"]:
        print(IN_ENGLISH("must-pass"))
        return legal["pass"]
    shown = ", ".join(list(legal)[:LISTED]) + (", …" if len(legal) > LISTED else "")
    while True:
        text = input("Your move: ").strip().lower()
        if text in legal:
            return legal[text]
        print(f"{text!r} is no legal move; legal: {shown}")


def play_in_terminal(game: BoardGame[P], sides: Sides[P]) -> None:
    """Play one game and show the time of each move and in total."""
    position = game.start
    clocks = [0.0, 0.0]
    while not game.terminal_test(position):
        print(f"\n{game.board_text(position)}")
        side = game.player(position)
        player = sides[side]
        started = perf_counter()
        choice = Choice(ask(game, position)) if player is None else player.choose(game, position)
        spent = perf_counter() - started
        clocks[side] += spent
        times = f"{spent:.2f} s, {clocks[side]:.2f} s in all"
        print(f"{COLOURS[side]} plays {game.name_of(choice.action)} ({times}{IN_ENGLISH.text(choice.remark)})")
        position = game.result(position, choice.action)
    print(f"\n{game.board_text(position)}")
    print(f"{IN_ENGLISH.text(game.verdict(position))}. Time: black {clocks[0]:.2f} s, white {clocks[1]:.2f} s.")


def terminal_match(game: BoardGame[P], sides: Sides[P]) -> int:
    """Play in the terminal and return the exit code."""
    try:
        play_in_terminal(game, sides)
    except EOFError:
        print("\nGood-bye.")
    except KeyboardInterrupt:
        print("\nGood-bye.")
        return 130
    return 0


def match_parser(description: str) -> argparse.ArgumentParser:
    """Return a parser with the options of every match."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--first", choices=("person", "computer"), default="person", help="who begins, with black")
    parser.add_argument("--demo", action="store_true", help="the computer plays both sides")
    parser.add_argument("--iterations", type=positive_integer, help="play-outs for each move of Monte Carlo search")
    parser.add_argument(
        "--seconds",
        type=positive_number,
        help="time for each move of the computer (default: 1, unless another limit is given)",
    )
    parser.add_argument("--seed", type=int, help="replay the same game; only without --seconds")
    return parser


def seated(options: argparse.Namespace, computers: Sequence[Player[P]]) -> Sides[P]:
    """Return the players of both sides. `computers` has one for each side."""
    if options.demo:
        return computers[0], computers[1]
    return (None, computers[1]) if options.first == "person" else (computers[0], None)


class Entry(NamedTuple):
    """A move of the match: its side, action and duration, and the computer's remark."""

    side: int
    action: int
    seconds: float
    remark: Text
