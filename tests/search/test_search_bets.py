"""Singular extension and ProbCut: where they improve on the plain search, and where they must agree with it."""

from __future__ import annotations

import random
from functools import partial
from math import inf

import pytest
import reversi
import tic_tac_toe
from hypothesis import given
from hypothesis import strategies as st

from agents.search import (
    Chance,
    Forecast,
    GraphGame,
    SearchError,
    SingularExtension,
    alpha_beta,
    backward_induction,
    expectiminimax,
    iterative_deepening,
    measure_forecast,
    minimax,
    prob_cut,
    tree,
)

subtrees = st.recursive(st.integers(-4, 4), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=40)
trees = st.builds(tree, st.lists(subtrees, min_size=1, max_size=4), st.sampled_from([(0, 1), (1, 0), (0, 1, 2)]))


def nothing(state: object) -> float:
    return 0


def test_an_extension_sees_the_loss_that_was_delayed() -> None:
    """The bishop is lost in any case. A check delays the loss, and costs a pawn as well."""
    game = tree({"give the bishop": {"take it": -3}, "check": {"step aside": {"wait": {"take it": -4}}, "stay": 9}})
    looks = {"give the bishop": -3, "check": 0, "check.step aside": 0, "check.step aside.wait": 0}.__getitem__
    hasty = alpha_beta(game, game.root, depth=1, evaluate=looks)
    assert (hasty.action, hasty.value) == ("check", 0)
    extension = SingularExtension(game, looks, margin=5, limit=3)
    calm = alpha_beta(game, game.root, depth=1, evaluate=extension)
    assert (calm.action, calm.value) == ("give the bishop", -3)
    assert extension.nodes == 5  # all actions on the way: take it; step aside, stay; wait; take it
    short = alpha_beta(game, game.root, depth=1, evaluate=SingularExtension(game, looks, margin=5, limit=2))
    assert short.action == "check"


def test_only_a_clear_difference_is_singular() -> None:
    game = tree({"on": {"good": {"end": 8}, "nearly as good": {"end": 7}}})
    looks = {"on": 1, "on.good": 3, "on.nearly as good": 5}.__getitem__  # player 1 moves: 3 is good
    assert SingularExtension(game, looks, margin=2, limit=1)("on") == 3
    assert SingularExtension(game, looks, margin=2, limit=9)("on") == 8
    assert SingularExtension(game, looks, margin=2.5, limit=9)("on") == 1


def test_in_tic_tac_toe_an_extension_claims_only_what_is_true_and_claims_more() -> None:
    """Over all boards: blocks are singular in a trial of two plies, so forced lines are followed to their end."""
    game = tic_tac_toe.TicTacToe()
    truth = backward_induction(game, game.start)
    boards = [board for board in truth if not game.terminal_test(board)]
    extended = SingularExtension(game, nothing, margin=1, limit=9, trial=2)
    claims = {board: extended(board) for board in boards}
    assert all(claim in (0, truth[board]) for board, claim in claims.items())
    plain, calm = (
        {board for board in boards if alpha_beta(game, board, depth=2, evaluate=looks).value == truth[board]}
        for looks in (nothing, claims.__getitem__)
    )
    assert plain < calm < set(boards)


@given(trees, st.integers(0, 5), st.integers(1, 4), st.integers(1, 3))
def test_an_extension_of_the_truth_is_the_truth(game: GraphGame, margin: int, limit: int, trial: int) -> None:
    truth = backward_induction(game, game.root)
    extended = SingularExtension(game, truth.__getitem__, margin=margin, limit=limit, trial=trial)
    assert {state: extended(state) for state in truth} == truth


@given(trees, st.integers(1, 4))
def test_where_nothing_is_singular_an_extension_is_the_evaluation(game: GraphGame, depth: int) -> None:
    looks = {state: len(state) % 5 for state in backward_induction(game, game.root)}
    extended = SingularExtension(Doubled(game), looks.__getitem__, margin=inf, limit=5)
    plain = alpha_beta(game, game.root, depth=depth, evaluate=looks.__getitem__)
    assert alpha_beta(game, game.root, depth=depth, evaluate=extended) == plain


class Doubled:
    """The game with every action offered twice, so that no action is the only one."""

    def __init__(self, game: GraphGame) -> None:
        self.player, self.terminal_test, self.utility = game.player, game.terminal_test, game.utility
        self._game = game

    def actions(self, state: str, /) -> list[tuple[object, int]]:
        return [(action, copy) for action in self._game.actions(state) for copy in (0, 1)]

    def result(self, state: str, action: tuple[object, int], /) -> str:
        return self._game.result(state, action[0])


def test_an_extension_stops_where_chance_moves() -> None:
    game = tree({"roll": Chance((0.5, 8), (0.5, 0))})
    extended = SingularExtension(game, {"root": 1, "roll": 3}.__getitem__, margin=1, limit=5)
    assert expectiminimax(game, game.root, depth=1, evaluate=extended).value == 3


CORNERS = 1 | 1 << 7 | 1 << 56 | 1 << 63


def mobility(position: reversi.Position) -> float:
    """Evaluation of Reversi for black: difference of mobility, plus ten for each corner."""
    squares = [
        reversi.legal_squares(own, other).bit_count() + 10 * (own & CORNERS).bit_count()
        for own, other in ((position.own, position.other), (position.other, position.own))
    ]
    return squares[position.player] - squares[1 - position.player]


def random_position(seed: int, plies: int) -> reversi.Position:
    rng, game = random.Random(seed), reversi.Reversi()
    position = game.start
    for _ in range(plies):
        position = game.result(position, rng.choice(game.actions(position)))
    return position


def test_prob_cut_finds_in_reversi_what_a_ply_less_does_not_at_less_than_the_full_price() -> None:
    game = reversi.Reversi()
    samples = [random_position(seed, 8 + seed % 10 * 2) for seed in range(100, 120)]
    forecast = measure_forecast(game, samples, mobility, shallow=1, deep=3)
    nodes, same, same_a_ply_less = {"plain": 0, "cut": 0}, 0, 0
    for seed in range(8):
        position = random_position(seed, 20)
        plain = alpha_beta(game, position, depth=4, evaluate=mobility)
        cut = prob_cut(game, position, depth=4, evaluate=mobility, forecast=forecast)
        nodes["plain"] += plain.nodes
        nodes["cut"] += cut.nodes
        same += cut.action == plain.action
        same_a_ply_less += alpha_beta(game, position, depth=3, evaluate=mobility).action == plain.action
    assert nodes["cut"] < 0.8 * nodes["plain"]
    assert same == 8 > same_a_ply_less


@given(trees, st.integers(1, 5), st.integers(2, 4))
def test_prob_cut_with_a_true_forecast_changes_nothing(game: GraphGame, depth: int, deep: int) -> None:
    truth = backward_induction(game, game.root).__getitem__
    plain = alpha_beta(game, game.root, depth=depth, evaluate=truth)
    cut = prob_cut(game, game.root, depth=depth, evaluate=truth, forecast=Forecast(1, deep))
    assert (cut.action, cut.value, cut.best_actions) == (plain.action, plain.value, plain.best_actions)


@given(trees, st.integers(1, 5))
def test_prob_cut_without_a_doubt_is_alpha_beta(game: GraphGame, depth: int) -> None:
    """Except for the states of the shallow searches."""
    plain = alpha_beta(game, game.root, depth=depth, evaluate=len)
    cut = prob_cut(game, game.root, depth=depth, evaluate=len, forecast=Forecast(1, 2, sigma=1), confidence=inf)
    assert (cut.values, cut.principal_variation, cut.cutoffs, cut.complete) == (
        plain.values,
        plain.principal_variation,
        plain.cutoffs,
        plain.complete,
    )
    assert cut.nodes >= plain.nodes


def test_prob_cut_is_a_bet_that_can_be_lost() -> None:
    game = tree({"sound": {"a": {"b": 1}}, "sacrifice": {"accept": {"mate": 9}}})
    looks = {"sound.a": 1, "sacrifice.accept": -5}.__getitem__
    assert minimax(game, game.root).action == "sacrifice"
    timid = prob_cut(game, game.root, depth=3, evaluate=looks, forecast=Forecast(1, 2))
    assert (timid.action, timid.complete) == ("sound", False)
    assert prob_cut(game, game.root, depth=3, evaluate=looks, forecast=Forecast(1, 2, sigma=7)).action == "sacrifice"


def test_prob_cut_deepens_like_any_search() -> None:
    game = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    search = partial(prob_cut, forecast=Forecast(1, 2, sigma=1))
    assert iterative_deepening(game, game.root, evaluate=nothing, seconds=inf, search=search).value == 3


class SingleFile:
    """An endless game with one action in each state. A state is a number and the number of plies so far."""

    def player(self, state: tuple[int, int], /) -> int:
        return 0

    def actions(self, state: tuple[int, int], /) -> list[str]:
        return ["on"]

    def result(self, state: tuple[int, int], action: str, /) -> tuple[int, int]:
        return state[0], state[1] + 1

    def terminal_test(self, state: tuple[int, int], /) -> bool:
        return False

    def utility(self, state: tuple[int, int], player: int, /) -> float:
        raise AssertionError("never asked: no state is terminal")


def test_a_forecast_is_the_line_through_both_searches() -> None:
    def looks(state: tuple[int, int]) -> float:
        number, plies = state
        return number if plies == 1 else 2 * number + 1 + (-1) ** number  # off by 1, up and down in turn

    states = [(number, 0) for number in (1, 2, 2, 3, 3, 4)]  # errors -1 1 1 -1 -1 1
    forecast = measure_forecast(SingleFile(), states, looks, shallow=1, deep=3)
    assert (forecast.shallow, forecast.deep) == (1, 3)
    best = min(
        (sum((looks((x, 3)) - slope / 100 * x - offset / 100) ** 2 for x, _ in states), slope / 100, offset / 100)
        for slope in range(150, 300)
        for offset in range(-100, 200)
    )  # by trying
    assert forecast.slope == pytest.approx(best[1], abs=0.02)
    assert forecast.offset == pytest.approx(best[2], abs=0.05)
    assert forecast.sigma == pytest.approx((best[0] / 4) ** 0.5, abs=0.01)


@pytest.mark.parametrize(
    ("states", "shallow", "deep", "complaint"),
    [
        ([(1, 0), (2, 0)], 1, 3, "three or more states"),
        ([(1, 0), (1, 0), (1, 0)], 1, 3, "not all the same"),
        ([(1, 0), (2, 0), (3, 0)], 3, 3, "not 3 against 3 plies"),
        ([(1, 0), (2, 0), (3, 0)], 0, 3, "shallow must be a positive whole number, not 0"),
    ],
)
def test_a_forecast_needs_enough_samples(
    states: list[tuple[int, int]], shallow: int, deep: int, complaint: str
) -> None:
    with pytest.raises(SearchError, match=complaint):
        measure_forecast(SingleFile(), states, lambda state: state[0], shallow=shallow, deep=deep)
