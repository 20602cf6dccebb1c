"""Right submissions get everything; each wrong one loses what it must and is told why."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.results import Grade

SUBMISSIONS = Path(__file__).parent / "submissions"
RIGHT = ["recursive_pairs", "separate_functions", "dictionaries"]
Grader = Callable[..., Grade]

# Which questions a wrong submission loses, and the name that its bug is given.
WRONG = {
    "depth_too_small": ("q2", "search depth off by one"),
    "depth_too_large": ("q3", "search depth off by one"),
    "one_ghost_for_all": ("q2", "ghosts' layers merged"),
    "swapped": ("q2", "min and max swapped"),
    "prunes_on_equality": ("q3", "pruned on equality"),
    "no_pruning": ("q3", "no pruning"),
    "tie_to_the_last": ("q2", "root tie to the last"),
    "evaluates_on_the_way": ("q2", "evaluation at the wrong nodes"),
    "ignores_the_end": ("q4", "ignores win and lose"),
    "sums_the_chances": ("q4", "expected value weighted wrongly"),
    "forgets_alpha": ("q3", "alpha is not kept at the root"),
    "unfinished_round": ("q4", "the last round is not finished"),
}


def points(graded: Grade) -> dict[str, float]:
    return {question.name: question.points for question in graded.questions}


def bugs(graded: Grade) -> set[str]:
    return {case.bug for question in graded.questions for case in question.cases if case.bug}


@pytest.mark.parametrize("name", RIGHT)
def test_right_submissions(
    name: str, our_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    for grade in (grade_isolated, grade_in_process):
        graded = grade(SUBMISSIONS / f"{name}.py", our_assignment)
        assert points(graded) == {"q1": 4, "q2": 5, "q3": 5, "q4": 5, "q5": 6}
        assert graded.points == graded.max_points == 25
        assert bugs(graded) == set()


@pytest.mark.parametrize("name", WRONG)
def test_wrong_submissions_lose_one_question_and_learn_why(
    name: str, our_assignment: Assignment, grade_in_process: Grader
) -> None:
    lost, bug = WRONG[name]
    graded = grade_in_process(SUBMISSIONS / f"wrong_{name}.py", our_assignment)
    full = {"q1": 4, "q2": 5, "q3": 5, "q4": 5, "q5": 6}
    assert points(graded) == {**full, lost: 0}
    assert bugs(graded) == {bug}


@pytest.mark.parametrize("name", WRONG)
def test_isolated_wrong_submissions_are_judged_alike(
    name: str, short_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    path = SUBMISSIONS / f"wrong_{name}.py"
    isolated, plain = grade_isolated(path, short_assignment), grade_in_process(path, short_assignment)
    assert [case.message for question in isolated.questions for case in question.cases] == [
        case.message for question in plain.questions for case in question.cases
    ]
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
