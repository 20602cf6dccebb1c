"""Small batches, which are played in this process; engines and nodes of rows."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from commands.cli import main
from commands.shared import running
from experiments import Matchup, PlayerSpec
from experiments.batch.game_task import play_game
from experiments.batch.matchup import GameLimits
from experiments.batch.rows import Engine, Row, read_row
from experiments.output.batch_report import ENGINES_NOTE, batch_csv, batch_text
from experiments.statistics.intervals import mean_interval
from experiments.statistics.tally import Tally
from jobs.errors import JobError
from jobs.inline_executor import InlineExecutor
from pacman.layout import load_layout


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise JobError("no worker may start")

    monkeypatch.setattr(running, "open_executor", refuse)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.usefixtures("no_workers")
def test_a_small_batch_of_our_agents_starts_no_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = ["batch", "-l", "small", "-p", "ReflexAgent,engine=python", "--out", str(tmp_path / "rows.jsonl")]
    assert main([*games, "-n", "4"]) == 0
    assert [row["game"] for row in rows(tmp_path / "rows.jsonl")] == [0, 1, 2, 3]
    assert "games: 4" in capsys.readouterr().out
    for more in (
        ["-n", "5", "--resume"],
        ["-n", "2", "-p", "RandomAgent,x=1", "-p", "ReflexAgent", "-p", "RandomAgent"],
    ):
        assert main([*games, *more]) == 2
        assert "no worker may start" in capsys.readouterr().err


@pytest.mark.usefixtures("no_workers")
def test_files_of_users_are_never_played_in_this_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text("raise SystemExit('run in the wrong process')\n")
    for player in ("-p", "-g"):
        assert main(["batch", "-l", "small", "-n", "1", player, f"{tmp_path / 'mine.py'}:Mine"]) == 2
        assert capsys.readouterr().err.endswith("no worker may start\n")


def test_rows_are_the_same_as_those_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = ["batch", "-l", "small", "-p", "AlphaBetaAgent,engine=python", "-n", "2", "--workers", "1", "--out"]
    assert main([*games, str(tmp_path / "here")]) == 0
    monkeypatch.setattr(running, "SMALL_BATCH", 0)
    assert main([*games, str(tmp_path / "there")]) == 0
    here, there = ([{**row, "seconds": 0} for row in rows(tmp_path / name)] for name in ("here", "there"))
    assert here == there


def test_a_move_that_takes_too_long_is_interrupted_here_too() -> None:
    limits = GameLimits(move_time=0.05)
    deep = PlayerSpec("MinimaxAgent", {"depth": 40, "engine": "python"})
    row = play_game(Matchup.on(load_layout("small"), deep, PlayerSpec("RandomGhost"), limits=limits), 0, 0)
    assert (row.reason, row.error, row.moves) == ("timed out", "longer than 0.05 s", 0)


def test_an_inline_task_that_fails_or_is_interrupted() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    executor = InlineExecutor()
    assert executor.submit(int, "7").result() == 7
    with pytest.raises(ValueError, match="invalid literal"):
        executor.submit(int, "seven").result()
    with pytest.raises(KeyboardInterrupt):
        executor.submit(interrupt)


def test_nodes_of_agents_that_search_and_of_others() -> None:
    def row(spec: str, **arguments: Any) -> Row:
        player = PlayerSpec(spec, arguments)
        limits = GameLimits(max_moves=12)
        return play_game(Matchup.on(load_layout("small"), player, PlayerSpec("RandomGhost"), limits=limits), 0, 0)

    minimax, pruned = row("MinimaxAgent", engine="python"), row("AlphaBetaAgent", engine="python")
    assert minimax.nodes is not None
    assert pruned.nodes is not None
    assert minimax.nodes > pruned.nodes > 12
    assert minimax.engine == pruned.engine == "python"
    assert row("RandomAgent").nodes is None


def test_rows_of_older_files_and_wrong_ones() -> None:
    old = {"game": 0, "seed": 1, "score": 2, "reason": "won", "moves": 3, "seconds": 4}
    row, _ = read_row(json.dumps(old))
    assert (row.nodes, row.engine) == (None, None)
    again, _ = read_row(replace(row, nodes=9, engine="kernel").line({}))
    assert (again.nodes, again.engine) == (9, "kernel")
    wrong: dict[str, Any]
    for wrong in ({"nodes": "9"}, {"nodes": True}, {"engine": "steam"}, {"engine": []}):
        with pytest.raises(ValueError, match="'nodes' or 'engine' is wrong"):
            read_row(json.dumps({**old, **wrong}))


def tally(*engines: Engine | None) -> Tally:
    found = Tally(Matchup.on(load_layout("small"), PlayerSpec("ReflexAgent"), PlayerSpec("RandomGhost")))
    for game, engine in enumerate(engines):
        found.add(Row(game, game, 10 * game, "won", 10, 0.5, nodes=30, engine=engine))
    return found


def test_times_of_different_engines_have_a_note() -> None:
    python, kernel, mixed, unknown = (
        tally(*engines).summary() for engines in (["python"], ["kernel"], ["python", "kernel"], [None])
    )
    assert ENGINES_NOTE in batch_text([python, kernel])
    assert "engine" in batch_text([python, kernel]).partition("ms/move")[2]
    assert ENGINES_NOTE in batch_text([mixed])
    for summaries in ([python, python], [kernel], [unknown, python]):
        assert "engine" not in batch_text(summaries)


def test_quartiles_and_engines_in_the_table() -> None:
    header, [row] = batch_csv([tally("python", "python", "kernel").summary()])
    found = dict(zip(header, row, strict=True))
    assert [found[name] for name in ("lower_quartile", "median", "upper_quartile")] == [5, 10, 15]
    assert (found["nodes_per_move"], found["engine"]) == (3, "kernel and python")


def test_intervals_of_short_and_long_samples_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short samples are computed without numpy."""
    samples = [[5.0], [0.0, 0.0, 1.0], [float(number % 7) for number in range(60)], [-3.0, 2.5, 2.5, 9.0]]
    short = [mean_interval(sample, (-10, 10)) for sample in samples]
    monkeypatch.setattr("experiments.statistics.intervals._FEW", 0)
    long = [mean_interval(sample, (-10, 10)) for sample in samples]
    assert [pytest.approx(pair, abs=1e-6) for pair in long] == short
