"""The coin-splitting game (Grundy's game) in the terminal.

Split one pile of coins into two piles of different size. The player who cannot split loses.

python examples/coin_splitting.py                  you begin, with a pile of 15 coins
python examples/coin_splitting.py --pile 20 --first computer
python examples/coin_splitting.py --demo           the computer plays both sides
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from functools import cache, reduce
from itertools import count
from operator import xor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents.search import TranspositionTable, alpha_beta
from commands.shared.output import run_program

LARGEST_PILE = 40


class Piles(NamedTuple):
    """A state: the piles, largest first, and the player who splits next."""

    piles: tuple[int, ...]
    player: int = 0

    def __str__(self) -> str:
        return " + ".join(map(str, self.piles))


class Split(NamedTuple):
    """An action: take `part` coins off a pile of `pile`. The part is the smaller one of the two new piles."""

    pile: int
    part: int

    def __str__(self) -> str:
        return f"{self.pile} = {self.part} + {self.pile - self.part}"


class CoinSplitting:
    """The rules. Two piles of the same size are the same pile, so each split is listed once."""

    def player(self, state: Piles, /) -> int:
        return state.player

    def actions(self, state: Piles, /) -> Sequence[Split]:
        sizes = sorted(set(state.piles), reverse=True)
        return [Split(pile, part) for pile in sizes for part in range(1, (pile + 1) // 2)]

    def result(self, state: Piles, split: Split, /) -> Piles:
        piles = list(state.piles)
        if split.pile not in piles or not 0 < 2 * split.part < split.pile:
            raise ValueError(f"illegal split {split} of the piles {state}")
        piles.remove(split.pile)
        piles += [split.part, split.pile - split.part]
        return Piles(tuple(sorted(piles, reverse=True)), 1 - state.player)

    def terminal_test(self, state: Piles, /) -> bool:
        return state.piles[0] < 3

    def utility(self, state: Piles, player: int, /) -> float:
        return -1 if player == state.player else 1


@cache
def grundy(pile: int) -> int:
    """Return the Grundy value of a pile: the smallest number that no split of it has (mex).

    By the Sprague-Grundy theorem a split has the nim sum (exclusive or) of its two piles, and the player to move loses
    exactly if the nim sum of all piles is 0.
    """
    splits = {grundy(part) ^ grundy(pile - part) for part in range(1, (pile + 1) // 2)}
    return next(value for value in count() if value not in splits)


def nim_sum(state: Piles) -> int:
    return reduce(xor, map(grundy, state.piles), 0)


def ask(game: CoinSplitting, state: Piles) -> Split:
    """Ask the person at the keyboard for a split until it is legal, and return it."""
    legal = game.actions(state)
    while True:
        words = input("Split which pile, and into which two? (such as 7 2 5) ").split()
        if len(words) == 3 and all(word.isdecimal() for word in words):
            pile, part, rest = map(int, words)
            split = Split(pile, min(part, rest))
            if part + rest == pile and split in legal:
                return split
        examples = ", ".join(f"{s.pile} {s.part} {s.pile - s.part}" for s in legal[:4])
        print(f"{' '.join(words)!r} is no legal split; legal: {examples}{', …' if len(legal) > 4 else ''}")


def play(pile: int, people: set[int], rng: random.Random) -> None:
    """Play one game. `people` are the sides played at the keyboard; the computer draws among equally good splits."""
    game, state = CoinSplitting(), Piles((pile,))
    table: TranspositionTable[Piles, Split] = TranspositionTable()
    while not game.terminal_test(state):
        values = " ^ ".join(str(grundy(pile)) for pile in state.piles)
        print(f"\nPiles {state}; Grundy values {values} = {nim_sum(state)}")
        if state.player in people:
            split = ask(game, state)
        else:
            result = alpha_beta(game, state, table=table)
            split = rng.choice(result.best_actions)
            winner = 0 if result.value > 0 else 1
            print(
                f"Player {state.player + 1} splits {split}: player {winner + 1} will win "
                f"({result.nodes} states, {result.seconds:.2f} s)"
            )
        state = game.result(state, split)
    print(f"\nPiles {state}: player {state.player + 1} cannot split, player {2 - state.player} wins.")


def pile_size(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= LARGEST_PILE:
        raise argparse.ArgumentTypeError(f"expected a number of coins from 1 to {LARGEST_PILE}, not {text!r}")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Split piles into unequal parts; the player who cannot split loses.")
    parser.add_argument("--pile", type=pile_size, default=15, help=f"coins at the start, up to {LARGEST_PILE}")
    parser.add_argument("--first", choices=("person", "computer"), default="person", help="who begins")
    parser.add_argument("--demo", action="store_true", help="the computer plays both sides")
    parser.add_argument("--seed", type=int, help="replays the computer's draws among equally good splits")
    options = parser.parse_args(arguments)
    people = set() if options.demo else {0 if options.first == "person" else 1}
    try:
        play(options.pile, people, random.Random(options.seed))
    except EOFError:
        print("\nGood-bye.")
    except KeyboardInterrupt:
        print("\nGood-bye.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
