"""A grading that is ended early: no process remains, known results stay, and the next grading cleans up."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.sandbox import scratch_folder
from autograder.termination_signals import Terminated, raise_on_signals

ROOT = Path(__file__).parents[2]
ENDLESS = Path(__file__).parent / "submissions" / "hostile_endless.py"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell who is whose child")


def wait_for(what: Callable[[], object], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def children(process: int) -> set[int]:
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.add(int(entry.name))
    return found


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def graded_questions(path: Path) -> int:
    return len(json.loads(path.read_text())["questions"]) if path.exists() else 0


@pytest.fixture
def grading(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A grading that is in an endless loop of the student's code, after the first question."""
    (tmp_path / "scratch").mkdir()
    command = [sys.executable, "run.py", "grade", str(ENDLESS), "--json", str(tmp_path / "grade.json")]
    environment = os.environ | {"TMPDIR": str(tmp_path / "scratch")}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            assert wait_for(lambda: graded_questions(tmp_path / "grade.json"), 60)
            assert wait_for(lambda: children(process.pid), 10)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGHUP, 129, marks=pytest.mark.thorough),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.thorough),
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_no_process_is_left(
    number: int, code: int, grading: "subprocess.Popen[bytes]", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = children(grading.pid)
    os.kill(grading.pid, number)
    assert grading.wait(timeout=20) == code
    assert wait_for(lambda: not any(map(is_alive, started)), 2)
    data = json.loads((tmp_path / "grade.json").read_text())
    assert (len(data["questions"]), data["complete"]) == (1, False)
    folders = list((tmp_path / "scratch").glob(f"{scratch_folder.PREFIX}*"))
    assert bool(folders) == (number == signal.SIGKILL)  # then the next grading removes them
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    scratch_folder.remove_abandoned()
    assert not any(folder.exists() for folder in folders)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_what_nobody_holds_is_removed(temporary: Path) -> None:
    abandoned, other = temporary / f"{scratch_folder.PREFIX}old", temporary / "other"
    (abandoned / "submission-x").mkdir(parents=True)
    other.mkdir()
    (temporary / f"{scratch_folder.PREFIX}link").symlink_to(other)
    scratch_folder.remove_abandoned()
    assert not abandoned.exists()
    assert other.exists()


def test_a_new_folder_that_another_grader_removes_at_once_is_replaced(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Graders that start at the same time, as workers of a class do, may take a new folder for an abandoned one."""
    made: list[str] = []

    def make(prefix: str) -> str:
        made.append(str(temporary / f"{prefix}{len(made)}"))
        if len(made) > 1:
            os.mkdir(made[-1])
        return made[-1]

    monkeypatch.setattr("tempfile.mkdtemp", make)
    assert str(scratch_folder.scratch_folder.__wrapped__()) == made[1]


def test_on_a_file_system_without_locks_a_folder_is_used_and_none_is_removed(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    other = temporary / f"{scratch_folder.PREFIX}other"
    other.mkdir()
    folder = scratch_folder.scratch_folder.__wrapped__()
    scratch_folder.remove_abandoned()
    assert sorted(temporary.iterdir()) == sorted([other, folder])


def test_another_error_of_a_lock_is_raised(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without a lock would be removed by the next grader."""

    def flock(handle: int, operation: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(OSError, match="Input/output error"):
        scratch_folder.scratch_folder.__wrapped__()


def test_what_a_grader_holds_stays(temporary: Path) -> None:
    code = "from autograder.sandbox.scratch_folder import scratch_folder; print(scratch_folder(), flush=True); input()"
    environment = os.environ | {"TMPDIR": str(temporary)}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=-1, stdout=-1, text=True) as holder:
        assert holder.stdout is not None
        folder = Path(holder.stdout.readline().strip())
        assert folder.parent == temporary
        assert folder.stat().st_mode & 0o066 == 0
        scratch_folder.remove_abandoned()
        assert folder.exists()
        holder.communicate("\n")
    assert not folder.exists()


def test_the_first_signal_counts_and_later_ones_do_not_disturb() -> None:
    def end_twice() -> None:
        with raise_on_signals():
            try:
                os.kill(os.getpid(), signal.SIGHUP)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)
                os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated) as caught:
        end_twice()
    assert caught.value.exit_code == 129
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with raise_on_signals():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
