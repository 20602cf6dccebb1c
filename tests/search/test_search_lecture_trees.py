"""The trees of the lectures, with their answers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from agents.search import (
    CHANCE,
    Chance,
    Trace,
    alpha_beta,
    check_game,
    expectimax,
    expectiminimax,
    max_n,
    minimax,
    tree,
)
from agents.search.retrograde import backward_induction
from agents.search.support.game_proxy import GameProxy

THREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class CountingLeaves(GameProxy[str, Any]):
    """Records the leaves that a search evaluates."""

    def __init__(self, nested: Any) -> None:
        game = tree(nested)
        super().__init__(game)
        self.root = game.root
        self.seen: list[str] = []

    def utility(self, state: str, player: int, /) -> float:
        self.seen.append(state)
        return self._game.utility(state, player)


def test_minimax_takes_the_best_of_the_worst() -> None:
    game = tree(THREE)
    result = minimax(game, game.root)
    assert (result.action, result.value) == (0, 3)
    assert result.values == {0: 3, 1: 2, 2: 2}
    assert result.principal_variation == (0, 0)
    assert (result.nodes, result.depth, result.complete) == (12, 2, True)


def test_alpha_beta_never_visits_leaves_4_and_6() -> None:
    game = CountingLeaves(THREE)
    result = alpha_beta(game, game.root)
    assert (result.action, result.value) == (0, 3)
    assert game.seen == ["0.0", "0.1", "0.2", "1.0", "2.0", "2.1", "2.2"]
    assert (result.nodes, result.cutoffs) == (10, 1)


def test_alpha_beta_lists_only_values_that_it_knows() -> None:
    game = tree(THREE)
    assert alpha_beta(game, game.root).values == {0: 3}  # 1 and 2 are known to be at most 2, not to be 2


def test_pruned_leaves_may_hold_anything() -> None:
    rng = random.Random(3)
    for _ in range(50):
        x, y = rng.randint(-100, 100), rng.randint(-100, 100)
        game = CountingLeaves([[3, 9, 10], [2, x, y], [10, 5, 1]])
        result = alpha_beta(game, game.root)
        assert (result.action, result.value) == (0, 3)
        assert not {"1.1", "1.2"} & set(game.seen)


def test_a_pessimist_goes_left_although_8_is_on_the_right() -> None:
    game = tree({"left": [-8, -5], "right": [-10, 8]})
    for search in (minimax, alpha_beta):
        result = search(game, game.root)
        assert (result.action, result.value) == ("left", -8)
    assert minimax(game, game.root).values == {"left": -8, "right": -10}


def test_chance_node_is_worth_its_expectation() -> None:
    game = tree([Chance((1 / 2, 8), (1 / 3, 24), (1 / 6, -12))])
    assert expectiminimax(game, game.root).value == pytest.approx(10)
    assert expectimax(game, game.root).value == pytest.approx(10)
    assert backward_induction(game, game.root)["0"] == pytest.approx(10)


class Row(NamedTuple):
    cell: int
    points: int


class OneRowPacman:
    """Pacman on a row of five cells, the dot at the end; a move costs a point."""

    dot = 4

    def player(self, state: Row, /) -> int:
        return 0

    def actions(self, state: Row, /) -> Sequence[str]:
        return ["West", "East"] if state.cell else ["East"]

    def result(self, state: Row, action: str, /) -> Row:
        return Row(state.cell + (1 if action == "East" else -1), state.points - 1)

    def terminal_test(self, state: Row, /) -> bool:
        return state.cell == self.dot

    def utility(self, state: Row, player: int, /) -> float:
        return state.points


def test_one_row_pacman() -> None:
    game = OneRowPacman()
    check_game(game, Row(2, 10))
    result = minimax(game, Row(2, 10), depth=6, evaluate=lambda state: state.points)
    assert result.values == {"West": 6, "East": 8}
    assert (result.action, result.principal_variation) == ("East", ("East", "East"))


def uniform_tree(branching: int, depth: int, leaves: list[int]) -> Any:
    """Return a complete tree over the leaves, from left to right."""
    level: list[Any] = list(leaves)
    for _ in range(depth):
        level = [level[i : i + branching] for i in range(0, len(level), branching)]
    return level[0]


def perfectly_ordered(nested: Any, maximise: bool = True) -> tuple[Any, float]:
    """Return the tree with the best child first everywhere, and its value."""
    if not isinstance(nested, list):
        return nested, nested
    children = [perfectly_ordered(child, not maximise) for child in nested]
    children.sort(key=lambda pair: pair[1], reverse=maximise)
    return [child for child, _ in children], children[0][1]


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 7), (3, 4), (3, 5), (4, 4), (5, 3), (6, 2)])
def test_leaves_of_perfectly_ordered_trees(branching: int, depth: int) -> None:
    leaves = list(range(branching**depth))
    random.Random(branching * 100 + depth).shuffle(leaves)
    nested, value = perfectly_ordered(uniform_tree(branching, depth, leaves))
    game = CountingLeaves(nested)
    assert alpha_beta(game, game.root).value == value
    assert len(game.seen) == branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    game.seen.clear()
    assert minimax(game, game.root).value == value
    assert len(game.seen) == branching**depth


def test_leaves_in_random_order_lie_between() -> None:
    branching, depth = 4, 6
    counts = []
    for seed in range(10):
        leaves = list(range(branching**depth))
        random.Random(seed).shuffle(leaves)
        game = CountingLeaves(uniform_tree(branching, depth, leaves))
        alpha_beta(game, game.root)
        counts.append(len(game.seen))
    assert 2 * branching**3 - 1 < min(counts) <= max(counts) < branching**depth
    # b^(3m/4) = 512 is the lecture's rule of thumb, which only gives the order of magnitude.
    assert 512 / 4 < sum(counts) / len(counts) < 512 * 4


def test_max_n_each_player_takes_its_own_best() -> None:
    nested = [
        [[(3, 1, 2), (5, 0, 4)], [(2, 6, 1), (9, 2, 0)]],
        [[(4, 3, 3), (8, 8, 1)], [(1, 2, 7), (6, 5, 5)]],
    ]
    game = tree(nested, players=(0, 1, 2))
    result = max_n(game, game.root, players=3)
    assert result.vectors == {0: (2, 6, 1), 1: (4, 3, 3)}
    assert (result.action, result.vector, result.value) == (1, (4, 3, 3), 4)
    assert result.principal_variation == (1, 0, 0)


def test_max_n_ties_go_to_the_first() -> None:
    game = tree([[(1, 5), (9, 5)], [(1, 7), (0, 8)], [(1, 0), (1, 0)]])
    result = max_n(game, game.root, players=2)
    assert (result.action, result.vector) == (0, (1, 5))


def test_max_n_depth_limited() -> None:
    game = tree([[(1, 5), (9, 4)], [(2, 7), (0, 8)]])
    result = max_n(game, game.root, players=2, depth=1, evaluate=lambda state: {"0": (0, 1), "1": (4, 4)}[state])
    assert (result.action, result.vector, result.complete) == (1, (4, 4), False)


def test_expectiminimax_each_layer_its_own_rule() -> None:
    # MAX, chance, MIN, chance. Chance nodes at the bottom: 2, 6 | 4, 5 || 0, 9 | 3, 3
    nested = [
        [[[0, 4], [4, 8]], [[2, 6], [5, 5]]],
        [[[-4, 4], [9, 9]], [[1, 5], [3, 3]]],
    ]
    game = tree(nested, players=(0, CHANCE, 1, CHANCE))
    result = expectiminimax(game, game.root)
    assert result.values == {0: (2 + 4) / 2, 1: (0 + 3) / 2}
    assert (result.action, result.principal_variation) == (0, (0,))


def mapped(nested: Any, change: Callable[[float], float]) -> Any:
    """Return the tree with every leaf value mapped."""
    if isinstance(nested, list):
        return [mapped(child, change) for child in nested]
    if isinstance(nested, Chance):
        return Chance(*((probability, mapped(child, change)) for probability, child in nested.outcomes))
    return change(nested)


def random_nested(rng: random.Random, depth: int) -> Any:
    if depth == 0:
        return rng.randint(-9, 9)
    return [random_nested(rng, depth - 1) for _ in range(rng.randint(2, 4))]


@pytest.mark.parametrize("change", [lambda v: v**3, lambda v: math.exp(v / 3), lambda v: 2 * v - 7])
def test_minimax_moves_the_same_under_order_keeping_maps(change: Callable[[float], float]) -> None:
    rng = random.Random(5)
    for _ in range(50):
        nested = random_nested(rng, 3)
        before, after = tree(nested), tree(mapped(nested, change))
        assert minimax(before, before.root).best_actions == minimax(after, after.root).best_actions


def test_chance_nodes_without_probabilities_are_uniform() -> None:
    """The average divides once, so that three outcomes of 7 have exactly the value of one."""

    class Fair(GameProxy[Any, Any]):
        probabilities: Any = None

    thirds = tree([Chance((1 / 3, 7), (1 / 3, 7), (1 / 3, 7)), 7])
    fair = Fair(thirds)
    for search in (expectimax, expectiminimax):
        assert search(fair, "root").values == {0: 7, 1: 7}
        assert search(thirds, "root").values == pytest.approx({0: 7, 1: 7})


def test_expectiminimax_moves_the_same_under_positive_linear_maps() -> None:
    rng = random.Random(6)
    for _ in range(50):
        nested = random_nested(rng, 4)
        players = (0, CHANCE, 1, CHANCE)
        before, after = tree(nested, players), tree(mapped(nested, lambda v: 4 * v + 16), players)
        first, second = expectiminimax(before, before.root), expectiminimax(after, after.root)
        assert second.values == pytest.approx({action: 4 * value + 16 for action, value in first.values.items()})


def test_expectiminimax_moves_otherwise_under_other_order_keeping_maps() -> None:
    nested = [[0, 10], [4, 4]]
    game, cubed = tree(nested, (0, CHANCE)), tree(mapped(nested, math.sqrt), (0, CHANCE))
    assert expectiminimax(game, game.root).action == 0
    assert expectiminimax(cubed, cubed.root).action == 1


def test_expectimax_default_is_uniform_and_a_model_replaces_it() -> None:
    game = tree([[0, 10], [4, 4]])
    assert expectimax(game, game.root).values == {0: 5, 1: 4}
    careful = expectimax(game, game.root, model=lambda state: [(0, 0.8), (1, 0.2)])
    assert careful.values == pytest.approx({0: 2, 1: 4})
    assert careful.action == 1


def test_equality_does_not_cut() -> None:
    # After the leaf 3 of the second MIN node its value equals alpha. Cutting there would look like a tie.
    game = CountingLeaves([[3, 12], [3, 1], [3, 5]])
    result = alpha_beta(game, game.root)
    assert "1.1" in game.seen
    assert result.best_actions == minimax(game, game.root).best_actions == (0, 2)
    assert result.action == 0


def test_the_trace_shows_what_was_cut_and_why() -> None:
    game = tree(THREE)
    trace: Trace[str, Any] = Trace()
    alpha_beta(game, game.root, trace=trace)
    cut = trace.tree.nodes[trace.tree.root.children[1]]
    assert (cut.high, cut.bound, cut.window) == (2, "≤", (3, math.inf))
    assert (cut.skipped, cut.reason) == ((1, 2), "value 2 < alpha 3: MAX has better")
    assert "1.1" not in {node.state for node in trace.tree.nodes}
