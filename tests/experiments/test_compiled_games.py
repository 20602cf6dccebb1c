"""Whole games of built-in agents in the kernel: the same rows, limits and interrupts as in Python."""

import json
import os
import random
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents.kernel import dispatch, time_slices, whole_games
from agents.kernel.machine import cache
from experiments.batch import game_task, scheduling
from experiments.batch.game_task import play_game
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.rows import Row
from experiments.batch.scheduling import local_pool, play_batch
from jobs.process_pool import PoolOptions, ProcessPool
from pacman import layout_names, load_layout

PACMEN = [
    PlayerSpec("ReflexAgent"),
    PlayerSpec("ReflexAgent", {"evaluation": "score", "ties": "random"}),
    PlayerSpec("MinimaxAgent", {"depth": 1}),
    PlayerSpec("AlphaBetaAgent", {"depth": "1", "evaluation": "avoid-trouble"}),
    PlayerSpec("ExpectimaxAgent", {"depth": 1, "ties": "random"}),
    PlayerSpec("ExpectimaxAgent", {"depth": 1, "evaluation": {"score": 1, "nearest-food": -0.7, "danger-2": -50}}),
    PlayerSpec("ExpectimaxAgent", {"depth": 1, "model": "directional"}),
    PlayerSpec("ExpectiminimaxAgent", {"depth": "1", "hunters": "1"}),
]
GHOSTS = [
    PlayerSpec("RandomGhost"),
    PlayerSpec("DirectionalGhost", {"prob_attack": "0.95"}),
    PlayerSpec("MinimaxGhost", {"depth": 1}),
    PlayerSpec("MixedGhost", {"skill": "0.5", "depth": 1}),
]


@pytest.fixture(autouse=True)
def _ready(kernel_is_ready: None) -> None:
    """All these tests use the kernel."""


class Spy:
    """Counts the games that the kernel has played."""

    def __init__(self, play: Callable[..., Any]) -> None:
        self._play = play
        self.games = 0

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        record = self._play(*arguments, **options)
        self.games += record is not None
        return record


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    spy = Spy(whole_games.play_game)
    monkeypatch.setattr(whole_games, "play_game", spy)
    return spy


def in_python(matchup: Matchup) -> Matchup:
    """Return the same matchup without the kernel."""
    pacman = matchup.pacman
    return replace(matchup, pacman=replace(pacman, arguments={**pacman.arguments, "engine": "python"}))


def figures(row: Row) -> tuple[Any, ...]:
    return row.game, row.seed, row.score, row.reason, row.moves, row.error


@pytest.mark.parametrize("name", layout_names())
def test_rows_are_those_of_python(name: str, spy: Spy) -> None:
    layout = load_layout(name)
    rng = random.Random(name)
    games = 0
    for pacman in PACMEN:
        limits = GameLimits(max_moves=rng.choice([0, 1, 30, 61, 90]))
        matchup = Matchup.on(layout, pacman, rng.choice(GHOSTS), rng.randint(0, 3), limits)
        for game in range(3):
            assert figures(play_game(matchup, 5, game)) == figures(play_game(in_python(matchup), 5, game))
            games += 1
    assert spy.games == games


@pytest.mark.parametrize("ghost", GHOSTS, ids=lambda ghost: ghost.spec)
def test_rows_of_whole_games_are_those_of_python(ghost: PlayerSpec, spy: Spy) -> None:
    seen: set[str] = set()
    for pacman in PACMEN:
        matchup = Matchup.on(load_layout("lecture"), pacman, ghost, None, GameLimits(max_moves=400))
        rows = [play_game(matchup, 8, game) for game in range(8)]
        assert list(map(figures, rows)) == [figures(play_game(in_python(matchup), 8, game)) for game in range(8)]
        seen.update(row.reason for row in rows)
    assert spy.games == 8 * len(PACMEN)
    assert {"won", "lost"} <= seen


@pytest.mark.parametrize(
    ("agent", "arguments", "ghost"),
    [
        ("MinimaxAgent", {"engine": "python", "depth": 1}, "RandomGhost"),
        ("MaxNAgent", {"depth": 1}, "RandomGhost"),
        ("GreedyAgent", {}, "RandomGhost"),
        ("MCTSAgent", {"iterations": 3, "engine": "kernel"}, "RandomGhost"),
        ("ExpectimaxAgent", {"depth": 1, "model": "minimax:0.5"}, "RandomGhost"),
        ("MinimaxAgent", {"depth": 1, "engine": "kernel"}, "{student}:Ghost"),
        ("{student}:Quiet", {}, "RandomGhost"),
    ],
)
def test_other_agents_are_left_to_python(
    agent: str, arguments: Mapping[str, Any], ghost: str, student: Path, spy: Spy
) -> None:
    student.write_text(student.read_text() + "\nfrom ghostAgents import RandomGhost\nclass Ghost(RandomGhost): pass\n")
    players = PlayerSpec(agent.format(student=student), arguments), PlayerSpec(ghost.format(student=student))
    row = play_game(Matchup.on(load_layout("lecture"), *players, limits=GameLimits(max_moves=20)), 1, 1)
    assert row.reason in ("won", "lost", "move limit")
    assert spy.games == 0


def test_a_limit_of_moves_may_be_any_number() -> None:
    matchup = Matchup.on(load_layout("lecture"), PACMEN[0], GHOSTS[0], None, GameLimits(max_moves=10**30))
    assert figures(play_game(matchup, 1, 1)) == figures(play_game(in_python(matchup), 1, 1))


DEEP = PlayerSpec("MinimaxAgent", {"depth": 15, "evaluation": "score"})  # hours for a move


@pytest.mark.parametrize("limits", [GameLimits(move_time=0.3), GameLimits(move_time=None, game_time=0.3)])
def test_a_long_search_runs_out_of_its_time_and_the_next_game_is_played(limits: GameLimits) -> None:
    matchups = [Matchup.on(load_layout("open"), pacman, GHOSTS[0], 1, limits) for pacman in (DEEP, PACMEN[1])]
    with ProcessPool(1, PoolOptions(silence=60, task_time=60)) as pool:
        process = pool.submit(os.getpid).result()
        rows = dict(play_batch(pool, matchups, [(0, 0), (1, 1)], 3))
        assert pool.submit(os.getpid).result() == process, "the game itself checks the clock, so the worker survives"
    assert (rows[0].reason, rows[0].moves, rows[0].error) == ("timed out", 0, "longer than 0.3 s")
    assert rows[1].reason in ("won", "lost")


def test_a_game_of_many_slices_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    for limit in ("FIRST", "LEAST", "MOST"):
        monkeypatch.setattr(time_slices, limit, 100)
    agents = PlayerSpec("ExpectimaxAgent").make_pacman(), GHOSTS[0].make_ghosts(1)
    record = whole_games.play_game(load_layout("small"), *agents, seed=1, watch=lambda *now: seen.append(now))
    assert record is not None
    assert [moves for moves, _ in seen] == sorted(moves for moves, _ in seen)
    assert len({moves for moves, _ in seen}) > 10
    assert seen[-1][0] < record.outcome.moves, "the end is reported by the record"


def test_without_numba_the_rows_are_the_same(monkeypatch: pytest.MonkeyPatch, spy: Spy) -> None:
    matchup = Matchup.on(
        load_layout("small"), PlayerSpec("ExpectimaxAgent", {"depth": 1}), GHOSTS[0], 1, GameLimits(max_moves=50)
    )
    row = play_game(matchup, 1, 1)
    assert spy.games == 1
    monkeypatch.setattr(dispatch, "_problem", "No module named 'numba'")
    assert figures(play_game(matchup, 1, 1)) == figures(row)
    assert spy.games == 1


BATCH = ["batch", "-l", "lecture", "-n", "4", "--workers", "1", "--json", "-"]


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kernels"
    folder.mkdir()
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(folder))
    return folder


def test_a_short_batch_compiles_nothing(empty_cache: Path, command: Callable[..., Any]) -> None:
    result = command(*BATCH, "-p", "ExpectimaxAgent")
    assert (result.returncode, json.loads(result.stdout)["games"]) == (0, 4)
    assert not list(empty_cache.iterdir())


def test_compiled_code_is_asked_for_before_any_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(scheduling, "use_kernel", asked.append)
    matchups = [Matchup.on(load_layout("lecture"), PACMEN[3], GHOSTS[0])]
    kernel_matchups = [replace(matchups[0], pacman=PlayerSpec("MinimaxAgent", {"engine": "kernel"}))]
    with local_pool(1, GameLimits()) as pool:
        scheduling.check_matchups(pool, matchups)
        assert asked == []
        scheduling.check_matchups(pool, kernel_matchups)
        assert asked == ["kernel"]


def test_loading_compiled_code_is_not_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(game_task, "perf_counter", lambda: now)
    watch = game_task.GameWatch(GameLimits(game_time=1.0))
    now = 50.0
    watch.look(0, 0)
    now = 50.5
    watch.look(3, 5)
    assert watch.started == 50.0
    now = 51.5
    with pytest.raises(game_task._TimeIsUp):
        watch.look(4, 5)


def test_no_game_is_handed_out_while_the_kernel_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    class Here(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            events.append("game")
            future: Future[Any] = Future()
            future.set_result(fn(*args, **kwargs))
            return future

    monkeypatch.setattr(scheduling, "wait_for_others", lambda: events.append("wait"))
    matchups = [Matchup.on(load_layout("lecture"), PACMEN[0], GHOSTS[0], None, GameLimits(max_moves=4))]
    assert len(list(play_batch(Here(), matchups, [(0, 0), (0, 1)], 3, in_flight=1))) == 2
    assert events == ["game", "wait", "game", "wait"]
