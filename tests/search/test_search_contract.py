"""The checker for games, and the errors of searches for bad input."""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import agents.search
from agents.search import (
    CHANCE,
    Beam,
    Chance,
    EmptyTreeError,
    EvaluationError,
    GameError,
    GraphGame,
    Quiescence,
    SearchError,
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
    tree,
)
from agents.search.refine.ordering import by_evaluation
from agents.search.retrograde import reachable
from agents.search.support.validation import number_from

SCALAR_SEARCHES: list[Any] = [minimax, alpha_beta, expectimax, expectiminimax]
TWO_LEVELS = tree([[3, 12], [2, 4]])
RESTLESS_ORDER = cycle(([1, 2], [2, 1]))


class Counter:
    """Two players count down by 1 or 2; the one who reaches 0 wins. A correct game, from which broken ones derive."""

    def player(self, state: tuple[int, int], /) -> int:
        return state[1]

    def actions(self, state: tuple[int, int], /) -> Sequence[int]:
        return [1, 2] if state[0] > 1 else [1]

    def result(self, state: tuple[int, int], action: int, /) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def terminal_test(self, state: tuple[int, int], /) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int, /) -> float:
        return -1 if player == state[1] else 1


def broken(**functions: Callable[..., Any]) -> Any:
    """A Counter with some functions replaced."""
    return type("Broken", (Counter,), {name: staticmethod(function) for name, function in functions.items()})()


def test_a_correct_game_passes() -> None:
    assert check_game(Counter(), (9, 0), games=5) > 5 * 5
    assert check_game(TWO_LEVELS, TWO_LEVELS.root) == 30
    assert check_game(tree([Chance((0.25, 1), (0.75, 2))]), "root") == 30


def test_check_game_replays_with_a_seed() -> None:
    seen: list[list[Any]] = []
    for _ in range(2):
        states: list[Any] = []
        game = broken(terminal_test=lambda state, states=states: states.append(state) or state[0] == 0)
        check_game(game, (30, 0), rng=random.Random(4))
        seen.append(states)
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("functions", "complaint"),
    [
        ({"actions": lambda state: []}, r"no actions although the state is not terminal: \(9, 0\) \(ply 0\)"),
        ({"actions": lambda state: next(RESTLESS_ORDER)}, "another order"),
        ({"actions": lambda state: [1, 1]}, "listed twice"),
        ({"player": lambda state: -2}, "player is -2"),
        ({"player": lambda state: "0"}, "player is '0'"),
        ({"player": lambda state: CHANCE}, "no function probabilities"),
        ({"player": lambda state: CHANCE, "probabilities": lambda state: [(1, 0.3), (2, 0.3)]}, "add up to 0.6"),
        ({"player": lambda state: CHANCE, "probabilities": lambda state: [(1, 1.3), (2, -0.3)]}, "not between 0 and 1"),
        ({"player": lambda state: CHANCE, "probabilities": lambda state: [(7, 1.0)]}, r"not legal: \{7\}"),
        ({"utility": lambda state, player: math.nan}, "utility for player 0 is nan"),
        ({"utility": lambda state, player: math.inf}, "utility for player 0 is inf"),
        ({"utility": lambda state, player: "win"}, "utility for player 0 is 'win'"),
        ({"result": lambda state, action: (state[0] - action, [1])}, "cannot be hashed"),
        ({"result": lambda state, action: (state[0] - action, object())}, "not equal"),
    ],
)
def test_check_game_names_what_is_broken(functions: dict[str, Any], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        check_game(broken(**functions), (9, 0))


class Heap:
    """A state that can be changed."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __repr__(self) -> str:
        return f"Heap({self.count})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.count == other.count

    def __hash__(self) -> int:
        return 7


def test_check_game_finds_a_result_that_changes_its_argument() -> None:
    def take_in_place(state: Heap, action: int) -> Heap:
        state.count -= action
        return state

    game = broken(
        player=lambda state: 0,
        actions=lambda state: [1],
        terminal_test=lambda state: state.count <= 0,
        utility=lambda state, player: 0,
        result=take_in_place,
    )
    with pytest.raises(GameError, match=r"result changes its argument: after 1 it is Heap\(7\)"):
        check_game(game, Heap(9))
    with pytest.raises(GameError, match="result changes its argument"):
        check_game(game, Heap(2))


def test_check_game_finds_equal_states_with_different_hashes() -> None:
    class Restless(Heap):
        made = 0

        def __init__(self, count: int) -> None:
            super().__init__(count)
            Restless.made += 1
            self.number = Restless.made

        def __hash__(self) -> int:
            return self.number

    game = broken(
        player=lambda state: 0,
        actions=lambda state: [1],
        terminal_test=lambda state: state.count <= 0,
        utility=lambda state, player: 0,
        result=lambda state, action: Restless(state.count - 1),
    )
    with pytest.raises(GameError, match="different hashes"):
        check_game(game, Restless(3))


@pytest.mark.parametrize("search", SCALAR_SEARCHES)
@pytest.mark.parametrize("depth", [0, -1, 1.5, "2", True])
def test_depth_must_be_a_positive_whole_number(search: Any, depth: Any) -> None:
    with pytest.raises(SearchError, match=f"depth must be a positive whole number, not {depth!r}"):
        search(TWO_LEVELS, "root", depth=depth, evaluate=lambda state: 0)


@pytest.mark.parametrize("search", [*SCALAR_SEARCHES, lambda game, state: max_n(game, state, players=2)])
def test_a_root_without_choice_is_named(search: Any) -> None:
    with pytest.raises(EmptyTreeError, match=r"the game is over in '0\.1'"):
        search(TWO_LEVELS, "0.1")
    with pytest.raises(EmptyTreeError, match="no actions in"):
        search(broken(actions=lambda state: []), (3, 0))
    with pytest.raises(EmptyTreeError, match="chance moves in 'root'"):
        search(tree([1, 2], players=(CHANCE,)), "root")


def test_monte_carlo_names_a_root_without_choice() -> None:
    with pytest.raises(EmptyTreeError, match="the game is over"):
        mcts(TWO_LEVELS, "0.1", rng=random.Random(0), iterations=5)


@pytest.mark.parametrize("search", SCALAR_SEARCHES)
def test_an_inner_state_without_actions_is_named(search: Any) -> None:
    game = broken(actions=lambda state: [] if state[0] == 7 else [1], probabilities=lambda state: [])
    with pytest.raises(GameError, match=r"no actions although the state is not terminal: \(7, 0\)"):
        search(game, (9, 0))


def better_evaluation(state: str) -> float:
    raise ZeroDivisionError("division by zero")


@pytest.mark.parametrize("search", SCALAR_SEARCHES)
def test_a_broken_evaluation_is_named(search: Any) -> None:
    def nothing(state: str) -> Any:
        return None

    def text(state: str) -> Any:
        return "12"

    with pytest.raises(EvaluationError, match="evaluation better_evaluation raised ZeroDivisionError") as caught:
        search(TWO_LEVELS, "root", depth=1, evaluate=better_evaluation)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(EvaluationError, match="returned NaN"):
        search(TWO_LEVELS, "root", depth=1, evaluate=lambda state: math.nan)
    with pytest.raises(EvaluationError, match="evaluation nothing returned None, which is not a number"):
        search(TWO_LEVELS, "root", depth=1, evaluate=nothing)
    with pytest.raises(EvaluationError, match="evaluation text returned '12', which is not a number"):
        search(TWO_LEVELS, "root", depth=1, evaluate=text)
    with pytest.raises(SearchError, match="reached its depth limit in '0'; pass an evaluation"):
        search(TWO_LEVELS, "root", depth=1)


def test_a_broken_utility_is_named() -> None:
    with pytest.raises(EvaluationError, match="utility of Broken returned 'won'"):
        minimax(broken(utility=lambda state, player: "won"), (3, 0))


def test_a_broken_utility_is_named_through_a_game_that_stands_for_another() -> None:
    game = broken(utility=lambda state, player: "won")
    with pytest.raises(EvaluationError, match="utility of Broken returned 'won'"):
        iterative_deepening(game, (3, 0), evaluate=lambda state: 0, seconds=60)


@pytest.mark.parametrize(
    "look",
    [
        lambda evaluate: minimax(Beam(TWO_LEVELS, 1, evaluate), "root"),
        lambda evaluate: alpha_beta(TWO_LEVELS, "root", order=by_evaluation(TWO_LEVELS, evaluate)),
        lambda evaluate: minimax(
            TWO_LEVELS, "root", depth=1, evaluate=Quiescence(TWO_LEVELS, evaluate, lambda state: True, limit=1)
        ),
    ],
)
def test_a_broken_evaluation_is_named_wherever_it_is_used(look: Any) -> None:
    with pytest.raises(EvaluationError, match="evaluation better_evaluation raised ZeroDivisionError"):
        look(better_evaluation)
    with pytest.raises(EvaluationError, match="evaluation <lambda> returned NaN"):
        look(lambda state: math.nan)


@pytest.mark.parametrize("search", SCALAR_SEARCHES)
@pytest.mark.parametrize(
    "number", [2, 2.5, True, math.inf, -math.inf, numpy.float64(2.5), numpy.float32(2.5), numpy.int64(2)]
)
def test_all_kinds_of_numbers_are_values(search: Any, number: Any) -> None:
    result = search(TWO_LEVELS, "root", depth=1, evaluate=lambda state: number)
    assert (result.action, result.value) == (0, number)
    assert type(result.value) in (int, float)


def test_lost_or_won_everywhere_still_has_a_first_action_and_a_line_after_it() -> None:
    for search in SCALAR_SEARCHES:
        result = search(TWO_LEVELS, "root", depth=1, evaluate=lambda state: -math.inf)
        assert (result.action, result.value, result.principal_variation) == (0, -math.inf, (0,))
    deeper = tree([[[0, 0], [0, 0]], [[0, 0], [0, 0]]])
    for search in (minimax, alpha_beta, expectiminimax):
        for worth in (lambda state: math.inf, lambda state: -math.inf):
            assert search(deeper, "root", depth=2, evaluate=worth).principal_variation == (0, 0)


def test_numbers() -> None:
    assert number_from(numpy.bool_(True).item(), "x") == 1
    with pytest.raises(EvaluationError, match="x returned NaN"):
        number_from(numpy.float32("nan"), "x")
    with pytest.raises(EvaluationError, match="not a number"):
        number_from(1j, "x")


def test_endless_games_need_a_depth() -> None:
    loop = GraphGame("here", {"here": {"stay": "here"}}, {"here": 0}, {})
    for search in SCALAR_SEARCHES:
        with pytest.raises(SearchError, match="is the game endless"):
            search(loop, "here")
    assert minimax(loop, "here", depth=20, evaluate=lambda state: 1).value == 1
    with pytest.raises(GameError, match="can come back to 'here'"):
        backward_induction(loop, "here")


@pytest.mark.parametrize(
    ("model", "complaint"),
    [
        ([(0, 0.5), (1, 0.4)], "not a distribution"),
        ([(0, 1.5), (1, -0.5)], "not a distribution"),
        ([(0, math.nan), (1, 1)], "not a distribution"),
        ([], "not a distribution"),
    ],
)
def test_a_model_that_is_no_distribution(model: list[tuple[Any, float]], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        expectimax(TWO_LEVELS, "root", model=lambda state: model)


def test_infinities_of_both_signs_have_no_average() -> None:
    game = tree([[math.inf, -math.inf]])
    with pytest.raises(EvaluationError, match="both infinities"):
        expectimax(game, "root")
    impossible = expectimax(game, "root", model=lambda state: [(0, 0.0), (1, 1.0)])
    assert impossible.value == -math.inf  # an outcome with probability 0 does not count
    loaded = tree([Chance((0, math.inf), (1, -math.inf))])
    assert expectiminimax(loaded, "root").value == -math.inf


def test_expectimax_chooses_for_player_0_only() -> None:
    with pytest.raises(SearchError, match="player 1 moves"):
        expectimax(tree([1, 2], players=(1,)), "root")


def test_max_n_checks_its_players_and_vectors() -> None:
    with pytest.raises(GameError, match="players=2, but player 2 moves"):
        max_n(tree([[(1, 2)]], players=(0, 2)), "root", players=2)
    with pytest.raises(SearchError, match="players must be a positive"):
        max_n(TWO_LEVELS, "root", players=0)
    with pytest.raises(EvaluationError, match="expected 2 numbers"):
        max_n(TWO_LEVELS, "root", players=2, depth=1, evaluate=lambda state: (1, 2, 3))
    with pytest.raises(EvaluationError, match="returned NaN"):
        max_n(TWO_LEVELS, "root", players=2, depth=1, evaluate=lambda state: (1, math.nan))
    with pytest.raises(EvaluationError, match="evaluation better_evaluation raised ZeroDivisionError"):
        max_n(TWO_LEVELS, "root", players=2, depth=1, evaluate=better_evaluation)  # type: ignore[arg-type]
    with pytest.raises(SearchError, match="depth limit"):
        max_n(TWO_LEVELS, "root", players=2, depth=1)


def test_other_options_are_checked() -> None:
    rng = random.Random(0)
    with pytest.raises(SearchError, match="width"):
        Beam(TWO_LEVELS, 0, lambda state: 0)
    with pytest.raises(SearchError, match="limit"):
        Quiescence(TWO_LEVELS, lambda state: 0, lambda state: True, limit=0)
    with pytest.raises(SearchError, match="size"):
        TranspositionTable(0)
    with pytest.raises(SearchError, match="seconds"):
        iterative_deepening(TWO_LEVELS, "root", evaluate=lambda state: 0, seconds=math.nan)
    with pytest.raises(SearchError, match="depth"):
        iterative_deepening(TWO_LEVELS, "root", evaluate=lambda state: 0, seconds=1, max_depth=0)
    with pytest.raises(SearchError, match="budget"):
        mcts(TWO_LEVELS, "root", rng=rng)
    with pytest.raises(SearchError, match="iterations"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=0)
    with pytest.raises(SearchError, match="seconds"):
        mcts(TWO_LEVELS, "root", rng=rng, seconds=-1)
    with pytest.raises(SearchError, match="must be given together"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=5, evaluate=lambda state: 0)
    with pytest.raises(SearchError, match="playout_plies"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=5, evaluate=lambda state: 0, playout_plies=-1)
    with pytest.raises(SearchError, match="exploration"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=5, exploration=-1)
    with pytest.raises(SearchError, match="'mean' or 'visits'"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=5, answer="best")  # type: ignore[arg-type]
    with pytest.raises(SearchError, match="the prior names"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=5, prior=lambda state: {0: 1.0})
    with pytest.raises(GameError, match=r"add up to 1\.5"):
        mcts(TWO_LEVELS, "root", rng=rng, iterations=5, prior=lambda state: {0: 1.0, 1: 0.5})


def test_explicit_games_are_checked_when_they_are_built() -> None:
    with pytest.raises(GameError, match="unknown state 'b'"):
        GraphGame("a", {"a": {0: "b"}}, {"a": 0}, {})
    with pytest.raises(GameError, match="state 'a' has successors but no player"):
        GraphGame("a", {"a": {0: "b"}}, {}, {"b": 1})
    with pytest.raises(GameError, match="neither successors nor a utility"):
        GraphGame("a", {}, {}, {})
    with pytest.raises(GameError, match=r"add up to 0.8 .* state '0'"):
        tree([Chance((0.5, 1), (0.3, 2))])
    with pytest.raises(GameError, match="'x' at '1' is not a tree"):
        tree([1, "x"])


@pytest.mark.parametrize(
    ("nested", "value"),
    [
        ({"a": {"b": 1}, "a.b": 2}, 2),
        ({"a.b": 2, "a": {"b": 1}}, 2),
        ({1: 5, "1": [7]}, 7),
        ({"root": 5, "other": 3}, 5),
        ({"a'": 1, "a": 2, "a.b": 3, "a.b'": 4}, 4),
    ],
)
def test_no_two_states_of_a_tree_are_called_alike(nested: Any, value: float) -> None:
    game = tree(nested)
    assert minimax(game, game.root).value == value


actions = st.sampled_from(["a", "b", "a.b", "root", "1", 1, "1'", "", ".", "0.1", 0, None, "None"])
nested_trees = st.recursive(
    st.integers(),
    lambda inner: st.lists(inner, min_size=1, max_size=3) | st.dictionaries(actions, inner, min_size=1, max_size=4),
    max_leaves=12,
)


@given(nested_trees)
def test_a_tree_has_a_state_for_each_of_its_nodes(nested: Any) -> None:
    def nodes(node: Any) -> int:
        children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        return 1 + sum(map(nodes, children))

    def same(state: str, node: Any) -> bool:
        if isinstance(node, int):
            return game.utility(state, 0) == node
        children = node if isinstance(node, dict) else dict(enumerate(node))
        return list(game.actions(state)) == list(children) and all(
            same(game.result(state, action), child) for action, child in children.items()
        )

    game = tree(nested)
    assert len(reachable(game, game.root)) == nodes(nested)
    assert same(game.root, nested)


def test_the_package_imports_the_standard_library_only() -> None:
    allowed = {"agents.search"}
    for path in Path(agents.search.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for name in names:
                assert not name.startswith(("pacman", "numpy")), f"{path.name} imports {name}"
                if name.startswith("agents"):
                    assert name.startswith(tuple(allowed)), f"{path.name} imports {name}"
