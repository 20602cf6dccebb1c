"""A class graded on a cluster: the same rows as locally, despite crashes, with the restrictions of each worker."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from agents.kernel.machine.cache import build_lock
from autograder.errors import GradingError
from autograder.sandbox.isolation import Isolation, require_strict
from experiments.errors import ExperimentError
from jobs.errors import ClusterLostError
from jobs.task_executor import TaskExecutor
from tests.conftest import PATIENCE, ROOT, Cluster, wait_until
from tests.wording import facts

from .conftest import NO_PRUNING, RIGHT, lines, table

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(find_spec("distributed") is None, reason="the cluster needs dask.distributed"),
    pytest.mark.skipif(os.name == "nt", reason="processes and signals"),
]

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Start = Callable[..., "subprocess.Popen[str]"]

# A maze that only the teacher has, beside the cases.
MAZE = "%%%%%%\n%P..G%\n%%%%%%\n"
GAME = """\
class: "EvalAgentTest"
agentName: "MinimaxAgent"
agentArgs: "depth=1"
layoutName: "corridorOfOurs"
maxTime: "60"
numGames: "2"
randomSeed: "0"
ghosts: "[RandomGhost(1)]"
nonTimeoutMinimum: "1"
nonTimeoutThresholds: "1"
"""


@pytest.fixture
def course(cases: Path) -> Path:
    """The small assignment, with one of its games in a maze beside the cases."""
    (cases.parent / "layouts").mkdir()
    (cases.parent / "layouts" / "corridorOfOurs.lay").write_text(MAZE)
    (cases / "q2" / "20-corridor.test").write_text(GAME)
    return cases


def hand_in(folder: Path, number: int) -> None:
    """Write `number` submissions of four kinds."""
    exits = NO_PRUNING + b"    def getAction(self, state):\n        import os; os._exit(0)\n"
    for index in range(number):
        (folder / f"student-{index}.py").write_bytes((RIGHT, NO_PRUNING, b"def (", exits)[index % 4])


def grading(folder: Path, cases: Path, out: Path, *more: object) -> list[object]:
    files = ["--csv", out.with_suffix(".csv"), "--jsonl", out]
    return ["grade", folder, "--cases", cases, "--dice", "key", *files, *more]


def without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in ("seconds", "answer_time")}
    return [without_times(value) for value in data] if isinstance(data, list) else data


def num_rows(path: Path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def test_rows_are_those_of_a_local_grading_and_either_goes_on_with_the_others_file(
    command: Command, cluster: Cluster, handed_in: Path, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process compiles the search kernel at the same time, which does not matter for a grading."""
    monkeypatch.setenv("PACMAN_CACHE_DIR", str(tmp_path / "kernel"))
    cluster.start_worker()
    cluster.start_worker("--no-nanny")
    hand_in(handed_in, 4)
    (handed_in / "empty").mkdir()
    large = handed_in / "student-1"
    large.mkdir()
    (handed_in / "student-1.py").rename(large / "minimax.py")
    (large / "multiAgents.py").write_bytes(b"from minimax import *\n")
    for number in range(11):
        (large / f"data_{number}.py").write_bytes(b"#" * (2**20 - 1))
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    options = ["--cluster", cluster.address]
    with build_lock():
        far = command(*grading(handed_in, course, there, *options))
    assert (far.returncode, far.stderr) == (0, "")
    assert far.stdout.startswith("Grading 5 submissions, 2 at a time, isolation: ")
    near = command(*grading(handed_in, course, here, "--workers", 2))
    assert far.stdout == near.stdout
    assert table(there.with_suffix(".csv")) == table(here.with_suffix(".csv"))
    assert without_times(lines(there)) == without_times(lines(here))
    assert {row["status"] for row in lines(there).values()} == {"ok", "partly", "not loaded"}
    assert lines(there)["student-0"]["questions"][0]["cases"][-1]["name"] == "20-corridor"
    carried = [path.name for path in cluster.folder.rglob("pacman-search/*/layouts/*.lay")]
    assert carried == ["corridorOfOurs.lay"] * 2, "once for each worker"
    for file, more in ((there, []), (here, options)):
        rows = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join(rows[:-1]))
        assert command(*grading(handed_in, course, file, "--resume", *more)).returncode == 0
        assert file.read_bytes().splitlines(keepends=True)[:-1] == rows[:-1], "what has a grade is not graded again"
    assert without_times(lines(there)) == without_times(lines(here))
    with (course / "q2" / "01-lecture-three-by-three.test").open("a") as case:
        case.write("# a line\n")
    refused = command(*grading(handed_in, course, there, "--resume", *options))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "(cases of q2)" in refused.stderr
    for file, more in ((there, options), (here, [])):
        done = command(*grading(handed_in, course, file, "--regrade", "-q", "q2", *more))
        assert (done.returncode, done.stderr) == (0, "")
        assert "Regraded 4 submissions: no points changed\n" in done.stdout
        assert len(lines(file.with_name(f"{file.stem}.history.jsonl"))) == 4
    assert without_times(lines(there)) == without_times(lines(here))


def test_who_dies_loses_nothing(
    command: Command, start: Start, cluster: Cluster, handed_in: Path, cases: Path, tmp_path: Path
) -> None:
    """First a worker ends in the middle of its work, then the client by Ctrl-C, then the scheduler."""
    victim = cluster.start_worker("--no-nanny")
    cluster.start_worker("--no-nanny")
    hand_in(handed_in, 8)
    here, there, cut = (tmp_path / f"{name}.jsonl" for name in ("here", "there", "cut"))
    process = start(*grading(handed_in, cases, there, "--cluster", cluster.address))
    wait_until(lambda: process.poll() is not None or num_rows(there) > 1)
    assert process.poll() is None
    victim.kill()
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert num_rows(there) == len(lines(there)) == 8, "each is there once"

    for ending, code in (("SIGINT", 130), ("loss", 2)):
        process = start(*grading(handed_in, cases, cut, "--resume", "--cluster", cluster.address))
        before = num_rows(cut)
        wait_until(lambda p=process, n=before: p.poll() is not None or num_rows(cut) > n)  # type: ignore[misc]
        assert process.poll() is None
        if ending == "loss":
            cluster.scheduler.kill()
        else:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors.count("\n")) == (code, 1), errors
        assert re.search(facts(str(cut), "--resume"), errors), errors
        if ending == "SIGINT":
            assert not queued_tasks(cluster.address), "they are taken back"
    assert "the connection to the scheduler is lost" in errors
    assert num_rows(cut) == len(lines(cut)) < 8
    assert command(*grading(handed_in, cases, cut, "--resume")).returncode == 0
    assert command(*grading(handed_in, cases, here)).returncode == 0
    assert without_times(lines(there)) == without_times(lines(here)) == without_times(lines(cut))
    assert table(there.with_suffix(".csv")) == table(here.with_suffix(".csv")) == table(cut.with_suffix(".csv"))


def queued_tasks(address: str) -> set[str]:
    import distributed

    with distributed.Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        return set(client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.tasks)))


# Loaded by every Python that a worker starts, except child processes, which have an environment of their own.
FEWER_WALLS = """
from autograder.sandbox import isolation

isolation.isolation_tier = lambda reasons: isolation.Isolation("process", ("no restrictions on this machine",))
"""


def test_each_worker_has_its_own_restrictions_and_strict_wants_all_of_them(
    command: Command, cluster: Cluster, handed_in: Path, cases: Path, tmp_path: Path
) -> None:
    (tmp_path / "fewer").mkdir()
    (tmp_path / "fewer" / "sitecustomize.py").write_text(FEWER_WALLS)
    cluster.start_worker("--no-nanny")
    cluster.start_worker("--no-nanny", prefix=["env", f"PYTHONPATH={tmp_path / 'fewer'}:{ROOT}"])
    hand_in(handed_in, 5)
    out = tmp_path / "there.jsonl"
    strict = command(*grading(handed_in, cases, out, "--isolation", "strict", "--cluster", cluster.address))
    assert (strict.returncode, strict.stdout, strict.stderr.count("\n")) == (2, "", 1)
    assert re.search(facts("worker tcp://", "strict", "--isolation auto"), strict.stderr)
    assert not out.exists()
    result = command(*grading(handed_in, cases, out, "--cluster", cluster.address))
    assert result.returncode == 0
    tiers = {row["isolation"] for row in lines(out).values()}
    assert len(tiers) == 2
    assert "process" in tiers
    assert f"2 at a time, isolation: {', '.join(sorted(tiers))}\n" in result.stdout
    assert "not protected: no restrictions on this machine\n" in result.stdout


class LateWorker(TaskExecutor):
    """An executor that was strict when it was checked, and is not when it grades, because another worker has joined."""

    workers = 1

    def run_everywhere(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        return [Isolation("strict")]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            require_strict(Isolation("process", ("no restrictions",)))
        except GradingError as error:
            future.set_exception(error)
        return future


def test_a_late_worker_that_is_not_strict_costs_nobody_points(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(handed_in, 2)
    monkeypatch.setattr("commands.grade_folder.open_executor", lambda *_: LateWorker())
    out = tmp_path / "there.jsonl"
    assert grade(*grading(handed_in, cases, out, "--isolation", "strict")[1:]) == 1
    for row in lines(out).values():
        assert (row["status"], row["points"]) == ("no grade", None)
        assert "isolation strict is not available here: no restrictions" in row["reason"]


class LostCluster(LateWorker):
    """An executor that accepts every task, and is lost before any of them is finished."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_exception(ClusterLostError("the connection to the scheduler is lost"))
        return future


def test_a_cluster_that_is_lost_with_all_tasks_gives_no_rows(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(handed_in, 2)
    monkeypatch.setattr("commands.grade_folder.open_executor", lambda *_: LostCluster())
    out = tmp_path / "there.jsonl"
    with pytest.raises(ExperimentError, match=facts("the connection to the scheduler is lost", str(out), "--resume")):
        grade(*grading(handed_in, cases, out)[1:])
    assert num_rows(out) == 0


def test_what_cannot_be_is_told_in_one_line(
    command: Command, handed_in: Path, cases: Path, tmp_path: Path, grade: Callable[..., int]
) -> None:
    hand_in(handed_in, 1)
    with pytest.raises(GradingError, match=facts("--cluster", "a folder of submissions")):
        grade(handed_in / "student-0.py", "--cluster", "local")
    out = tmp_path / "there.jsonl"
    result = command(*grading(handed_in, cases, out, "--cluster", "tcp://127.0.0.1:1"))
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "--cluster tcp://127.0.0.1:1: cannot be reached: Connection refused" in result.stderr
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError('No module', name='distributed')\n")
    line = [sys.executable, ROOT / "run.py", *grading(handed_in, cases, out, "--cluster", "local")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    missing = subprocess.run(list(map(str, line)), env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (2, "", 1)
    assert "pip install 'pacman-search[cluster]'" in missing.stderr
    assert not out.exists()
