"""The kernel's searches return the results of the Python searches: actions, values, lines, counts."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents import (
    AlphaBetaAgent,
    ExpectimaxAgent,
    ExpectiminimaxAgent,
    LinearEvaluation,
    MCTSAgent,
    MinimaxAgent,
    make_evaluation,
)
from agents.kernel import search, time_slices
from pacman import GameState, Layout, layout_names, load_layout

States = Callable[[str, int, random.Random], Iterator[GameState]]
Evaluations = Callable[[random.Random], LinearEvaluation]
TypesOf = Callable[[Any], Any]
Search = Callable[..., Any]
Searches = dict[str, tuple[Search, Search]]

DIRECTIONAL = partial(ExpectimaxAgent, model="directional")
MOST_NODES = 150  # of one search, so that Python is fast enough


@pytest.mark.examples(204)  # states, each searched by six algorithms
@pytest.mark.parametrize("name", layout_names())
def test_the_kernel_answers_as_python_does(
    name: str,
    examples: int,
    searches: Searches,
    random_states: States,
    random_evaluation: Evaluations,
    types_of: TypesOf,
) -> None:
    rng = random.Random(name)
    for ghosts in (1, 2, 3, 4):
        states = random_states(name, ghosts, rng)
        for state in islice(states, examples // 4):
            evaluation = random_evaluation(rng)
            deepest = rng.randint(1, 4 * state.num_agents)
            for algorithm, (kernel_search, python_search) in searches.items():
                depth = deepest_within(MOST_NODES, kernel_search, state, deepest)
                fast = kernel_search(state, depth, evaluation)
                slow = python_search(state, depth, evaluation)
                assert fast == slow, (algorithm, depth, evaluation, state)
                assert types_of(fast) == types_of(slow), (algorithm, depth, evaluation, state)


@pytest.mark.parametrize(
    "agent", [MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, DIRECTIONAL, ExpectiminimaxAgent, MCTSAgent]
)
@pytest.mark.parametrize("evaluation", ["score", "better", "seek-pacman", {"score": 2, "food-left": -1}, {}])
def test_agents_answer_in_the_same_types(agent: Any, evaluation: Any, types_of: TypesOf) -> None:
    """In the middle of a game, where the next move ends it, and where an average has a single outcome."""
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


@pytest.mark.parametrize("agent", [MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, DIRECTIONAL, ExpectiminimaxAgent])
@pytest.mark.parametrize("engine", ["auto", "kernel"])
def test_agents_of_the_kernel_do_not_use_python(agent: Any, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = agent(2, engine=engine)
    monkeypatch.setattr(asked, "_search_in_python", None)
    assert asked.search(GameState.initial(load_layout("small"), 2)).nodes > 50


@pytest.mark.parametrize("hunters", [0, 1, 3, 4, 5, 10**30])
def test_any_number_of_hunters(hunters: int) -> None:
    """0 hunters are expectimax, and all ghosts or more are minimax."""
    state = GameState.initial(load_layout("tricky"), 4)
    agents = [ExpectiminimaxAgent(1, hunters=hunters, engine=engine) for engine in ("kernel", "python")]
    fast, slow = (agent.search(state) for agent in agents)
    assert fast == slow
    if hunters == 0:
        assert fast == ExpectimaxAgent(1).search(state)
    if hunters >= 4:
        assert fast == MinimaxAgent(1).search(state)


def deepest_within(nodes: int, search_of: Search, state: GameState, deepest: int) -> int:
    """Return the largest depth up to `deepest` at which a search stays small, or 1."""
    score = make_evaluation("score")
    for depth in range(2, deepest + 1):
        if search_of(state, depth, score).nodes > nodes:
            return depth - 1
    return deepest


def test_a_search_that_pauses_at_every_state_answers_the_same(
    searches: Searches, random_states: States, random_evaluation: Evaluations, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    for state in islice(random_states("capsules", 2, rng), 20):
        evaluation = random_evaluation(rng)
        for kernel_search, _ in searches.values():
            whole = kernel_search(state, 8, evaluation)
            with monkeypatch.context() as patched:
                slice_size = rng.choice((1, 2, 7))
                for name in ("FIRST", "LEAST", "MOST"):
                    patched.setattr(time_slices, name, slice_size)
                assert kernel_search(state, 8, evaluation) == whole


def test_what_the_kernel_cannot_search_is_left_to_python() -> None:
    state = GameState.initial(load_layout("small"), 2)
    assert search("minimax", state, 2, lambda state: 0.0) is None
    assert search("minimax", state, 2, LinearEvaluation({"score": 1e30})) is None
    assert search("minimax", state, 1000, make_evaluation("score")) is None
    assert search("minimax", GameState.initial(load_layout("crowd"), 5), 2, make_evaluation("score")) is None
    walled_in = Layout.from_text(["%%%%%%", "%P.%G%", "%%%%%%"])
    assert search("minimax", GameState.initial(walled_in), 2, make_evaluation("score")) is None


def test_lines_longer_than_one_word_are_complete() -> None:
    rows = ["%" * 40, "%P" + " " * 36 + ".%", *["%" * 40, "%G" + " " * 37 + "%"] * 4, "%" * 40]
    state = GameState.initial(Layout.from_text(rows))
    for depth in (19, 20, 21, 22, 39, 40, 41, 42, 43):
        result = search("alpha_beta", state, depth, LinearEvaluation({"nearest-food": -1}))
        assert result is not None
        assert result.principal_variation == ("East",) * depth
