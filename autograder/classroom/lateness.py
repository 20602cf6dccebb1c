"""Lateness in a class: due dates, extensions and the times of submission, from an export or from a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final

from autograder.classroom.csv_table import text_of
from autograder.classroom.due_dates import Reader, read_due, read_time, time_text
from autograder.classroom.late_policy import LatePolicy
from autograder.classroom.roster import Roster, RosterRow
from autograder.classroom.students import Student
from autograder.errors import GradingError
from autograder.results import Deduction
from pacman.errors import one_line

EXPECTED: Final = "times of submission: a CSV file with a column of ids, and the columns time or due"
_TIMES: Final = ("time", "submitted", "submitted_at", "submitted at", "created_at", "submission time")
_DUE: Final = "due"


@dataclass(frozen=True)
class SubmissionTimes:
    """A file of submission times and extensions, by student."""

    roster: Roster
    times: dict[int, datetime] = field(repr=False)  # by line
    extensions: dict[int, datetime] = field(repr=False)

    @classmethod
    def read(cls, path: Path, default: datetime | None) -> "SubmissionTimes":
        """Read a file; dates without a zone are in that of the default due date.

        Raise GradingError for a text that is not a date, and if there is no due date at all.
        """
        roster = Roster.read(path, EXPECTED)
        columns, names = roster.table.columns, roster.table.column_names
        time = next((columns[name] for name in _TIMES if name in columns), None)
        due = columns.get(_DUE)
        if time is None and due is None:
            raise GradingError(f"{path}:1: no column time or due; expected one of them, not {names}")
        if default is None and due is None:
            raise GradingError(f"{path}:1: no due date; expected --due, `due` in CONFIG or a column due")
        zone = default.tzinfo if default else None
        return cls(roster, _column(roster, time, zone, read_time), _column(roster, due, zone, read_due))

    def of(self, students: Sequence[Student]) -> tuple[datetime | None, datetime | None]:
        """Return the time of a submission and its due date; None for what the file does not state.

        For a group, the latest dates of its members count.
        """
        lines = [row.line for student in students if (row := self.roster.row_of(student))]
        return _latest(self.times, lines), _latest(self.extensions, lines)


def _latest(dates: Mapping[int, datetime], lines: Sequence[int]) -> datetime | None:
    return max((dates[line] for line in lines if line in dates), key=datetime.timestamp, default=None)


def _column(roster: Roster, column: int | None, zone: tzinfo | None, read: Reader) -> dict[int, datetime]:
    def time_of(row: RosterRow) -> datetime | None:
        text = text_of(row.cells, column)
        try:
            return read(text, zone) if text else None
        except ValueError as error:
            raise GradingError(f"{roster.table.path}:{row.line}: {one_line(str(error))}") from error

    found = ((row.line, time_of(row)) for row in roster.rows)
    return {line: time for line, time in found if time is not None}


@dataclass(frozen=True)
class Lateness:
    """The rule of an assignment, its due date, and a file of times; either may be missing."""

    policy: LatePolicy
    due: datetime | None = None
    times: SubmissionTimes | None = None

    @property
    def has_due_dates(self) -> bool:
        return self.due is not None or bool(self.times and self.times.extensions)

    def verdict(
        self, points: float, students: Sequence[Student], submitted: datetime | None, late_mark: str
    ) -> tuple[bool, Deduction | None]:
        """Return True if the lateness of a submission is known, and the deduction from `points` with its reason.

        A deduction of 0 points states that a submission was late, or marked so, and cost nothing.
        """
        time, extension = self.times.of(students) if self.times else (None, None)
        time, due = time or submitted, extension or self.due
        if time is not None and due is not None:
            return True, self._deduction(points, time, due)
        if late_mark:
            reason = f"Marked late by {late_mark}. The time of submission is not known, so nothing is deducted."
            return True, Deduction(0, reason)
        return False, None

    def _deduction(self, points: float, time: datetime, due: datetime) -> Deduction | None:
        late = time.astimezone(UTC) - due.astimezone(UTC)  # in one zone, the change of clocks would not count
        if late <= timedelta():
            return None
        details = f" (due {time_text(due)}, submitted {time_text(time.astimezone(due.tzinfo))})"
        return self.policy.deduction(points, late, details) or self.policy.no_deduction(late, details)
