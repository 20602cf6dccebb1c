"""`grade --watch`: when a submission is graded again, and in which order."""

import io
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.errors import GradingError
from autograder.results import Grade, QuestionResult
from autograder.termination_signals import Terminated
from commands import grade_watch
from commands.cli import main

TEMPLATE = Path(__file__).parent.parent.parent / "examples" / "student" / "multiAgents.py"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "multiAgents.py"
    path.write_text("first = 1\n")
    return path


def looks(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> None:
    """Let one step happen before each look at the folder; afterwards the user presses Ctrl-C."""
    left = list(steps)

    def sleep(seconds: float) -> None:
        assert seconds >= 0.1, "no busy polling"
        if not left:
            raise Terminated(signal.SIGINT)
        left.pop(0)()

    monkeypatch.setattr(grade_watch, "sleep", sleep)


def nothing() -> None:
    pass


def watched(file: Path, *results: Grade | GradingError) -> list[tuple[tuple[str, ...], str]]:
    """Watch until Ctrl-C; return for each grading the questions to begin with, and the content of the file."""
    gradings: list[tuple[tuple[str, ...], str]] = []
    left = list(results)

    def grade(first: tuple[str, ...]) -> Grade:
        gradings.append((first, file.read_text()))
        result = left.pop(0) if left else Grade("multiAgents.py", "process")
        if isinstance(result, GradingError):
            raise result
        return result

    with pytest.raises(Terminated):
        grade_watch.watch_file(file, grade)
    return gradings


def test_a_file_is_graded_again_when_it_is_saved(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks(monkeypatch, nothing, nothing, lambda: file.write_text("second = 2\n"), nothing, nothing, nothing)
    assert [text for _, text in watched(file)] == ["first = 1\n", "second = 2\n"]


def test_a_file_that_is_replaced_written_in_steps_or_removed_for_a_moment(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = file.with_name(".draft.swp")

    def replaced() -> None:
        draft.write_text("second = 2\n")
        os.replace(draft, file)

    steps = [replaced, nothing, file.unlink, nothing, lambda: file.write_text(""), nothing]
    steps += [lambda: file.write_text("third"), lambda: file.write_text("third = 3\n"), nothing, nothing]
    looks(monkeypatch, *steps)
    assert [text for _, text in watched(file)] == ["first = 1\n", "second = 2\n", "third = 3\n"]


def test_a_file_beside_it_counts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks(monkeypatch, lambda: file.with_name("helper.py").write_text("x = 1\n"), nothing, nothing)
    assert len(watched(file)) == 2


def test_the_failing_question_comes_first_and_an_error_does_not_end_it(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looks(monkeypatch, *(step for text in "abc" for step in (lambda text=text: file.write_text(text), nothing)))
    questions = [QuestionResult("q1", 4, 4), QuestionResult("q2", 0, 5), QuestionResult("q3", 1, 5)]
    gradings = watched(file, Grade("m", "process", questions), GradingError("not text"), Grade("m", "process"))
    assert [first for first, _ in gradings] == [(), ("q2", "q3"), ("q2", "q3"), ()]
    error = capsys.readouterr().err
    assert "not text\n" in error
    assert error.count(f"waiting until {file} is saved; Ctrl-C ends\n") == 4


def test_the_screen_is_cleared_on_a_terminal_only(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looks(monkeypatch)
    watched(file)
    assert capsys.readouterr().out == ""
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", screen)
    watched(file)
    assert screen.getvalue() == grade_watch.CLEAR


def test_the_command(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8")
    looks(monkeypatch, lambda: file.write_text("class MinimaxAgent:\n    pass\n"), nothing)
    assert main(["grade", str(file), "--watch", "-t", "q2/01-lecture-three-by-three"]) == 130
    captured = capsys.readouterr()
    assert captured.out.count("Total: 0/5") == 2
    assert captured.err.endswith(f"no longer watching {file}\n")
    assert main(["grade", str(file.with_name("multiAgent.py")), "--watch"]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert main(["grade", str(file.parent), "--watch"]) == 2
    assert "--watch requires one submission" in capsys.readouterr().err


@pytest.fixture(scope="module")
def assignment() -> Assignment:
    return load_assignment(OUR_OWN)


def test_an_assignment_begins_with_some_questions(assignment: Assignment) -> None:
    names = [question.name for question in assignment.beginning_with(["q4", "q2"]).questions]
    assert names == ["q2", "q4", "q1", "q3", "q5"]
    assert assignment.beginning_with([]).questions == assignment.questions
