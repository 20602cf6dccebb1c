"""Hidden cases: the teacher's files contain everything, and the student sees only the missing points."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from autograder import grading
from autograder.assignment.assignment import load_assignment
from autograder.assignment.fresh_instances import freshen
from autograder.case_types.fixed_tree import FixedTree
from autograder.diagnosis import diagnose
from autograder.errors import GradingError
from autograder.failures import Failure, FailureKind
from autograder.reporters.gradescope import draw_gradescope
from autograder.reporters.junit import draw_junit
from autograder.reporters.student_view import MISSING, student_view
from autograder.results import CaseResult, Grade, QuestionResult, Status
from autograder.sandbox.sandbox_pool import open_pool
from autograder.student.dice_key import PUBLIC_KEY
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.open_student import open_student
from autograder.student.student import DecisionTime, TreeAnswer
from tests.wording import facts

from .conftest import NO_PRUNING, RIGHT

SECRET = "08-two-ghosts"
# A submission that reveals all it has ever seen, in every case: by printing it and, where possible, by an error.
TELLTALE = (
    NO_PRUNING
    + b"""
seen = []


class AlphaBetaAgent(MinimaxAgent):
    def getAction(self, state):
        found = [str(vars(state)) if hasattr(state, "__dict__") else str(state)]
        pending = [state]
        while pending:
            at = pending.pop()
            for action in at.getLegalActions(0):
                pending.append(at.generateSuccessor(0, action))
                found.append("agents %d %s" % (at.getNumAgents(), action))
        seen.append(" ".join(found))
        with open("diary", "a+") as diary:
            diary.write("\\n".join(seen))
            diary.seek(0)
            print("SEEN", diary.read())
        raise ValueError(" | ".join(seen))
"""
)
THREE_AGENTS = "agents 3"  # only the hidden tree has so many


def hide(cases: Path, question: str, *lines: str) -> None:
    config = cases / question / "CONFIG"
    config.write_text(config.read_text() + '\nvisibility: """\n' + "\n".join(lines) + '\n"""\n')


def move_up(cases: Path) -> None:
    """Move the secret case, so that it is not the last one."""
    for suffix in ("test", "solution"):
        (cases / "q3" / f"{SECRET}.{suffix}").rename(cases / "q3" / f"02-{SECRET}.{suffix}")


def test_nothing_of_a_hidden_case_is_told(
    cases: Path, handed_in: Path, tmp_path: Path, grade: Callable[..., int]
) -> None:
    """Neither the grader reveals it nor the student's code, which remembers what it saw there."""
    move_up(cases)
    hide(cases, "q3", f"02-{SECRET} hidden")
    submission = handed_in / "multiAgents.py"
    submission.write_bytes(TELLTALE)
    files = {name: tmp_path / name for name in ("json", "gradescope", "junit")}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    assert grade(submission, "--cases", cases, "-q", "q3", *options) == 0
    texts = {name: path.read_text() for name, path in files.items()}
    assert SECRET in texts["json"]
    assert THREE_AGENTS in texts["json"]
    for name in ("gradescope", "junit"):
        assert "SEEN" in texts[name]
        assert SECRET not in texts[name]
        assert THREE_AGENTS not in texts[name]
    tests = json.loads(texts["gradescope"])["tests"]
    assert [test["visibility"] for test in tests] == ["visible", "visible", "visible", "hidden"]
    assert (tests[3]["name"], tests[3]["output"]) == ("A hidden case", "")
    assert [test["number"] for test in tests] == ["1", "1.1", "1.2", "1.3"]  # no gap reveals its position
    assert (tests[0]["score"], tests[0]["max_score"], tests[0]["output"]) == (0, 5, MISSING)


def test_hidden_cases_come_after_all_that_are_shown(
    cases: Path, handed_in: Path, tmp_path: Path, grade: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without restrictions code can pass on what it saw in any way; with them, side channels such as clocks remain."""
    monkeypatch.setattr(diagnose, "own_trees", lambda agent: ())  # public trees, some of which have three agents, too
    hide(cases, "q2", f"{SECRET} hidden")
    submission = handed_in / "multiAgents.py"
    submission.write_bytes(TELLTALE + b"\n\nMinimaxAgent = AlphaBetaAgent\n")
    trees = sorted(path.stem for path in (cases / "q3").glob("*.test"))
    files = {name: tmp_path / name for name in ("json", "gradescope", "junit")}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    (cases / "q3" / f"{SECRET}.test").unlink()
    assert grade(submission, "--cases", cases, "--isolation", "none", *options) == 0
    questions = json.loads(files["json"].read_text())["questions"]
    assert [[case["name"] for case in question["cases"]] for question in questions] == [trees, trees[:2]]
    assert THREE_AGENTS in files["json"].read_text()
    for name in ("gradescope", "junit"):
        assert "SEEN" in files[name].read_text()
        assert THREE_AGENTS not in files[name].read_text()


@pytest.mark.parametrize(("is_solved", "skipped"), [(True, [False, False]), (False, [False, True])])
def test_a_question_waits_for_hidden_cases_that_it_depends_on(
    cases: Path, is_solved: bool, skipped: list[bool]
) -> None:
    hide(cases, "q2", f"{SECRET} hidden")
    config = cases / "q3" / "CONFIG"
    config.write_text(config.read_text() + '\ndepends: "q2"\n')

    class Trying(InProcessStudent):
        def solve_tree(
            self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime, *, records: bool = False
        ) -> TreeAnswer:
            tried.append((agent, tree.num_agents))
            answer = super().solve_tree(tree, agent, depth, seconds, records=records)
            return (
                answer
                if is_solved or (agent, tree.num_agents) != ("MinimaxAgent", 3)
                else TreeAnswer(None, frozenset())
            )

    limits = Limits()
    tried: list[tuple[str, int]] = []
    told: list[tuple[str, int]] = []
    with closing(Trying(Path("multiAgents.py"), limits, {"multiAgents.py": RIGHT})) as student:
        done = grading.grade(
            load_assignment(cases),
            student,
            Grade("", ""),
            limits,
            lambda so_far, answer: told.append((answer.name, len(so_far.questions))),
        )
    assert told == [("q2", 1), ("q3", 2)]
    assert [question.is_skipped for question in done.questions] == skipped
    assert [question.points for question in done.questions] == ([5, 5] if is_solved else [0, 0])
    # Failed trees are asked again, after all others of their visibility, to name the bug.
    assert list(dict.fromkeys(tried)) == [
        ("MinimaxAgent", 2),
        ("AlphaBetaAgent", 2),
        ("AlphaBetaAgent", 3),
        ("MinimaxAgent", 3),
    ]


def test_what_is_hidden_for_ever_is_not_told_when_the_rest_is_shown(
    cases: Path, handed_in: Path, tmp_path: Path, grade: Callable[..., int]
) -> None:
    """A case that is shown after the due date must not reveal one that is never shown."""
    move_up(cases)
    hide(cases, "q3", "after_due_date", f"02-{SECRET} hidden")
    submission = handed_in / "multiAgents.py"
    submission.write_bytes(TELLTALE)
    assert grade(submission, "--cases", cases, "-q", "q3", "--gradescope", tmp_path / "results.json") == 0
    text = (tmp_path / "results.json").read_text()
    assert [test["visibility"] for test in json.loads(text)["tests"]][1:] == [
        "after_due_date",
        "after_due_date",
        "hidden",
    ]
    assert "SEEN" in text
    assert SECRET not in text
    assert THREE_AGENTS not in text


def test_the_name_of_a_bug_says_nothing_of_hidden_cases(
    cases: Path, handed_in: Path, tmp_path: Path, grade: Callable[..., int]
) -> None:
    """A crash there that has a name must not give this name to visible cases."""
    hide(cases, "q3", f"{SECRET} hidden")
    submission = handed_in / "multiAgents.py"
    submission.write_bytes(
        NO_PRUNING
        + b"""
    def getAction(self, state):
        if state.getNumAgents() == 3:
            1 / 0
        return state.getLegalActions(0)[-1]
"""
    )
    files = {name: tmp_path / f"grade.{name}" for name in ("json", "gradescope", "junit", "html")}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    assert grade(submission, "--cases", cases, "-q", "q3", *options) == 0
    assert [name for name, path in files.items() if "division by zero" in path.read_text()] == ["json"]


def test_what_is_printed_after_the_answer_is_not_told_in_the_next_case(cases: Path) -> None:
    """A thread can print the tree after the output of its case has been collected."""
    [case] = (case for case in load_assignment(cases).questions[1].cases if case.name == SECRET)
    limits = Limits()
    with (
        open_pool("auto", limits) as pool,
        open_student(Path("multiAgents.py"), limits, pool, PUBLIC_KEY, {"multiAgents.py": TELLTALE}) as student,
    ):
        case.run(student, limits)
        student.forget()
        assert student.take_output() == ""
        case.run(student, limits)
        assert "SEEN" in student.take_output()


def test_the_time_of_a_hidden_case_is_taken_from_no_other(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code could use up time depending on what it sees there; later cases that were not run would reveal it."""
    move_up(cases)
    hide(cases, "q3", f"02-{SECRET} hidden")
    clock = [0.0]
    monkeypatch.setattr(grading, "monotonic", lambda: clock[0])

    class Slow(InProcessStudent):
        def solve_tree(
            self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime, *, records: bool = False
        ) -> TreeAnswer:
            clock[0] += 1e6 * (tree.num_agents == 3)
            return super().solve_tree(tree, agent, depth, seconds, records=records)

    limits = Limits()
    with closing(Slow(Path("multiAgents.py"), limits, {"multiAgents.py": RIGHT})) as student:
        [question] = grading.grade(load_assignment(cases).only("q3"), student, Grade("", ""), limits).questions
    assert [(case.name[:2], case.passed) for case in question.cases] == [("01", True), ("02", True), ("04", True)]


def some_grade() -> Grade:
    hung = Failure(FailureKind.HUNG, "secret words")
    shown = CaseResult("a", "cases/q1/a.test", Status.PASSED, seconds=1)
    hidden = CaseResult("b", "cases/q1/secret.test", Status.FAILED, seconds=64, visibility="hidden", failure=hung)
    later = CaseResult("c", "cases/q1/later.test", Status.FAILED, seconds=32, visibility="after_due_date", output="o")
    return Grade(
        "multiAgents.py",
        "strict",
        [
            QuestionResult("q1", 0, 4, [shown, hidden, later], ["An exception broke out of secret"]),
            QuestionResult("secret-q", 1, 5, [hidden], ["secret words"], visibility="hidden"),
            QuestionResult("late-q", 2, 3, [later], visibility="after_published"),
            QuestionResult("q3", 0, 2, [], ["it needs full points in secret-q"], is_skipped=True),
        ],
        is_complete=True,
    )


def test_the_view_of_a_student() -> None:
    view = student_view(some_grade())
    assert (view.points, view.max_points) == (3, 14)
    assert [(question.name, question.points, question.max_points) for question in view.questions] == [
        ("q1", 0, 4),
        ("q3", 0, 2),
        ("not shown", 3, 8),
    ]
    assert [case.name for question in view.questions for case in question.cases] == ["a"]
    assert draw_junit(some_grade()).count(MISSING) == 2
    for text in (str(view), draw_junit(some_grade())):
        assert "secret" not in text
        assert "later" not in text
        assert "64" not in text


def test_gradescope_is_told_when_to_show_what() -> None:
    results: dict[str, Any] = json.loads(draw_gradescope(some_grade()))
    assert "secret" not in json.dumps(results)
    assert (results["score"], results["execution_time"], results["output"]) == (3, 1, MISSING)
    assert [(test["name"], test["visibility"]) for test in results["tests"]] == [
        ("Question q1", "visible"),
        ("cases/q1/a.test", "visible"),
        ("cases/q1/later.test", "after_due_date"),
        ("A hidden case", "hidden"),
        ("Question q3", "visible"),
        ("Question late-q", "after_published"),
        ("cases/q1/later.test", "after_due_date"),
        ("A hidden question", "hidden"),
    ]
    assert [test["number"] for test in results["tests"]] == ["1", "1.1", "1.2", "1.3", "2", "3", "3.1", "4"]


def test_a_question_that_is_shown_later_says_nothing_of_what_is_hidden() -> None:
    broken, skipped = some_grade().questions[0], some_grade().questions[3]
    for question in (broken, skipped):
        question.visibility = "after_due_date"
    hidden = QuestionResult("secret-q", 1, 5, visibility="hidden")
    text = draw_gradescope(Grade("multiAgents.py", "strict", [broken, hidden, skipped], is_complete=True))
    assert "secret" not in text
    assert MISSING in text


def test_visibility_in_the_files(cases: Path) -> None:
    test = cases / "q2" / "01-lecture-three-by-three.test"
    test.write_text(test.read_text() + '\nvisibility: "after_published"\n')
    hide(cases, "q3", "after_due_date", f"{SECRET} hidden")
    assignment = load_assignment(cases)
    expected = [
        ["after_published", "visible", "visible"],
        ["after_due_date", "after_due_date", "hidden"],
    ]
    for found in (assignment, freshen(assignment, 1)):
        assert [[case.visibility for case in question.cases] for question in found.questions] == expected
        assert [question.config.visibility for question in found.questions] == ["visible", "after_due_date"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hiden", ("'hiden'", "expected one of visible, after_due_date")),
        ("08-two-ghost hidden", ("unknown case '08-two-ghost'", "'08-two-ghosts'")),
    ],
)
def test_a_word_that_is_none_is_told(cases: Path, line: str, message: tuple[str, ...]) -> None:
    hide(cases, "q3", line)
    with pytest.raises(GradingError, match=rf"q3/CONFIG:\d+: {facts(*message)}"):
        load_assignment(cases)
