"""The failures of a grade in a few lines: one for each question and reason."""

from collections.abc import Sequence
from typing import Final

from autograder.results import CaseResult, Grade, QuestionResult, Status, number_text
from pacman.display.messages import IN_ENGLISH, Words

DRAWINGS: Final = 2  # texts of trees per question; students work on one tree at a time
MOST_REASONS: Final = 3  # of one question
NEXT: Final = "Next:"  # begins the line with the next command


def not_started_line(question: QuestionResult, words: Words = IN_ENGLISH) -> str:
    """Return the only line about a question that has not been started."""
    cases, reason = question.cases, question.not_started
    if len(cases) == 1:
        return words("grade-one-case", heading=cases[0].heading, reason=reason)
    return words("grade-all-cases", count=len(cases), question=question.name, reason=reason)


def watching_lines(question: QuestionResult, case: CaseResult, grade_again: str, replay: str) -> list[str]:
    """Return how to watch the game of a failed case; `grade_again` and `replay` are the beginnings of two commands."""
    if not (case.game and case.adds_points):
        return []
    return [
        f"to watch the first game that was not won: {grade_again} -q {question.name} -r lost.json",
        f"  then: {replay} lost.json; in a browser: {replay} lost.json --html lost.html",
    ]


def failure_summary(grade: Grade) -> list[tuple[str, str]]:
    """Return lines about the failures, each with the name of its question; the last one has the next command."""
    lines: list[tuple[str, str]] = []
    first = ""
    number = 0
    for question in grade.questions:
        failed = [case for case in question.cases if not case.passed]
        if question.not_started:
            lines.append((question.name, "not started"))
        elif failed:
            lines += [(question.name, text) for text in _reasons(failed, len(question.cases))]
            number += len(failed)
            first = first or f"{question.name}/{failed[0].name}"
    if number > 1:
        lines.append((NEXT, f"one case alone: -t {first}; trees and games on a page: --html grade.html"))
    return lines


def _reasons(failed: Sequence[CaseResult], number: int) -> list[str]:
    """Return a text for each reason, the most frequent first; `number` is that of all cases of the question."""
    by_reason: dict[str, list[CaseResult]] = {}
    for case in failed:
        by_reason.setdefault(case.reason or case.path, []).append(case)
    groups = sorted(by_reason.values(), key=lambda group: (group[0].status is Status.NOT_RUN, -len(group)))
    texts = [_text(group, number) for group in groups[:MOST_REASONS]]
    rest = sum(map(len, groups[MOST_REASONS:]))
    return [*texts, f"{rest} more"] if rest else texts


def _text(group: Sequence[CaseResult], number: int) -> str:
    case = group[0]
    if case.adds_points:
        return f"{case.name}: {number_text(case.points)} of {number_text(case.max_points)} points"
    reason = case.bug or next(iter(case.seen or case.reasons), "failed")
    return f"{len(group)} of {number} cases: {reason} ({'first: ' if len(group) > 1 else ''}{case.name})"
