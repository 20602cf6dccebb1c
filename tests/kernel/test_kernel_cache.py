"""Compiled code is kept on disk; whatever is wrong with that folder, the kernel still answers."""

import os
import subprocess
import sys
from pathlib import Path

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
    print(engine.answer("search", "auto", lambda: 1, lambda: 2))
try:
    engine.answer("search", "kernel", lambda: 1, lambda: 2)
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
print(engine.answer("search", "auto", lambda: 1, lambda: 2))
"""
    assert run(tmp_path, program) == ("2", "")


def test_a_ready_part_is_reported() -> None:
    assert prepare("board") is None
    assert library.is_compiled("board")
