"""Files are written atomically, and devices and links are not replaced."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pacman.errors import PacmanError
from pacman.files import check_writable, replace_and_hold, replace_file, whole_file, write_whole

ROOT = Path(__file__).parents[2]
HALF_WRITTEN = """
import sys
from pathlib import Path
from pacman import files

def wait():
    print("half", flush=True)
    sys.stdin.read()

def pieces():
    yield b"half"
    wait()

path = Path(sys.argv[2])
if sys.argv[1] == "named":
    with files.whole_file(path, OSError) as draft:
        draft.write_bytes(b"half")
        wait()
else:
    files.replace_and_hold(path, pieces())
"""


@contextmanager
def half_written(how: str, path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a process that has written half of a file; it is killed at the end of the context."""
    command = [sys.executable, "-c", HALF_WRITTEN, how, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            assert process.stdout.readline() == "half\n"
            yield process
        finally:
            process.kill()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def has_nameless_files(folder: Path) -> bool:
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR))
    except (AttributeError, OSError):
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and locks")
def test_a_killed_process_leaves_no_draft(tmp_path: Path) -> None:
    if not has_nameless_files(tmp_path):
        pytest.skip("this disk has no files without a name")
    path = tmp_path / "report.json"
    write_whole(path, "old", PacmanError)
    with half_written("nameless", path):
        assert names(tmp_path) == ["report.json"]
    assert names(tmp_path) == ["report.json"]
    assert path.read_text() == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and locks")
@pytest.mark.parametrize("has_nameless", [True, False])
def test_a_draft_of_a_killed_process_is_removed_by_the_next_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_nameless: bool
) -> None:
    """A draft of a living process is not removed, nor is any other file."""
    if not has_nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "report.json"
    others = [".report-0123.json", f".report-{'0' * 32}.txt", f".other-{'0' * 32}.json"]
    for name in others:
        (tmp_path / name).touch()
    with half_written("named", path):
        [draft] = set(names(tmp_path)) - set(others)
        write_whole(path, "new", PacmanError)
        replace_file(path, b"newer")
        assert names(tmp_path) == sorted([*others, draft, "report.json"])
    assert draft in names(tmp_path)
    with whole_file(path, PacmanError) as own:
        own.write_text("newest")
        assert draft not in names(tmp_path)
    assert names(tmp_path) == sorted([*others, "report.json"])
    assert path.read_text() == "newest"


@pytest.mark.parametrize("lacks", ["nameless files", "links to them", "nothing"])
def test_files_are_whole_on_any_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacks: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    if lacks == "nameless files":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    elif lacks == "links to them":
        monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "rows.jsonl"
    for text in ("one", "two" * 100_000):
        write_whole(path, text, PacmanError)
        assert path.read_text() == text
    replace_file(path, b"three")
    path.chmod(0o640)
    handle = replace_and_hold(path, [b"fo", b"ur"])
    os.write(handle, b", five")
    os.close(handle)
    assert path.read_text() == "four, five"
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["rows.jsonl"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "real.json", tmp_path / "link.json"
    link.symlink_to(target)
    for text in ("once", "again"):
        write_whole(link, text, PacmanError)
        assert link.is_symlink()
        assert target.read_text() == text
    assert [path.name for path in target.parent.iterdir()] == ["real.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    check_writable(pipe, PacmanError)
    write_whole(pipe, "news", PacmanError)
    reader.join(10)
    assert read == ["news"]
    assert pipe.is_fifo()
