"""At its limits, the kernel returns the same results as Python, or leaves the search to Python."""

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents import AlphaBetaAgent, DeepeningAgent, LinearEvaluation, RandomGhost, make_evaluation
from agents.features import FEATURES
from agents.kernel import deepen, monte_carlo, search
from agents.kernel.time_slices import FIRST, LEAST, MOST, SECONDS, TimeSlices
from agents.kernel.whole_games import play_game
from agents.pacman_game import PacmanGame
from agents.search import alpha_beta, mcts
from pacman import GameState, Layout, load_layout, play

Searches = dict[str, tuple[Callable[..., Any], Callable[..., Any]]]

BETTER = make_evaluation("better")

ODD = {
    "no food": ["%%%%%%%", "%P    %", "% %%% %", "%o   G%", "%%%%%%%"],
    "no food, nobody": ["%%%%", "%P %", "%%%%"],
    "pacman is walled in": ["%%%%%%%", "%P%.  %", "%%% %G%", "%%%   %", "%%%%%%%"],
    "food out of reach": ["%%%%%%%%%", "%P  G%..%", "%o.  %..%", "%%%%%%%%%"],
    "a hundred capsules": ["%" * 27, *(f"%{'o' * 25}%" for _ in range(4)), f"%P{'.' * 23}G%", "%" * 27],
    "hundreds of food": ["%" * 42, *(f"%{'.' * 40}%" for _ in range(12)), f"%P{'.' * 36}GGG%", "%" * 42],
    "ghosts on ghosts": ["%%%%%%%%%", "%1234..P%", "%%%%%%%%%"],
}


def largest() -> Layout:
    """Return a maze with the maximal number of cells: rows of corridors, joined at their ends."""
    width, rows = 89, 23
    body = [f"%{'.' * width}%" for _ in range(rows)]
    body[0] = f"%P{' ' * (width - 5)}GGGG%"
    return Layout.from_text(["%" * (width + 2), *reversed(body), "%" * (width + 2)], name="largest")


def odd_layouts() -> Iterator[Layout]:
    for name, rows in ODD.items():
        yield Layout.from_text(rows, name=name)
    yield largest()


def walk(layout: Layout, rounds: int, rng: random.Random) -> Iterator[GameState]:
    state = GameState.initial(layout)
    for _ in range(rounds):
        yield state
        for agent in range(state.num_agents):
            if not state.is_over:
                state = state.successor(agent, rng.choice(state.legal_actions(agent)))
        if state.is_over:
            return


@pytest.mark.parametrize("layout", [*odd_layouts()], ids=lambda layout: layout.name)
def test_odd_mazes_are_searched_as_in_python(layout: Layout, searches: Searches) -> None:
    game = PacmanGame(BETTER)
    rng = random.Random(1)
    assert len(layout.open_cells) <= 2047
    for state in walk(layout, 4, rng):
        for kernel_search, python_search in searches.values():
            for depth in (1, 4):
                assert kernel_search(state, depth, BETTER) == python_search(state, depth, BETTER)
        deep = deepen(state, BETTER, max_depth=5)
        plain = search("alpha_beta", state, 5, BETTER)
        assert deep is not None
        assert plain is not None
        assert deep.value == pytest.approx(plain.value, rel=1e-9, abs=1e-9)
        assert deep.action == plain.action
        budget: Any = {"iterations": 30, "playout_plies": 9}
        assert monte_carlo(state, BETTER, rng=random.Random(2), **budget) == mcts(
            game, (state, 0), rng=random.Random(2), evaluate=game.evaluate, normalise=True, **budget
        )


@pytest.mark.parametrize("layout", [*odd_layouts()], ids=lambda layout: layout.name)
def test_odd_mazes_are_played_as_in_python(layout: Layout) -> None:
    ghosts = [RandomGhost(index) for index in range(1, 1 + len(layout.ghost_starts))]
    agents = AlphaBetaAgent(1), ghosts
    played = play_game(layout, *agents, seed=1, max_moves=60)
    assert played is not None
    assert played == play(layout, *agents, seed=1, max_moves=60)


def test_a_maze_that_is_too_large_is_left_to_python() -> None:
    rows = ["%" * 91, *(f"%{' ' * 89}%" for _ in range(23)), f"%P{'.' * 87}G%", "%" * 91]
    assert search("minimax", GameState.initial(Layout.from_text(rows)), 1, BETTER) is None


@pytest.mark.parametrize(
    "weights",
    [
        {"score": 1e-300, "food-left": -1},  # a point has almost no value
        {"score": 5e-324, "food-left": -1},
        {"score": 1e-298},  # so small that its units overflow
        {"score": 1e-300, "food-left": -1e-300},
        {"score": 5e-324},
        {"score": -1e-305, "food-left": 2e-305},
        {"food-left": 1e-200},  # a feature has almost no value
        {"score": 1, "food-closeness": 1e-8, "ghost-distance": 2.0**31},
        {"score": 2.0**33},
        {"score": 2**39 + 1, "food-left": 7},
        {"score": 0, "food-left": 0},
        {},
        {"score": -3, "ghost-distance": 0.001},
    ],
    ids=str,
)
def test_extreme_weights_make_no_difference(weights: dict[str, float]) -> None:
    state = GameState.initial(Layout.from_text(ODD["food out of reach"]))
    evaluation = LinearEvaluation(weights)
    game = PacmanGame(evaluation)
    slow = alpha_beta(game, (state, 0), depth=6, evaluate=game.evaluate)
    fast = search("alpha_beta", state, 6, evaluation)
    assert fast is None or fast == slow
    deep = deepen(state, evaluation, max_depth=6)
    assert deep is None or (deep.action, deep.best_actions) == (slow.action, slow.best_actions)
    assert deep is None or deep.value == pytest.approx(slow.value, rel=1e-9, abs=0)
    assert DeepeningAgent(0.01, evaluation, engine="kernel").getAction(state) in state.legal_actions(0)


def test_a_playout_that_could_not_be_interrupted_is_left_to_python() -> None:
    state = GameState.initial(Layout.from_text(ODD["no food, nobody"]))
    assert monte_carlo(state, BETTER, rng=random.Random(1), iterations=1, playout_plies=10**9) is None
    many = monte_carlo(state, BETTER, rng=random.Random(1), iterations=10**30, seconds=0.01, playout_plies=1)
    assert many is not None


def test_searches_in_several_threads_do_not_disturb_each_other() -> None:
    state = GameState.initial(Layout.from_text(ODD["a hundred capsules"]))
    expected = search("alpha_beta", state, 8, BETTER), deepen(state, BETTER, max_depth=6)
    answers: list[object] = []

    def run() -> None:
        answers.extend((search("alpha_beta", state, 8, BETTER), deepen(state, BETTER, max_depth=6)) for _ in range(20))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 80
    assert all(answer == expected for answer in answers)


def test_a_slice_lasts_as_long_as_it_should_whatever_the_speed() -> None:
    now = 0.0
    slices = TimeSlices(lambda: now)
    assert slices.states == FIRST
    for speed, wanted in ((1e6, 1e6 * SECONDS), (10.0, LEAST), (1e12, MOST)):
        slices.begin()
        now += slices.states / speed
        slices.end(slices.states)
        assert slices.states == pytest.approx(wanted, abs=1)
    slices.begin()
    now += MOST / 1e6
    slices.end(MOST, deadline=now + SECONDS / 2)
    assert slices.states == pytest.approx(1e6 * SECONDS / 2, abs=1)


def test_a_score_that_was_written_over() -> None:
    for score in (2.5, 7):
        answers = []
        for engine in ("python", "kernel"):
            state = GameState.initial(Layout.from_text(ODD["food out of reach"])).deepCopy()
            state.data.score = score
            answers.append(AlphaBetaAgent(depth=2, evaluation="score", engine=engine).search(state))
        assert answers[0] == answers[1]


def test_a_feature_that_is_not_compiled_is_searched_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEATURES._entries, "column", lambda around: around.state.pacman_position[0])
    state = GameState.initial(load_layout("small"))
    evaluation = make_evaluation({"score": 1, "column": 3})
    assert search("minimax", state, 3, evaluation) is None
    assert deepen(state, evaluation, seconds=0.01) is None
    answers = [AlphaBetaAgent(1, evaluation, engine=engine).search(state).values for engine in ("kernel", "python")]
    assert answers[0] == answers[1]
