"""The key `evaluationFunction` of cases, which replaces the score as the evaluation of an agent."""

from typing import Final

from autograder.assignment.case_files import CaseFile
from autograder.case_types.reference import SEARCHES

KEY: Final = "evaluationFunction"
NEGATED: Final = "negated score"
EVALUATIONS: Final = ("score", NEGATED)
REMINDER: Final = "in this case self.evaluationFunction(state) is -state.getScore()"
BY_SCORE: Final = "judged by the score: the constructor of your agent does not take an evalFn"


def is_negated(file: CaseFile, agent: str) -> bool:
    """True if the agent of this case is constructed with an evaluation that returns the negated score.

    Raise GradingError if there is no reference search for the agent.
    """
    found = file.word(KEY, "evaluation", EVALUATIONS, EVALUATIONS[0]) == NEGATED
    if found and agent not in SEARCHES:
        raise file.error(KEY, f"{KEY} is for {', '.join(SEARCHES)}, not for {agent}")
    return found


def evaluation_remarks(*, is_asked: bool, is_negated: bool, passed: bool) -> list[str]:
    """Return the remark on an agent that was asked to use the negated score, or that did so."""
    if is_asked and not is_negated:
        return [BY_SCORE]
    return [REMINDER] if is_negated and not passed else []
