"""Tuning: the same candidates however it is run, no loss when it is killed, and a comparison on fresh seeds."""

import json
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands.cli import main
from experiments.batch.game_task import game_seed
from experiments.batch.matchup import Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.rows import Row
from experiments.batch.scheduling import local_pool, play_batch
from experiments.tuning.tuner import Tuner, Tuning
from experiments.tuning.weight_problem import METHODS, Method, WeightProblem
from jobs.errors import ClusterLostError
from jobs.progress_bar import ProgressBar
from pacman.layout import load_layout
from tests.wording import Naming, assert_refusal

Command = Callable[..., "subprocess.CompletedProcess[str]"]
START = {"score": 1, "nearest-food": -1.0, "danger-3": -10.0}
GAMES = ["-p", "ReflexAgent", "-l", "small", "-l", "duel", "-g", "RandomGhost", "-g", "DirectionalGhost", "-n", "4"]
QUICK = [*GAMES, "--start", "avoid-trouble", "--max-moves", "300", "--fresh-games", "10"]

pytestmark = pytest.mark.usefixtures("kernel_is_ready")


def candidates(path: Path) -> dict[str, float]:
    """Return the value of each candidate in a tuning's file."""
    contents = json.loads(path.read_text())
    return {json.dumps(entry["weights"], sort_keys=True): entry["value"] for entry in contents["candidates"]}


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_weights_that_want_what_pays(method: Method) -> None:
    """Score candidates without games: the nearer to known weights, the better."""
    aim = {"nearest-food": 3.0, "danger-3": -40.0}

    def mean_scores(evaluations: list[dict[str, float]]) -> list[float]:
        return [-sum(abs(weights[key] - value) for key, value in aim.items()) for weights in evaluations]

    problem = WeightProblem(START, mean_scores)
    values = []
    for step in METHODS[method](problem, random.Random(1)):
        values.append(step.value)
        if len(values) == 300:
            break
    assert values[0] <= -34 or method in ("beam", "genetic")
    assert max(values) > -8
    assert problem.evaluation(problem.start) == START


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_neighbours_differ_in_one_weight_and_children_take_from_both(weights: list[float], rng: Any) -> None:
    start = {"score": 2, **{f"f{n}": weight for n, weight in enumerate(weights)}}
    problem = WeightProblem(start, lambda evaluations: [0.0] * len(evaluations))
    assert problem.evaluation(problem.start) == start
    for neighbour in problem.neighbours(problem.start, rng):
        assert sum(a != b for a, b in zip(neighbour, problem.start, strict=True)) <= 1
    other = problem.random_state(rng)
    child = problem.crossover(problem.start, other, rng)
    assert all(weight in pair for weight, *pair in zip(child, problem.start, other, strict=True))


def test_a_candidate_is_worth_the_mean_score_of_its_games(tmp_path: Path) -> None:
    """Compare with games played one by one, and two workers with one."""
    layouts = [load_layout("small"), load_layout("duel")]
    matchups = [Matchup.on(layout, PlayerSpec("ReflexAgent"), PlayerSpec("RandomGhost")) for layout in layouts]
    tuning = Tuning(matchups, START, "genetic", games=5, seed=3)
    found = []
    for workers in (1, 2):
        with local_pool(workers, matchups[0].limits) as pool:
            tuner = Tuner(tuning, tmp_path / f"{workers}.json", pool)
            tuner.run(30)
            found.append((tuner.best, tuner.best_value, tuner.judged, candidates(tmp_path / f"{workers}.tuning.json")))
            work = [(n, game) for n in range(2) for game in range(5)]
            rows = [row for _, row in play_batch(pool, tuning.with_weights(tuner.best), work, tuning.batch_seed)]
            assert sum(row.score for row in rows) / 10 == tuner.best_value
    assert found[0] == found[1]
    best, value, judged, known = found[0]
    assert value == max(known.values())
    assert judged >= 30
    assert json.loads((tmp_path / "1.json").read_text()) == best


def test_no_batch_replays_the_games_of_a_tuning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights must not be compared in the games that selected them; `tune` and `compare` share a default seed."""
    seeds = set()

    def watched(*arguments: Any) -> Iterator[tuple[int, Row]]:
        for number, row in play_batch(*arguments):
            seeds.add(row.seed)
            yield number, row

    monkeypatch.setattr("experiments.tuning.tuner.play_batch", watched)
    arguments = ["-p", "ReflexAgent", "-l", "duel", "-g", "RandomGhost", "-n", "20", "--workers", "1"]
    out = ["--out", str(tmp_path / "weights.json")]
    assert main(["tune", *arguments, "--candidates", "2", "--fresh-games", "0", *out]) == 0
    assert len(seeds) == 20
    assert main(["batch", *arguments, "--out", str(tmp_path / "games.jsonl")]) == 0
    batch = [json.loads(line)["seed"] for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert batch == [game_seed(0, game) for game in range(20)]
    assert seeds.isdisjoint(game_seed(number, game) for number in range(-100, 1000) for game in range(20))


def test_tune_reports_and_resumes(call: Command, command: Command, tmp_path: Path) -> None:
    whole = call("tune", *QUICK, "--candidates", "24", "--out", tmp_path / "a.json", "--json", tmp_path / "r.json")
    assert whole.returncode == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["weights"] == json.loads((tmp_path / "a.json").read_text())
    assert len(report["fresh"]["matchups"]) == 4
    assert report["fresh"]["seed"] == 1
    low, high = report["fresh"]["interval"]
    assert low <= report["fresh"]["difference"] <= high
    assert "10 fresh games of each matchup" in whole.stdout
    again = call("tune", *QUICK, "--candidates", "24", "--out", tmp_path / "a.json")
    assert again.returncode == 2
    assert "already exists" in again.stderr
    call("tune", *QUICK, "--candidates", "9", "--out", tmp_path / "b.json")
    longer = command("tune", *QUICK, "--candidates", "24", "--out", tmp_path / "b.json", "--resume")
    assert longer.stdout == whole.stdout
    assert candidates(tmp_path / "b.tuning.json") == candidates(tmp_path / "a.tuning.json")
    other = call("tune", *QUICK, "--method", "beam", "--out", tmp_path / "b.json", "--resume")
    assert other.returncode == 2
    assert_refusal(other.stderr, f"run.py tune: {tmp_path / 'b.tuning.json'}:", "method differs", "choose another file")


def test_resuming_with_fewer_candidates_keeps_the_best_weights(tmp_path: Path) -> None:
    matchup = Matchup.on(load_layout("small"), PlayerSpec("ReflexAgent"), PlayerSpec("RandomGhost"))
    tuning, path = Tuning([matchup], START, "annealing", games=5, seed=3), tmp_path / "w.json"
    with local_pool(1, matchup.limits) as pool:
        whole = Tuner(tuning, path, pool)
        whole.run(40)
        written = path.read_text()
        first = Tuner(tuning, tmp_path / "first.json", pool)
        first.run(1)
        again = Tuner(tuning, path, pool, resume=True)
        again.run(1)
    assert first.best_value < whole.best_value
    assert (again.best, again.best_value, again.judged) == (whole.best, whole.best_value, whole.judged)
    assert path.read_text() == written


def test_an_interrupt_while_candidates_are_looked_up_keeps_the_best_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matchup = Matchup.on(load_layout("small"), PlayerSpec("ReflexAgent"), PlayerSpec("RandomGhost"))
    tuning, path = Tuning([matchup], START, "annealing", games=5, seed=3), tmp_path / "w.json"
    with local_pool(1, matchup.limits) as pool:
        Tuner(tuning, path, pool).run(40)
        written = path.read_text()
        again = Tuner(tuning, path, pool, resume=True)
        monkeypatch.setattr(ProgressBar, "advance", interrupt)
        with pytest.raises(KeyboardInterrupt):
            again.run(40)
    assert path.read_text() == written


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_start_weights_without_the_score_are_the_first_candidate() -> None:
    problem = WeightProblem({"nearest-food": -1.0}, lambda evaluations: [0.0] * len(evaluations))
    assert problem.evaluation(problem.start) == {"nearest-food": -1.0}
    assert WeightProblem({"score": 0.0, "danger-3": 1.0}, lambda _: []).features == ["score", "danger-3"]


def test_a_tuning_that_is_killed_goes_on_where_it_was(
    start: "Callable[..., subprocess.Popen[str]]", command: Command, tmp_path: Path
) -> None:
    line = ["tune", *QUICK, "--method", "genetic", "--candidates", "36", "--workers", "2"]
    command(*line, "--out", tmp_path / "whole.json")
    for ending in (signal.SIGKILL, signal.SIGINT):
        process = start(*line, "--out", tmp_path / "b.json", "--resume")
        before = len(candidates(tmp_path / "b.tuning.json")) if (tmp_path / "b.tuning.json").exists() else 0
        while process.poll() is None:
            if (tmp_path / "b.tuning.json").exists() and len(candidates(tmp_path / "b.tuning.json")) > before + 2:
                process.send_signal(ending)
                break
            time.sleep(0.005)
        _, errors = process.communicate(timeout=300)
        if ending == signal.SIGINT and process.returncode:
            assert (process.returncode, errors.count("\n")) == (130, 1)
            assert "continue with --resume" in errors
    resumed = command(*line, "--out", tmp_path / "b.json", "--resume")
    assert resumed.returncode == 0
    assert (tmp_path / "b.json").read_text() == (tmp_path / "whole.json").read_text()
    assert candidates(tmp_path / "b.tuning.json") == candidates(tmp_path / "whole.tuning.json")


def test_what_is_lost_in_the_last_comparison_costs_no_candidate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose(runner: object) -> None:
        raise ClusterLostError("the connection is lost")

    monkeypatch.setattr("experiments.tuning.fresh_comparison.compare_fresh", lose)
    out = tmp_path / "w.json"
    assert main(["tune", *QUICK, "--candidates", "9", "--out", str(out)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == Naming("run.py tune: the connection is lost", str(tmp_path / "w.tuning.json"), "--resume")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--start", "score"], ("--start score:", "--features")),
        (["--start", "nosuch"], ("unknown evaluation 'nosuch'",)),
        (["--features", "ghost-closness"], ("unknown feature 'ghost-closness'",)),
        (["-p", "LeftTurnAgent"], ("unknown argument 'evaluation'",)),
        (["-l", "nosuch"], ("unknown layout 'nosuch'",)),
        (["--method", "luck"], ("--method", "'luck'")),
        (["-p", "ReflexAgent,evaluation=score"], ("-p ReflexAgent,evaluation=score:", "--start")),
        (["--out", "weights.txt"], ("--out weights.txt:", "ends in .json")),
        (["--out", "weights.json", "--json", "./weights.json"], ("./weights.json:", "twice")),
        (["--out", "nowhere/weights.json"], ("nowhere/weights.json:", "no folder nowhere")),
    ],
)
def test_bad_input_is_refused_in_one_line(
    call: Command, tmp_path: Path, arguments: list[str], problem: tuple[str, ...]
) -> None:
    out = [] if "--out" in arguments else ["--out", str(tmp_path / "w.json")]
    result = call("tune", *out, "--candidates", "2", "-n", "1", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert_refusal(result.stderr, "run.py tune:", *problem)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"tuning": {}, "candidates": 3}',
        '{"tuning": 1, "candidates": []}',
        '{"tuning": {}, "candidates": [{"value": NaN, "weights": {"score": 1}}]}',
        '{"tuning": {}, "candidates": [{"value": 1e400, "weights": {"score": 1}}]}',
        '{"tuning": {}, "candidates": [{"value": ' + "9" * 400 + ', "weights": {"score": 1}}]}',
        '{"tuning": {}, "candidates": [{"value": "2", "weights": {"score": 1}}]}',
        '{"tuning": {}, "candidates": [{"value": 2, "weights": {"score": "x"}}]}',
        '{"tuning": {}, "candidates": [{"value": 2, "weights": {"score": null}}]}',
        '{"tuning": {}, "candidates": [{"value": 2, "weights": {"score": NaN}}]}',
    ],
)
def test_a_file_of_something_else_is_left_alone(call: Command, tmp_path: Path, text: str) -> None:
    (tmp_path / "w.tuning.json").write_text(text)
    result = call("tune", *QUICK, "--candidates", "2", "--out", tmp_path / "w.json", "--resume")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "w.tuning.json: not the file of a tuning" in result.stderr
    assert (tmp_path / "w.tuning.json").read_text() == text


def test_weights_that_no_tuning_has_written_are_left_alone(call: Command, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text('{"score": 1}')
    result = call("tune", *QUICK, "--candidates", "2", "--out", path, "--resume")
    assert_refusal(result.stderr, f"run.py tune: {path}:", "no ", "w.tuning.json", "choose another file")
    assert path.read_text() == '{"score": 1}'


@pytest.mark.parametrize(
    ("agent", "evaluation", "layout", "ghost"),
    [
        ("ExpectimaxAgent", "tuned-expectimax", "tricky", "DirectionalGhost"),
        ("AlphaBetaAgent", "tuned-alpha-beta", "rally", "DirectionalGhost"),
        ("ReflexAgent", "tuned-reflex", "capsules", "RandomGhost"),
    ],
)
def test_the_weights_that_are_shipped_beat_better(
    command: Command, agent: str, evaluation: str, layout: str, ghost: str
) -> None:
    """A part of the table in docs/TUNING.md, with its seed."""
    players = [f"{agent},evaluation=better", f"{agent},evaluation={evaluation}"]
    result = command("compare", *players, "-l", layout, "-g", ghost, "-n", "400", "--seed", "7", "--json", "-")
    comparison = json.loads(result.stdout)
    assert comparison["verdict"] == "better"
    assert comparison["score_difference"]["interval"][0] > 0
