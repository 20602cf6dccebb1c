"""The bug behind one decision of a student's agent, by name.

In one position too many bugs choose alike. So where a decision parts from our own search, the agent's file is put to
the trees of our own cases, which tell bugs apart.
"""

from pathlib import Path
from typing import Final

from agents.microscope.explanation import Explanation
from agents.search.search_tree import interval_text
from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.case_types.case import Case
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.advice import Named
from autograder.diagnosis.bugs import OWN_EVALUATION
from autograder.diagnosis.crashes import name_failure
from autograder.diagnosis.diagnose import diagnose
from autograder.failures import Failure, FailureKind
from autograder.grading import run_cases
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.agent_code.time_limit import OutOfTime, call_within

SECONDS: Final = 20.0  # for all trees together


def likely_bug(explanation: Explanation, file: Path | None) -> dict[str, str]:
    """What is said of the bug behind a decision that our own search does not make, by language; empty if unknown.

    file: where the agent comes from.
    """
    decision, reference = explanation.decision, explanation.reference
    if decision.problem:
        named = name_failure(Failure(FailureKind.CRASHED, decision.problem.removeprefix("the agent crashed: ")))
        return named.texts if named else {}
    if reference is None or (explanation.divergence is None and decision.action == reference.action):
        return {}
    if named := _name_evaluation(explanation):
        return named.texts
    return _told_by_trees(file, reference.agent) if file else {}


def _name_evaluation(explanation: Explanation) -> Named | None:
    """A leaf that is worth something else than the agent's evaluation says was evaluated by another one."""
    divergence, reference = explanation.divergence, explanation.reference
    if divergence is None or reference is None or divergence.found is None or divergence.expected is None:
        return None
    mine, right = explanation.decision.tree.nodes[divergence.found], reference.tree.nodes[divergence.expected]
    if divergence.kind != "value" or mine.children or right.children:
        return None
    values = {"found": interval_text(mine), "expected": interval_text(right)}
    return Named(OWN_EVALUATION, ("own evaluation of a leaf",), values)


def _told_by_trees(file: Path, agent: str) -> dict[str, str]:
    """What the cases of our own assignment say of the agent of that name."""
    questions = load_assignment(OUR_OWN).questions
    cases: list[Case] = [
        case for question in questions for case in question.cases if isinstance(case, TreeCase) and case.agent == agent
    ]
    limits = Limits()
    student = InProcessStudent(file, limits)
    try:
        results = call_within(SECONDS, lambda: run_cases(cases, student, limits))
    except OutOfTime:
        return {}
    finally:
        student.close()
    diagnose(cases, results)
    return next((result.advice_in for result in results if result.bug), {})
