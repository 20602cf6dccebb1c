"""Positions and evaluations to compare the two engines on."""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

import pytest

from agents import ExpectiminimaxAgent, LinearEvaluation
from agents.features import FEATURES
from agents.ghost_models import believed, directional
from agents.kernel import search
from agents.pacman_game import Algorithm, PacmanGame
from agents.search import SearchResult, alpha_beta, expectimax, expectiminimax, minimax
from pacman import GameState, Layout, load_layout


@pytest.fixture(autouse=True, scope="session")
def _ready(kernel_is_ready: None) -> None:
    """All tests of this folder use the kernel."""


RandomStates: TypeAlias = Callable[[str, int, random.Random], Iterator[GameState]]
RandomEvaluation: TypeAlias = Callable[[random.Random], LinearEvaluation]
TypesOf: TypeAlias = Callable[[Any], Any]
Search: TypeAlias = Callable[[GameState, int, LinearEvaluation], SearchResult[str] | None]
NAMES = [*FEATURES, *(f"{family}-{radius}" for family in ("danger", "pressure") for radius in range(1, 10))]


@pytest.fixture
def searches() -> dict[str, tuple[Search, Search]]:
    """Each algorithm twice: in the kernel and in Python."""
    return _SEARCHES


def _in_python(algorithm: Any, **options: Any) -> Search:
    def answer(state: GameState, depth: int, evaluation: LinearEvaluation) -> SearchResult[str]:
        game = PacmanGame(evaluation)
        return algorithm(game, (state, 0), depth=depth, evaluate=game.evaluate, **options)  # type: ignore[no-any-return]

    return answer


def _in_kernel(algorithm: Algorithm, **options: Any) -> Search:
    return lambda state, depth, evaluation: search(algorithm, state, depth, evaluation, **options)


def _expectiminimax(hunters: int) -> Search:
    def answer(state: GameState, depth: int, evaluation: LinearEvaluation) -> SearchResult[str]:
        game = ExpectiminimaxAgent(1, evaluation, hunters=hunters).game
        return expectiminimax(game, (state, 0), depth=depth, evaluate=game.evaluate)

    return answer


_SEARCHES = {
    "minimax": (_in_kernel("minimax"), _in_python(minimax)),
    "alpha_beta": (_in_kernel("alpha_beta"), _in_python(alpha_beta)),
    "expectimax": (_in_kernel("expectimax"), _in_python(expectimax)),
    "expectimax, directional": (
        _in_kernel("expectimax", model="directional"),
        _in_python(expectimax, model=lambda turn: believed(directional, *turn)),
    ),
    "expectiminimax, 1 hunter": (_in_kernel("expectiminimax", hunters=1), _expectiminimax(1)),
    "expectiminimax, 2 hunters": (_in_kernel("expectiminimax", hunters=2), _expectiminimax(2)),
}


def with_ghosts(layout: Layout, ghosts: int) -> Layout:
    """Return the layout with at least this number of ghosts, new ones far from Pacman, and a capsule near Pacman."""
    rows = [list(row) for row in layout.rows]
    far_first = sorted(layout.distances_from(layout.pacman_start).items(), key=lambda item: -item[1])
    free = [cell for cell, _ in far_first if rows[-1 - cell[1]][cell[0]] in ". "]
    for x, y in free[: max(0, ghosts - len(layout.ghost_starts))]:
        rows[-1 - y][x] = "G"
    if len(layout.food_cells) > ghosts + 1:
        x, y = next(cell for cell, _ in reversed(far_first) if rows[-1 - cell[1]][cell[0]] == ".")
        rows[-1 - y][x] = "o"
    return Layout.from_text(["".join(row) for row in rows], name=f"{layout.name}-{ghosts}")


@pytest.fixture
def random_states() -> RandomStates:
    return _random_states


def _random_states(name: str, ghosts: int, rng: random.Random) -> Iterator[GameState]:
    """Yield states of random play on a layout, without end. Pacman eats every capsule nearby, to scare the ghosts."""
    layout = with_ghosts(load_layout(name), ghosts)
    while True:
        state = GameState.initial(layout, ghosts)
        while not state.is_over:
            for agent in range(state.num_agents):
                actions = state.legal_actions(agent)
                if not actions:
                    break
                children = [state.successor(agent, action) for action in actions]
                eaten = [child for child in children if len(child.capsules) < len(state.capsules)]
                state = eaten[0] if agent == 0 and eaten else rng.choice(children)
            if not state.is_over and rng.random() < 0.5:
                yield state


@pytest.fixture
def random_evaluation() -> RandomEvaluation:
    return _random_evaluation


def _random_evaluation(rng: random.Random) -> LinearEvaluation:
    """Return some features with weights of all kinds: integers, fractions, negative, sometimes without the score."""
    names = rng.sample(NAMES, rng.randint(0, 6))
    if rng.random() < 0.8:
        names.insert(rng.randint(0, len(names)), "score")
    if rng.random() < 0.1:
        names = ["score"]
    kinds = (lambda: rng.randint(-20, 20), lambda: rng.uniform(-20, 20), lambda: rng.choice((0, 0.5, -0.1, 1)))
    return LinearEvaluation({name: rng.choice(kinds)() for name in names})


@pytest.fixture
def types_of() -> TypesOf:
    return _types_of


def _types_of(answer: Any) -> Any:
    """Return the types of all parts of a result, because 1, 1.0 and numpy's 1 compare equal."""
    if is_dataclass(answer):
        return type(answer), {part.name: _types_of(getattr(answer, part.name)) for part in fields(answer)}
    if isinstance(answer, dict):
        return dict, [(_types_of(key), _types_of(value)) for key, value in answer.items()]
    if isinstance(answer, list | tuple):
        return type(answer), [_types_of(part) for part in answer]
    return type(answer)
