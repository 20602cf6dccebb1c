"""Hidden cards and roads: the lecture's values, and exact values against brute force over strategies."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

import hidden_cards as cards
import matrix_games
import numpy as np
import pytest

from agents.search import (
    CHANCE,
    GameError,
    SearchError,
    average_over_deals,
    check_game,
    draw_deals,
    hidden_action_values,
    minimax,
    solve_hidden_game,
)
from tests.conftest import a_third
from tests.wording import assert_refusal

ROADS, HAND = cards.TwoRoads(), cards.lecture_hand()
SUITS = "SHDC"


def test_the_games_keep_the_contract() -> None:
    games: list[Any] = [ROADS, HAND]
    for game in games:
        for state, _ in game.deals():
            assert check_game(game, state) > 20


def test_two_roads() -> None:
    averages = average_over_deals(ROADS, ROADS.deals())
    assert (averages.action, averages.values) == ("B", {"A": 1, "B": 10})
    assert hidden_action_values(ROADS, ROADS.deals()) == {"A": 1, "B": -45}
    solution = solve_hidden_game(ROADS, ROADS.deals())
    assert solution.value == 1
    assert solution.policies[0]["start"] == {"A": 1, "B": 0}


def test_four_cards() -> None:
    for state, _ in HAND.deals():
        assert list(minimax(HAND, state).values.values()) == [0, 0, 0, 0]
    averages = average_over_deals(HAND, HAND.deals())
    assert list(averages.values.values()) == [0, 0, 0, 0]
    exact = hidden_action_values(HAND, HAND.deals())
    assert {str(card): value for card, value in exact.items()} == pytest.approx(
        {"6♥": 0, "6♦": 0, "9♣": -0.5, "8♣": -0.5}
    )
    assert solve_hidden_game(HAND, HAND.deals()).value == pytest.approx(0)


def test_the_policies_of_four_cards_secure_the_value_against_every_reply() -> None:
    """A certificate without linear programming: neither player can do better against the policy of the other."""
    for card in HAND.own:
        deals = [(HAND.result(state, card), share) for state, share in HAND.deals()]
        solution = solve_hidden_game(HAND, deals)
        for player in (0, 1):
            assert best_response(HAND, deals, player, solution.policies[1 - player]) == pytest.approx(solution.value)


def best_response(game: Any, deals: Any, player: int, policy: Any) -> float:
    """Return the value if `player` plays best against the policy of the other, by trying each information set.

    Information sets are decided from the last one to the first: later ones hold more played cards.
    """
    reached: defaultdict[Hashable, list[tuple[Any, float]]] = defaultdict(list)

    def walk(state: Any, share: float) -> None:
        if game.terminal_test(state) or not share:
            return
        mover = game.player(state)
        if mover == player:
            reached[game.information(state, mover)].append((state, share))
        for action in game.actions(state):
            chance = 1.0 if mover == player else policy[game.information(state, mover)][action]
            walk(game.result(state, action), share * chance)

    for state, share in deals:
        walk(state, share)
    choice: dict[Hashable, Any] = {}

    def value(state: Any) -> float:
        if game.terminal_test(state):
            return float(game.utility(state, 0))
        mover = game.player(state)
        known = game.information(state, mover)
        if mover == player:
            return value(game.result(state, choice[known]))
        chances = policy[known].items()
        return float(sum(chance * value(game.result(state, action)) for action, chance in chances if chance))

    sign = 1 if player == 0 else -1
    for known, states in sorted(reached.items(), key=lambda entry: -len(entry[1][0][0].played)):
        choice[known] = max(
            game.actions(states[0][0]),
            key=lambda action: sign * sum(share * value(game.result(state, action)) for state, share in states),
        )
    return float(sum(share * value(state) for state, share in deals))


def pure_strategies(game: Any, deals: Any, player: int) -> Iterator[dict[Hashable, Any]]:
    """Yield every choice of an action in each information set of a player."""
    choices: dict[Hashable, Any] = {}

    def walk(state: Any) -> None:
        if not game.terminal_test(state):
            if game.player(state) == player:
                choices[game.information(state, player)] = game.actions(state)
            for action in game.actions(state):
                walk(game.result(state, action))

    for state, _ in deals:
        walk(state)
    for actions in product(*choices.values()):
        yield dict(zip(choices, actions, strict=True))


def payoff(game: Any, state: Any, strategies: Any) -> float:
    while not game.terminal_test(state):
        player = game.player(state)
        state = game.result(state, strategies[player][game.information(state, player)])
    return float(game.utility(state, 0))


class BothHidden(cards.Tricks):
    """Neither player sees the other's hand; MIN's policy must not depend on it either."""

    def information(self, table: cards.Table, player: int, /) -> Any:
        return player, table.hands[player], table.played

    def deals(self) -> list[tuple[cards.Table, float]]:
        pairs = [*((self.own, other) for other in self.others), (self.others[0], self.own)]
        return [(cards.Table(pair, None, 0, 0, ()), 1 / len(pairs)) for pair in pairs]


@pytest.mark.parametrize("number", a_third(range(60)))
def test_exact_values_are_those_of_all_strategies_in_a_table(number: int) -> None:
    """Hands of two cards have few enough pure strategies to list them all as a matrix game."""
    rng = random.Random(number)
    pack = [cards.Card(rank, suit) for suit in SUITS[: rng.randint(1, 3)] for rank in range(6)]
    drawn = rng.sample(pack, 6)
    own, *others = (tuple(drawn[index : index + 2]) for index in (0, 2, 4))
    game = (cards.Tricks if number % 2 else BothHidden)(own, others)
    deals = game.deals()
    rows, columns = (list(pure_strategies(game, deals, player)) for player in (0, 1))
    matrix = np.array([[sum(p * payoff(game, s, (x, y)) for s, p in deals) for y in columns] for x in rows])
    value, _ = matrix_games.solve_zero_sum(matrix)
    assert solve_hidden_game(game, deals).value == pytest.approx(value, abs=1e-9)


def test_averaging_is_never_below_the_exact_value_on_random_hands() -> None:
    rng = random.Random(7)
    above = 0
    for _ in range(100):
        game = cards.random_hand(rng)
        averages = average_over_deals(game, game.deals())
        exact = hidden_action_values(game, game.deals())
        assert all(averages.values[card] >= value - 1e-9 for card, value in exact.items())
        above += averages.value > max(exact.values()) + 1e-9
    assert above > 10


def test_drawn_deals_are_a_sample_of_the_deals() -> None:
    drawn = draw_deals(HAND.draw, 400, random.Random(1))
    assert {state for state, _ in drawn} == {state for state, _ in HAND.deals()}
    assert sum(share for _, share in drawn) == pytest.approx(1)
    assert all(0.4 < share < 0.6 for _, share in drawn)
    assert average_over_deals(HAND, drawn).value == pytest.approx(0)
    (only,) = draw_deals(ROADS.draw, 1, random.Random(1))
    assert only[1] == 1
    with pytest.raises(SearchError, match="count of deals must be a positive whole number, not 0"):
        draw_deals(ROADS.draw, 0, random.Random(1))


class Pennies:
    """Matching pennies with a chance move: the stake is 1 or 3, and neither player sees it or the other's coin."""

    def deals(self) -> Any:
        return [("", 1.0)]

    def draw(self, rng: random.Random, /) -> str:
        return ""

    def player(self, coins: str, /) -> int:
        return (0, CHANCE, 1)[len(coins)]

    def actions(self, coins: str, /) -> str:
        return "ht" if len(coins) != 1 else "13"

    def probabilities(self, coins: str, /) -> Any:
        return [("1", 0.75), ("3", 0.25)]

    def result(self, coins: str, coin: str, /) -> str:
        return coins + coin

    def terminal_test(self, coins: str, /) -> bool:
        return len(coins) == 3

    def utility(self, coins: str, player: int, /) -> float:
        value = int(coins[1]) * (1 if coins[0] == coins[2] else -1)
        return value if player == 0 else -value

    def information(self, coins: str, player: int, /) -> int:
        return player


def test_chance_and_mixing() -> None:
    solution = solve_hidden_game(Pennies(), Pennies().deals())
    assert solution.value == pytest.approx(0)
    for player in (0, 1):
        assert solution.policies[player][player] == pytest.approx({"h": 0.5, "t": 0.5})
    assert hidden_action_values(Pennies(), Pennies().deals()) == pytest.approx({"h": -1.5, "t": -1.5})


class Forgetful(cards.Tricks):
    def information(self, table: cards.Table, player: int, /) -> Any:
        return player, len(table.played)


class Third(Pennies):
    def player(self, coins: str, /) -> int:
        return 2


def test_games_that_cannot_be_solved_are_refused() -> None:
    hand = Forgetful(HAND.own[:2], [HAND.others[0][:2]])
    with pytest.raises(GameError, match="a player forgets|the actions differ"):
        solve_hidden_game(hand, hand.deals())
    with pytest.raises(GameError, match="player 2 moves in ''"):
        solve_hidden_game(Third(), [("", 1.0)])
    with pytest.raises(SearchError, match="more than 50 states"):
        solve_hidden_game(HAND, HAND.deals(), max_nodes=50)
    with pytest.raises(GameError, match="add up to 0.5 instead of 1 in the deals"):
        average_over_deals(HAND, HAND.deals()[:1])
    led = HAND.result(HAND.deals()[0][0], HAND.own[0])
    with pytest.raises(GameError, match="can tell"):
        average_over_deals(HAND, [(led, 0.5), (HAND.deals()[0][0], 0.5)])


def test_the_program_shows_the_numbers_and_the_line_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards.main([]) == 0
    text = capsys.readouterr().out
    assert "   B         10    -45\nAveraging takes B, as if the map were known at the fork; right is A." in text
    assert "  6♦          0      0\n  9♣          0   -0.5\n" in text
    assert "  MIN has 2♠ 10♣ 5♣ 4♥: 9♣ 10♣, 2♠ 6♥, 4♥ 6♦, 5♣ 8♣; worth -1" in text
    assert "after 9♣ 10♣, 2♠ MAX must play without knowing; averages: 6♥ -0.5, 6♦ -0.5, 8♣ -1" in text
    assert "  MIN has 2♠ 10♣ 5♣ 4♦: 6♥ 5♣, 6♦ 4♦, 9♣ 10♣, 2♠ 8♣; worth 0" in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["cards", "6X", "7H"], "unknown card '6X'; expected a rank, 2 to 10, J, Q, K or A, and a suit"),
        (["cards", "6H 6♥", "7H 8H"], "expected 1 to 5 different cards, not '6H 6♥'"),
        (["cards", "6H"], "expected MIN's possible hands after MAX's hand"),
        (["cards", "6H", "7H 8H"], "expected 1 cards, as MAX has, not 7♥ 8♥"),
        (["cards", "6H 7H", "7H 8H"], "MAX and MIN have the same card: 7♥"),
        (["cards", "6H 7H", "9H 8H", "8H 9H"], "a hand of MIN is listed twice"),
        (["random", "--hands", "0"], "expected a whole number from 1 to 100000, not '0'"),
    ],
)
def test_bad_hands_are_one_line(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cards.main(arguments)
    assert end.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("without_scipy")
def test_without_scipy_a_line_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards.main(["roads"]) == 2
    assert_refusal(capsys.readouterr().err, "exact values", "scipy", "pip install -e '.[lectures]'")
