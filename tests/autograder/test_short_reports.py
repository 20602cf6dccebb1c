"""Reports of submissions that fail many cases for one reason, or that have not been started."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from autograder.assignment.assignment import Assignment
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import ADVICE
from autograder.diagnosis.not_started import functions_of_the_score
from autograder.reporters.failure_summary import failure_summary
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.gradescope import draw_gradescope
from autograder.reporters.json_report import draw_json, grade_data, read_grade
from autograder.reporters.junit import draw_junit
from autograder.reporters.terminal import TerminalReporter
from autograder.results import CaseResult, Grade, QuestionResult, Status
from autograder.student.limits import Limits
from commands.cli import main
from tests.page_data import failed_cases

ROOT = Path(__file__).parent.parent.parent
TEMPLATE = ROOT / "examples" / "student" / "multiAgents.py"
UNFINISHED = "return gameState.getLegalActions(0)[0]"

Grader = Callable[..., Grade]


@pytest.fixture
def changed_template(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes the template with other code in its three searches."""

    def write(code: str) -> Path:
        path = tmp_path / "multiAgents.py"
        text = TEMPLATE.read_text(encoding="utf-8")
        assert text.count(UNFINISHED) == 3
        path.write_text(text.replace(UNFINISHED, code), encoding="utf-8")
        return path

    return write


def printed(grade: Grade) -> list[str]:
    stream = io.StringIO()
    reporter = TerminalReporter(stream)
    for question in grade.questions:
        reporter.question(grade, question)
    reporter.finish(grade)
    return stream.getvalue().split("\n")


def page_text(grade: Grade) -> str:
    """Return the text of the page and of its failed cases, without its scripts, other data and dialogs."""
    page = draw_grade_page(grade)
    text = re.sub(r"<[^>]+>", "", re.sub(r"(?s)<(script|style|dialog).*?</\1>", "", page))
    cases = failed_cases(page) if 'id="grade"' in page else []
    return "\n".join([text, *(line for case in cases for line in (case["heading"], *case["lines"]))])


def test_the_untouched_template_has_one_line_for_each_question(
    our_assignment: Assignment, grade_isolated: Grader
) -> None:
    grade = grade_isolated(TEMPLATE, our_assignment)
    lines = printed(grade)
    about_cases = [line for line in lines if line.startswith("***")]
    counts = [len(question.cases) for question in grade.questions]
    score, silent = "returns the score and nothing else", "getAction returns an action without a search"
    assert about_cases == [
        f"*** FAIL: cases/q1/games.test (0 of 4 points): not started: ReflexAgent.evaluationFunction {score}",
        f"*** FAIL: all {counts[1]} cases of q2: not started: MinimaxAgent.{silent}",
        f"*** FAIL: all {counts[2]} cases of q3: not started: AlphaBetaAgent.{silent}",
        f"*** FAIL: all {counts[3]} cases of q4: not started: ExpectimaxAgent.{silent}",
        f"*** FAIL: cases/q5/games.test (0 of 6 points): not started: better {score}",
    ]
    assert [line for line in lines if line.startswith("Question q") and ":" in line] == [
        f"Question {question.name}: 0/{question.max_points}" for question in grade.questions
    ]
    assert "Total: 0/25" in lines
    assert len(lines) < 60
    text = page_text(grade)
    assert text.count("without a search") <= 3 + 1, "once for each search, and in the advice"
    assert "cases/q2/" not in text
    keeps_all_messages(grade)
    again = read_grade(json.loads(json.dumps(grade_data(grade))))
    assert [question.not_started for question in again.questions] == [
        question.not_started for question in grade.questions
    ]


def keeps_all_messages(grade: Grade) -> None:
    """Check that the reports for programs have the whole message of each case."""
    cases = grade.cases
    data = json.loads(draw_json(grade))
    assert [case["message"] for question in data["questions"] for case in question["cases"]] == [
        case.message for case in cases
    ]
    gradescope, junit = draw_gradescope(grade), "".join(ElementTree.fromstring(draw_junit(grade)).itertext())
    outputs = [test["output"] for test in json.loads(gradescope)["tests"]]
    for case in cases:
        if case.bug:
            line = f"Likely bug: {case.advice}"
            assert line in case.message
            assert any(case.path in output and line in output for output in outputs)
    assert junit.count("Likely bug: ") >= sum(bool(case.bug) for case in cases)


@pytest.mark.parametrize(
    ("code", "reason", "has_bug"),
    [
        ("return 3.5", f"Likely bug: {bug_names.NO_ACTION} ({ADVICE['answered a value'][0]})", True),
        ("return None", f"Likely bug: {bug_names.NO_ACTION} ({ADVICE['answered nothing'][0]})", True),
        ("while True: pass", "not run: a decision in an earlier case of this question took too long", False),
    ],
    ids=["values", "nothing", "endless"],
)
def test_a_reason_is_printed_once_with_the_number_of_cases(
    code: str,
    reason: str,
    has_bug: bool,
    changed_template: Callable[[str], Path],
    our_assignment: Assignment,
    grade_isolated: Grader,
) -> None:
    limits = Limits(case=0.2)
    grade = grade_isolated(changed_template(code), our_assignment.only("q2"), limits)
    cases = grade.questions[0].cases
    number = len(cases) if has_bug else len(cases) - 1
    lines = printed(grade)
    repeated = [line for line in lines if reason in line and line.startswith("***")]
    assert len(repeated) == 1
    assert repeated[0].endswith(f" [{number} cases]")
    assert [line for line in lines if line.startswith("*** FAIL: ")] == [f"*** {case.heading}" for case in cases]
    text = page_text(grade)
    assert text.count(f"[{number} cases]") == 1
    assert text.count(reason) <= 2, "at the first case, and in the advice"
    assert text.count("same reason as cases/q2/") == number - 1
    keeps_all_messages(grade)


@pytest.mark.parametrize("stub", ["util.raiseNotDefined()", "raise NotImplementedError"])
def test_a_stub_is_not_started(
    stub: str, changed_template: Callable[[str], Path], short_assignment: Assignment, grade_isolated: Grader
) -> None:
    grade = grade_isolated(changed_template(stub), short_assignment.only("q2"))
    assert grade.questions[0].not_started.startswith("not started: ")
    about = [line for line in printed(grade) if line.startswith("***")]
    assert len(about) == 1
    assert "multiAgents.py" in about[0]


def test_one_case_is_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(TEMPLATE), "-t", "q2/01-lecture-three-by-three"]) == 0
    out = capsys.readouterr().out
    assert "*** states that should have been generated and were not: a1 a2 a3" in out
    assert "MAX = 3 (root)" in out


def test_a_question_with_points_or_other_failures_is_started() -> None:
    stub = CaseResult("a", "cases/q2/a.test", Status.FAILED, not_started="a stub")
    other = CaseResult("b", "cases/q2/b.test", Status.FAILED, reasons=["expected left, got right"])
    assert QuestionResult("q2", 0, 5, [stub, stub]).not_started == "not started: a stub"
    assert QuestionResult("q2", 1, 5, [stub, stub]).not_started == ""
    assert QuestionResult("q2", 0, 5, [stub, other]).not_started == ""
    assert QuestionResult("q2", 0, 5, []).not_started == ""


def test_functions_that_return_the_score() -> None:
    source = b"""
def plain(state):
    "Some words."
    position = state.getPacmanPosition()
    return state.getScore()
better = plain
def weighted(state):
    return state.getScore() + 1
def branching(state):
    if state.isWin():
        return 5
    return state.getScore()
class Reflex:
    def evaluationFunction(self, state, action):
        return state.generatePacmanSuccessor(action).getScore()
class Template:
    def evaluationFunction(self, state, action):
        after = state.generatePacmanSuccessor(action)
        return after.getScore()
"""
    assert functions_of_the_score(source) == {"plain", "better", "Template.evaluationFunction"}
    assert functions_of_the_score(b"def (") == frozenset()


def test_the_summary_has_a_line_for_each_question_and_reason() -> None:
    def failed(name: str, bug: str | None = None) -> CaseResult:
        advice = f"{bug} (some advice)" if bug else ""
        reasons = [f"wrong {name}"]
        return CaseResult(name, f"cases/q3/{name}.test", Status.FAILED, bug=bug, advice=advice, reasons=reasons)

    passed = CaseResult("z", "cases/q3/z.test", Status.PASSED)
    games = CaseResult("games", "cases/q5/games.test", Status.FAILED, 3, 6, adds_points=True)
    late = CaseResult("y", "cases/q4/y.test", Status.NOT_RUN, reasons=["not run: too late"])
    grade = Grade(
        "multiAgents.py",
        "process",
        [
            QuestionResult("q2", 5, 5, [passed]),
            QuestionResult("q3", 0, 5, [failed("a", "no pruning"), passed, failed("b", "no pruning"), failed("c")]),
            QuestionResult("q4", 0, 5, [late, late, failed("d")]),
            QuestionResult("q5", 3, 6, [games]),
        ],
    )
    assert failure_summary(grade) == [
        ("q3", "2 of 4 cases: no pruning (first: a)"),
        ("q3", "1 of 4 cases: wrong c (c)"),
        ("q4", "1 of 3 cases: wrong d (d)"),
        ("q4", "2 of 3 cases: not run: too late (first: y)"),
        ("q5", "games: 3 of 6 points"),
        ("Next:", "one case alone: -t q3/a; trees and games on a page: --html grade.html"),
    ]
    lines = printed(grade)
    assert lines.index("Failures") < lines.index("Provisional grades")
    everything_right = Grade("multiAgents.py", "process", [QuestionResult("q2", 5, 5, [passed])])
    assert "Failures" not in printed(everything_right)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [CaseResult("a", "cases/q2/a.test", Status.PASSED), CaseResult("b", "cases/q2/b.test", Status.FAILED)]
    grade = Grade("multiAgents.py", "process", [QuestionResult("q2", 0, 5, cases)])

    def text(stream: io.StringIO) -> str:
        reporter = TerminalReporter(stream)
        reporter.question(grade, grade.questions[0])
        reporter.finish(grade)
        return re.sub(r"Finished at \S+", "", stream.getvalue())

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain = text(io.StringIO())
    assert "\033" not in plain
    coloured = text(Terminal())
    assert "\033[32mPASS: cases/q2/a.test\033[0m" in coloured
    assert "\033[31mTotal: 0/5\033[0m" in coloured
    assert re.sub(r"\033\[\d+m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert text(Terminal()) == plain
    monkeypatch.setenv("NO_COLOR", "")
    assert text(Terminal()) == coloured, "an empty value is none: https://no-color.org"
    monkeypatch.setenv("TERM", "dumb")
    assert text(Terminal()) == plain


# -- lost games --------------------------------------------------------------------------------------------------------


def test_a_lost_game_can_be_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = TEMPLATE.read_text(encoding="utf-8")
    Path("multiAgents.py").write_text(text.replace("return successor.getScore()", "return -successor.getScore()"))
    assert main(["grade", "multiAgents.py", "-q", "q1", "-r", "lost.json"]) == 0
    captured = capsys.readouterr()
    assert "*** look for: " in captured.out
    assert (
        "*** to watch the first game that was not won: python run.py grade multiAgents.py -q q1 -r lost.json\n"
        "***   then: python run.py replay lost.json; in a browser: python run.py replay lost.json --html lost.html\n"
    ) in captured.out
    assert "saved lost.json, the first game that was not won\n" in captured.err
    assert main(["replay", "lost.json", "--html", "lost.html"]) == 0
    assert "<html" in Path("lost.html").read_text(encoding="utf-8")
    assert main(["explain", "lost.json", "--move", "1"]) == 2
    assert "add -p multiAgents.py:ReflexAgent" in capsys.readouterr().err


def test_no_recording_without_a_lost_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lost.json"
    assert main(["grade", str(TEMPLATE), "-t", "q2/01-lecture-three-by-three", "-r", str(file)]) == 0
    assert f"{file}: not written" in capsys.readouterr().err
    assert not file.exists()
