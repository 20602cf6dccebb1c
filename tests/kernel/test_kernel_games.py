"""Games in the kernel equal those of `pacman.play`, move by move."""

import random
from collections.abc import Callable
from importlib import import_module
from itertools import count
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents import (
    AlphaBetaAgent,
    DirectionalGhost,
    ExpectimaxAgent,
    ExpectiminimaxAgent,
    MCTSAgent,
    MinimaxAgent,
    MinimaxGhost,
    MixedGhost,
    RandomGhost,
    ReflexAgent,
)
from agents.kernel import time_slices
from agents.kernel.whole_games import play_game
from pacman import Layout, layout_names, load_layout, play
from pacman.game import GameInterrupted

PACMEN: list[Callable[[], Any]] = [
    lambda: ReflexAgent(),
    lambda: ReflexAgent("score", ties="random"),
    lambda: MinimaxAgent(1, "score"),
    lambda: AlphaBetaAgent(1),
    lambda: ExpectimaxAgent(1, ties="random"),
    lambda: ExpectimaxAgent(1, {"score": 1, "ghost-closeness": -3.3, "nearest-capsule": -0.7, "danger-2": -50}),
    lambda: ExpectimaxAgent(1, model="directional"),
    lambda: ExpectimaxAgent(1, "score", model="directional", ties="random"),
    lambda: ExpectiminimaxAgent(1),
    lambda: ExpectiminimaxAgent(1, "score", hunters=2, ties="random"),
    lambda: ExpectiminimaxAgent(1, "score", hunters=0),
]
GHOSTS: list[Callable[[int], Any]] = [
    RandomGhost,
    DirectionalGhost,
    lambda index: DirectionalGhost(index, 0.99, 0.3),
    lambda index: MinimaxGhost(index, depth=1),
    lambda index: MixedGhost(index, skill=0.6, depth=1),
]


@pytest.mark.parametrize("name", layout_names())
def test_games_are_those_of_the_python_loop(name: str, types_of: Callable[[Any], Any]) -> None:
    layout = load_layout(name)
    rng = random.Random(name)
    for seed, make_pacman in enumerate(PACMEN):
        makers = [rng.choice(GHOSTS) for _ in range(rng.randint(1, 3))]
        games = [
            player(
                layout,
                make_pacman(),
                [make(index) for index, make in enumerate(makers, start=1)],
                seed=seed,
                max_moves=60,
            )
            for player in (play_game, play)
        ]
        assert games[0] == games[1]
        assert types_of(games[0]) == types_of(games[1])


def test_a_game_without_limit_ends_as_in_python() -> None:
    layout = load_layout("small")
    for seed in ("cs188", 3, 2.5):
        agents = ExpectimaxAgent(1), [DirectionalGhost(1), RandomGhost(2)]
        assert play_game(layout, *agents, seed=seed) == play(layout, *agents, seed=seed)


def test_a_game_that_pauses_all_the_time_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = load_layout("small")
    agents = AlphaBetaAgent(2), [MinimaxGhost(1, depth=1), RandomGhost(2)]
    whole = play_game(layout, *agents, seed=5)
    for name in ("FIRST", "LEAST", "MOST"):
        monkeypatch.setattr(time_slices, name, 7)
    assert play_game(layout, *agents, seed=5) == whole


def test_what_the_kernel_cannot_play_is_left_to_python() -> None:
    layout = load_layout("small")
    ghosts = [RandomGhost(1)]
    crowd = [RandomGhost(index) for index in range(1, 9)]
    assert play_game(layout, ReflexAgent(lambda state: 0.0), ghosts, seed=1) is None
    assert play_game(layout, MCTSAgent(10), ghosts, seed=1) is None
    assert play_game(layout, ExpectimaxAgent(1, model="minimax:0.8"), ghosts, seed=1) is None
    assert play_game(layout, ExpectimaxAgent(1, model=lambda state, ghost: {}), ghosts, seed=1) is None
    assert play_game(layout, MinimaxAgent(1, engine="python"), ghosts, seed=1) is None
    assert play_game(layout, MinimaxAgent(1), [RandomGhost(1, random.Random(1))], seed=1) is None
    assert play_game(layout, MinimaxAgent(1), [RandomGhost(2)], seed=1) is None
    assert play_game(layout, MinimaxAgent(1), ghosts, seed=None) is None
    assert play_game(load_layout("crowd"), MinimaxAgent(1), crowd, seed=1) is None


def test_a_game_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python handles Ctrl-C between two slices."""
    looks = count(1)
    monkeypatch.setattr(time_slices.TimeSlices, "begin", lambda self: _interrupt() if next(looks) == 3 else 0.0)
    with pytest.raises(GameInterrupted) as caught:
        play_game(load_layout("open"), MinimaxAgent(12, "score"), [RandomGhost(1)], seed=1)
    assert caught.value.record.outcome.reason.value == "interrupted"


def _interrupt() -> float:
    raise KeyboardInterrupt


def test_an_interrupted_game_has_all_moves_that_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """KeyboardInterrupt is raised as soon as the kernel returns, before its moves are recorded."""
    game = import_module("agents.kernel.whole_games")._Game
    take_down, times = game._take_down, count(1)
    monkeypatch.setattr(game, "_take_down", lambda self: _interrupt() if next(times) == 2 else take_down(self))
    endless = Layout.from_text(["%%%%", "%P %", "%%%%"])
    with pytest.raises(GameInterrupted) as caught:
        play_game(endless, MinimaxAgent(1, "score"), seed=1, max_moves=10**7)
    record = caught.value.record
    assert record.moves
    assert record.outcome.score == -len(record.moves), "a point for each"
