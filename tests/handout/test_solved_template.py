"""`kit --from` refuses a template that solves a question, unless --solved is given."""

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from autograder import solved_questions
from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.student.limits import Limits
from autograder.termination_signals import Terminated
from commands.cli import main
from tests.wording import Naming, assert_refusal, facts

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "examples" / "student" / "multiAgents.py"
SOLUTION = ROOT / "tests" / "autograder" / "submissions" / "right_filled_template.py"
TREES = ("01-lecture-three-by-three", "04-tie-at-the-root")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Return a course with games in q1, trees in q2 and q3, and an unsolved template."""
    folder = tmp_path / "course"
    for name, cases in (("q1", ("games",)), ("q2", TREES), ("q3", TREES)):
        (folder / "test_cases" / name).mkdir(parents=True)
        shutil.copy(OUR_OWN / name / "CONFIG", folder / "test_cases" / name)
        for case in cases:
            shutil.copy(OUR_OWN / name / f"{case}.test", folder / "test_cases" / name)
    shutil.copy(TEMPLATE, folder / "multiAgents.py")
    return folder


def make_kit(course: Path, *options: str) -> int:
    return main(["kit", str(course.parent / "kit"), "--from", str(course), *options])


def left(course: Path) -> set[str]:
    return {path.name for path in course.parent.iterdir()}


ALL = {"course", "kit", "kit-grading"}


def test_a_template_of_stubs_is_handed_out(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make_kit(course) == 0
    assert capsys.readouterr().err == ""
    assert left(course) == ALL


def test_a_solution_is_refused_by_the_names_of_its_questions(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(SOLUTION, course / "multiAgents.py")
    assert make_kit(course) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert_refusal(written.err, f"run.py kit: {course}/multiAgents.py:", "solves q1, q2, q3", "--solved")
    assert left(course) == {"course"}


def test_it_is_made_if_it_may_be_solved(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("commands.handout.solved_template.solved_questions")  # and nothing is run
    shutil.copy(SOLUTION, course / "multiAgents.py")
    assert make_kit(course, "--solved") == 0
    assert left(course) == ALL


@pytest.mark.parametrize(("agent", "question"), [("AlphaBetaAgent", "q3"), ("ReflexAgent", "q1")])
def test_one_solved_question_is_enough(
    agent: str, question: str, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The solution may also be in a file beside the template."""
    shutil.copy(SOLUTION, course / "helper.py")
    with (course / "multiAgents.py").open("a") as template:
        template.write(f"\nfrom helper import {agent}\n")
    assert make_kit(course) == 2
    assert f"multiAgents.py: solves {question}; students" in capsys.readouterr().err
    assert left(course) == {"course"}


@pytest.mark.parametrize("folder", ["hidden_cases", "test_cases"])
def test_questions_that_students_do_not_see_count(
    folder: str, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """These are hidden questions, and those that are not in the order of CONFIG."""
    (course / "test_cases" / "CONFIG").write_text('order: "q1"\n')
    shutil.copytree(course / "test_cases" / "q2", course / folder / "q7")
    shutil.copy(SOLUTION, course / "helper.py")
    with (course / "multiAgents.py").open("a") as template:
        template.write("\nfrom helper import MinimaxAgent\n")
    assert make_kit(course) == 2
    assert "multiAgents.py: solves q2, q7; students" in capsys.readouterr().err


def test_some_points_do_not_make_a_solution(course: Path) -> None:
    """The template gets a point because it does not time out."""
    games = course / "test_cases" / "q1" / "games.test"
    games.write_text(games.read_text().replace("winsMinimum", "# ") + 'nonTimeoutThresholds: "1"\n')
    assert make_kit(course) == 0


@pytest.mark.parametrize(
    "line", ["import os; os._exit(3)", "while True: pass", "raise SystemExit", "1 / 0", "this is no Python"]
)
def test_a_template_that_does_not_run_solves_nothing(line: str, course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in a separate process, so a crash or an exit does no harm."""
    monkeypatch.setattr(solved_questions, "LIMITS", Limits(load=0.5, case=1, question=20))
    (course / "multiAgents.py").write_text(f"{line}\n{SOLUTION.read_text()}")
    assert make_kit(course) == 0
    assert left(course) == ALL


def test_a_search_without_end_solves_nothing(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved_questions, "LIMITS", Limits(load=5, case=0.5, question=20))
    with (course / "multiAgents.py").open("a") as template:
        template.write("\ndef endless(self, state):\n    while True: pass\nMinimaxAgent.getAction = endless\n")
    assert make_kit(course) == 0


def test_games_that_take_too_long_are_reported(
    course: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved_questions, "LIMITS", Limits(load=5, case=0.5, question=20))
    with (course / "multiAgents.py").open("a") as template:
        template.write("\ndef endless(self, state):\n    while True: pass\nReflexAgent.getAction = endless\n")
    assert make_kit(course) == 0
    assert_refusal(capsys.readouterr().err, f"not understood: {course}/multiAgents.py:", "too long", "q1")


def test_a_template_that_is_not_text_is_reported(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (course / "multiAgents.py").write_bytes(b"\xff\x00 = 1")
    assert make_kit(course) == 0
    lines = capsys.readouterr().err.splitlines()
    assert Naming(f"not understood: {course}/multiAgents.py:", "could not check", "template") in lines
    assert all(line.startswith(f"not understood: {course}/multiAgents.py:") for line in lines)


def test_our_own_template_solves_no_question_of_ours() -> None:
    found = solved_questions.solved_questions(TEMPLATE, load_assignment(OUR_OWN, ["bonus"]).questions)
    assert found == solved_questions.SolvedQuestions()


def test_a_signal_leaves_nothing(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> None:
        raise Terminated(signal.SIGTERM)

    monkeypatch.setattr("commands.handout.solved_template.solved_questions", ended)
    assert make_kit(course) == 143
    assert left(course) == {"course"}


def test_solved_goes_with_a_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", str(tmp_path / "kit"), "--solved"]) == 2
    assert "--solved requires --from COURSE" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_an_agent_of_the_courses_own_is_known_from_its_template(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder for grading knows it, too."""
    case = course / "test_cases" / "q2" / f"{TREES[0]}.test"
    shutil.copy(OUR_OWN / "q2" / f"{TREES[0]}.solution", case.parent)
    case.write_text(case.read_text().replace('"MinimaxAgent"', '"CautiousAgent"'))
    with (course / "multiAgents.py").open("a") as template:
        template.write("\nclass CautiousAgent(MinimaxAgent): pass\n")
    assert make_kit(course) == 0
    assert capsys.readouterr().err == ""
    assert load_assignment(course.parent / "kit-grading" / "test_cases").remarks == []


def test_students_do_not_see_warnings_for_the_teacher(course: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A question with hidden cases has points that the visible cases alone cannot give."""
    config = course / "test_cases" / "q2" / "CONFIG"
    config.write_text('class: "NumberPassedQuestion"\nmax_points: "2"\nauthor: "me"\n')
    with (config.parent / f"{TREES[1]}.test").open("a") as case:
        case.write('visibility: "hidden"\n')
    assert make_kit(course) == 0
    kit = course.parent / "kit"
    cases = load_assignment(kit / "test_cases")
    assert [remark for remark in cases.remarks if re.search(facts("max_points is 2", "1 at most"), remark)]
    capfd.readouterr()
    subprocess.run([sys.executable, kit / "autograder.py", "-q", "q2", "--mute"], cwd=kit, check=True)
    assert "warning" not in capfd.readouterr().err
