"""The benchmarks run, and can measure another engine."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

# An engine in the Berkeley style: this project's, under the names that the original's command line uses.
PACMAN = f"""
import sys
me = sys.modules.pop("pacman")
path, sys.path = sys.path, [{str(ROOT)!r}, *sys.path[2:]]
from pacman import GameState as OurState, Layout as OurLayout
sys.path, sys.modules["pacman"] = path, me


class GameState:
    def initialize(self, layout, ghosts):
        self.state = OurState.initial(OurLayout.from_text(layout.rows), ghosts)

    def __getattr__(self, name):
        return getattr(self.state, name)
"""
LAYOUT = """
class Layout:
    def __init__(self, rows):
        self.rows = rows
"""


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


def test_another_engine_is_measured(tmp_path: Path) -> None:
    (tmp_path / "pacman.py").write_text(PACMAN)
    (tmp_path / "layout.py").write_text(LAYOUT)
    done = run("--against", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "small, 2 ghosts, depth 3" in done.stdout
    assert "do not agree" not in done.stdout


def test_a_folder_without_an_engine_is_named_in_one_line(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        done = run("--against", str(folder))
        assert done.returncode == 2
        assert done.stderr == f"python -m benchmarks: {folder}: no pacman.py; expected a Berkeley-style engine\n"


@pytest.mark.parametrize(
    "broken", ["import nothing_of_that_name", "class GameState: pass", "import sys; sys.exit(3)", "("]
)
def test_an_engine_that_fails_is_named_in_one_line(tmp_path: Path, broken: str) -> None:
    (tmp_path / "pacman.py").write_text(broken)
    (tmp_path / "layout.py").write_text(LAYOUT)
    done = run("--against", str(tmp_path))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"the engine in {tmp_path} failed: " in line


def test_an_engine_that_talks_is_measured_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "pacman.py").write_text(PACMAN + "print('welcome', end='')")
    (tmp_path / "layout.py").write_text(LAYOUT)
    assert run("--against", str(tmp_path)).returncode == 0


def test_an_unknown_program_is_refused() -> None:
    assert run("speed").returncode == 2


def test_a_missing_page_of_tables_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    done = run("mutants", "--markdown", str(tmp_path / "nothing.md"))
    assert "not a file" in done.stderr
    assert "fresh" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="measures processes as POSIX does")
def test_the_student_searches_the_same_tree_on_the_floor() -> None:
    program = (
        "from benchmarks.bench_world import *; start = GameState.initial(load_layout('small'), ghosts=2); "
        "tree = TreeState(start, 0, DEPTH * start.num_agents); "
        "print(student_search(start)() == student_search(tree)())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.skipif(sys.platform == "win32", reason="measures processes as POSIX does")
def test_a_process_is_measured_by_itself() -> None:
    program = (
        "from benchmarks.bench_table import _run; mine = bytes(200_000_000)\n"
        "small, large = _run(''), _run('thing = bytearray(100_000_000)')\n"
        "print(small.megabytes < 100 < large.megabytes, 0 < small.seconds)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"


@pytest.mark.thorough
@pytest.mark.usefixtures("kernel_is_ready")
def test_the_architecture_page_has_the_lengths_of_its_data_flows() -> None:
    pytest.importorskip("pygame", reason="one walk ends in the window")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.walks"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    plan = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    measured = re.findall(r"^[a-z_]+: (\d+) files", done.stdout, re.MULTILINE)
    assert measured == re.findall(r"^\*\*.+\*\*\s+\((\d+) files", plan, re.MULTILINE)
    assert len(measured) == 5
