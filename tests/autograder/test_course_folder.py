"""An assignment in Berkeley's format that uses every class and key, with the points computed by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import load_assignment
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.grading import grade
from autograder.results import Grade
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits

SUBMISSIONS = Path(__file__).parent / "submissions"
Grader = Callable[..., Grade]

# MAX over two MIN nodes: [[3, 5], [2, 9]]. Minimax goes left; alpha-beta must not look at c2 after the 2.
TREE = '''
class: "GraphGameTreeTest"
alg: "{agent}"
depth: "1"
diagram: """
 a:  b (3 5)   # not a comment in here
     c (2 9)
"""
num_agents: "2"
start_state: "a"
win_states: "b1 b2"
lose_states: "c1 c2"
successors: """
a left b
a right c
b left b1
b right b2
c left c1
c right c2
"""
evaluation: """
b1 3.0
b2 5.0
c1 2.0
c2 9.0
"""
{more}
'''
ALL_STATES = 'action: "left"\ngenerated: "a b b1 b2 c c1 c2"\n'
PRUNED = 'action: "left"\ngenerated: "a b b1 b2 c c1"\n'

# A corridor without ghosts: three steps, 9 + 9 + 509 points, and no random numbers.
GAME = """
class: "EvalAgentTest"
agentName: "ReflexAgent"
layoutName: "corridor-of-three"
maxTime: "120"
numGames: "2"
ghosts: "[]"
randomSeed: "0"
{more}
"""
CORRIDOR = "%%%%%%\n%P...%\n%%%%%%\n"
# 527 reaches two of three thresholds, two wins two of three, two games not timed out one of one: 5 of 7.
FIVE = 'scoreThresholds: "500 527 528"\nwinsMinimum: "1"\nwinsThresholds: "1 2 3"\nnonTimeoutThresholds: "2"'

# The submission: minimax is right, alpha-beta does not prune, so a tree passes or fails by the agent that is asked.
SUBMISSION = SUBMISSIONS / "wrong_no_pruning.py"
PASSES = (TREE.format(agent="MinimaxAgent", more=""), ALL_STATES)
FAILS = (TREE.format(agent="AlphaBetaAgent", more=""), PRUNED)
BREAKS = (TREE.format(agent="MultiAgentSearchAgent", more=""), ALL_STATES)  # its getAction is a stub
GIVES_FIVE = (GAME.format(more=FIVE), "# empty\n")
GIVES_NOTHING = (GAME.format(more=FIVE + '\nscoreMinimum: "600"'), "# empty\n")


def worth(case: tuple[str, str], points: float) -> tuple[str, str]:
    return f'{case[0]}\npoints: "{points}"\n', case[1]


def question(rule: str, most: int, *cases: tuple[str, str], more: str = "") -> dict[str, str]:
    files = {"CONFIG": f'class: "{rule}"\nmax_points: "{most}"\n{more}\n'}
    for number, (test, solution) in enumerate(cases, start=1):
        files |= {f"{number}-case.test": test, f"{number}-case.solution": solution}
    return files


QUESTIONS: dict[str, tuple[float, dict[str, str]]] = {
    "a": (5, question("PassAllTestsQuestion", 5, PASSES, PASSES)),
    "b": (0, question("PassAllTestsQuestion", 5, PASSES, FAILS, PASSES)),
    "c": (5, question("ExtraCreditPassAllTestsQuestion", 3, PASSES, more='extra_points: "2"')),
    "d": (5, question("PartialCreditQuestion", 7, GIVES_FIVE)),
    "e": (0, question("PartialCreditQuestion", 7, GIVES_FIVE, FAILS)),
    "f": (5, question("PartialCreditQuestion", 7, GIVES_FIVE, GIVES_NOTHING)),
    "g": (5, question("Q6PartialCreditQuestion", 7, PASSES, GIVES_FIVE)),
    "h": (0, question("HackedPartialCreditQuestion", 3, worth(PASSES, 1), worth(PASSES, 2), FAILS)),
    "i": (3, question("HackedPartialCreditQuestion", 4, worth(PASSES, 1), worth(PASSES, 2), worth(FAILS, 1), FAILS)),
    "j": (2, question("NumberPassedQuestion", 9, PASSES, FAILS, PASSES)),
    "k": (1, question("NumberPassedQuestion", 1, PASSES, more='depends: "a c"')),
    "l": (0, question("NumberPassedQuestion", 1, PASSES, more='depends: "a b"')),
    "m": (0, question("NumberPassedQuestion", 2, PASSES, BREAKS)),
    "n": (
        5,
        question("PassAllTestsQuestion", 5, PASSES) | {"2.test": 'disabled: "True"', "~3.test": "?", "#4.test": "?"},
    ),
}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course" / "test_cases"
    for name, (_, files) in QUESTIONS.items():
        (folder / name).mkdir(parents=True)
        for file, text in files.items():
            (folder / name / file).write_text(text)
    (folder / "CONFIG").write_text(f'order: "{" ".join(QUESTIONS)}"\n')
    (folder.parent / "layouts").mkdir()
    (folder.parent / "layouts" / "corridor-of-three.lay").write_text(CORRIDOR)
    return folder


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_points_computed_by_hand(
    isolation: str, course: Path, grade_in_process: Grader, grade_isolated: Grader
) -> None:
    run = grade_in_process if isolation == "none" else grade_isolated
    graded = run(SUBMISSION, load_assignment(course))
    assert {result.name: result.points for result in graded.questions} == {
        name: points for name, (points, _) in QUESTIONS.items()
    }
    by_name = {result.name: result for result in graded.questions}
    assert by_name["l"].is_skipped
    assert by_name["l"].cases == []
    assert by_name["b"].messages == ["Tests failed."]
    assert [case.lines[0] for case in by_name["b"].cases] == [
        "PASS: test_cases/b/1-case.test",
        "FAIL: test_cases/b/2-case.test",
        "PASS: test_cases/b/3-case.test",
    ]
    assert by_name["d"].cases[0].lines[0] == "FAIL: test_cases/d/1-case.test (5 of 7 points)"
    assert len(by_name["n"].cases) == 1


def test_a_single_question_brings_its_prerequisites_and_is_not_skipped(course: Path, grade_in_process: Grader) -> None:
    graded = grade_in_process(SUBMISSION, load_assignment(course).only("l"))
    assert [(result.name, result.points) for result in graded.questions] == [("a", 5), ("b", 0), ("l", 1)]


def test_a_single_case(course: Path, grade_in_process: Grader) -> None:
    for spec in ("b/2-case", "test_cases/b/2-case.test", "b/2-case.test"):
        graded = grade_in_process(SUBMISSION, load_assignment(course).only_cases(spec))
        assert [(result.name, len(result.cases), result.points) for result in graded.questions] == [("b", 1, 0)]


def test_the_grade_that_is_announced_is_the_one_that_is_filled_in(course: Path) -> None:
    start, limits = Grade(SUBMISSION.name, "none"), Limits()
    seen: list[Grade] = []
    student = InProcessStudent(SUBMISSION, limits)
    done = grade(
        load_assignment(course).only_cases("b/2-case"), student, start, limits, lambda so_far, _: seen.append(so_far)
    )
    student.close()
    assert done is start
    assert all(so_far is start for so_far in seen)
    assert start.is_complete


def test_of_a_case_that_is_named_with_its_question_no_other_question_is_read(course: Path) -> None:
    (course / "c" / "CONFIG").write_text("this is no file of ours")
    assert [question.name for question in Selection(course, cases=("b/2-case",)).load().questions] == ["b"]
    for selection in (Selection(course, cases=("2-case",)), Selection(course, questions=("b",)), Selection(course)):
        with pytest.raises(GradingError, match="CONFIG"):
            selection.load()


def test_the_order(course: Path) -> None:
    (course / "CONFIG").write_text('order: "c a"')
    assert [question.name for question in load_assignment(course).questions] == ["c", "a"]
    assert [question.name for question in load_assignment(course, ["b"]).questions] == ["c", "a", "b"]
    (course / "CONFIG").unlink()
    assert [question.name for question in load_assignment(course).questions] == sorted(QUESTIONS)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("CONFIG", 'order: "a z"', r"CONFIG:1: unknown question 'z'"),
        ("CONFIG", 'order: "a b a"', r"CONFIG:1: question 'a' is named twice"),
        ("a/CONFIG", "class", r"a/CONFIG:1: cannot be read; expected key"),
        ("a/CONFIG", 'class: "PassAllTestsQuestion"\nmax_points: "1"\ndepends: "zz"', r"CONFIG:3: depends on 'zz'"),
        (
            "a/1-case.test",
            'class: "GraphGameTest"',
            r"1-case.test:1: unknown class of case .*did you mean 'GraphGameTree",
        ),
        ("a/1-case.test", PASSES[0].replace("a left b\n", "a left\n"), r"1-case.test:14: 'a left' is not a successor"),
        ("a/1-case.test", PASSES[0].replace("b1 3.0", "b1 three"), r"1-case.test:22: 'b1 three' is not an evaluation"),
        ("a/1-case.test", PASSES[0].replace('depth: "1"', 'depth: "one"'), r"1-case.test:4: depth is 'one'"),
        ("a/1-case.test", PASSES[0].replace('alg: "MinimaxAgent"\n', ""), r"1-case.test: no 'alg'"),
        ("a/1-case.solution", 'action: "left"', r"1-case.solution: no 'generated'"),
        ("d/1-case.test", GIVES_FIVE[0].replace("[]", "[eval('1')]"), r"1-case.test:7: unknown ghost 'eval'"),
        ("d/1-case.test", GIVES_FIVE[0].replace("of-three", "of-tree"), r"1-case.test:4: unknown layout"),
        (
            "d/1-case.test",
            GIVES_FIVE[0].replace("500 527", "500; 527"),
            r"scoreThresholds is '500; 527 528'; expected n",
        ),
    ],
)
def test_broken_files_are_told_with_their_place(course: Path, file: str, text: str, message: str) -> None:
    (course / file).write_text(text)
    with pytest.raises(GradingError, match=message):
        load_assignment(course)


def test_a_missing_solution_is_told(course: Path) -> None:
    (course / "a" / "1-case.solution").unlink()
    with pytest.raises(GradingError, match="1-case.solution: no such file; --generate-solutions can write it"):
        load_assignment(course)


def test_circles_of_prerequisites_are_told(course: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (course / name / "CONFIG").write_text(f'class: "PassAllTestsQuestion"\nmax_points: "1"\ndepends: "{other}"')
    with pytest.raises(GradingError, match="a depends on b depends on a"):
        load_assignment(course).only("a")


def test_a_question_graded_before_its_prerequisite_has_a_remark(course: Path) -> None:
    for name, others in (("a", "b"), ("b", "a c")):
        (course / name / "CONFIG").write_text(f'class: "PassAllTestsQuestion"\nmax_points: "1"\ndepends: "{others}"')
    (course / "CONFIG").write_text('order: "a b"')
    remarks = [remark for remark in load_assignment(course).remarks if "not graded before" in remark]
    assert remarks == [
        f"{course / 'a' / 'CONFIG'}: depends on 'b', which is not graded before it: it gives no points",
        f"{course / 'b' / 'CONFIG'}: depends on 'c', which is not graded before it: it gives no points",
    ]


def test_a_folder_without_questions(tmp_path: Path) -> None:
    with pytest.raises(GradingError, match="no question here"):
        load_assignment(tmp_path)
    with pytest.raises(GradingError, match="not a folder"):
        load_assignment(tmp_path / "nothing")
