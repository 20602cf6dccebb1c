"""Data for pictures of failed cases: the tree with the expected and the student's search, or the game."""

import json
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import pytest

from autograder.assignment.assignment import Assignment
from autograder.diagnosis.failed_searches import keep_searches
from autograder.grading import grade, run_cases
from autograder.reporters.json_report import draw_json, grade_data, read_grade
from autograder.results import CaseResult, Grade
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from commands.cli import main
from pacman.berkeley.search_recorder import RecorderLimits
from pacman.record import EndReason
from pacman.replay import read_contents
from tests.wording import Naming

SUBMISSIONS = Path(__file__).parent / "submissions"
TREE = "q3/01-lecture-three-by-three"
CHATTY = """
    def getAction(self, gameState):
        print("thinking")
        return super().getAction(gameState)
"""


def only(assignment: Assignment, *names: str) -> Assignment:
    return replace(assignment, questions=tuple(q for q in assignment.questions if q.name in names))


@pytest.fixture(scope="module")
def graded(our_assignment: Assignment) -> Grade:
    """A grade of alpha-beta that never prunes; the other agents are right."""
    student = InProcessStudent(SUBMISSIONS / "wrong_no_pruning.py", Limits())
    return grade(only(our_assignment, "q2", "q3"), student, Grade("multiAgents.py", "none"), Limits())


def case(graded: Grade, name: str) -> CaseResult:
    return next(case for question in graded.questions[1:] for case in question.cases if case.name == name)


def test_a_tree_that_was_searched_wrongly(graded: Grade, our_assignment: Assignment) -> None:
    tree = case(graded, "01-lecture-three-by-three").tree
    assert tree is not None
    assert (tree["agent"], tree["depth"], tree["expected"], tree["got"]) == ("AlphaBetaAgent", 1, ["left"], "left")
    states = {state["state"]: state for state in tree["states"]}
    parents = [state["parent"] for state in tree["states"]]
    assert parents[0] is None
    assert all(parent in list(states)[:place] for place, parent in enumerate(parents) if parent)  # parents come first
    different = [name for name, state in states.items() if state["is_expected"] != state["is_generated"]]
    assert tree["first_difference"] == different[0]
    assert all(states[name]["is_generated"] for name in different)  # it looks at what should have been cut
    assert "cut" in states[states[different[0]]["parent"]]
    assert "found" not in states[different[0]]
    assert (states["root"]["found"], states["root"]["bound"], states["root"]["player"]) == (3, "=", 0)
    expected = our_assignment.only_cases("q3/01-lecture-three-by-three").questions[0].cases[0]
    assert {name for name, state in states.items() if state["is_expected"]} == expected.expected.generated  # type: ignore[attr-defined]


def test_a_game_that_was_decided_wrongly(graded: Grade) -> None:
    game = case(graded, "99-game").game
    assert game is not None
    replay = read_contents(json.loads(json.dumps(game["record"])), "grade")
    replay.verify()
    assert replay.agents[0] == "AlphaBetaAgent"
    assert game["at"] == 0  # its first move looks at too many states
    assert len(replay.moves) > 0


def test_what_passed_carries_nothing(graded: Grade) -> None:
    assert not any(result.tree or result.game or result.search for result in graded.questions[0].cases)


def test_searches_that_failed_stand_beside_the_right_ones(
    our_assignment: Assignment, grade_isolated: Callable[..., Grade]
) -> None:
    """The student's search is recorded in its own process: a tree that was served, or a decision that was repeated."""
    found = grade_isolated(SUBMISSIONS / "wrong_no_pruning.py", only(our_assignment, "q3"))
    failed = [result for result in found.questions[0].cases if not result.passed]
    assert {result.name for result in failed} >= {"01-lecture-three-by-three", "99-game"}
    for result in failed:
        assert result.search is not None
        mine, right = (tree["data"] for tree in result.search["trees"])
        assert mine["visited"] > right["visited"]
        assert any("the reference cuts here" in line for line in result.search["lines"])
        assert (mine["boards"] is None) == (not result.name.endswith("game"))
    assert failed[-1].search is not None
    assert "Pacman's move 1 of the game" in failed[-1].search["lines"][0]
    assert "trees" not in draw_json(found), "for pages alone"


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["-q", "q3"], []),
        (["-t", TREE], ["lines"]),
        (["-t", TREE, "--json", "grade.json", "--junit", "grade.xml"], ["lines"]),
        (["-t", TREE, "--html", "grade.html"], ["trees"]),
    ],
)
def test_a_report_gets_no_more_of_the_searches_than_it_shows(
    words: list[str], kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a report in a file, the student's code is asked again only for the cases of -t."""
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    monkeypatch.setattr(
        "autograder.diagnosis.failed_searches.keep_searches",
        lambda *_, with_trees: found.append("trees" if with_trees else "lines"),
    )
    assert main(["grade", str(SUBMISSIONS / "wrong_no_pruning.py"), *words]) == 0
    assert found == kept


def test_lines_about_the_searches_need_no_trees(our_assignment: Assignment) -> None:
    case = our_assignment.only_cases("q3/01-lecture-three-by-three").questions[0].cases[0]
    student = InProcessStudent(SUBMISSIONS / "wrong_no_pruning.py", Limits())
    (result,) = run_cases([case], student, Limits())
    keep_searches([case], [result], student, Limits(), with_trees=False)
    assert result.search
    assert result.search["lines"]
    assert result.search.keys().isdisjoint(["trees", "translations"])


def test_what_is_not_visible_is_not_looked_at_again(our_assignment: Assignment) -> None:
    case = our_assignment.only_cases("q3/99-game").questions[0].cases[0]
    student = InProcessStudent(SUBMISSIONS / "wrong_no_pruning.py", Limits())
    (result,) = run_cases([case], student, Limits())
    hidden = copy(case)
    hidden.visibility = "after_published"
    keep_searches([hidden], [result], student, Limits())
    assert result.search is None
    keep_searches([case], [result], student, Limits())
    assert result.search


def test_what_it_prints_while_it_is_watched_is_no_later_cases(our_assignment: Assignment, tmp_path: Path) -> None:
    copyfile(SUBMISSIONS / "recursive_pairs.py", tmp_path / "recursive_pairs.py")
    (tmp_path / "multiAgents.py").write_text((SUBMISSIONS / "wrong_no_pruning.py").read_text() + CHATTY)
    case = our_assignment.only_cases("q3/99-game").questions[0].cases[0]
    student = InProcessStudent(tmp_path / "multiAgents.py", Limits())
    (result,) = run_cases([case], student, Limits())
    keep_searches([case], [result], student, Limits())
    assert "thinking" in result.output
    assert student.take_output() == ""


def test_a_tree_too_large_for_a_page_leaves_the_command(
    our_assignment: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(our_assignment.questions[0].cases[0].folder)
    monkeypatch.setattr("autograder.diagnosis.failed_searches.GRADED", RecorderLimits(states=10))
    case = our_assignment.only_cases("q3/01-lecture-three-by-three").questions[0].cases[0]
    student = InProcessStudent(SUBMISSIONS / "wrong_no_pruning.py", Limits())
    (result,) = run_cases([case], student, Limits())
    keep_searches([case], [result], student, Limits())
    assert result.search == {"agent": "AlphaBetaAgent", "source": str(Path("q3", "01-lecture-three-by-three.test"))}
    assert Naming("no picture of the search:", "more than 10 states") in result.lines


def test_a_grade_is_read_as_it_was_written(graded: Grade) -> None:
    data = json.loads(json.dumps(grade_data(graded)))
    again = read_grade(data)
    assert grade_data(again) == data
    for before, after in zip(graded.questions, again.questions, strict=True):
        assert [result.message for result in before.cases] == [result.message for result in after.cases]
        assert [result.drawing for result in before.cases] == [result.drawing for result in after.cases]


def test_the_first_game_that_was_not_won(
    our_assignment: Assignment, grade_isolated: Callable[..., Grade], tmp_path: Path
) -> None:
    submission = tmp_path / "multiAgents.py"
    submission.write_text(
        "from game import Agent\n\n\n"
        "class ReflexAgent(Agent):\n"
        "    def getAction(self, state):\n"
        "        return state.getLegalActions()[0]\n"
    )
    graded = grade_isolated(submission, only(our_assignment, "q1"))
    result = graded.questions[0].cases[0]
    assert result.game is not None
    replay = read_contents(result.game["record"], "grade")
    replay.verify()
    assert replay.outcome.reason is not EndReason.WON
    assert result.game["at"] == len(replay.moves)
    assert "IsolatedAgent" not in json.dumps(result.game)
