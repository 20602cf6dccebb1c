"""The product as installed: a wheel in an environment of its own, outside the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_SOURCES = shutil.ignore_patterns(".*", "*.egg-info", "build", "dist", "__pycache__", "tests", "docs")
WINDOWS = sys.platform == "win32"


def run(*command: object, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DISPLAY")}
    result = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment that holds our wheel; it borrows the dependencies of this one."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=NOT_SOURCES)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, source, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment)
    python = environment / ("Scripts/python.exe" if WINDOWS else "bin/python")
    run(*pip, "--python", python, "install", "-q", "--no-deps", "--no-index", wheel, cwd=folder)
    (packages,) = environment.rglob("site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    shutil.rmtree(source)
    return python.parent


def test_the_installed_command_lists_plays_and_grades(programs: Path, tmp_path: Path) -> None:
    command = programs / "pacman-search"
    assert "medium" in run(command, "layouts", cwd=tmp_path)
    assert "MinimaxAgent" in run(command, "agents", cwd=tmp_path)
    assert "Win Rate:" in run(command, "-q", "-l", "small", "--seed", "1", "--max-moves", "40", cwd=tmp_path)
    assert "win_rate" in run(command, "batch", "-n", "2", "--workers", "1", "--json", "-", cwd=tmp_path)
    shutil.copy(ROOT / "examples" / "student" / "multiAgents.py", tmp_path)
    assert "Total:" in run(command, "grade", "multiAgents.py", "-q", "q2", cwd=tmp_path)


def test_the_installed_package_is_a_door_too(programs: Path, tmp_path: Path) -> None:
    shown = run(programs / "python", "-m", "pacman", "-q", "-l", "trap", "--max-moves", "10", cwd=tmp_path)
    assert "Score:" in shown
    where = run(programs / "python", "-c", "import pacman; print(pacman.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(programs.parent)
