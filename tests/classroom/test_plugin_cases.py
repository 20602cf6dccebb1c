"""The documented case class and report of a plugin: for one file, a class, a cluster and an unpacked bundle."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from .conftest import RIGHT, lines

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "developer" / "adding.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, flags=re.MULTILINE | re.DOTALL))


def run(folder: Path, *words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "run.py"), *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with the files of the documentation page, their solution, and two submissions."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    students = tmp_path / "class"
    students.mkdir()
    for name in ("ann", "bob"):
        (students / f"{name}.py").write_bytes(RIGHT)
    done = run(tmp_path, "grade", "--generate-solutions", "--cases", "mycases", "--plugin", "first_move.py")
    assert done.returncode == 0, done.stderr
    return tmp_path


@pytest.mark.parametrize("where", [(), pytest.param(("--cluster", "local"), marks=pytest.mark.cluster)])
def test_workers_know_the_case_class_of_a_plugin(course: Path, where: tuple[str, ...]) -> None:
    words = ("grade", "class", "--cases", "mycases", "--plugin", "first_move.py", "--workers", 2)
    done = run(course, *words, "--jsonl", "grades.jsonl", *where)
    assert done.returncode == 0, done.stderr
    assert {id: row["points"] for id, row in lines(course / "grades.jsonl").items()} == {"ann": 2, "bob": 2}
    without = run(course, *words[:4], "--jsonl", "others.jsonl")
    assert (without.returncode, without.stderr.count("\n")) == (2, 1)
    assert "mycases/q1/opening.test:1: unknown class of case 'FirstMoveTest'" in without.stderr


def test_grades_by_another_version_of_a_plugin_are_not_resumed(course: Path) -> None:
    words = ("grade", "class", "--cases", "mycases", "--plugin", "first_move.py", "--jsonl", "grades.jsonl")
    assert run(course, *words).returncode == 0
    before = (course / "grades.jsonl").read_bytes()
    with (course / "first_move.py").open("a") as file:
        file.write("CHANGED = True\n")
    refused = run(course, *words, "--resume")
    assert refused.returncode == 2
    assert "--plugin" in refused.stderr
    assert (course / "grades.jsonl").read_bytes() == before


def test_a_bundle_has_its_plugins_with_it(course: Path, tmp_path: Path) -> None:
    (course / "beside.py").write_text("DEPTH = 2\n")
    plugin = (course / "first_move.py").read_text().replace("from pacman", "from beside import DEPTH\nfrom pacman")
    (course / "first_move.py").write_text(plugin)
    done = run(course, "bundle", "bundle.zip", "--cases", "mycases", "--plugin", "first_move.py")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "autograder"
    for name in ("source", "submission", "results"):
        (folder / name).mkdir(parents=True)
    with ZipFile(course / "bundle.zip") as bundle:
        bundle.extractall(folder / "source")
    for name in ("first_move.py", "beside.py"):
        (course / name).unlink()
    (folder / "submission" / "multiAgents.py").write_bytes(RIGHT)
    (folder / "submission_metadata.json").write_text('{"created_at": "2026-07-02T10:00:00.000000-07:00"}')
    command = [sys.executable, "-m", "autograder.classroom.on_gradescope", str(folder)]
    graded = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert graded.returncode == 0, graded.stderr
    assert json.loads((folder / "results" / "results.json").read_text())["score"] == 2


def test_a_report_of_a_plugin_is_written(course: Path) -> None:
    words = ("grade", "class/ann.py", "--cases", "mycases", "--plugin", "first_move.py", "--plugin", "points.py")
    assert run(course, *words, "--report", "points-alone=points.txt").returncode == 0
    assert (course / "points.txt").read_text() == "q1 2\n"
    for report, expected in (("point-alone=x", "did you mean 'points-alone'?"), ("points-alone", "expected NAME=FILE")):
        refused = run(course, *words, "--report", report)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert expected in refused.stderr
