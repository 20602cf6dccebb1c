"""The key `evaluationFunction` of cases, which replaces the score as the evaluation of an agent."""

from typing import Final

from autograder.assignment.case_files import CaseFile

KEY: Final = "evaluationFunction"
NEGATED: Final = "negated score"
EVALUATIONS: Final = ("score", NEGATED)
REMINDER: Final = "in this case self.evaluationFunction(state) is -state.getScore()"
BY_SCORE: Final = "judged by the score: the constructor of your agent does not take an evalFn"


def is_negated(file: CaseFile) -> bool:
    """True if the agents of this case are constructed with an evaluation that returns the negated score."""
    return file.word(KEY, "evaluation", EVALUATIONS, EVALUATIONS[0]) == NEGATED
