"""Deepening, ordering, tables, quiescence and beams on games that show their effect; and traces as text."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from agents.search import (
    CHANCE,
    Beam,
    Chance,
    Quiescence,
    SearchResult,
    Trace,
    TranspositionTable,
    alpha_beta,
    expectimax,
    expectiminimax,
    iterative_deepening,
    max_n,
    minimax,
    tree,
)
from agents.search.refine.ordering import PreviousBest, by_evaluation, first
from agents.search.refine.transposition import Bound


class Sums:
    """An endless game: players add a digit in turn. Many paths lead to the same state (sum, ply)."""

    start = (0, 0)

    def player(self, state: tuple[int, int], /) -> int:
        return state[1] % 2

    def actions(self, state: tuple[int, int], /) -> Sequence[int]:
        return (1, 2, 3, 4)

    def result(self, state: tuple[int, int], action: int, /) -> tuple[int, int]:
        return state[0] + action, state[1] + 1

    def terminal_test(self, state: tuple[int, int], /) -> bool:
        return False

    def utility(self, state: tuple[int, int], player: int, /) -> float:
        raise AssertionError("never asked: no state is terminal")


def scatter(state: tuple[int, int]) -> float:
    return state[0] * 7919 % 101


class Clock:
    """A clock that advances one second at each call."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks


def test_deepening_returns_the_deepest_finished_search() -> None:
    game = Sums()
    result = iterative_deepening(game, game.start, evaluate=scatter, seconds=200, clock=Clock())
    assert result.depth >= 2
    assert not result.complete
    plain = alpha_beta(game, game.start, depth=result.depth, evaluate=scatter)
    assert (result.action, result.value) == (plain.action, plain.value)
    # The clock is read for every state, so the search that is discarded stops immediately.
    assert 200 - 4 <= result.nodes <= 200
    longer = iterative_deepening(game, game.start, evaluate=scatter, seconds=20_000, clock=Clock())
    assert longer.depth > result.depth


def test_deepening_finishes_one_ply_whatever_the_time() -> None:
    game = Sums()
    result = iterative_deepening(game, game.start, evaluate=scatter, seconds=0, clock=Clock())
    assert (result.depth, result.nodes) == (1, 4)
    assert result.values.items() <= minimax(game, game.start, depth=1, evaluate=scatter).values.items()


def test_deepening_stops_at_the_end_of_the_game_or_the_depth() -> None:
    game = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    whole = iterative_deepening(game, game.root, evaluate=lambda state: 0, seconds=math.inf)
    assert (whole.action, whole.value, whole.depth, whole.complete) == (0, 3, 2, True)
    part = iterative_deepening(game, game.root, evaluate=lambda state: 0, seconds=math.inf, max_depth=1)
    assert (part.value, part.depth, part.complete) == (0, 1, False)


def test_deepening_works_with_any_search() -> None:
    game = tree([[0, 10], [4, 4]])
    result = iterative_deepening(game, game.root, evaluate=lambda state: 0, seconds=math.inf, search=expectimax)
    assert (result.action, result.values, result.complete) == (0, {0: 5, 1: 4}, True)


def test_previous_best_is_tried_first_at_the_root_only() -> None:
    order: PreviousBest[str, int] = PreviousBest("root")
    assert order("root", [1, 2, 3]) == [1, 2, 3]
    order.action = 3
    assert order("root", [1, 2, 3]) == [3, 1, 2]
    assert order("elsewhere", [1, 2, 3]) == [1, 2, 3]
    assert first(9, [1, 2]) == [1, 2]


def test_good_order_saves_work() -> None:
    game = Sums()
    plain = alpha_beta(game, game.start, depth=6, evaluate=scatter)
    ordered = alpha_beta(game, game.start, depth=6, evaluate=scatter, order=by_evaluation(game, scatter))
    assert (ordered.action, ordered.value) == (plain.action, plain.value)
    assert ordered.nodes < plain.nodes


def test_by_evaluation_puts_the_movers_best_first() -> None:
    game = Sums()
    order = by_evaluation(game, lambda state: state[0])
    assert order((0, 0), game.actions((0, 0))) == [4, 3, 2, 1]
    assert order((0, 1), game.actions((0, 1))) == [1, 2, 3, 4]


def test_table_saves_work_and_forgets_the_oldest() -> None:
    game = Sums()
    plain = alpha_beta(game, game.start, depth=7, evaluate=scatter)
    table: TranspositionTable[tuple[int, int], int] = TranspositionTable()
    clever = alpha_beta(game, game.start, depth=7, evaluate=scatter, table=table)
    assert (clever.action, clever.value) == (plain.action, plain.value)
    assert clever.nodes < plain.nodes / 5
    assert table.hits > 0
    small: TranspositionTable[tuple[int, int], int] = TranspositionTable(10)
    cramped = alpha_beta(game, game.start, depth=7, evaluate=scatter, table=small)
    assert (cramped.action, cramped.value) == (plain.action, plain.value)
    assert len(small) == 10
    assert clever.nodes < cramped.nodes


class Mixer(Sums):
    """Five states per level that three actions connect at random, so that bounds are stored and looked up often."""

    def actions(self, state: tuple[int, int], /) -> Sequence[int]:
        return (1, 2, 3)

    def result(self, state: tuple[int, int], action: int, /) -> tuple[int, int]:
        number, ply = state
        mixed = random.Random(number * 1000 + ply * 10 + action).getrandbits(20)
        return mixed % 5 * 100 + number % 100, ply + 1


def test_a_remembered_bound_answers_only_outside_its_window() -> None:
    for seed in range(60):
        game, start = Mixer(), (seed, seed % 2)
        plain = minimax(game, start, depth=6, evaluate=scatter)
        table: TranspositionTable[tuple[int, int], int] = TranspositionTable()
        clever = alpha_beta(game, start, depth=6, evaluate=scatter, table=table)
        assert (clever.action, clever.value, clever.best_actions) == (plain.action, plain.value, plain.best_actions)


def test_table_knows_that_a_remembered_value_rests_on_the_horizon() -> None:
    game = Sums()
    table: TranspositionTable[tuple[int, int], int] = TranspositionTable()
    once = alpha_beta(game, game.start, depth=3, evaluate=scatter, table=table)
    again = alpha_beta(game, game.start, depth=3, evaluate=scatter, table=table)
    assert (once.complete, again.complete) == (False, False)
    assert again.nodes < once.nodes
    assert again.principal_variation == once.principal_variation


def test_table_orders_by_the_last_best() -> None:
    game = tree([[3, 12, 8], [14, 5, 2]])
    table: TranspositionTable[str, int] = TranspositionTable()
    assert table.best_first("1", game.actions("1")) == (0, 1, 2)
    alpha_beta(game, game.root, table=table)
    assert list(table.best_first("1", game.actions("1"))) == [2, 0, 1]
    assert table.best_first("0.0", ()) == ()


def test_bounds() -> None:
    assert Bound.of(2, 3, 5) is Bound.UPPER
    assert Bound.of(6, 3, 5) is Bound.LOWER
    assert {Bound.of(value, 3, 5) for value in (3, 4, 5)} == {Bound.EXACT}


def test_quiescence_sees_the_piece_taken_back() -> None:
    """A capture looks like +9 to a search that stops there, but the piece is taken back."""
    game = tree({"take": {"take back": -3, "look on": 9}, "wait": {"wait": 0}})
    material = {"take": 9, "wait": 0}.__getitem__
    hasty = alpha_beta(game, game.root, depth=1, evaluate=material)
    assert (hasty.action, hasty.value) == ("take", 9)
    quiescence = Quiescence(game, material, lambda state: state != "take", limit=4)
    calm = alpha_beta(game, game.root, depth=1, evaluate=quiescence)
    assert (calm.action, calm.value) == ("wait", 0)
    assert quiescence.nodes == 2


def test_a_narrow_beam_can_be_wrong() -> None:
    game = tree({"sacrifice": {"accept": 9}, "sound": {"go on": 1}})
    looks = {"sacrifice": -5, "sound": 1}.__getitem__
    assert minimax(game, game.root).action == "sacrifice"
    assert minimax(Beam(game, 1, looks), game.root).action == "sound"


def test_a_beam_judges_the_end_of_a_game_by_its_utility() -> None:
    """An evaluation ignores wins: ranked by it, a win in one move would be dropped, and a loss kept."""
    game = tree({"win": 100, "go on": {"reply": 1}, "lose": -100})
    beam = Beam(game, 1, lambda state: {"go on": 5}.get(state, 0))
    assert minimax(beam, game.root).action == "win"
    for_min = tree({"win": -100, "go on": {"reply": 1}, "lose": 100}, players=(1, 0))
    beam = Beam(for_min, 1, lambda state: {"go on": -5}.get(state, 0))
    assert minimax(beam, for_min.root).action == "win"


def test_a_beam_leaves_chance_alone() -> None:
    game = tree([Chance((0.5, 8), (0.25, 0), (0.25, 4))])
    assert expectiminimax(Beam(game, 1, lambda state: 0), game.root).value == 5


def test_best_actions_are_the_exact_ties() -> None:
    result = SearchResult(action="b", value=3, values={"a": 1, "b": 3, "c": 3}, nodes=3)
    assert result.best_actions == ("b", "c")


def test_minimising_players_in_a_row_and_at_the_root() -> None:
    game = tree([[[1, 9], [5, 6]], [[3, 4], [2, 8]]], players=(1, 2, 0))
    assert minimax(game, game.root).values == {0: 6, 1: 4}
    result = alpha_beta(game, game.root)
    assert (result.action, result.value) == (1, 4)


ALPHA_BETA_TEXT = """\
MAX = 3
├─ 0: MIN = 3 [-∞, ∞]
│  ├─ 0: 3
│  ├─ 1: 12
│  └─ 2: 8
├─ 1: MIN ≤ 2 [3, ∞]
│  ├─ 0: 2
│  └╴ cut: value 2 < alpha 3: MAX has better; skipped 1, 2
└─ 2: MIN = 2 [3, ∞]
   ├─ 0: 14
   ├─ 1: 5
   └─ 2: 2"""

CUT_AT_MAX_TEXT = """\
MIN = 4
├─ a: MAX = 4 [-∞, ∞]
│  └─ 0: 4
└─ b: MAX ≥ 7 [-∞, 4]
   ├─ 0: 7
   └╴ cut: value 7 > beta 4: MIN has better; skipped 1"""

EXPECTIMAX_TEXT = """\
MAX = 5 root
├─ 0: AVERAGE 1 = 5 0
│  ├─ 0: 0 0.0
│  └─ 1: 10 0.1
└─ 1: CHANCE = 1.5 1
   ├─ 0: 1 1.0
   └─ 1: 2 1.1"""

MAX_N_TEXT = """\
PLAYER 0 = (2, 1)
└─ 0: PLAYER 1 = (2, 1)
   ├─ 0: (2, 1)
   └─ 1: (5, 0)"""


def test_traces_as_text() -> None:
    trace: Trace[str, Any] = Trace()
    game = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    alpha_beta(game, game.root, trace=trace)
    assert trace.to_text() == ALPHA_BETA_TEXT
    game = tree({"a": [4], "b": [7, 9]}, players=(1, 0))
    alpha_beta(game, game.root, trace=trace)
    assert trace.to_text() == CUT_AT_MAX_TEXT
    game = tree([[0, 10], Chance((0.5, 1), (0.5, 2))])
    expectimax(game, game.root, trace=trace)
    assert trace.to_text(describe=str) == EXPECTIMAX_TEXT
    game = tree([[(2, 1), (5, 0)]])
    max_n(game, game.root, players=2, trace=trace)
    assert trace.to_text() == MAX_N_TEXT
    game = tree([[3, 5], [2, 4]], players=(0, CHANCE))
    expectiminimax(game, game.root, trace=trace)
    assert trace.to_text().splitlines()[1] == "├─ 0: CHANCE = 4"


def test_a_trace_does_not_change_the_answer() -> None:
    game = Sums()
    trace: Trace[tuple[int, int], int] = Trace()
    assert alpha_beta(game, game.start, depth=4, evaluate=scatter, trace=trace) == alpha_beta(
        game, game.start, depth=4, evaluate=scatter
    )
    assert minimax(game, game.start, depth=3, evaluate=scatter, trace=trace).nodes + 1 == len(trace.tree.nodes)
