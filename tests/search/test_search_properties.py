"""Optimised searches return the results of the plain ones, on random games."""

from __future__ import annotations

import math
import random
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.search import (
    Beam,
    GraphGame,
    Quiescence,
    SearchResult,
    Trace,
    TranspositionTable,
    alpha_beta,
    backward_induction,
    check_game,
    expectimax,
    expectiminimax,
    iterative_deepening,
    max_n,
    mcts,
    minimax,
    solve,
    tree,
    value_iteration,
)
from agents.search.refine.ordering import by_evaluation

subtrees = st.recursive(st.integers(-4, 4), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=40)
nested_trees = st.lists(subtrees, min_size=1, max_size=4)
turn_orders = st.sampled_from([(0, 1), (1, 0), (0, 1, 2), (0, 0, 1), (1, 2, 0)])
trees = st.builds(tree, nested_trees, turn_orders)
depths = st.one_of(st.none(), st.integers(1, 5))
quick = pytest.mark.examples(150)


def guess(state: str) -> float:
    """An arbitrary evaluation with many ties."""
    return zlib.crc32(state.encode()) % 7 - 3


@st.composite
def graphs(draw: st.DrawFn, cycles: bool = False) -> GraphGame:
    """A game in which many paths lead to the same state. Without cycles, moves lead to states with larger numbers."""
    size = draw(st.integers(3, 14))
    ends = draw(st.integers(1, size - 1))
    successors, players, utilities = {}, {}, {}
    for number in range(size):
        if number >= size - ends:
            utilities[f"s{number}"] = draw(st.integers(-2, 2))
        else:
            targets = st.integers(0 if cycles else number + 1, size - 1)
            moves = draw(st.lists(targets, min_size=1, max_size=4))
            successors[f"s{number}"] = {action: f"s{target}" for action, target in enumerate(moves)}
            players[f"s{number}"] = draw(st.integers(0, 2))
    return GraphGame("s0", successors, players, utilities)


def same_answer(clever: SearchResult[Any], plain: SearchResult[Any]) -> None:
    assert (clever.action, clever.value) == (plain.action, plain.value)
    assert clever.best_actions == plain.best_actions
    assert clever.complete or not plain.complete  # what was cut need not have been followed to its end


def leaf_of(game: GraphGame, result: SearchResult[Any]) -> float:
    """Return the value of the state at the end of the principal variation."""
    state = game.root
    for action in result.principal_variation:
        state = game.result(state, action)
    return game.utility(state, 0) if game.terminal_test(state) else guess(state)


@quick
@given(trees, depths)
def test_alpha_beta_is_minimax(game: GraphGame, depth: int | None) -> None:
    plain = minimax(game, game.root, depth=depth, evaluate=guess)
    clever = alpha_beta(game, game.root, depth=depth, evaluate=guess)
    same_answer(clever, plain)
    assert clever.nodes <= plain.nodes
    assert clever.values.items() <= plain.values.items()  # listed values are exact
    assert list(clever.values) == [action for action in plain.values if action in clever.values]
    assert leaf_of(game, clever) == leaf_of(game, plain) == plain.value
    if clever.complete:
        same_answer(clever, minimax(game, game.root))


@quick
@given(trees)
def test_alpha_beta_keeps_its_promise_at_every_node(game: GraphGame) -> None:
    truth = backward_induction(game, game.root)
    trace: Trace[str, Any] = Trace()
    result = alpha_beta(game, game.root, trace=trace)
    visited = trace.tree.nodes
    assert len(visited) == result.nodes + 1
    assert sum(bool(node.skipped) for node in visited) == result.cutoffs
    for node in visited:
        assert node.low <= truth[node.state] <= node.high, node
        assert node.knowledge == ("seen" if node.bound == "=" else "bounded"), node


@quick
@given(graphs(), depths, st.sampled_from([1, 3, 1000]))
def test_transposition_table_is_plain(game: GraphGame, depth: int | None, size: int) -> None:
    plain = alpha_beta(game, game.root, depth=depth, evaluate=guess)
    table: TranspositionTable[str, Any] = TranspositionTable(size)
    for _ in range(2):  # the second time, most of it is remembered
        clever = alpha_beta(game, game.root, depth=depth, evaluate=guess, table=table)
        same_answer(clever, plain)
        assert leaf_of(game, clever) == plain.value
        assert clever.nodes <= plain.nodes
        assert len(table) <= size


@quick
@given(graphs(cycles=True), st.integers(1, 5))
def test_one_table_serves_all_depths(game: GraphGame, depth: int) -> None:
    table: TranspositionTable[str, Any] = TranspositionTable()
    for plies in range(1, depth + 1):
        plain = minimax(game, game.root, depth=plies, evaluate=guess)
        clever = alpha_beta(game, game.root, depth=plies, evaluate=guess, table=table, order=table.best_first)
        same_answer(clever, plain)
        assert leaf_of(game, clever) == plain.value


@quick
@given(trees, depths)
def test_order_changes_the_work_but_not_the_answer(game: GraphGame, depth: int | None) -> None:
    plain = minimax(game, game.root, depth=depth, evaluate=guess)
    same_answer(
        alpha_beta(game, game.root, depth=depth, evaluate=guess, order=by_evaluation(game, guess)),
        plain,
    )
    backwards = alpha_beta(game, game.root, depth=depth, evaluate=guess, order=lambda state, actions: actions[::-1])
    same_answer(backwards, plain)
    assert leaf_of(game, backwards) == plain.value


@quick
@given(trees, st.integers(0, 60), st.one_of(st.none(), st.integers(1, 6)))
def test_deepening_is_plain_search_to_the_depth_it_names(game: GraphGame, seconds: int, max_depth: int | None) -> None:
    ticks = iter(range(1_000_000))
    result = iterative_deepening(
        game, game.root, evaluate=guess, seconds=seconds, max_depth=max_depth, clock=lambda: next(ticks)
    )
    assert result.depth >= 1
    assert max_depth is None or result.depth <= max_depth
    plain = minimax(game, game.root, depth=result.depth, evaluate=guess)
    same_answer(result, plain)


@quick
@given(trees, depths)
def test_quiescence_of_quiet_states_is_plain(game: GraphGame, depth: int | None) -> None:
    quiet = Quiescence(game, guess, lambda state: True, limit=3)
    plain = alpha_beta(game, game.root, depth=depth, evaluate=guess)
    assert alpha_beta(game, game.root, depth=depth, evaluate=quiet) == plain
    assert quiet.nodes == 0


@quick
@given(trees, st.integers(1, 3), st.integers(1, 3))
def test_quiescence_without_quiet_states_is_a_deeper_search(game: GraphGame, depth: int, limit: int) -> None:
    never_quiet = Quiescence(game, guess, lambda state: False, limit=limit, search=minimax)
    deeper = minimax(game, game.root, depth=depth + limit, evaluate=guess)
    result = minimax(game, game.root, depth=depth, evaluate=never_quiet)
    assert result.values == deeper.values
    assert result.nodes + never_quiet.nodes == deeper.nodes


@quick
@given(trees, depths, st.integers(4, 9))
def test_wide_beam_is_plain(game: GraphGame, depth: int | None, width: int) -> None:
    plain = minimax(game, game.root, depth=depth, evaluate=guess)
    assert minimax(Beam(game, width, guess), game.root, depth=depth, evaluate=guess) == plain


@quick
@given(trees, depths, st.integers(1, 3))
def test_narrow_beam_is_narrow_and_keeps_the_best_looking(game: GraphGame, depth: int | None, width: int) -> None:
    beam = Beam(game, width, guess)
    for state in ["root", *(node for node in ("0", "1", "0.0") if game.actions(node))]:
        kept, all_actions = list(beam.actions(state)), list(game.actions(state))
        assert len(kept) == min(width, len(all_actions))
        assert kept == [action for action in all_actions if action in kept]
        sign = 1 if game.player(state) == 0 else -1
        after = {action: game.result(state, action) for action in all_actions}
        looks = {
            action: sign * (game.utility(child, 0) if game.terminal_test(child) else guess(child))
            for action, child in after.items()
        }
        assert min(looks[action] for action in kept) >= max(
            (looks[action] for action in all_actions if action not in kept), default=-math.inf
        )


@quick
@given(nested_trees, st.sampled_from([(0, 1), (0, 1, 2), (0, 0, 1)]), depths)
def test_expectimax_that_expects_the_worst_is_minimax(nested: Any, players: Any, depth: int | None) -> None:
    game = tree(nested, players)

    def horizon(state: str) -> int | None:
        ply = 0 if state == "root" else state.count(".") + 1
        return None if depth is None else depth - ply

    def worst(state: str) -> list[tuple[Any, float]]:
        action = minimax(game, state, depth=horizon(state), evaluate=guess).action
        return [(other, float(other == action)) for other in game.actions(state)]

    plain = minimax(game, game.root, depth=depth, evaluate=guess)
    assert expectimax(game, game.root, depth=depth, evaluate=guess, model=worst).values == plain.values


@quick
@given(nested_trees, st.sampled_from([(0, 1), (1, 0), (0, 0, 1)]), depths)
def test_max_n_with_two_enemies_is_minimax(nested: Any, players: Any, depth: int | None) -> None:
    game = tree(nested, players)
    plain = minimax(game, game.root, depth=depth, evaluate=guess)
    vectors = max_n(game, game.root, players=2, depth=depth, evaluate=lambda state: (guess(state), -guess(state)))
    assert (vectors.action, vectors.vector[0]) == (plain.action, plain.value)
    assert {action: vector[0] for action, vector in vectors.vectors.items()} == plain.values
    assert vectors.principal_variation == plain.principal_variation


@quick
@given(trees, depths)
def test_expectiminimax_without_chance_is_minimax(game: GraphGame, depth: int | None) -> None:
    assert expectiminimax(game, game.root, depth=depth, evaluate=guess) == minimax(
        game, game.root, depth=depth, evaluate=guess
    )


@quick
@given(graphs())
def test_solutions_are_minimax_where_nothing_repeats(game: GraphGame) -> None:
    value = minimax(game, game.root).value
    assert backward_induction(game, game.root)["s0"] == value
    assert value_iteration(game, game.root)["s0"] == value
    assert solve(game, game.root).outcomes["s0"].winner == (value > 0) - (value < 0)


@quick
@given(graphs(cycles=True))
def test_solve_agrees_with_long_searches_where_states_repeat(game: GraphGame) -> None:
    """The winner wins within the distance and not before; no search decides a draw."""
    solution = solve(game, game.root)
    iterated = value_iteration(game, game.root)
    for state, (winner, distance) in solution.outcomes.items():
        assert (iterated[state] > 0) - (iterated[state] < 0) == winner
        if not distance:
            continue
        table: TranspositionTable[str, Any] = TranspositionTable()
        seen = alpha_beta(game, state, depth=distance, evaluate=lambda state: 0, table=table).value
        assert seen * winner > 0
        if distance > 1:
            assert alpha_beta(game, state, depth=distance - 1, evaluate=lambda state: 0, table=table).value == 0
        after = solution.outcomes[game.result(state, solution.action(state))]
        assert after == (winner, distance - 1)


@quick
@given(graphs(cycles=True))
def test_random_games_keep_the_contract(game: GraphGame) -> None:
    assert check_game(game, game.root, games=3, max_plies=20) >= 3


@pytest.mark.parametrize("answer", ["mean", "visits"])
@pytest.mark.parametrize("prior", [None, "uniform"])
def test_monte_carlo_comes_to_minimax(answer: Any, prior: str | None) -> None:
    rng = random.Random(11)

    def nested(depth: int) -> Any:
        return [nested(depth - 1) for _ in range(3)] if depth else rng.choice((-1, -0.5, 0, 0.5, 1))

    def even(state: str) -> dict[Any, float]:
        return dict.fromkeys(range(3), 1 / 3)

    for seed in range(6):
        for players in ((0, 1), (1, 0), (0, 1, 2)):
            game = tree(nested(3), players)
            truth = minimax(game, game.root)
            found = mcts(
                game,
                game.root,
                rng=random.Random(seed),
                iterations=3000,
                answer=answer,
                prior=even if prior else None,
            )
            assert found.action in truth.best_actions
            assert found.value == pytest.approx(truth.value, abs=0.15)
