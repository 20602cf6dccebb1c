"""Fill in the gradebook of a course system: the grades of an assignment in a file that the system exported."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from autograder.classroom.csv_table import Cell, text_of
from autograder.classroom.roster import POINTS_POSSIBLE, Roster, RosterRow
from autograder.classroom.students import Student, folded
from autograder.errors import GradingError
from autograder.results import number_text
from pacman.errors import one_line

System = Literal["canvas", "moodle"]
SYSTEMS: Final[tuple[System, ...]] = get_args(System)
MOST_COLUMNS: Final = 5  # in a message
_ASSIGNMENT: Final = re.compile(r".+ \(\d+\)")  # Canvas adds the number of the assignment to its name
_READ_ONLY: Final = "(read only)"
_DECIMAL_COMMA: Final = re.compile(r"\d+,\d+")
_NO: Final = "no"


@dataclass(frozen=True)
class FilledIn:
    """A gradebook with grades: its text, the number of cells that were filled, and lines about what was not."""

    text: str
    count: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Gradebook:
    """A file of a system with the column for the grades of this assignment."""

    roster: Roster
    system: System
    column: int

    @classmethod
    def find(cls, roster: Roster, system: System, wanted: str, max_points: float) -> "Gradebook":
        """Return the gradebook; raise GradingError if the roster is not one, or the column is not clear.

        wanted: the name of the column, or a part of it; may be empty if there is only one.
        """
        if system not in roster.kinds:
            needed = {"canvas": "Student, ID and SIS User ID", "moodle": "Identifier and Grade"}[system]
            raise GradingError(
                f"{roster.table.path}:1: not a gradebook of {system.capitalize()}; expected the columns {needed}"
            )
        find = _canvas_column if system == "canvas" else _moodle_column
        return cls(roster, system, find(roster, wanted, max_points))

    @property
    def title(self) -> str:
        return one_line(self.roster.table.header[self.column].text.strip())

    def filled(self, grades: Iterable[tuple[Student, float]], max_points: float) -> FilledIn:
        """Return the file with these points; all other characters are unchanged."""
        texts: dict[Cell, str] = {}
        given: dict[int, str] = {}  # the student whose grade a line has
        notes = []
        for student, points in grades:
            row = self.roster.row_of(student)
            if row is None:
                notes.append(f"{student.id}: not in {self.roster.table.path.name}; no grade is filled in")
            elif row.line in given:
                notes.append(f"{student.id}: line {row.line} already has a grade; this one is not filled in")
            elif problem := self._problem(row):
                notes.append(f"{student.id}: line {row.line}: {problem}; no grade is filled in")
            else:
                given[row.line] = student.id
                texts[row.cells[self.column]] = self._number(row, points)
        most = self._max_points()
        if most and any(each != max_points for each in most):
            notes.append(
                f"{self.title} has {number_text(most[0])} points, the grades are of {number_text(max_points)}; "
                "they are filled in as they are"
            )
        return FilledIn(self.roster.table.replaced(texts), len(texts), tuple(notes))

    def _problem(self, row: RosterRow) -> str:
        """Return why a row cannot be filled in; empty if it can."""
        if self.column >= len(row.cells):
            return f"it has {len(row.cells)} cells; expected {self.column + 1}"
        changeable = text_of(row.cells, self.roster.table.columns.get("grade can be changed"))
        return "Moodle says that its grade cannot be changed" if folded(changeable) == _NO else ""

    def _number(self, row: RosterRow, points: float) -> str:
        """Return the points as the file writes numbers: with a decimal comma if the maximum has one."""
        most = text_of(row.cells, self.roster.table.columns.get("maximum grade"))
        text = number_text(points)
        return text.replace(".", ",") if _DECIMAL_COMMA.fullmatch(most) else text

    def _max_points(self) -> list[float]:
        """Return the different maximum points of the column, as far as the file states them."""
        table = self.roster.table
        if self.system == "canvas":
            texts = [_possible(self.roster, self.column)]
        else:
            texts = [
                text_of(row.cells, table.columns.get("maximum grade")).replace(",", ".") for row in self.roster.rows
            ]
        return list(dict.fromkeys(number for text in texts for number in _numbers(text)))


def _canvas_column(roster: Roster, wanted: str, max_points: float) -> int:
    header = roster.table.header
    found = [
        at
        for at, cell in enumerate(header)
        if _ASSIGNMENT.fullmatch(cell.text.strip()) and _possible(roster, at) != _READ_ONLY
    ]
    if wanted:
        exact = [at for at in found if folded(header[at].text) == folded(wanted)]
        found = exact or [at for at in found if folded(wanted) in folded(header[at].text)]
    elif len(found) > 1:
        found = [at for at in found if list(_numbers(_possible(roster, at))) == [max_points]] or found
    if len(found) == 1:
        return found[0]
    names = ", ".join(one_line(header[at].text.strip()) for at in found[:MOST_COLUMNS])
    more = " …" if len(found) > MOST_COLUMNS else ""
    if not found:
        what = f"no assignment {wanted!r}" if wanted else "no assignment such as Project 2 (12345)"
        raise GradingError(f"{roster.table.path}:1: {what} among the columns {roster.table.column_names}")
    raise GradingError(
        f"{roster.table.path}:1: several assignments: {names}{more}; choose one by --csv-for canvas:NAME"
    )


def _moodle_column(roster: Roster, wanted: str, max_points: float) -> int:
    column = roster.table.columns.get(folded(wanted or "Grade"))
    if column is None:
        raise GradingError(
            f"{roster.table.path}:1: no column {wanted or 'Grade'!r}; expected the grading worksheet of Moodle"
        )
    return column


def _possible(roster: Roster, column: int) -> str:
    """Return the points possible of an assignment of Canvas, as the file states them."""
    rows = (row for row in roster.table.rows if folded(row[0].text) == POINTS_POSSIBLE)
    return next((text_of(row, column) for row in rows), "")


def _numbers(text: str) -> Iterator[float]:
    try:
        yield float(text)
    except ValueError:
        return
