"""Removal of folders that a student's code has filled, regardless of their depth and modes."""

import os
import sys
from pathlib import Path

import pytest

from autograder.sandbox.folder_removal import remove_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no descriptors of folders there")
NOBODY = 65534


def fill(folder: Path) -> None:
    """Create thousands of nested folders with names like ours, folders without permissions, links and a pipe."""
    here = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    for _ in range(3000):
        os.mkdir("moved-0")
        os.chdir("moved-0")
    os.chdir(folder)
    os.makedirs("closed/inside/deep")
    Path("closed/inside/file").write_text("x")
    os.mkfifo("closed/pipe")
    os.symlink("/", "closed/root")
    os.chmod("closed/inside/deep", 0)
    os.chmod("closed/inside", 0)
    os.chmod("closed", 0)
    os.chmod(".", 0)
    os.fchdir(here)
    os.close(here)


def test_everything_goes(tmp_path: Path) -> None:
    folder = tmp_path / "submission"
    folder.mkdir()
    fill(folder)
    assert remove_folder(folder) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user")
def test_everything_goes_for_an_ordinary_user() -> None:
    """Root may enter folders without permissions; other users must change their modes first."""
    folder = Path("/tmp", f"removal-{os.getpid()}")
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    child = os.fork()
    if child == 0:
        try:
            os.chdir("/")
            os.setuid(NOBODY)
            fill(folder)
            os._exit(len(remove_folder(folder)))
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert not folder.exists()


def test_a_folder_that_is_gone_is_no_problem(tmp_path: Path) -> None:
    assert remove_folder(tmp_path / "nothing") == []


def test_what_stays_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "unlink", refuse)
    assert remove_folder(tmp_path) == [f"{tmp_path}: cannot be removed: Operation not permitted"]


def test_a_link_in_place_of_the_folder_changes_nothing(tmp_path: Path) -> None:
    outside, link = tmp_path / "outside", tmp_path / "submission"
    outside.mkdir(mode=0o755)
    (outside / "file").touch()
    link.symlink_to(outside)
    mode = outside.stat().st_mode
    assert remove_folder(link) == [f"{link}: cannot be removed: Not a directory"]
    assert (outside.stat().st_mode, [*outside.iterdir()]) == (mode, [outside / "file"])
