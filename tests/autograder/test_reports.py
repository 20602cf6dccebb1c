"""A grade as text, JSON, Gradescope's results and JUnit XML."""

import io
import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from autograder.diagnosis import bug_names
from autograder.errors import GradingError
from autograder.failures import Failure, FailureKind
from autograder.reporters.gradescope import UNFINISHED, draw_gradescope
from autograder.reporters.json_report import draw_json
from autograder.reporters.junit import draw_junit
from autograder.reporters.report_files import FileReporter
from autograder.reporters.terminal import TerminalReporter
from autograder.results import CaseResult, Grade, QuestionResult, Status


@pytest.fixture
def example() -> Grade:
    passed = CaseResult("1-tree", "cases/q1/1-tree.test", Status.PASSED)
    failed = CaseResult(
        "2-tree",
        "cases/q1/2-tree.test",
        Status.FAILED,
        seconds=0.25,
        reasons=["expected <a> & got \x00b"],
        drawing=["root"],
        output="printed\n\x1b]]>",
        bug=bug_names.NO_PRUNING,
        advice=f"{bug_names.NO_PRUNING} (nothing is ever cut)",
    )
    left_out = CaseResult("3-tree", "cases/q1/3-tree.test", Status.NOT_RUN, reasons=["not run: too late"])
    first = QuestionResult("q1", 0, 5, [passed, failed, left_out], ["Tests failed."])
    game = CaseResult("games", "cases/q2/games.test", Status.FAILED, 3.0, 4, adds_points=True)
    second = QuestionResult("q2", 3.0, 4, [game])
    third = QuestionResult("q3", 0, 2, messages=["Question q3 is skipped: it needs full points in q1"], is_skipped=True)
    return Grade("multiAgents.py", "process", [first, second, third], is_complete=True)


def test_the_terminal_speaks_berkeleys_words(example: Grade) -> None:
    stream = io.StringIO()
    reporter = TerminalReporter(stream)
    for question in example.questions:
        reporter.question(example, question)
    reporter.finish(example)
    text = stream.getvalue()
    for line in (
        "Question q1\n===========",
        "*** PASS: cases/q1/1-tree.test\n",
        "*** Tests failed.\n",
        "### Question q1: 0/5 ###\n",
        "### Question q2: 3/4 ###\n",
        "Provisional grades\n==================\nQuestion q1: 0/5\nQuestion q2: 3/4\nQuestion q3: 0/2\n",
        "Total: 3/11\n",
        "  | printed\n",
    ):
        assert line in text
    assert "### Question q3" not in text


def reported(*questions: QuestionResult, mute: bool = True) -> str:
    stream = io.StringIO()
    reporter = TerminalReporter(stream, mute=mute)
    grade = Grade("multiAgents.py", "process", list(questions), is_complete=True)
    for question in questions:
        reporter.question(grade, question)
    return stream.getvalue()


def failing(question: str, failure: Failure, names: str) -> QuestionResult:
    """A grade in which every case of a question fails in the same way."""
    cases = [
        CaseResult(name, f"cases/{question}/{name}.test", Status.FAILED, reasons=failure.lines, failure=failure)
        for name in names.split()
    ]
    return QuestionResult(question, 0, 5, cases)


def test_a_file_that_cannot_be_loaded_is_one_line() -> None:
    failure = Failure(FailureKind.NOT_LOADED, "multiAgents.py:1: SyntaxError: invalid syntax", ("multiAgents.py:1",))
    text = reported(failing("q1", failure, "one two three"), failing("q2", failure, "four five"))
    assert [line for line in text.split("\n") if line.startswith("***")] == [
        "*** FAIL: cases/q1/one.test",
        "*** multiAgents.py:1: SyntaxError: invalid syntax",
        "*** FAIL: 2 more cases: same reason as cases/q1/one.test",
        "*** FAIL: 2 more cases: same reason as cases/q1/one.test",
    ]


def test_a_crash_of_every_case_is_explained_once() -> None:
    failure = Failure(FailureKind.CRASHED, "IndexError: list index out of range", ("multiAgents.py:9 in getAction",))
    question = failing("q2", failure, "one two three four")
    question.cases[1] = CaseResult("two", "cases/q2/two.test", Status.FAILED, reasons=["expected left, got right"])
    question.cases[2].drawing = ["root"]
    question.cases[3].reasons = ["Agent crashed on small: no credit", *failure.lines]
    assert [line for line in reported(question).split("\n") if line.startswith("***")] == [
        "*** FAIL: cases/q2/one.test",
        "*** IndexError: list index out of range [3 cases]",
        "***   multiAgents.py:9 in getAction",
        "*** FAIL: cases/q2/two.test",
        "*** expected left, got right",
        "*** FAIL: cases/q2/three.test: same reason as cases/q2/one.test",
        "*** FAIL: cases/q2/four.test: same reason as cases/q2/one.test",
    ]
    assert all("IndexError" in case["message"] for case in _cases_as_json(question) if case["name"] != "two")


def _cases_as_json(question: QuestionResult) -> list[dict[str, str]]:
    cases: list[dict[str, str]] = json.loads(draw_json(Grade("x", "process", [question])))["questions"][0]["cases"]
    return cases


def test_mute_and_cases_shown(example: Grade) -> None:
    stream = io.StringIO()
    reporter = TerminalReporter(stream, mute=True, case_texts={"cases/q1/2-tree.test": "the file"})
    reporter.question(example, example.questions[0])
    assert "printed" not in stream.getvalue()
    assert "the file" in stream.getvalue()


def test_json(example: Grade) -> None:
    data = json.loads(draw_json(example))
    assert (data["points"], data["max_points"], data["isolation"]) == (3, 11, "process")
    assert [question["name"] for question in data["questions"]] == ["q1", "q2", "q3"]
    case = data["questions"][0]["cases"][1]
    assert {"name", "passed", "points", "max_points", "seconds", "message"} <= set(case)
    assert (case["name"], case["passed"], case["seconds"], case["bug"]) == ("2-tree", False, 0.25, bug_names.NO_PRUNING)


# https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
TOP_FIELDS = {
    "score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility",
    "stdout_visibility", "extra_data", "tests", "leaderboard",
}  # fmt: skip
TEST_FIELDS = {
    "score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility",
    "extra_data",
}  # fmt: skip


def test_gradescope_gets_its_own_fields_and_no_others(example: Grade) -> None:
    data = json.loads(draw_gradescope(example))
    assert set(data) <= TOP_FIELDS
    assert data["score"] == 3
    assert all(set(test) <= TEST_FIELDS for test in data["tests"])
    assert all(test["status"] in ("passed", "failed") for test in data["tests"])
    assert sum(test.get("score", 0) for test in data["tests"]) == 3
    assert sum(test.get("max_score", 0) for test in data["tests"]) == 11
    assert [test["number"] for test in data["tests"]] == ["1", "1.1", "1.2", "1.3", "2", "2.1", "3"]


def test_junit(example: Grade) -> None:
    root = ElementTree.fromstring(draw_junit(example))
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["q1", "q2", "q3"]
    assert {key: suites[0].get(key) for key in ("tests", "failures", "skipped", "errors")} == {
        "tests": "3",
        "failures": "1",
        "skipped": "1",
        "errors": "0",
    }
    failure = suites[0].find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == bug_names.NO_PRUNING
    assert "expected <a> & got" in (failure.text or "")


def test_an_unfinished_grade_says_so(example: Grade) -> None:
    example.is_complete = False
    assert json.loads(draw_json(example))["complete"] is False
    results = json.loads(draw_gradescope(example))
    assert results["output"] == UNFINISHED
    assert not {"score", "tests"} & set(results)  # a partial grade would be taken for the final one


def forge(path: Path, kind: str, elsewhere: Path) -> None:
    """Replace a file of results by something else."""
    path.unlink()
    if kind == "file":
        path.write_text('{"points": 25}')
    elif kind == "link":
        path.symlink_to(elsewhere)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()


@pytest.mark.parametrize("kind", ["file", "link", "pipe"])
def test_what_is_put_in_the_place_of_a_result_is_replaced(example: Grade, tmp_path: Path, kind: str) -> None:
    elsewhere = tmp_path / "precious"
    elsewhere.write_text("as it was")
    path = tmp_path / "grade.json"
    reporter = FileReporter(path, draw_json)
    reporter.check()
    reporter.write(Grade("x", "process"))
    assert json.loads(path.read_text())["complete"] is False
    forge(path, kind, elsewhere)
    reporter.write(example)
    assert not path.is_symlink()
    assert json.loads(path.read_text())["points"] == 3
    assert elsewhere.read_text() == "as it was"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["grade.json", "precious"]


def test_a_link_that_was_there_stays_one(example: Grade, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "grade.json")
    FileReporter(tmp_path / "link.json", draw_json).write(example)
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "grade.json").read_text())["points"] == 3


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_where_a_write_fails_nothing_stands_as_the_result(example: Grade, tmp_path: Path) -> None:
    import resource

    path = tmp_path / "grade.json"
    reporter = FileReporter(path, draw_json)
    path.write_text('{"points": 25}')
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        with pytest.raises(GradingError, match="grade.json: cannot be written: File too large"):
            reporter.write(example)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_a_result_is_told(example: Grade, tmp_path: Path) -> None:
    path = tmp_path / "grade.json"
    reporter = FileReporter(path, draw_json)
    path.mkdir()
    with pytest.raises(GradingError, match="grade.json: cannot be written: Is a directory"):
        reporter.write(example)


def test_words_of_a_student_are_no_verdict() -> None:
    failure = Failure(FailureKind.CRASHED, "PASS: cases/q2/1.test\nTotal: 25/25")
    lines = CaseResult("1", "q2/1.test", Status.FAILED, reasons=failure.lines).lines
    assert lines == ["FAIL: q2/1.test", "  PASS: cases/q2/1.test Total: 25/25"]
