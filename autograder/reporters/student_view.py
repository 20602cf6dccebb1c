"""The part of a grade that its student may see. Of the rest, only the missing points are shown."""

from dataclasses import replace
from typing import Final

from autograder.results import VISIBLE, Grade, QuestionResult

NOT_SHOWN: Final = "not shown"
MISSING: Final = "Points are missing because of cases that are not shown."
SKIPPED: Final = "This question is skipped: it needs full points in others."


def student_view(grade: Grade) -> Grade:
    """Return the grade without all data of invisible cases and questions: names, texts, times, trees and games.

    The points stay the same; those of invisible questions are combined in one entry. If any case is invisible, the
    luck of questions is left out, because it would reveal the luck of that case.
    """
    shown = [_visible_part(question, grade) for question in grade.questions if question.visibility == VISIBLE]
    unseen = [question for question in grade.questions if question.visibility != VISIBLE]
    if unseen:
        points, most = (sum(getattr(q, name) for q in unseen) for name in ("points", "max_points"))
        shown.append(QuestionResult(NOT_SHOWN, points, most, messages=unseen_messages(grade)))
    if unseen or any(case.visibility != VISIBLE for case in grade.cases):
        shown = [replace(question, luck=None) for question in shown]
    return replace(grade, questions=shown)


def unseen_messages(grade: Grade) -> list[str]:
    """Return the lines about invisible questions; empty if they have full points.

    If no case was run because the submission could not be graded, the reason is not secret.
    """
    unseen = [question for question in grade.questions if question.visibility != VISIBLE]
    if all(question.points >= question.max_points for question in unseen):
        return []
    refusals = (
        line for question in unseen if not (question.cases or question.is_skipped) for line in question.messages
    )
    return list(dict.fromkeys(refusals)) or [MISSING]


def _visible_part(question: QuestionResult, grade: Grade) -> QuestionResult:
    """Return a question with only its visible cases."""
    cases = [case for case in question.cases if case.visibility == VISIBLE]
    return replace(question, cases=cases, messages=messages_for_viewers(question, grade))


def messages_for_viewers(question: QuestionResult, grade: Grade) -> list[str]:
    """Return the messages of a question without information on cases and questions that its viewers may not see."""
    if question.is_skipped:  # the reason names other questions
        is_open = all(other.visibility in (VISIBLE, question.visibility) for other in grade.questions)
        return question.messages if is_open else [SKIPPED]
    unseen = [case for case in question.cases if case.visibility != question.visibility]
    return question.messages if all(case.passed for case in unseen) else [MISSING]
