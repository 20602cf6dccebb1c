"""A grade as its student may see it: of what is not visible, only that points are missing."""

from dataclasses import replace
from typing import Final

from autograder.results import VISIBLE, Grade, QuestionResult

NOT_SHOWN: Final = "not shown"
MISSING: Final = "Points are missing because of cases that are not shown."
SKIPPED: Final = "This question is skipped: it needs full points in others."


def student_view(grade: Grade) -> Grade:
    """The grade without the cases and questions that are not visible: their names, texts, times, trees, games and all.

    The points stay what they are; those of questions that are not visible are in one line together. If anything is not
    visible, the luck of questions is left out: it would tell of the luck of cases that are not.
    """
    shown = [_visible_part(question, grade) for question in grade.questions if question.visibility == VISIBLE]
    unseen = [question for question in grade.questions if question.visibility != VISIBLE]
    if unseen:
        points, most = (sum(getattr(q, name) for q in unseen) for name in ("points", "max_points"))
        shown.append(QuestionResult(NOT_SHOWN, points, most, messages=unseen_messages(grade)))
    if unseen or any(case.visibility != VISIBLE for question in grade.questions for case in question.cases):
        shown = [replace(question, luck=None) for question in shown]
    return replace(grade, questions=shown)


def unseen_messages(grade: Grade) -> list[str]:
    """What is said of the questions that are not visible.

    If no case was run, because there is nothing that could be graded, the reason is no secret.
    """
    unseen = [question for question in grade.questions if question.visibility != VISIBLE]
    if all(question.points >= question.max_points for question in unseen):
        return []
    refusals = (
        line for question in unseen if not (question.cases or question.is_skipped) for line in question.messages
    )
    return list(dict.fromkeys(refusals)) or [MISSING]


def _visible_part(question: QuestionResult, grade: Grade) -> QuestionResult:
    """A question with those of its cases that are visible."""
    cases = [case for case in question.cases if case.visibility == VISIBLE]
    return replace(question, cases=cases, messages=messages_for_viewers(question, grade))


def messages_for_viewers(question: QuestionResult, grade: Grade) -> list[str]:
    """What is said of a question to whoever may see it: nothing of cases and questions that he may not see."""
    if question.is_skipped:  # the reason names others
        is_open = all(other.visibility in (VISIBLE, question.visibility) for other in grade.questions)
        return question.messages if is_open else [SKIPPED]
    unseen = [case for case in question.cases if case.visibility != question.visibility]
    return question.messages if all(case.passed for case in unseen) else [MISSING]
