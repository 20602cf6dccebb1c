"""Monte Carlo tree search in the kernel equals the one in Python, draw by draw."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents import LinearEvaluation
from agents.kernel import monte_carlo
from agents.pacman_game import PacmanGame
from agents.search import mcts
from pacman import GameState, layout_names, load_layout

States = Callable[[str, int, random.Random], Iterator[GameState]]
Evaluations = Callable[[random.Random], LinearEvaluation]
TypesOf = Callable[[Any], Any]


@pytest.mark.examples(12)
@pytest.mark.parametrize("name", layout_names())
def test_results_and_draws_are_those_of_python(
    name: str, examples: int, random_states: States, random_evaluation: Evaluations, types_of: TypesOf
) -> None:
    rng = random.Random(name)
    for ghosts in (1, 2, 4):
        for state in islice(random_states(name, ghosts, rng), examples // 3):
            evaluation = random_evaluation(rng)
            game = PacmanGame(evaluation)
            iterations, plies, seed = rng.randint(1, 80), rng.choice((0, 1, 7, 15)), rng.random()
            dice = random.Random(seed), random.Random(seed)
            fast = monte_carlo(state, evaluation, rng=dice[0], iterations=iterations, playout_plies=plies)
            slow = mcts(
                game,
                (state, 0),
                rng=dice[1],
                iterations=iterations,
                evaluate=game.evaluate,
                playout_plies=plies,
                normalise=True,
            )
            assert fast == slow, (evaluation, state)
            assert types_of(fast) == types_of(slow), (evaluation, state)
            assert dice[0].getstate() == dice[1].getstate()


def test_the_second_gaussian_of_a_generator_is_preserved(random_evaluation: Evaluations) -> None:
    """Normally distributed numbers are drawn in pairs: the second is stored in the state of the generator."""
    state = GameState.initial(load_layout("small"), 2)
    evaluation = random_evaluation(random.Random(1))
    game = PacmanGame(evaluation)
    dice = random.Random(5), random.Random(5)
    for each in dice:
        each.gauss(0, 1)
    assert dice[0].getstate()[2] is not None
    monte_carlo(state, evaluation, rng=dice[0], iterations=20, playout_plies=5)
    mcts(game, (state, 0), rng=dice[1], iterations=20, evaluate=game.evaluate, playout_plies=5, normalise=True)
    assert dice[0].getstate() == dice[1].getstate()
    assert dice[0].gauss(0, 1) == dice[1].gauss(0, 1)


def test_a_tree_grows_beyond_its_first_room_and_ends_in_time(random_evaluation: Evaluations) -> None:
    state = GameState.initial(load_layout("medium"), 2)
    evaluation = random_evaluation(random.Random(1))
    many = monte_carlo(state, evaluation, rng=random.Random(1), iterations=5_000, playout_plies=3)
    timed = monte_carlo(state, evaluation, rng=random.Random(1), seconds=0.05, playout_plies=3, clock=process_time)
    assert many is not None
    assert many.iterations == 5_000
    assert timed is not None
    assert timed.seconds < 1
