"""Compiled code is kept on disk; whatever is wrong with that folder, the kernel still answers."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents.kernel import library, store
from agents.kernel.engine import prepare

BOARD = """
import sys
from agents.kernel.board import board_of
from pacman import load_layout
print(board_of(load_layout("small")).num_cells, "numba" in sys.modules, "numpy" in sys.modules)
"""


def run(folder: Path | str, program: str = BOARD) -> tuple[str, str]:
    environment = {**os.environ, store.FOLDER_VARIABLE: str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip(), done.stderr.strip()


def test_the_second_process_compiles_nothing_and_imports_no_compiler(tmp_path: Path) -> None:
    first, said = run(tmp_path / "kernels")
    assert said == "compiling the search kernel (once)…"
    assert first.endswith("True True")
    second, said = run(tmp_path / "kernels")
    assert said == ""
    assert second == first.replace("True True", "False False")


def test_a_broken_or_unwritable_folder_is_no_error(tmp_path: Path) -> None:
    run(tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for broken in (b"", b"\xff\x00", b"{}\n", whole[:-1], whole[:-1] + b"?", b"[]\n" + whole):
        file.write_bytes(broken)
        assert store.load(file) is None
    file.write_bytes(whole[:100])
    out, said = run(tmp_path)
    assert out.endswith("True True")
    assert said.startswith("compiling")
    assert file.read_bytes()[:10] == whole[:10], "it is written anew"
    no_folder = tmp_path / "a file"
    no_folder.touch()
    out, _ = run(no_folder / "kernels")
    assert out.endswith("True True")


def test_importing_the_agents_imports_neither_kernel_nor_numpy() -> None:
    out, _ = run(
        "", "import agents, sys; print([name for name in sys.modules if name in ('numba', 'numpy', 'llvmlite')])"
    )
    assert out == "[]"


def test_without_numba_python_answers_with_one_hint() -> None:
    program = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from agents.kernel import engine
engine.PATIENCE = -1
for _ in range(2):
    print(engine.answer("search", "auto", lambda: 1, lambda seconds: 2))
try:
    engine.answer("search", "kernel", lambda: 1, lambda seconds: 2)
except ValueError as error:
    print(error)
"""
    out, said = run("", program)
    assert out.split("\n")[:2] == ["2", "2"]
    assert "cannot be used" in out
    assert said.count("hint") == 1


def test_auto_does_not_compile_for_a_short_run(tmp_path: Path) -> None:
    program = """
from agents.kernel import engine
print(engine.answer("search", "auto", lambda: 1, lambda seconds: 2))
"""
    assert run(tmp_path, program) == ("2", "")


def test_threads_that_ask_at_once_get_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = threading.Barrier(2, timeout=5)
    load = library._loaded

    def slowly(name: str) -> SimpleNamespace:
        with suppress(threading.BrokenBarrierError):  # as it should be: nobody else comes
            meeting.wait(0.2)
        return load(name)

    monkeypatch.setattr(library, "_loaded", slowly)
    monkeypatch.setattr(library, "_parts", {})
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(library.part, ("board", "board"))
    assert one is other


def test_a_ready_part_is_reported() -> None:
    assert prepare("board") is None
    assert library.is_compiled("board")


def test_an_interrupted_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        store.save(tmp_path / "board.kernel", b"code")
    assert list(tmp_path.iterdir()) == []


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in (store.FOLDER_VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    path = store.folder() / "board.kernel"
    store.save(path, b"code")
    assert store.load(path) is None


@pytest.mark.parametrize(
    "change",
    [
        "import numba.core.codegen as module; del module.JITCodeLibrary",
        "import numba.core.typed_passes as module; del module.NativeLowering",
        "import numba.core.compiler as module; module.CompilerBase.define_pipelines = None; module.PassManager = dict",
        "import llvmlite.binding as module; del module.create_pass_builder",
        "import llvmlite.binding as module; del module.create_mcjit_compiler",
        "import llvmlite.binding as module; module.get_host_cpu_features = lambda: 1 / 0",
    ],
)
def test_a_numba_that_we_do_not_know_is_no_error(tmp_path: Path, change: str) -> None:
    program = f"""
{change}
from agents import AlphaBetaAgent
from agents.kernel import engine
from pacman import GameState, load_layout
engine.PATIENCE = -1
state = GameState.initial(load_layout("small"), 2)
print(AlphaBetaAgent(1).getAction(state), AlphaBetaAgent(1, engine="python").getAction(state))
try:
    AlphaBetaAgent(1, engine="kernel").getAction(state)
except ValueError as error:
    print(error)
"""
    out, said = run(tmp_path, program)
    actions, refusal = out.split("\n")
    fast, slow = actions.split()
    assert fast == slow
    assert "cannot be used" in refusal
    assert said.count("hint") == 1
    assert "Traceback" not in said


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    environment = {**os.environ, store.FOLDER_VARIABLE: str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", BOARD], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [process.communicate(timeout=60)[0] for process in both]
    assert outputs[0] == outputs[1]
    (file,) = tmp_path.iterdir()
    assert store.load(file)


LONG = """
import sys
from agents import MinimaxAgent
from agents.kernel import engine
from pacman import GameState, load_layout
engine.PATIENCE = 0.05
state = GameState.initial(load_layout("small"), 2)
print(MinimaxAgent(6, "score").search(state).nodes, "numba" in sys.modules)  # a long search in Python
"""


def test_a_long_search_is_begun_again_with_the_kernel(tmp_path: Path) -> None:
    """The first search of all may be the one that takes hours in Python."""
    out, said = run(tmp_path, LONG)
    assert out == "151631 True"
    assert said == "compiling the search kernel (once)…"


def test_a_long_search_is_finished_in_python_where_there_is_no_kernel(tmp_path: Path) -> None:
    out, said = run(tmp_path, f"import sys\nsys.modules['numba'] = None\n{LONG}")
    assert out.split()[0] == "151631"
    assert said.startswith("hint: with numba")
