"""Folders of a user that have the names of our packages: commands work there, environments name the cause."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.wording import Naming


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("agents", "experiments", "commands"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('the wrong package')")
    return tmp_path


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def test_commands_work_beside_packages_of_the_same_name(folder: Path) -> None:
    done = run(folder, "-m", "pacman", "-q", "-l", "trap", "-p", "PathAgent", "--max-moves", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Record:" in done.stdout


def test_environments_name_the_folder_that_hides_them(folder: Path) -> None:
    done = run(folder, "-c", "import gymnasium; gymnasium.make('pacman.envs:PacmanSearch-v0')")
    hidden = (f"{folder.resolve() / 'experiments'} hides", "'experiments'", "expected another name", "another folder")
    assert done.stderr.splitlines()[-1] == Naming("ImportError: pacman.envs", *hidden)
