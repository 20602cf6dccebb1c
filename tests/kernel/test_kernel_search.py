"""The kernel's searches answer what the Python searches answer: actions, values, lines, counts."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents import AlphaBetaAgent, ExpectimaxAgent, LinearEvaluation, MCTSAgent, MinimaxAgent, make_evaluation
from agents.kernel import search, time_slices
from agents.pacman_game import PacmanGame
from agents.search import alpha_beta, expectimax, minimax
from pacman import GameState, Layout, layout_names, load_layout

States = Callable[[str, int, random.Random], Iterator[GameState]]
Evaluations = Callable[[random.Random], LinearEvaluation]
TypesOf = Callable[[Any], Any]

SEARCHES = {"minimax": minimax, "alpha_beta": alpha_beta, "expectimax": expectimax}
COMPARISONS = 1200  # on each of 17 layouts
MOST_NODES = 150  # of one search, so that Python keeps up


@pytest.mark.parametrize("name", layout_names())
def test_the_kernel_answers_as_python_does(
    name: str, random_states: States, random_evaluation: Evaluations, types_of: TypesOf
) -> None:
    rng = random.Random(name)
    for ghosts in (1, 2, 3, 4):
        states = random_states(name, ghosts, rng)
        for state in islice(states, COMPARISONS // 4 // 3 + 1):
            evaluation = random_evaluation(rng)
            deepest = rng.randint(1, 4 * state.num_agents)
            for algorithm, python_search in SEARCHES.items():
                depth = deepest_within(MOST_NODES, algorithm, state, deepest)
                fast = search(algorithm, state, depth, evaluation)
                game = PacmanGame(evaluation)
                slow = python_search(game, (state, 0), depth=depth, evaluate=game.evaluate)
                assert fast == slow, (algorithm, depth, evaluation, state)
                assert types_of(fast) == types_of(slow), (algorithm, depth, evaluation, state)


@pytest.mark.parametrize("agent", [MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, MCTSAgent])
@pytest.mark.parametrize("evaluation", ["score", "better", "seek-pacman", {"score": 2, "food-left": -1}, {}])
def test_agents_answer_in_the_same_types(agent: Any, evaluation: Any, types_of: TypesOf) -> None:
    """In the middle of a game, where the next move ends it, and where an average is of one alone."""
    boards = [
        ["%%%%%", "%P..%", "%  G%", "%%%%%"],
        ["%%%%%%", "%P. G%", "%%%%%%"],
        ["%%%%%%%", "%GP  o%", "%%.%%%%", "%%%%%%%"],
    ]
    for board in boards:
        state = GameState.initial(Layout.from_text(board))
        answers = []
        for engine in ("kernel", "python"):
            random.seed(1)
            answers.append(agent(evaluation=evaluation, engine=engine).search(state))
        assert answers[0] == answers[1]
        assert types_of(answers[0]) == types_of(answers[1])
        assert {type(value) for value in answers[0].values.values()} == {float}


def deepest_within(nodes: int, algorithm: str, state: GameState, deepest: int) -> int:
    """The largest depth up to `deepest` at which a search stays small, or 1."""
    score = make_evaluation("score")
    for depth in range(2, deepest + 1):
        result = search(algorithm, state, depth, score)
        if result is None or result.nodes > nodes:
            return depth - 1
    return deepest


def test_a_search_that_pauses_at_every_state_answers_the_same(
    random_states: States, random_evaluation: Evaluations, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    for state in islice(random_states("capsules", 2, rng), 20):
        evaluation = random_evaluation(rng)
        for algorithm in SEARCHES:
            whole = search(algorithm, state, 8, evaluation)
            with monkeypatch.context() as patched:
                slice_size = rng.choice((1, 2, 7))
                for name in ("FIRST", "LEAST", "MOST"):
                    patched.setattr(time_slices, name, slice_size)
                assert search(algorithm, state, 8, evaluation) == whole


def test_what_the_kernel_cannot_search_is_left_to_python() -> None:
    state = GameState.initial(load_layout("small"), 2)
    assert search("minimax", state, 2, lambda state: 0.0) is None
    assert search("minimax", state, 2, LinearEvaluation({"score": 1e30})) is None
    assert search("minimax", state, 1000, make_evaluation("score")) is None
    assert search("minimax", GameState.initial(load_layout("crowd"), 5), 2, make_evaluation("score")) is None
    walled_in = Layout.from_text(["%%%%%%", "%P.%G%", "%%%%%%"])
    assert search("minimax", GameState.initial(walled_in), 2, make_evaluation("score")) is None


def test_lines_longer_than_one_word_are_told_in_full() -> None:
    rows = ["%" * 40, "%P" + " " * 36 + ".%", *["%" * 40, "%G" + " " * 37 + "%"] * 4, "%" * 40]
    state = GameState.initial(Layout.from_text(rows))
    for depth in (19, 20, 21, 22, 39, 40, 41, 42, 43):
        result = search("alpha_beta", state, depth, LinearEvaluation({"nearest-food": -1}))
        assert result is not None
        assert result.principal_variation == ("East",) * depth
