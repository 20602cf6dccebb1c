"""Deductions for late submissions: the policy in the CONFIG of an assignment, and the lateness from Gradescope's data.

late_percent_per_day: "10"      of the points are lost for each day begun since the due date
late_grace_minutes: "15"        after the due date that do not count
late_days: "3"                  after which a submission gets no points
due: "2026-03-01 23:59 Europe/Berlin"   the due date, for classes; Gradescope has its own
"""

import json
import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from autograder.assignment.case_files import CaseFile, folder_config
from autograder.classroom.due_dates import read_due
from autograder.errors import GradingError
from autograder.results import Deduction, counted, number_text
from pacman.files import read_text

LATE_KEYS: Final = frozenset({"late_percent_per_day", "late_grace_minutes", "late_days", "due"})
LARGEST_METADATA: Final = 2**26  # large, because the file contains the results of earlier submissions
DAY: Final = timedelta(days=1)
YEAR: Final = 365 * DAY


@dataclass(frozen=True)
class LatePolicy:
    """A late policy.

    percent: of the points, lost per day. grace: lateness that does not count. days: after which no points are given.
    due: the due date, which only `grade` of a folder uses.
    """

    percent: float = 0
    grace: timedelta = timedelta()
    days: float = math.inf
    due: datetime | None = None

    @classmethod
    def read(cls, assignment: Path) -> "LatePolicy":
        """Read the policy of an assignment; without one, late submissions lose nothing."""
        return cls.from_config(folder_config(assignment))

    @classmethod
    def from_config(cls, file: CaseFile) -> "LatePolicy":
        """Read the policy from the CONFIG of an assignment; raise GradingError for numbers out of range."""
        percent = _number(file, "late_percent_per_day", 0, most=100)
        minutes = _number(file, "late_grace_minutes", 0, most=YEAR / timedelta(minutes=1))
        days = _number(file, "late_days", math.inf, most=YEAR / DAY)
        try:
            due = read_due(file.get("due")) if "due" in file else None
        except ValueError as error:
            raise file.error("due", f"due: {error}") from error
        return cls(percent, timedelta(minutes=minutes), days, due)

    @property
    def costs(self) -> bool:
        """True if a late submission can lose points."""
        return bool(self.percent) or self.days < math.inf

    def deduction(self, points: float, late: timedelta, details: str = "") -> Deduction | None:
        """Return the deduction from `points` for this lateness; None if nothing is taken off.

        details: a text for the reason, such as the dates.
        """
        begun = math.ceil((late - self.grace) / DAY) if late > self.grace else 0
        lost = 100.0 if begun > self.days else min(100.0, begun * self.percent)
        if not lost:
            return None
        return Deduction(
            round(points * lost / 100, 4),
            f"Late by {_words(late)}{details}: {number_text(lost)} % of {number_text(points)} points are taken off.",
        )

    def no_deduction(self, late: timedelta, details: str) -> Deduction:
        """Return a deduction of nothing that states the lateness."""
        why = ", within the grace period" if self.costs and late <= self.grace else ""
        return Deduction(0, f"Late by {_words(late)}{details}{why}: nothing is taken off.")


def _number(file: CaseFile, key: str, default: float, most: float) -> float:
    if key not in file:
        return default
    number = file.number(key)
    if not 0 <= number <= most:
        raise file.error(key, f"{key} is {number:g}; expected 0 to {most:g}")
    return number


def lateness(metadata: Path) -> timedelta:
    """Return the time from the due date to the submission, by Gradescope's submission_metadata.json; zero if in time.

    An extension is recorded with its student; for a group, the latest date counts. Raise GradingError if the file is
    not Gradescope's.
    """
    text = read_text(metadata, LARGEST_METADATA, GradingError, "Gradescope's submission_metadata.json")
    try:
        data = json.loads(text)
        came, due = datetime.fromisoformat(data["created_at"]), data["assignment"]["due_date"]
        own = [user.get("assignment") or {} for user in data.get("users") or []]
        extended = [place["due_date"] for place in own if place.get("due_date") is not None]
        dates = [datetime.fromisoformat(date) for date in extended or [due] if date is not None]
        return max(timedelta(), came - max(dates)) if dates else timedelta()
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise GradingError(f"{metadata}: not Gradescope's submission_metadata.json: {error!r}") from error


def _words(late: timedelta) -> str:
    hours, minutes = divmod(int(late / timedelta(minutes=1)), 60)
    days, hours = divmod(hours, 24)
    parts = ((days, "day"), (hours, "hour"), (minutes, "minute"))
    return " ".join(counted(count, unit) for count, unit in parts if count) or "a moment"
