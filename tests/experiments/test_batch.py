"""Batches: the rows do not depend on how they are played, and bad agents lose only their own games."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.results_file import ResultsFile
from experiments.batch.rows import Row
from experiments.batch.runner import Runner
from experiments.batch.scheduling import local_pool, play_batch
from experiments.errors import ExperimentError
from jobs.task_executor import TaskExecutor
from pacman.errors import AgentError
from pacman.layout import load_layout

Start = Callable[..., "subprocess.Popen[str]"]


def matchup_of(agent: str, **limits: float) -> Matchup:
    return Matchup.on(load_layout("lecture"), PlayerSpec(agent), PlayerSpec("RandomGhost"), limits=GameLimits(**limits))  # type: ignore[arg-type]


def rows_of(matchup: Matchup, games: int, workers: int, seed: int = 3) -> list[Row]:
    with local_pool(workers, matchup.limits) as pool:
        work = ((0, game) for game in range(games))
        return sorted((row for _, row in play_batch(pool, [matchup], work, seed)), key=lambda row: row.game)


def timeless(rows: list[Row]) -> list[tuple[Any, ...]]:
    return [(row.game, row.seed, row.score, row.reason, row.moves, row.error) for row in rows]


def lines_of(path: Path) -> list[str]:
    """Return the sorted rows of a file, without their times."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return sorted(json.dumps({**row, "seconds": 0}, sort_keys=True) for row in rows)


@pytest.mark.parametrize("agent", ["GreedyAgent", "students.py:Ordered"])
def test_rows_are_the_same_for_any_number_of_workers(
    agent: str, student: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(student.parent)
    one, two, four = (timeless(rows_of(matchup_of(agent), 80, workers)) for workers in (1, 2, 4))
    assert one == two == four
    assert [row[0] for row in one] == list(range(80))
    assert len({row[2] for row in one}) > 5


def test_any_executor_will_do() -> None:
    matchup = matchup_of("GreedyAgent")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        rows = [row for _, row in play_batch(pool, [matchup], ((0, game) for game in range(10)), 3)]
    assert timeless(sorted(rows, key=lambda row: row.game)) == timeless(rows_of(matchup, 10, 1))


def test_chunks_of_short_games_grow_slowly_so_that_the_last_one_is_short() -> None:
    sizes: list[int] = []

    class Here(TaskExecutor):
        workers = 2

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            games = args[0]
            sizes.append(len(games))
            future: Future[Any] = Future()
            future.set_result([Row(number, 0, 0, "won", 1, 1e-5) for _, number in games])
            return future

    rows = list(play_batch(Here(), [matchup_of("GreedyAgent")], ((0, game) for game in range(2000)), 3))
    assert len(rows) == 2000
    assert max(sizes) > 50
    assert all(size <= max(1, sum(sizes[:number]) // 4) for number, size in enumerate(sizes))


def test_nothing_leaks_from_game_to_game(student: Path) -> None:
    rows = rows_of(matchup_of(f"{student}:Leaky"), 10, 1)
    assert {row.reason for row in rows} <= {"won", "lost"}


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("agent", "reason", "error"),
    [
        ("Exiting", "crashed", "exit code 3"),
        pytest.param("Killed", "crashed", "SIGKILL", marks=pytest.mark.thorough),
        pytest.param("Interrupting", "crashed", "exit code 1", marks=pytest.mark.thorough),
        pytest.param(
            *("Greedy", "crashed", "MemoryError"),
            marks=pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold to the limit"),
        ),
        pytest.param("Verbose", "crashed", "KeyError: 'lost lost", marks=pytest.mark.thorough),
        ("Raising", "crashed", "KeyError: 'lost'"),
        pytest.param("Quitting", "crashed", "enough", marks=pytest.mark.thorough),
        ("Hanging", "timed out", "longer than 0.5 s"),
    ],
)
def test_a_bad_agent_costs_its_own_games(student: Path, agent: str, reason: str, error: str) -> None:
    # A busy machine needs time for an exception of five million characters.
    matchup = matchup_of(f"{student}:{agent}", move_time=0.5 if agent == "Hanging" else 60)
    rows = rows_of(matchup, 6, 2)
    bad = [row for row in rows if row.reason == reason]
    assert 1 <= len(bad) <= 5
    assert all(row.error and error in row.error and row.moves == 4 and row.score == -2 for row in bad)
    assert all(row.error and len(row.error) < 1_100 for row in bad)
    assert {row.reason for row in rows if row not in bad} <= {"won", "lost"}
    assert timeless(rows) == timeless(rows_of(matchup, 6, 1))


def test_a_slow_agent_runs_out_of_its_time(student: Path) -> None:
    late = rows_of(matchup_of(f"{student}:Slow", move_time=0.1), 1, 1)
    assert [(row.reason, row.moves, row.error) for row in late] == [("timed out", 0, "longer than 0.1 s")]
    long = rows_of(matchup_of(f"{student}:Slow", game_time=0.6), 1, 1)
    assert [(row.reason, row.error) for row in long] == [("timed out", "longer than 0.6 s")]
    assert long[0].moves > 0


def test_an_endless_game_meets_the_limit_of_moves(student: Path) -> None:
    limited = rows_of(matchup_of(f"{student}:Quiet", max_moves=5), 3, 1)
    assert all(row.moves <= 5 for row in limited)
    assert "move limit" in {row.reason for row in limited}


def test_cells_of_a_matrix_play_the_same_seeds_and_rows_name_the_cell(tmp_path: Path) -> None:
    matchups = [matchup_of("GreedyAgent"), matchup_of("ReflexAgent")]
    path = tmp_path / "games.jsonl"
    with Runner(matchups, 6, 1, 2, ResultsFile(path)) as runner:
        runner.play()
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    seeds = {
        name: {r["game"]: r["seed"] for r in rows if r["agent"] == name} for name in ("GreedyAgent", "ReflexAgent")
    }
    assert seeds["GreedyAgent"] == seeds["ReflexAgent"]
    assert {(r["layout"], r["ghosts"]) for r in rows} == {("lecture", "1 RandomGhost")}
    assert [len(tally) for tally in runner.tallies] == [6, 6]


def test_a_batch_can_be_made_longer_and_wider(tmp_path: Path) -> None:
    path, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    matchups = [matchup_of("GreedyAgent"), matchup_of("ReflexAgent")]
    with Runner(matchups[:1], 4, 1, 1, ResultsFile(path)) as runner:
        runner.play()
    with Runner(matchups, 8, 1, 1, ResultsFile(path, resume=True)) as runner:
        runner.play()
    with Runner(matchups, 8, 1, 1, ResultsFile(whole)) as other:
        other.play()
    assert [t.mean_score for t in runner.tallies] == [t.mean_score for t in other.tallies]
    assert len(path.read_text().splitlines()) == 16


def test_players_are_checked_before_any_game(tmp_path: Path, student: Path) -> None:
    path = tmp_path / "games.jsonl"
    for agent, problem in [
        ("GreedyAgnet", "did you mean 'GreedyAgent'"),
        (f"{student}:Quite", "did you mean 'Quiet'"),
        (f"{tmp_path}/none.py:Agent", "cannot be read"),
    ]:
        with pytest.raises(AgentError, match=problem), Runner([matchup_of(agent)], 2, 0, 1, ResultsFile(path)):
            pass
    assert not path.exists()
    with pytest.raises(ExperimentError, match="appears twice"), Runner([matchup_of("GreedyAgent")] * 2, 2, 0, 1):
        pass


def test_a_change_of_the_agents_file_is_another_configuration(student: Path) -> None:
    matchup = matchup_of(f"{student}:Quiet")
    before = matchup.fingerprint(0)
    assert matchup.fingerprint(1) != before
    student.write_text(student.read_text() + "\n# improved\n")
    assert matchup.fingerprint(0) != before


# Played in Python: compiled games would be over before they could be interrupted.
BATCH = ["batch", "-p", "ReflexAgent", "-a", "engine=python", "-l", "open", "-k", "1", "--seed", "11"]


def _wait_for_rows(path: Path, process: "subprocess.Popen[str]", rows: int) -> None:
    deadline = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= rows:
            return
        time.sleep(0.01)
    raise AssertionError(f"the batch ended or hung before {rows} rows")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_batch_goes_on_where_it_was(tmp_path: Path, start: Start, command: Callable[..., Any]) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    assert command(*BATCH, "-n", "60", "--workers", 1, "--out", whole).returncode == 0
    process = start(*BATCH, "-n", "60", "--workers", 2, "--out", killed)
    _wait_for_rows(killed, process, 5)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert killed.read_bytes().count(b"\n") < 60
    with killed.open("ab") as file:
        file.write(b'{"game": 59, "se')
    assert command(*BATCH, "-n", "60", "--workers", 2, "--out", killed, "--resume").returncode == 0
    assert lines_of(killed) == lines_of(whole)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupt_ends_the_batch_and_says_how_to_go_on(tmp_path: Path, start: Start) -> None:
    path = tmp_path / "games.jsonl"
    process = start(*BATCH, "-n", "5000", "--workers", 2, "--out", path)
    _wait_for_rows(path, process, 5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert out == ""
    assert err == f"interrupted; {path} holds the finished games; continue with --resume\n"
    assert path.read_bytes().endswith(b"}\n")
