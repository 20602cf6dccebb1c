"""Bundles for Gradescope: the scripts run in a folder like Gradescope's; and the late policy."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from autograder.assignment import fresh_instances
from autograder.assignment.selection import Selection
from autograder.classroom import on_gradescope
from autograder.classroom.gradescope_bundle import NEEDS, write_bundle
from autograder.classroom.late_policy import LatePolicy, lateness
from autograder.classroom.on_gradescope import BUNDLE, BundleSettings, grade_on_gradescope
from autograder.errors import GradingError
from autograder.reporters.grade_page import draw_grade_page
from autograder.student.dice_key import ORIGINAL_DICE, DiceKey
from pacman.errors import InternalError

from .conftest import NO_PRUNING, RIGHT

# The fields of Gradescope's published specification, and their types.
RESULTS: dict[str, Any] = {
    "score": (int, float),
    "execution_time": (int, float),
    "output": str,
    "output_format": str,
    "test_output_format": str,
    "test_name_format": str,
    "visibility": str,
    "stdout_visibility": str,
    "extra_data": dict,
    "tests": list,
    "leaderboard": list,
}
TEST: dict[str, Any] = {
    "score": (int, float),
    "max_score": (int, float),
    "status": str,
    "name": str,
    "name_format": str,
    "number": str,
    "output": str,
    "output_format": str,
    "tags": list,
    "visibility": str,
    "extra_data": dict,
}


def check_results(results: dict[str, Any]) -> None:
    for fields, entries in ((RESULTS, [results]), (TEST, results["tests"])):
        for entry in entries:
            for key, value in entry.items():
                assert isinstance(value, fields[key]), key
            assert entry.get("visibility") in ("visible", "hidden", "after_due_date", "after_published")
            assert entry.get("status", "passed") in ("passed", "failed")


@pytest.fixture
def autograder(tmp_path: Path, cases: Path) -> Path:
    """Gradescope's folder, with the unpacked bundle and a right submission."""
    folder = tmp_path / "autograder"
    for name in ("source", "submission", "results"):
        (folder / name).mkdir(parents=True)
    write_bundle(tmp_path / "bundle.zip", cases, DiceKey("a-secret-key"), None, 600)
    with ZipFile(tmp_path / "bundle.zip") as bundle:
        for entry in bundle.infolist():
            (folder / "source" / bundle.extract(entry, folder / "source")).chmod(entry.external_attr >> 16)
    (folder / "submission" / "multiAgents.py").write_bytes(RIGHT)
    metadata = {"created_at": "2026-07-02T10:00:00.000000-07:00", "assignment": {"due_date": None}, "users": []}
    (folder / "submission_metadata.json").write_text(json.dumps(metadata))
    return folder


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="scripts for a Unix shell")
def test_the_scripts_set_up_and_grade(autograder: Path, tmp_path: Path) -> None:
    """Our code comes only from the wheel; other requirements are taken from this environment."""
    environment = os.environ | {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_INDEX": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    source = autograder / "source"
    subprocess.run([source / "setup.sh"], cwd=tmp_path, env=environment, check=True, capture_output=True)
    shutil.copy(source / "run_autograder", autograder)
    assert source.stat().st_mode & 0o077 == 0
    [packages] = autograder.glob("venv/lib/python*/site-packages")
    assert (packages / "autograder").stat().st_mode & 0o077 == 0
    assert not (packages / "autograder" / "cases").exists()
    done = subprocess.run([autograder / "run_autograder"], cwd="/", env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "10 of 10 points" in done.stdout
    assert all((autograder / name).stat().st_mode & 0o077 == 0 for name in ("results", "submission_metadata.json"))
    if sys.platform == "linux" and os.getuid() == 0:
        assert "isolation: " in done.stdout
        assert "+user" in done.stdout
    results = json.loads((autograder / "results" / "results.json").read_text())
    check_results(results)
    assert results["score"] == 10
    assert "a-secret-key" not in done.stdout + json.dumps(results)


@pytest.mark.skipif(sys.platform == "win32", reason="scripts for a Unix shell")
@pytest.mark.parametrize(("age", "packages"), [(0, "python3-venv"), (1, "python3.11 python3.11-venv")])
def test_a_python_that_makes_no_environments_is_completed(
    autograder: Path, tmp_path: Path, age: int, packages: str
) -> None:
    """Ubuntu's python3 has no venv; it may be new enough (0), or so old that another one is needed (1)."""
    programs = {
        "apt-get": f"echo $* >> {tmp_path}/installed",
        "python3": f"case $2 in *ensurepip*) exit 1;; *version_info*) exit {age};; *) exit 9;; esac",
    }
    programs |= {f"python3.{version}": "exit 1" for version in range(11, 15)}
    (tmp_path / "bin").mkdir()
    for name, code in programs.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{code}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    assert subprocess.run([autograder / "source" / "setup.sh"], env=environment, check=False).returncode != 0
    assert (tmp_path / "installed").read_text().splitlines() == ["update", f"install -y {packages}"]


def test_what_is_in_a_bundle(tmp_path: Path, cases: Path) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mine.lay").write_text("%%%%\n%P.%\n%%%%\n")
    (cases / "q2" / ".secret-notes").write_text("no")
    write_bundle(tmp_path / "a.zip", cases, DiceKey("key"), 7, 60)
    write_bundle(tmp_path / "b.zip", cases, DiceKey("key"), 7, 60)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with ZipFile(tmp_path / "a.zip") as bundle:
        names = set(bundle.namelist())
        settings = json.loads(bundle.read("bundle.json"))
    assert {"setup.sh", "run_autograder", "assignment/layouts/mine.lay", "assignment/test_cases/q2/CONFIG"} <= names
    assert not any("secret" in name for name in names)
    assert settings.items() >= {"cases": "assignment/test_cases", "dice_key": "key", "seed": 7}.items()
    assert settings["question_time"] == 60
    assert BundleSettings(**settings).dice == DiceKey("key", "a secret key of this assignment")


@pytest.mark.parametrize("key", [ORIGINAL_DICE, DiceKey("original", keys=3)])
def test_a_bundle_has_its_dice(key: DiceKey, tmp_path: Path, cases: Path) -> None:
    """A secret that happens to be the word `original` is still a secret."""
    write_bundle(tmp_path / "a.zip", cases, key, None, 60)
    with ZipFile(tmp_path / "a.zip") as bundle:
        dice = BundleSettings(**json.loads(bundle.read("bundle.json"))).dice
    assert (dice.secret, dice.keys, dice.is_original) == (key.secret, key.keys, key.is_original)
    declared = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert all(f'"{need}"' in declared for need in NEEDS)


def test_fresh_cases_are_drawn_when_a_bundle_is_made(
    tmp_path: Path, cases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are not drawn again for each submission."""
    write_bundle(tmp_path / "bundle.zip", cases, DiceKey("key"), 7, 60)
    with ZipFile(tmp_path / "bundle.zip") as bundle:
        bundle.extractall(tmp_path / "source")
    expected = Selection(cases, seed=7).load()
    monkeypatch.setattr(fresh_instances, "draw", lambda *_: pytest.fail("drawn again"))
    fresh = BundleSettings.read(tmp_path / "source" / BUNDLE).selection(tmp_path / "source").load()
    for old, new in zip(expected.questions, fresh.questions, strict=True):
        assert [case.file.values for case in new.cases] == [case.file.values for case in old.cases]


def test_broken_cases_are_told_before_a_bundle_is_written(tmp_path: Path, cases: Path) -> None:
    (cases / "q2" / "01-lecture-three-by-three.solution").unlink()
    with pytest.raises(GradingError, match="no such file"):
        write_bundle(tmp_path / "a.zip", cases, DiceKey("key"), None, 60)
    assert not (tmp_path / "a.zip").exists()


def test_a_submission_without_a_file_has_no_points_and_is_told_why(autograder: Path) -> None:
    (autograder / "submission" / "multiAgents.py").rename(autograder / "submission" / "notes.txt")
    grade_on_gradescope(autograder)
    results = json.loads((autograder / "results" / "results.json").read_text())
    check_results(results)
    assert results["score"] == 0
    assert results["tests"][0]["output"] == "no multiAgents.py; there is no Python file"


def test_why_nothing_was_graded_is_told_where_all_is_hidden(autograder: Path) -> None:
    (autograder / "submission" / "multiAgents.py").unlink()
    for config in autograder.glob("source/assignment/test_cases/*/CONFIG"):
        config.write_text(config.read_text() + '\nvisibility: "hidden"\n')
    done = grade_on_gradescope(autograder)
    results = json.loads((autograder / "results" / "results.json").read_text())
    assert (results["score"], results["output"]) == (0, "no multiAgents.py; there is no Python file")
    assert "there is no Python file" in draw_grade_page(done)


def test_a_fault_of_ours_leaves_no_result(
    autograder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise InternalError("no process")

    monkeypatch.setattr(on_gradescope, "open_pool", fail)
    monkeypatch.setattr(sys, "argv", ["on_gradescope", str(autograder)])
    assert on_gradescope.main() == 1
    assert "no grade, run again: no process" in capsys.readouterr().err
    assert not (autograder / "results" / "results.json").exists()


def test_who_is_late_has_less(autograder: Path) -> None:
    config = autograder / "source" / "assignment" / "test_cases" / "CONFIG"
    config.write_text('late_percent_per_day: "10"\nlate_grace_minutes: "15"\n')
    (autograder / "submission" / "multiAgents.py").write_bytes(NO_PRUNING)
    metadata = {"created_at": "2026-07-02T10:20:00-07:00", "assignment": {"due_date": "2026-07-01T10:00:00-07:00"}}
    (autograder / "submission_metadata.json").write_text(json.dumps(metadata))
    grade_on_gradescope(autograder)
    results = json.loads((autograder / "results" / "results.json").read_text())
    assert results["score"] == 4
    assert results["output"].splitlines()[0] == "Late by 1 day 20 minutes: 20 % of 5 points are taken off."


@pytest.mark.parametrize(
    ("late", "left"),
    [
        (timedelta(0), 20),
        (timedelta(minutes=15), 20),
        (timedelta(minutes=16), 18),
        (timedelta(days=1, minutes=15), 18),
        (timedelta(days=1, minutes=16), 16),
        (timedelta(days=3), 14),
        (timedelta(days=3, minutes=16), 0),
    ],
)
def test_the_rule_for_being_late(tmp_path: Path, late: timedelta, left: float) -> None:
    (tmp_path / "CONFIG").write_text('late_percent_per_day: "10"\nlate_grace_minutes: "15"\nlate_days: "3"\n')
    lost = LatePolicy.read(tmp_path).deduction(20, late)
    assert 20 - (lost.points if lost else 0) == left


def test_without_a_rule_nothing_is_lost(tmp_path: Path) -> None:
    assert LatePolicy.read(tmp_path).deduction(20, timedelta(days=100)) is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('late_percent_per_day: "110"', "late_percent_per_day is 110; expected 0 to 100"),
        ('late_grace_minutes: "inf"', "late_grace_minutes is 'inf'; expected a number"),
        ('late_days: "-1"', "late_days is -1; expected 0 to 365"),
        ('late_days: "nan"', "late_days is 'nan'; expected a number"),
    ],
)
def test_a_rule_that_cannot_be_meant(tmp_path: Path, line: str, problem: str) -> None:
    (tmp_path / "CONFIG").write_text(f"{line}\n")
    with pytest.raises(GradingError, match=f"CONFIG:1: {problem}"):
        LatePolicy.read(tmp_path)


def test_dates_matter_only_where_there_is_a_rule(autograder: Path) -> None:
    (autograder / "submission_metadata.json").write_text('{"created_at": 7, "assignment": {"due_date": 7}}')
    assert grade_on_gradescope(autograder).points == 10
    config = autograder / "source" / "assignment" / "test_cases" / "CONFIG"
    config.write_text('late_days: "2"\n')
    with pytest.raises(GradingError, match="not Gradescope's submission_metadata.json"):
        grade_on_gradescope(autograder)
    (autograder / "submission_metadata.json").unlink()
    with pytest.raises(GradingError, match="submission_metadata.json: cannot be read: No such file"):
        grade_on_gradescope(autograder)


def test_more_time_for_one_student(tmp_path: Path) -> None:
    file = tmp_path / "submission_metadata.json"
    due = {"due_date": "2026-07-01T10:00:00-07:00"}
    own = {"assignment": {"due_date": "2026-07-03T10:00:00-07:00"}}
    for users, expected in (([], 48), ([{"name": "A"}], 48), ([own], 0), ([own, {"assignment": due}], 0)):
        data = {"created_at": "2026-07-03T17:00:00+00:00", "assignment": due, "users": users}
        file.write_text(json.dumps(data))
        assert lateness(file) == timedelta(hours=expected)
    unknown = (
        "[]",
        "{}",
        "no",
        "[" * 100_000,
        '{"created_at": 3, "assignment": {"due_date": 4}}',
        '{"created_at": null, "assignment": {"due_date": "2026-07-01T10:00:00-07:00"}}',
        '{"created_at": "2026-07-01T10:00:00-07:00"}',
        '{"created_at": "2026-07-01T10:00:00-07:00", "assignment": {}}',
        '{"created_at": "2026-07-01T10:00:00", "assignment": {"due_date": "2026-07-01T10:00:00-07:00"}}',
    )
    for text in unknown:
        file.write_text(text)
        with pytest.raises(GradingError, match="not Gradescope's submission_metadata.json"):
            lateness(file)
