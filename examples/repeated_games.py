"""The prisoner's dilemma, repeated: a tournament of strategies, and the patience that cooperation needs.

python examples/repeated_games.py                              a tournament of every pair, then the equilibria
python examples/repeated_games.py --rounds 1000 --games 20 --seed 3
python examples/repeated_games.py --svg tournament.svg         draw the table, too

A strategy is a small automaton: it confesses with some probability in each of its states, and the choices of both
players lead to its next state. So its best response is found exactly, without trying all ways to play.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from matrix_games import dominant, prisoners_dilemma
from number_options import whole_number

from commands.shared.output import run_program, write_text
from experiments.output.picture import SvgPicture

SILENT, CONFESS = 0, 1
PAYOFFS = prisoners_dilemma().row_payoffs  # [own choice][the other's choice]
(REWARD, SUCKER), (TEMPTATION, PUNISHMENT) = PAYOFFS.tolist()
LONGEST = 0.999  # the largest probability of another round that is tried
ACCURACY = 1e-7

Step = Callable[[int, int, int], int]  # (state, own choice, the other's choice) -> next state


@dataclass(frozen=True)
class Strategy:
    """An automaton. `confesses` has the probability of confessing in each state."""

    name: str
    start: int
    confesses: dict[int, float]
    step: Step

    def choose(self, state: int, rng: random.Random) -> int:
        chance = self.confesses[state]
        return CONFESS if chance == 1 or (chance and rng.random() < chance) else SILENT


def _constant(name: str, confesses: float) -> Strategy:
    return Strategy(name, 0, {0: confesses}, lambda state, own, other: 0)


STRATEGIES = (
    _constant("always silent", 0),
    _constant("always confess", 1),
    _constant("random", 0.5),
    Strategy("tit for tat", SILENT, {SILENT: 0, CONFESS: 1}, lambda state, own, other: other),
    # The state is the number of confessions in a row, at most two.
    Strategy("tit for two tats", 0, {0: 0, 1: 0, 2: 1}, lambda state, own, other: min(2, other * (state + 1))),
    Strategy("grim", SILENT, {SILENT: 0, CONFESS: 1}, lambda state, own, other: state or other),
    # The state is the next choice: the same after a silent opponent, the other one after one who confessed.
    Strategy("win-stay lose-shift", SILENT, {SILENT: 0, CONFESS: 1}, lambda state, own, other: own ^ other),
)
BY_NAME = {strategy.name: strategy for strategy in STRATEGIES}


def play(one: Strategy, other: Strategy, rounds: int, rng: random.Random) -> tuple[float, float]:
    """Return the total payoffs of one game."""
    states = one.start, other.start
    totals = 0.0, 0.0
    for _ in range(rounds):
        mine, yours = one.choose(states[0], rng), other.choose(states[1], rng)
        totals = totals[0] + PAYOFFS[mine, yours], totals[1] + PAYOFFS[yours, mine]
        states = one.step(states[0], mine, yours), other.step(states[1], yours, mine)
    return totals


class Standing(NamedTuple):
    """The result of a strategy: the payoff of a round against each strategy, their mean, and the opponents beaten."""

    strategy: Strategy
    against: dict[str, float]
    mean: float
    beaten: int


def tournament(strategies: Sequence[Strategy], rounds: int, games: int, seed: int) -> list[Standing]:
    """Return the standings of all strategies, best first. Every pair plays `games` games, also each with itself.

    `beaten` counts the other strategies of which one lost a game by points. The seed of a game depends on its number
    only: the random strategy makes the same choices against every opponent.
    """
    against: dict[str, dict[str, float]] = {strategy.name: {} for strategy in strategies}
    beaten = dict.fromkeys(against, 0)
    for row, one in enumerate(strategies):
        for other in strategies[row:]:
            totals = np.array([play(one, other, rounds, random.Random(f"{seed}/{game}")) for game in range(games)])
            against[one.name][other.name], against[other.name][one.name] = totals.mean(axis=0) / rounds
            if one is not other:
                beaten[one.name] += bool((totals[:, 0] > totals[:, 1]).any())
                beaten[other.name] += bool((totals[:, 1] > totals[:, 0]).any())
            else:
                against[one.name][one.name] = float(totals.mean() / rounds)
    standings = [
        Standing(one, against[one.name], float(np.mean(list(against[one.name].values()))), beaten[one.name])
        for one in strategies
    ]
    return sorted(standings, key=lambda standing: -standing.mean)


class Character(NamedTuple):
    nice: bool  # never confesses first
    retaliates: bool  # confesses more after two confessions of the opponent
    forgives: bool  # and is as before, once the opponent has been silent for a while


def character(strategy: Strategy) -> Character:
    """Return the properties that the lecture names, found by playing against a script."""

    def confessing(script: Sequence[int]) -> list[float]:
        """Return the probability of confessing before each move of the opponent's script, and after the last."""
        state, chances = strategy.start, [strategy.confesses[strategy.start]]
        for other in script:
            own = CONFESS if strategy.confesses[state] > 0.5 else SILENT
            state = strategy.step(state, own, other)
            chances.append(strategy.confesses[state])
        return chances

    peaceful = confessing([SILENT] * 10)
    attacked = confessing([CONFESS] * 2)
    retaliates = max(attacked) > max(peaceful)
    later = confessing([CONFESS] * 2 + [SILENT] * 10)[-1]
    return Character(max(peaceful) == 0, retaliates, retaliates and later == peaceful[-1])


def best_response(strategy: Strategy, patience: float) -> float:
    """Return the largest payoff of a round against a strategy, if another round follows with probability `patience`.

    Payoffs are discounted and multiplied by 1 - patience, so that a constant payoff is worth itself. The best response
    to an automaton is a fixed choice in each of its states; all of these are tried, and each is a linear equation.
    """
    states = list(strategy.confesses)
    best = -np.inf
    for choices in product((SILENT, CONFESS), repeat=len(states)):
        gains = np.zeros(len(states))
        moves = np.zeros((len(states), len(states)))
        for number, (state, own) in enumerate(zip(states, choices, strict=True)):
            for other, chance in ((SILENT, 1 - strategy.confesses[state]), (CONFESS, strategy.confesses[state])):
                gains[number] += chance * PAYOFFS[own, other]
                moves[number, states.index(strategy.step(state, other, own))] += chance
        values = np.linalg.solve(np.eye(len(states)) - patience * moves, (1 - patience) * gains)
        best = max(best, float(values[states.index(strategy.start)]))
    return best


def is_equilibrium(strategy: Strategy, patience: float) -> bool:
    """True if two players of a nice strategy, both always silent, cannot gain by any other way to play."""
    return best_response(strategy, patience) <= float(REWARD) + 1e-12


def least_patience(strategy: Strategy) -> float | None:
    """Return the probability of another round from which mutual silence by this strategy is an equilibrium, or None."""
    if not is_equilibrium(strategy, LONGEST):
        return None
    low, high = 0.0, LONGEST
    while high - low > ACCURACY:
        middle = (low + high) / 2
        low, high = (low, middle) if is_equilibrium(strategy, middle) else (middle, high)
    return high


def closed_forms() -> dict[str, tuple[str, float | None]]:
    """Return the formula for each nice strategy and its value: T, R, P and S are the four payoffs, T the largest."""
    t, r, p, s = TEMPTATION, REWARD, PUNISHMENT, SUCKER
    return {
        "grim": ("(T-R)/(T-P)", (t - r) / (t - p)),
        "tit for tat": ("max((T-R)/(T-P), (T-R)/(R-S))", max((t - r) / (t - p), (t - r) / (r - s))),
        "win-stay lose-shift": ("(T-R)/(R-P)", (t - r) / (r - p)),
        "tit for two tats": ("one confession goes unpunished", None),
        "always silent": ("no confession is punished", None),
    }


def backward_induction(rounds: int) -> list[int]:
    """Return the choices of both players in a game with a known last round, from the first round to the last.

    What follows a round does not depend on it, since the later choices are known already. So it adds the same to every
    payoff, and the choice that dominates the single round dominates here.
    """
    choices, following = [], 0.0
    for _ in range(rounds):
        choice = dominant(PAYOFFS + following)
        assert choice is not None
        choices.append(choice)
        following += float(PAYOFFS[choice, choice])
    return choices[::-1]


def show_tournament(standings: Sequence[Standing], rounds: int, games: int) -> None:
    played = f"{games} game{'s' if games > 1 else ''}"
    print(f"{rounds} rounds, {played} of every pair; years lost in a round, by the row against the column")
    names = [standing.strategy.name for standing in standings]
    width = max(map(len, names)) + 2
    print(f"{'':{width}}  {''.join(f'{number:>7}' for number in range(1, len(names) + 1))}    mean  beats  character")
    for number, (strategy, against, mean, beaten) in enumerate(standings, start=1):
        row = "".join(f"{against[name] + 0.0:7.2f}" for name in names)
        traits = character(strategy)
        words = ", ".join(word for word, holds in zip(traits._fields, traits, strict=True) if holds) or "–"
        print(f"{number} {strategy.name:{width - 2}}  {row}  {mean:6.2f}  {beaten:5}  {words}")


def show_patience() -> None:
    print(f"Payoffs: T = {TEMPTATION:g}, R = {REWARD:g}, P = {PUNISHMENT:g}, S = {SUCKER:g}")
    print("Both silent is an equilibrium, if another round follows with at least this probability:")
    for name, (formula, value) in closed_forms().items():
        found = least_patience(BY_NAME[name])
        words = (
            f"{found:.4f}  {formula} = {value:.4g}" if found is not None and value is not None else f" never  {formula}"
        )
        print(f"  {name:19}  {words}")


def show_last_round(rounds: int) -> None:
    choices = backward_induction(rounds)
    confessions = choices.count(CONFESS)
    print(f"A known last round, {rounds} rounds: by backward induction both confess in {confessions} of them.")


def drawing(standings: Sequence[Standing]) -> str:
    """Return the table of the tournament as SVG: the fewer years, the bluer."""
    step, left, top, height = 74, 190, 60, 40
    count = len(standings)
    picture = SvgPicture(left + step * (count + 1) + 30, top + height * count + 20, "#ffffff")
    ink = "#1a1a1a"
    picture.words(left, 16, "years lost in a round, by the row against the column", "#666666", 13)
    picture.words(left + step * (count + 0.65), 44, "mean", ink, 13, "middle")
    for number, standing in enumerate(standings):
        y = top + height * number
        picture.words(left - 12, y + height / 2, f"{standing.strategy.name} {number + 1}", ink, 14, "end")
        picture.words(left + step * (number + 0.5), 44, str(number + 1), ink, 13, "middle")
        for column, other in enumerate(standings):
            value = standing.against[other.strategy.name]
            picture.box(left + step * column, y, step - 2, height - 2, shade(value))
            picture.words(left + step * (column + 0.5), y + height / 2, f"{value + 0.0:.2f}", ink, 13, "middle")
        picture.words(left + step * (count + 0.65), y + height / 2, f"{standing.mean:.2f}", ink, 15, "middle")
    return picture.text()


def shade(value: float) -> str:
    """Return a colour from orange, the least payoff, to blue, the largest; both can be told apart by everyone."""
    share = (value - SUCKER) / (TEMPTATION - SUCKER)
    parts = (round(low + share * (high - low)) for low, high in ((244, 150), (177, 196), (131, 232)))
    return "#" + "".join(f"{part:02x}" for part in parts)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The prisoner's dilemma, repeated.")
    parser.add_argument("--rounds", type=whole_number(1, 100_000), default=200, help="default: 200")
    parser.add_argument("--games", type=whole_number(1, 1000), default=10, help="default: 10")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random strategy (default: 1)")
    parser.add_argument("--svg", metavar="FILE", help="draw the table")
    options = parser.parse_args(arguments)
    standings = tournament(STRATEGIES, options.rounds, options.games, options.seed)
    show_tournament(standings, options.rounds, options.games)
    if options.svg:
        write_text(options.svg, drawing(standings))
    print()
    show_last_round(options.rounds)
    print()
    show_patience()
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
