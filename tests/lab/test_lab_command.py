"""The command `lab`: the file that it writes, courses, and one-line messages for bad input."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agents.registry import AGENTS, GHOSTS
from lab import builder
from tests.conftest import ROOT
from tests.lab.conftest import needs_npm
from tests.wording import assert_refusal

SOLUTION = ROOT / "tests" / "autograder" / "submissions" / "right_filled_template.py"

Call = Callable[..., "subprocess.CompletedProcess[str]"]

COURSE = re.compile(r'<script type="application/json" id="course">([^<]*)</script>')
MAZE = "%%%%%%\n%P..G%\n%%%%%%\n"


def course_of(file: Path) -> dict[str, Any]:
    found = COURSE.search(file.read_text())
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Return a file with the parts of a lab that `--base` reads and replaces, without the rest."""
    course = builder.Course({"multiAgents.py": "x = 1\n"}, {"old": MAZE})
    block = builder._course_block(course, "0" * 16)
    file = tmp_path / "base.html"
    head = '<!doctype html>\n<html lang="en"><meta name="generator" content="pacman-search lab 0000000000000000">'
    file.write_text(f"{head}\n{block}\n")
    return file


def test_menus_have_the_order_of_the_registries() -> None:
    _, _, block = builder._catalogue().partition(">")
    catalogue = json.loads(block.removesuffix("</script>"))
    assert catalogue["agents"] == [name for name in AGENTS if name in catalogue["agents"]]
    assert catalogue["ghosts"] == [name for name in GHOSTS if name in catalogue["ghosts"]]


@needs_npm
def test_the_file_is_small_enough_and_refers_to_nothing_outside(lab_file: Path) -> None:
    text = lab_file.read_text()
    assert lab_file.stat().st_size <= 10_000_000
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "connect-src" not in policy[1]
    assert "unsafe-inline" not in policy[1]
    assert "'unsafe-eval'" not in policy[1]
    assert not re.search(r'<(?:script|link|img)[^>]+(?:src|href)="(?!data:)', text)
    course = course_of(lab_file)
    assert "run.py" not in course["files"]["multiAgents.py"]
    assert set(course["layouts"]) == {path.stem for path in (ROOT / "layouts").glob("*.lay")}


def test_the_lock_file_has_no_addresses_and_exact_versions() -> None:
    lock = (ROOT / "lab" / "package-lock.json").read_text()
    assert "http" not in lock
    package = json.loads((ROOT / "lab" / "package.json").read_text())
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert versions["pyodide"] == "314.0.7"
    assert versions["codemirror"] == "6.0.2"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())
    assert "codemirror-5" not in lock


def test_a_base_gets_another_course(call: Call, base: Path, tmp_path: Path) -> None:
    template, mazes, out = tmp_path / "template.py", tmp_path / "mazes", tmp_path / "lab.html"
    (tmp_path / "helper.py").write_text("y = 2\n")
    (tmp_path / "solution_of_q1.py").write_text("z = 3\n")
    template.write_text("import helper, solution_of_q1, util\n")
    mazes.mkdir()
    (mazes / "mine.lay").write_text(MAZE)
    (mazes / "broken.lay").write_text("%%%\n%x%\n")
    result = call("lab", out, "--base", base, "--template", template, "--layouts", mazes, "--lang", "zh")
    assert result.returncode == 0, result.stderr
    course = course_of(out)
    assert course["files"] == {"multiAgents.py": template.read_text(), "helper.py": "y = 2\n"}
    assert course["layouts"] == {"mine": MAZE}
    assert '<html lang="zh">' in out.read_text()
    assert course["digest"] != course_of(base)["digest"]
    assert "solution_of_q1.py: left out" in result.stderr
    assert re.search(r"broken\.lay:.*left out", result.stderr)
    again = tmp_path / "again.html"
    assert call("lab", again, "--base", out, "--lang", "en").returncode == 0  # the rest stays
    assert course_of(again)["files"] == course["files"]


def test_hidden_cases_and_their_solutions_are_left_out_and_listed(call: Call, base: Path, tmp_path: Path) -> None:
    cases, out = tmp_path / "cases", tmp_path / "lab.html"
    question = cases / "q2"
    question.mkdir(parents=True)
    (cases / "CONFIG").write_text('order: "q2"\n')
    first, second = sorted((ROOT / "autograder" / "cases" / "q2").glob("*.test"))[:2]
    for path in (first, second):
        for file in (path, path.with_suffix(".solution")):
            if file.exists():
                (question / file.name).write_text(file.read_text())
    config = (ROOT / "autograder" / "cases" / "q2" / "CONFIG").read_text()
    (question / "CONFIG").write_text(f'{config}\nvisibility: """\n{second.stem} hidden\n"""\n')
    result = call("lab", out, "--base", base, "--cases", cases)
    assert result.returncode == 0, result.stderr
    found = course_of(out)["cases"]
    assert f"q2/{first.name}" in found
    assert not [name for name in found if second.stem in name]
    assert second.stem not in json.dumps(found)
    assert f"{question / second.name}: left out: not visible to students" in result.stderr


@pytest.fixture
def small_course(tmp_path: Path) -> Path:
    """Return a folder of cases with one tree, one game on a maze beside it and a hidden game on another one."""
    question = tmp_path / "course" / "test_cases" / "q2"
    question.mkdir(parents=True)
    ours = ROOT / "autograder" / "cases" / "q2"
    shutil.copy(ours / "CONFIG", question)
    shutil.copy(ours / "01-lecture-three-by-three.test", question)
    for name in ("shown", "secret"):
        game = (ours / "99-game.test").read_text()
        (question / f"{name}-game.test").write_text(re.sub(r'layoutName: ".*"', f'layoutName: "{name}Maze"', game))
        mazes = question.parents[1] / "layouts"
        mazes.mkdir(exist_ok=True)
        (mazes / f"{name}Maze.lay").write_text(MAZE)
    with (question / "CONFIG").open("a") as config:
        config.write('visibility: """\nsecret-game hidden\n"""\n')
    return question.parent


def test_cases_bring_their_mazes_without_those_of_hidden_cases(
    call: Call, base: Path, small_course: Path, tmp_path: Path
) -> None:
    out = tmp_path / "lab.html"
    result = call("lab", out, "--base", base, "--cases", small_course)
    assert result.returncode == 0, result.stderr
    cases = course_of(out)["cases"]
    assert "q2/shown-game.solution" in cases  # a missing solution is written
    assert cases["layouts/shownMaze.lay"] == MAZE
    assert "secret" not in json.dumps(cases)


def test_a_template_that_solves_a_question_is_refused(
    call: Call, base: Path, small_course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, template = tmp_path / "lab.html", tmp_path / "mine.py"
    shutil.copy(SOLUTION, tmp_path / "helper.py")
    template.write_text("from helper import MinimaxAgent\n")
    words = ("lab", out, "--base", base, "--template", template, "--cases", small_course)
    result = call(*words)
    assert result.returncode == 2
    assert_refusal(result.stderr, f"run.py lab: {template}:", "solves q2", "--solved")
    assert not out.exists()
    monkeypatch.delattr("commands.handout.solved_template.solved_questions")  # nothing is run
    assert call(*words, "--solved").returncode == 0
    assert set(course_of(out)["files"]) == {"multiAgents.py", "helper.py"}
    assert "--solved requires --template" in call("lab", out, "--base", base, "--solved").stderr


def test_an_installed_wheel_gives_a_base_another_course(programs: Path, base: Path, tmp_path: Path) -> None:
    out, mazes = tmp_path / "lab.html", tmp_path / "mazes"
    mazes.mkdir()
    (mazes / "mine.lay").write_text(MAZE)
    command = [programs / "pacman-search", "lab", "lab.html"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run = partial(subprocess.run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    refused = run(command)
    assert refused.returncode == 2
    assert_refusal(refused.stderr, "pacman-search lab:", "npm", "--base BUILT.html")
    result = run([*command, "--base", base, "--layouts", "mazes"])
    assert result.returncode == 0, result.stderr
    assert course_of(out)["layouts"] == {"mine": MAZE}


def test_bad_input_is_one_line(call: Call, base: Path, tmp_path: Path) -> None:
    broken, page, empty = tmp_path / "broken.py", tmp_path / "page.html", tmp_path / "empty"
    broken.write_text("def f(:\n")
    page.write_text("<p>no lab</p>")
    empty.mkdir()
    out = tmp_path / "out.html"
    expected = {
        (out, "--base", base, "--template", broken): f"{broken}:1: SyntaxError",
        (out, "--base", base, "--template", tmp_path / "none.py"): "cannot be read",
        (out, "--base", page): f"{page}: not a lab; expected a file that `lab` has written",
        (out, "--base", tmp_path / "none.html"): "cannot be read",
        (tmp_path / "none" / "lab.html", "--base", base): "there is no folder",
        (tmp_path / "lab.txt", "--base", base): "expected a name that ends in .html",
        (empty, "--base", base): f"{empty}: cannot be written: it is a folder",
        (out, "--base", base, "--layouts", empty): f"{empty}: no mazes; expected a folder of .lay files",
        (out, "--base", base, "--cases", empty): f"{empty}: no cases; expected a folder of questions",
    }
    for words, message in expected.items():
        result = call("lab", *words)
        assert (result.returncode, result.stderr.count("\n")) == (2, 1), (words, result.stderr)
        assert message in result.stderr
        assert not out.exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that even root cannot write to")
def test_a_folder_that_is_not_writable_is_one_line(call: Call, base: Path) -> None:
    result = call("lab", "/proc/lab.html", "--base", base)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "/proc/lab.html: cannot be written" in result.stderr


def test_missing_npm_parts_are_one_line(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "lab.html"
    monkeypatch.setattr(builder, "PYODIDE", tmp_path)
    monkeypatch.setattr("shutil.which", lambda program: program)
    result = call("lab", out)
    assert_refusal(result.stderr, "run.py lab:", "missing", "`npm ci --prefix lab`", "--base BUILT.html")
    monkeypatch.setattr("shutil.which", lambda program: None)
    assert_refusal(call("lab", out).stderr, "run.py lab:", "node is missing", "Node.js 20", "--base BUILT.html")
    monkeypatch.setattr(builder, "FOLDER", tmp_path)  # a wheel has no lock file
    assert_refusal(call("lab", out).stderr, "run.py lab:", "installed package", "--base BUILT.html")
    assert not out.exists()
