"""Name the bug behind one decision of a student's agent.

Many bugs choose the same action in a single position. So if a decision differs from our own search, the agent is also
run on the trees of our own cases, which distinguish bugs.
"""

from pathlib import Path
from typing import Final

from agents.microscope.decision import WatchedDecision
from agents.microscope.explanation import Explanation
from agents.search.search_tree import interval_text
from autograder.child.exceptions import cause_of
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Diagnosis, Finding
from autograder.diagnosis.crashes import name_failure
from autograder.diagnosis.diagnose import diagnose, own_trees
from autograder.failures import Cause, CauseKind, Failure, FailureKind
from autograder.grading import run_cases
from autograder.results import CaseResult
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.agent_code.time_limit import OutOfTime, call_within

SECONDS: Final = 20.0  # for all trees together


def likely_bug(explanation: Explanation, file: Path | None) -> dict[str, str]:
    """Return the advice on the bug behind a decision that differs from our own search, by language; empty if unknown.

    file: the submission that defines the agent.
    """
    decision, reference = explanation.decision, explanation.reference
    if decision.problem:
        named = name_failure(Failure(FailureKind.CRASHED, decision.problem, cause=_cause(decision)))
        return Diagnosis((named,)).texts if named else {}
    if reference is None or (explanation.divergence is None and decision.action == reference.action):
        return {}
    if named := _name_evaluation(explanation):
        return Diagnosis((named,)).texts
    return _name_by_trees(file, reference.agent) if file else {}


def _cause(decision: WatchedDecision) -> Cause | None:
    """Return the cause of a decision without an action; None if it took too long."""
    if decision.exception is not None:
        return cause_of(decision.exception)
    return Cause(CauseKind.WRONG_ANSWER, decision.returned.__name__) if decision.returned else None


def _name_evaluation(explanation: Explanation) -> Finding | None:
    """Name an evaluation of its own if a leaf has another value than the agent's evaluation returns."""
    divergence, reference = explanation.divergence, explanation.reference
    if divergence is None or reference is None or divergence.found is None or divergence.expected is None:
        return None
    mine, right = explanation.decision.tree.nodes[divergence.found], reference.tree.nodes[divergence.expected]
    if divergence.kind != "value" or mine.children or right.children:
        return None
    values = {"found": interval_text(mine), "expected": interval_text(right)}
    return Finding(bug_names.OWN_EVALUATION, ("own evaluation of a leaf",), values)


def _name_by_trees(file: Path, agent: str) -> dict[str, str]:
    """Return the advice that the trees of our own assignment lead to for the agent of that name."""
    cases = own_trees(agent)
    limits = Limits()
    student = InProcessStudent(file, limits)

    def named() -> list[CaseResult]:
        results = run_cases(cases, student, limits)
        diagnose(cases, results, student, limits)
        return results

    try:
        results = call_within(SECONDS, named)
    except OutOfTime:
        return {}
    finally:
        student.close()
    # A tree has values at its leaves alone; in a game a search may evaluate any state, for example to order moves.
    return next((result.advice_in for result in results if result.bug and result.bug != bug_names.WRONG_NODES), {})
