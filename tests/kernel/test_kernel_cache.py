"""The cache of compiled code: only in folders that no other user can write, and no damaged file is loaded."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents.kernel.machine import cache, library

SEARCH = """
import sys
from agents import AlphaBetaAgent
from pacman import GameState, load_layout
print(AlphaBetaAgent(3, "score", engine="kernel").search(GameState.initial(load_layout("small"), 2)).nodes)
print([name for name in ("numba", "numpy", "subprocess") if name in sys.modules])
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(folder))
    return folder


def test_what_is_built_is_loaded_without_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", SEARCH], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == ["498", "[]"]
    assert done.stderr == ""


def test_importing_the_agents_imports_no_kernel() -> None:
    program = "import agents, sys; print([name for name in sys.modules if 'kernel' in name or name == 'llvmlite'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def test_a_broken_file_counts_as_absent(folder: Path) -> None:
    path = folder / "some.kernel"
    cache.save(path, b"code")
    assert cache.load(path) == b"code"
    whole = path.read_bytes()
    for broken in (b"", b"\xff\x00", b"{}\n", whole[:-1], whole[:-1] + b"?", b"[]\n" + whole):
        path.write_bytes(broken)
        assert cache.load(path) is None


@pytest.mark.skipif(sys.platform == "win32", reason="asks for owners and modes")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_code_is_not_loaded_from_where_others_may_write(folder: Path, tmp_path: Path, mode: int) -> None:
    path = cache.path_of("a compiler")
    assert path.parent == folder
    cache.save(path, b"code")
    folder.chmod(mode)
    assert cache.load(path) is None
    assert cache.path_of("a compiler").parent != folder


@pytest.mark.skipif(not hasattr(os, "chown") or os.getuid() != 0, reason="only root gives folders away")
def test_code_of_another_user_is_not_loaded(folder: Path) -> None:
    path = cache.path_of("a compiler")
    cache.save(path, b"code")
    os.chown(folder, 12345, -1)
    assert cache.load(path) is None


def test_where_nothing_can_be_kept_a_folder_for_temporary_files_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path / "a file" / "kernels"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    path = cache.path_of("a compiler")
    assert path.parent.parent == tmp_path
    cache.save(path, b"code")
    assert cache.load(path) == b"code"


def test_a_user_without_a_home_has_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in (cache.FOLDER_VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache.path_of("a compiler").parent.parent == tmp_path


def test_a_build_made_ahead_by_the_administrator_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = cache.path_of("a compiler")
    cache.save(path, b"code")
    monkeypatch.setattr(os, "access", lambda *_: False)  # the folder is not writable
    assert cache.path_of("a compiler") == path


def test_an_interrupted_write_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        cache.save(folder / "some.kernel", b"code")
    assert list(folder.iterdir()) == []


def test_old_builds_and_what_a_killed_one_left_are_removed(folder: Path) -> None:
    (folder / "killed.kernel.draft").write_bytes(b"half")
    for number in range(cache.KEPT + 2):
        path = folder / f"{number}.kernel"
        cache.save(path, b"code")
        os.utime(path, (number, number))
    cache.load(folder / "2.kernel")  # recently used, so not old
    cache.save(folder / "new.kernel", b"code")
    names = {path.name for path in folder.iterdir()}
    assert names == {"new.kernel", "2.kernel", f"{cache.KEPT + 1}.kernel", f"{cache.KEPT}.kernel"}


def test_threads_that_ask_at_once_get_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = threading.Barrier(2, timeout=5)
    link = library._linked

    def slowly(*arguments: Any) -> Any:
        with suppress(threading.BrokenBarrierError):  # expected: no second thread loads the code
            meeting.wait(0.2)
        return link(*arguments)

    monkeypatch.setattr(library, "_linked", slowly)
    monkeypatch.setattr(library, "_loaded", None)
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(lambda _: library.functions(), range(2))
    assert one is other
