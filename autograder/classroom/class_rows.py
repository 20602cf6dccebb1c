"""Rows of a class: the grade of each submission as plain data, and the fields that tables and summaries use."""

import json
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from autograder.assignment.assignment import Assignment
from autograder.classroom.case_facts import CaseFact, case_facts
from autograder.classroom.changes import Change, Comparison
from autograder.classroom.intake import Submission
from autograder.classroom.roster import Roster, RosterRow
from autograder.classroom.settings import CASES, SETTINGS
from autograder.classroom.students import Student
from autograder.failures import Failure, FailureKind
from autograder.reporters.json_report import grade_data, read_grade, read_number
from autograder.results import Deduction, Grade, QuestionResult, Status, number_text
from pacman.errors import one_line

OK: Final = "ok"
PARTLY: Final = "partly"  # some cases could not run or did not finish
NOT_LOADED: Final = "not loaded"
NO_GRADE: Final = "no grade"  # not the student's fault: to be graded again
RowStatus: TypeAlias = Literal["ok", "partly", "not loaded", "no grade"]
STATUSES: Final[tuple[RowStatus, ...]] = (OK, PARTLY, NOT_LOADED, NO_GRADE)
BEGINNING: Final = b'{"id": '  # of a row as a line
MEMBERS: Final = "members"  # key of the students of a row, as far as an export names them
UNGRADED: Final = "no_grade"  # key of the questions without a grade, in a row that has grades for the others

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


@dataclass
class Regrading:
    """Progress of `--regrade`.

    num_replaced: rows that were replaced. num_failed: rows that an error of the grader kept from being replaced.
    changes: of each row whose points or status changed. left: by id, why a row was not regraded.
    """

    num_replaced: int = 0
    num_failed: int = 0
    changes: list[Change] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassRow:
    """The fields of one submission for tables and summaries.

    points: the total; None if there is no grade. questions: the points of each question by name.
    ungraded: by name, why single questions have no grade; there is no total then.
    failed: the failed cases, as `q2/name`. bugs: names of the likely bugs, if the submission could be loaded.
    reason: a line that says why there are no points, or why cases could not run; may be empty.
    notes: lines about files that were left out, and other remarks.
    near: the cases whose points one game more or less would change, as `q1/name`.
    members: the students whose submission this is, as far as an export names them; several for a group.
    late: the deduction for lateness; of 0 points if it cost nothing.
    cases: facts about each case. cases_digests: by question, the digest of its cases, if it is recorded.
    """

    id: str
    status: RowStatus
    points: float | None
    max_points: float
    seconds: float
    questions: dict[str, float]
    failed: tuple[str, ...] = ()
    bugs: tuple[str, ...] = ()
    has_timed_out: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    ungraded: Mapping[str, str] = field(default_factory=dict)
    members: tuple[Student, ...] = ()
    late: Deduction | None = None
    cases: tuple[CaseFact, ...] = ()
    cases_digests: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: RowData) -> "ClassRow":
        """Extract the fields from a row; raise ValueError, with the reason, for data that is not a row."""
        try:
            ungraded = ungraded_reasons(data)
            grade = read_grade(with_all_points(data))
            facts = tuple(case_facts(grade))
            # A question without a grade has no bugs: the fault is that of its cases.
            bugs = {fact.bug for fact in facts if fact.bug and fact.question not in ungraded}
            return cls(
                id=data["id"],
                status=STATUSES[STATUSES.index(data["status"])],
                points=None if data["points"] is None else read_number(data["points"]),
                max_points=read_number(data["max_points"]),
                seconds=read_number(data["seconds"]),
                questions={question.name: question.points for question in grade.questions},
                failed=tuple(fact.name for fact in facts if not fact.solved),
                bugs=() if data["status"] == NOT_LOADED else tuple(sorted(bugs)),
                has_timed_out=any(failure.is_late for failure in _failures(grade)),
                reason=data["reason"],
                notes=tuple(map(one_line, data.get("notes", ()))),
                near=tuple(
                    f"{question.name}/{case.name}"
                    for question in grade.questions
                    for case in question.cases
                    if case.near_threshold
                ),
                ungraded=ungraded,
                members=tuple(map(Student.read, data.get(MEMBERS, ()))),
                late=grade.late,
                cases=facts,
                cases_digests={name: str(settings.get(CASES, "")) for name, settings in data.get(SETTINGS, {}).items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"not the row of a grade ({error!r})") from error

    @property
    def students(self) -> tuple[Student, ...]:
        """The students of the row; without names from an export, one who is known by the id of the row."""
        return self.members or (Student(self.id),)

    @property
    def names(self) -> str:
        """The names of the students, as far as they are known."""
        return ", ".join(filter(None, (student.name for student in self.members)))

    @property
    def is_finished(self) -> bool:
        """False for a row without a grade because of an error of the grader, which is to be graded again."""
        return self.status != NO_GRADE or bool(self.ungraded)

    @property
    def is_loaded(self) -> bool:
        """True if its cases were run. A submission that was not loaded fails all cases for the same reason."""
        return self.status not in (NOT_LOADED, NO_GRADE)

    def points_of(self, question: str) -> float | None:
        """Return the points of a question; None if it has no grade."""
        is_unknown = question in self.ungraded or (self.points is None and not self.ungraded)
        return None if is_unknown else self.questions.get(question, 0)

    def point_texts(self, questions: Iterable[str], unknown: str) -> list[str]:
        """Return the total and the points of these questions as text; `unknown` where there is no grade."""
        points = (self.points, *map(self.points_of, questions))
        return [unknown if each is None else number_text(each) for each in points]


@dataclass
class ClassGrades:
    """The rows of a class so far, sorted by id, the questions of the assignment, and the roster, if there is one.

    untimed: the ids of rows with a due date but no time of submission. comparison: with earlier grades, if given.
    """

    questions: dict[str, float]  # the maximum points of each, by name
    rows: list[ClassRow] = field(default_factory=list)
    regrading: Regrading | None = None
    is_complete: bool = False
    roster: Roster | None = None
    untimed: set[str] = field(default_factory=set)
    comparison: Comparison | None = None

    def change_of(self, id: str) -> Change | None:
        """Return the change of a row since the earlier grades, if there is one."""
        return self.comparison.changes.get(id) if self.comparison else None

    @property
    def max_points(self) -> float:
        return sum(self.questions.values())

    def student_rows(self) -> list[tuple[str, Student, ClassRow]]:
        """Return a row for each student of each submission, with a unique id.

        A student with several submissions has an id for each: the own one with that of the submission.
        """
        found = [(student, row) for row in self.rows for student in row.students]
        counts = Counter(student.id for student, _ in found)
        return [
            (student.id if counts[student.id] == 1 else f"{student.id} ({row.id})", student, row)
            for student, row in found
        ]

    def absent(self) -> list[RosterRow]:
        """Return the students of the roster who submitted nothing."""
        return self.roster.absent(student for row in self.rows for student in row.students) if self.roster else []

    def strangers(self) -> list[Student]:
        """Return the students who are not in the roster."""
        students = (student for row in self.rows for student in row.students)
        return [student for student in students if self.roster.row_of(student) is None] if self.roster else []

    def add(self, row: ClassRow) -> None:
        """Add a row, or replace the one of the same id."""
        self.rows = [each for each in self.rows if each.id != row.id]
        insort(self.rows, row, key=lambda row: row.id)

    def with_status(self, status: RowStatus) -> list[ClassRow]:
        return [row for row in self.rows if row.status == status]


def graded_row(submission: Submission, grade: Grade, seconds: float) -> RowData:
    for case in grade.cases:
        if case.search:  # the path of the cases is meaningless elsewhere; on a cluster it is in a worker's folder
            case.search = {**case.search, "source": ""}
    return _row(submission, _status(grade), grade_data(grade), seconds, _reason(grade))


def refused_grade(submission: Submission, assignment: Assignment) -> Grade:
    """Return a grade of zero points, with the submission's problem as the message of each question."""
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
    """Return the row of a submission that cannot be graded: no points if that is its author's fault, else no grade."""
    status: RowStatus = NO_GRADE if submission.is_unread else NOT_LOADED
    return _row(submission, status, grade_data(refused_grade(submission, assignment)), 0, submission.problem)


def questions_of(data: RowData) -> dict[str, dict[str, Any]]:
    """Return the questions of a row by name."""
    return {question["name"]: question for question in data["questions"]}


def ungraded_reasons(data: RowData) -> dict[str, str]:
    """Return why questions of a row have no grade, by name."""
    return {name: str(withheld["reason"]) for name, withheld in data.get(UNGRADED, {}).items()}


def without_points(data: RowData, reasons: Mapping[str, str]) -> RowData:
    """Return the row without a grade for these questions, and therefore without a total.

    The withheld points are kept in the row, so that `with_all_points` can restore them.
    """
    questions = [question for question in data["questions"] if question["name"] in reasons]
    if not questions:
        return data
    withheld = {each["name"]: {"points": each["points"], "reason": reasons[each["name"]]} for each in questions}
    return {
        **data,
        "status": NO_GRADE,
        "reason": "; ".join(f"{name}: {entry['reason']}" for name, entry in withheld.items()),
        "points": None,
        "complete": False,
        "questions": [{**each, "points": None} if each["name"] in reasons else each for each in data["questions"]],
        UNGRADED: withheld,
    }


def with_all_points(data: RowData) -> RowData:
    """Return the row with its withheld points restored."""
    if UNGRADED not in data:
        return data
    withheld = data[UNGRADED]
    questions = [
        {**question, "points": withheld[question["name"]]["points"]} if question["name"] in withheld else question
        for question in data["questions"]
    ]
    whole = {key: value for key, value in data.items() if key != UNGRADED}
    return summed_up({**whole, "questions": questions, "complete": True})


def summed_up(data: RowData) -> RowData:
    """Return the row with its total, status and reason computed from its questions and cases."""
    grade = read_grade(data)
    totals = {"points": grade.points, "max_points": grade.max_points}
    return {**data, **totals, "status": _status(grade), "reason": _reason(grade)}


def row_line(data: RowData) -> bytes:
    return (json.dumps(data) + "\n").encode()


def read_line(line: bytes) -> RowData:
    """Parse a line; raise ValueError, with the reason, if it is not a row."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("id"), str):
        raise ValueError("not the row of a grade (no id)")
    return data


def _row(submission: Submission, status: RowStatus, grade: dict[str, Any], seconds: float, reason: str) -> RowData:
    data = {"id": submission.id, "sha256": submission.sha256, "status": status, "reason": reason, **grade}
    data |= {"seconds": round(seconds, 2), "notes": list(submission.notes)}
    if status == NO_GRADE:
        data |= {"points": None, "complete": False}
    return data


def _status(grade: Grade) -> RowStatus:
    kinds = {failure.kind for failure in _failures(grade)}
    if FailureKind.NOT_LOADED in kinds:
        return NOT_LOADED
    is_cut = any(case.status is Status.NOT_RUN for case in grade.cases)
    return PARTLY if is_cut or kinds & set(_CUT_SHORT) else OK


def _reason(grade: Grade) -> str:
    """Return why cases could not run or did not finish; empty if all finished."""
    texts = {failure.kind: failure.text for failure in reversed(_failures(grade))}  # the first of each kind
    return next((texts[kind] for kind in (FailureKind.NOT_LOADED, *_CUT_SHORT) if kind in texts), "")


def _failures(grade: Grade) -> list[Failure]:
    return [case.failure for case in grade.cases if case.failure is not None]
