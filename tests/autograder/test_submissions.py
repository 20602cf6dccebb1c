"""Right submissions get all points; each wrong one loses the expected points, with the reason."""

import ast
import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import Assignment, load_assignment
from autograder.channel import TreeView
from autograder.child.tree_states import TreeState
from autograder.diagnosis import bug_names
from autograder.results import Grade
from tests.conftest import a_third

SUBMISSIONS = Path(__file__).parent / "submissions"
EXACT_CASES = Path(__file__).parent / "exact_cases"  # graded as in the original: without the key `ties`
TEMPLATE = Path(__file__).parents[2] / "examples" / "student" / "multiAgents.py"
RIGHT = ["recursive_pairs", "separate_functions", "dictionaries"]
RIGHT_SEARCHES = sorted(path.stem for path in SUBMISSIONS.glob("right_*.py"))
SEARCH_POINTS = {"q2": 5, "q3": 5, "q4": 5}
Grader = Callable[..., Grade]

# The questions that a wrong submission loses, and the name of its bug.
WRONG = {
    "depth_too_small": ("q2", bug_names.DEPTH_OFF_BY_ONE),
    "depth_too_large": ("q3", bug_names.DEPTH_OFF_BY_ONE),
    "one_ghost_for_all": ("q2", bug_names.GHOSTS_MERGED),
    "swapped": ("q2", bug_names.MIN_MAX_SWAPPED),
    "prunes_on_equality": ("q3", bug_names.PRUNED_ON_EQUALITY),
    "prunes_and_takes_the_last": ("q3", bug_names.PRUNED_ON_EQUALITY),
    "no_pruning": ("q3", bug_names.NO_PRUNING),
    "evaluates_on_the_way": ("q2", bug_names.WRONG_NODES),
    "walks_past_the_end": ("q2", bug_names.IGNORES_WIN_AND_LOSE),
    "sums_the_chances": ("q4", bug_names.WRONG_WEIGHTS),
    "forgets_alpha": ("q3", bug_names.ROOT_ALPHA_NOT_KEPT),
    "unfinished_round": ("q4", bug_names.LAST_ROUND_UNFINISHED),
}

# The same for submissions that play the game correctly and are wrong only under the exact rule.
WRONG_EXACTLY = {
    "tie_to_the_last": ("q2", bug_names.LAST_TIE),
    "ignores_the_end": ("q4", bug_names.IGNORES_WIN_AND_LOSE),
}


def points(graded: Grade) -> dict[str, float]:
    return {question.name: question.points for question in graded.questions}


def bugs(graded: Grade) -> set[str]:
    return {case.bug for case in graded.cases if case.bug}


@pytest.mark.parametrize("name", RIGHT)
def test_right_submissions(name: str, our_assignment: Assignment, grade_isolated: Grader) -> None:
    check_right(grade_isolated(SUBMISSIONS / f"{name}.py", our_assignment))


@pytest.mark.parametrize("name", a_third(RIGHT))
def test_right_submissions_in_one_process(name: str, our_assignment: Assignment, grade_in_process: Grader) -> None:
    check_right(grade_in_process(SUBMISSIONS / f"{name}.py", our_assignment))


def check_right(graded: Grade) -> None:
    assert points(graded) == {"q1": 4, "q2": 5, "q3": 5, "q4": 5, "q5": 6}
    assert graded.points == graded.max_points == 25
    assert bugs(graded) == set()


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*RIGHT_SEARCHES, *(f"wrong_{name}" for name in WRONG_EXACTLY)])
def test_searches_that_play_right_are_right_whatever_their_style(
    name: str, search_assignments: list[Assignment], grade_in_process: Grader
) -> None:
    for assignment in search_assignments:
        graded = grade_in_process(SUBMISSIONS / f"{name}.py", assignment)
        assert points(graded) == SEARCH_POINTS, [case.message for q in graded.questions for case in q.cases]


@pytest.mark.parametrize("name", ["right_threads", "right_deep_copies"])
def test_threads_and_copies_of_states_work_in_the_sandbox(
    name: str, short_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    for grade in (grade_isolated, grade_in_process):
        assert points(grade(SUBMISSIONS / f"{name}.py", short_assignment)) == SEARCH_POINTS


def test_a_copied_state_keeps_notes_and_its_tree() -> None:
    class Counting:
        requests = 0

        def successor(self, state: str, action: str, agent: int) -> TreeView:
            self.requests += 1
            return TreeView("a1", [], True, False, 1.0)

        def note_score(self, state: str) -> None: ...
        def note_evaluation(self, state: str, value: float) -> None: ...

    tree = Counting()
    state: Any = TreeState(TreeView("root", ["left"], False, False, None), 2, tree)
    state.notes = ["mine"]
    copied = copy.deepcopy(state)
    copied.notes.append("the copy's")
    assert (state.notes, copied.notes) == (["mine"], ["mine", "the copy's"])
    assert copied.generateSuccessor(0, "left").isWin()
    assert tree.requests == 1


@pytest.mark.thorough
@pytest.mark.parametrize("name", WRONG)
def test_wrong_searches_are_found_out_on_fresh_cases(
    name: str, search_assignments: list[Assignment], grade_in_process: Grader
) -> None:
    for assignment in search_assignments:
        graded = grade_in_process(SUBMISSIONS / f"wrong_{name}.py", assignment)
        assert points(graded) == {**SEARCH_POINTS, WRONG[name][0]: 0}


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("name", WRONG_EXACTLY)
def test_the_exact_rule_of_the_original(name: str, grade_in_process: Grader) -> None:
    lost, bug = WRONG_EXACTLY[name]
    graded = grade_in_process(SUBMISSIONS / f"wrong_{name}.py", load_assignment(EXACT_CASES))
    assert points(graded) == {"q2": 5, "q4": 5, lost: 0}
    assert bugs(graded) == {bug}


def test_the_filled_template_keeps_to_the_words_of_the_template() -> None:
    """A change of the template's text must be made in its filled-in copy as well."""

    def words(path: Path) -> list[str | None]:
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        tree = ast.parse(path.read_text())
        found = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented)]
        return [text for text in found if text]

    assert words(SUBMISSIONS / "right_filled_template.py") == words(TEMPLATE)


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("name", WRONG)
def test_wrong_submissions_lose_one_question_and_learn_why(
    name: str, search_assignment: Assignment, grade_in_process: Grader
) -> None:
    lost, bug = WRONG[name]
    graded = grade_in_process(SUBMISSIONS / f"wrong_{name}.py", search_assignment)
    assert points(graded) == {**SEARCH_POINTS, lost: 0}
    assert bugs(graded) == {bug}


@pytest.mark.parametrize("name", a_third(WRONG))
def test_isolated_wrong_submissions_are_judged_alike(
    name: str, short_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    path = SUBMISSIONS / f"wrong_{name}.py"
    isolated, plain = grade_isolated(path, short_assignment), grade_in_process(path, short_assignment)
    assert [case.message for case in isolated.cases] == [case.message for case in plain.cases]
    assert points(isolated) == points(plain)


def test_games_lost_cost_the_games(our_assignment: Assignment, grade_in_process: Grader) -> None:
    graded = grade_in_process(SUBMISSIONS / "wrong_reflexes.py", our_assignment)
    assert points(graded) == {"q1": 0, "q2": 5, "q3": 5, "q4": 5, "q5": 0}


def test_the_template_is_told_what_to_write(short_assignment: Assignment, grade_isolated: Grader) -> None:
    graded = grade_isolated(SUBMISSIONS / "template.py", short_assignment)
    assert graded.points == 0
    q2, q3, _ = graded.questions
    assert "not implemented yet: getAction at line 25 of template.py" in q2.cases[0].message
    assert "no class AlphaBetaAgent in your file; there is ExpectimaxAgent" in q3.cases[0].message or (
        "no class AlphaBetaAgent in your file" in q3.cases[0].message
    )


def test_the_tree_is_drawn(short_assignment: Assignment, grade_in_process: Grader) -> None:
    graded = grade_in_process(SUBMISSIONS / "wrong_no_pruning.py", short_assignment)
    message = graded.questions[1].cases[0].message
    assert "states that should not have been generated and were: b5 b6" in message
    assert "cut: value 2 < alpha 3" in message
