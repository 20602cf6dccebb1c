"""The installed product: a wheel in a separate environment, outside the checkout."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*command: object, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DISPLAY")}
    result = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def test_the_installed_command_lists_plays_and_grades(programs: Path, tmp_path: Path) -> None:
    command = programs / "pacman-search"
    assert "medium" in run(command, "layouts", cwd=tmp_path)
    assert "MinimaxAgent" in run(command, "agents", cwd=tmp_path)
    assert "Win Rate:" in run(command, "-q", "-l", "small", "--seed", "1", "--max-moves", "40", cwd=tmp_path)
    assert "win_rate" in run(command, "batch", "-n", "2", "--workers", "1", "--json", "-", cwd=tmp_path)
    shutil.copy(ROOT / "examples" / "student" / "multiAgents.py", tmp_path)
    assert "Total:" in run(command, "grade", "multiAgents.py", "-q", "q2", cwd=tmp_path)


def test_the_installed_package_is_an_entry_point_too(programs: Path, tmp_path: Path) -> None:
    shown = run(programs / "python", "-m", "pacman", "-q", "-l", "trap", "--max-moves", "10", cwd=tmp_path)
    assert "Score:" in shown
    where = run(programs / "python", "-c", "import pacman; print(pacman.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(programs.parent)
