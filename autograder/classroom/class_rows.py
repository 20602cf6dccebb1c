"""A row of a class: one submission's grade as plain data, and what tables and sums take from it."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from autograder.assignment.assignment import Assignment
from autograder.classroom.intake import Submission
from autograder.failures import Failure, FailureKind
from autograder.reporters.json_report import grade_data, read_grade
from autograder.results import Grade, QuestionResult, Status, number_text
from pacman.errors import one_line

OK: Final = "ok"
PARTLY: Final = "partly"  # some cases could not be run to their end
NOT_LOADED: Final = "not loaded"
NO_GRADE: Final = "no grade"  # not the student's doing: to be run again
STATUSES: Final = (OK, PARTLY, NOT_LOADED, NO_GRADE)
BEGINNING: Final = b'{"id": '  # of a row as a line

_CUT_SHORT: Final = (
    FailureKind.MISSING,
    FailureKind.TIMED_OUT,
    FailureKind.QUESTION_OVER,
    FailureKind.HUNG,
    FailureKind.DIED,
    FailureKind.OUT_OF_MEMORY,
    FailureKind.MISBEHAVED,
)

RowData = dict[str, Any]


@dataclass(frozen=True)
class ClassRow:
    """One submission in tables and sums.

    points: None if there is no grade. questions: the points of each by name.
    failed: the cases that it failed, as `q2/name`. bugs: names of its likely bugs, if it could be loaded.
    reason: why there are no points, or why cases could not run, if that can be told in a line.
    notes: what was left out of what was handed in, and the like.
    """

    id: str
    status: str
    points: float | None
    max_points: float
    seconds: float
    questions: dict[str, float]
    failed: tuple[str, ...] = ()
    bugs: tuple[str, ...] = ()
    has_timed_out: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: RowData) -> "ClassRow":
        """ValueError says what is wrong with the data."""
        try:
            grade = read_grade(data)
            return cls(
                id=data["id"],
                status=STATUSES[STATUSES.index(data["status"])],
                points=None if data["points"] is None else _number(data["points"]),
                max_points=_number(data["max_points"]),
                seconds=_number(data["seconds"]),
                questions={question.name: _number(question.points) for question in grade.questions},
                failed=tuple(_failed(grade)),
                bugs=() if data["status"] == NOT_LOADED else tuple(sorted(_bugs(grade))),
                has_timed_out=any(failure.is_late for failure in _failures(grade)),
                reason=data["reason"],
                notes=tuple(map(one_line, data.get("notes", ()))),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"not the row of a grade ({error!r})") from error

    def point_texts(self, questions: Iterable[str], unknown: str) -> list[str]:
        """The total, and the points of these questions; `unknown` where there is no grade, which is not zero."""
        if self.points is None:
            return [unknown, *(unknown for _ in questions)]
        return [number_text(self.points), *(number_text(self.questions.get(name, 0)) for name in questions)]


@dataclass
class ClassGrades:
    """The rows of a class so far, in the order of their ids, and the questions that they have points of."""

    questions: dict[str, float]  # the most points of each, by name
    rows: list[ClassRow] = field(default_factory=list)
    is_complete: bool = False

    @property
    def max_points(self) -> float:
        return sum(self.questions.values())

    def add(self, row: ClassRow) -> None:
        self.rows.append(row)
        self.rows.sort(key=lambda row: row.id)

    def with_status(self, status: str) -> list[ClassRow]:
        return [row for row in self.rows if row.status == status]


def graded_row(submission: Submission, grade: Grade, seconds: float) -> RowData:
    for case in (case for question in grade.questions for case in question.cases):
        if case.search:  # where cases lie is the grader's matter, and on a cluster it is a worker's folder
            case.search = {**case.search, "source": ""}
    return _row(submission, _status(grade), grade_data(grade), seconds, _reason(grade))


def refused_grade(submission: Submission, assignment: Assignment) -> Grade:
    """No points, and why."""
    zeros = [
        QuestionResult(
            question.name,
            0,
            question.config.max_points,
            messages=[submission.problem],
            visibility=question.config.visibility,
        )
        for question in assignment.questions
    ]
    return Grade(submission.name, "", zeros, is_complete=True)


def refused_row(submission: Submission, assignment: Assignment) -> RowData:
    """For a submission that nothing can be graded of: no points if that is its author's doing, else no grade."""
    status = NO_GRADE if submission.is_unread else NOT_LOADED
    return _row(submission, status, grade_data(refused_grade(submission, assignment)), 0, submission.problem)


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return value


def row_line(data: RowData) -> bytes:
    return (json.dumps(data) + "\n").encode()


def read_line(line: bytes) -> RowData:
    """ValueError says what is wrong with a line."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("id"), str):
        raise ValueError("not the row of a grade (no id)")
    return data


def _row(submission: Submission, status: str, grade: dict[str, Any], seconds: float, reason: str) -> RowData:
    data = {"id": submission.id, "sha256": submission.sha256, "status": status, "reason": reason, **grade}
    data |= {"seconds": round(seconds, 2), "notes": list(submission.notes)}
    if status == NO_GRADE:
        data |= {"points": None, "complete": False}
    return data


def _status(grade: Grade) -> str:
    kinds = {failure.kind for failure in _failures(grade)}
    if FailureKind.NOT_LOADED in kinds:
        return NOT_LOADED
    is_cut = any(case.status is Status.NOT_RUN for question in grade.questions for case in question.cases)
    return PARTLY if is_cut or kinds & set(_CUT_SHORT) else OK


def _reason(grade: Grade) -> str:
    """Why cases could not run, or were not run to their end; empty if all were."""
    texts = {failure.kind: failure.text for failure in reversed(_failures(grade))}  # the first of each kind
    return next((texts[kind] for kind in (FailureKind.NOT_LOADED, *_CUT_SHORT) if kind in texts), "")


def _bugs(grade: Grade) -> set[str]:
    return {case.bug for question in grade.questions for case in question.cases if case.bug}


def _failures(grade: Grade) -> list[Failure]:
    cases = (case for question in grade.questions for case in question.cases)
    return [case.failure for case in cases if case.failure is not None]


def _failed(grade: Grade) -> list[str]:
    return [
        f"{question.name}/{case.name}" for question in grade.questions for case in question.cases if not case.passed
    ]
