"""Find the questions that a template already solves, which must not be handed out to students."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from autograder.assignment.assignment import Question
from autograder.case_types.tree_case import TreeCase
from autograder.failures import FailureKind
from autograder.grading import run_cases
from autograder.results import CaseResult
from autograder.sandbox.sandbox_pool import open_pool
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits
from autograder.student.open_student import open_student
from autograder.student.student import Student
from pacman.record import EndReason

# Stubs fail at once. A Pacman that needs more than 2000 moves for a game does not get full points for it.
LIMITS: Final = Limits(load=10, case=20, question=120, pacman_moves=2000)
KEYS: Final = tuple(DiceKey(f"template {number}", "a key for templates") for number in (1, 2, 3))


@dataclass(frozen=True)
class SolvedQuestions:
    """Names of the solved questions, and of the unsure ones, whose games took too long to decide."""

    solved: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)


def solved_questions(
    template: Path, questions: Sequence[Question], on_question: Callable[[], None] | None = None
) -> SolvedQuestions:
    """Run a template in a sandbox; return the questions that it solves.

    A question is solved if all of its tree cases pass, or all cases if it has no tree cases. The first case that fails
    ends the question. Games that earn at least half of their points are played with all of KEYS, because a solution
    may lose a game by bad luck. A file that cannot be loaded solves nothing.
    """
    found = SolvedQuestions()
    left = [question for question in questions if question.cases]
    with open_pool("auto", LIMITS) as pool:
        for key in KEYS:
            tried, left = left, []
            with open_student(template, LIMITS, pool, key) as student:
                for question in tried:
                    failed = _first_failed(question, student)
                    if failed is None:
                        found.solved.append(question.name)
                    elif failed.failure is not None and failed.failure.kind is FailureKind.NOT_LOADED:
                        return SolvedQuestions()  # no question can be solved then
                    elif EndReason.TIMED_OUT.value in failed.ended_by:
                        found.unsure.append(question.name)
                    elif failed.adds_points and failed.points >= failed.max_points / 2:
                        left.append(question)
                    if on_question is not None and key is KEYS[0]:
                        on_question()
    return found


def _first_failed(question: Question, student: Student) -> CaseResult | None:
    trees = [case for case in question.cases if isinstance(case, TreeCase)]
    results = (run_cases([case], student, LIMITS)[0] for case in trees or question.cases)
    return next((result for result in results if not result.passed), None)
