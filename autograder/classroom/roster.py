"""The roster of a class: a CSV file with ids, such as the gradebook of Canvas or the grading worksheet of Moodle."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from autograder.classroom.csv_table import CsvTable, Row, text_of
from autograder.classroom.students import ID_KINDS, IdKind, Student, folded
from autograder.errors import GradingError
from pacman.errors import one_line

POINTS_POSSIBLE: Final = "points possible"  # in the first column of a row of Canvas that is not a student
EXPECTED: Final = "a roster: a CSV file with a column of ids"

_SYSTEM_IDS: Final[dict[str, IdKind]] = {"identifier": "moodle", "canvas_user_id": "canvas"}
_STUDENT_IDS: Final = ("sis user id", "sid", "student id", "student_id", "id number", "student number", "user_id")
_EMAILS: Final = ("email", "e-mail", "email address")
_LOGINS: Final = (*_EMAILS, "sis login id", "login id", "login_id", "username")
_NAMES: Final = ("student", "full name", "name", "student name")
_FIRST_NAMES: Final = ("first name", "first", "given name")
_LAST_NAMES: Final = ("last name", "last", "surname", "family name")
_GROUPS: Final = ("group", "group_name", "group name")


@dataclass(frozen=True)
class RosterRow:
    """A student of the roster: the id in the first column of ids, all ids by kind, folded, and the cells of the row."""

    id: str
    kind: IdKind
    line: int
    ids: frozenset[tuple[IdKind, str]]
    name: str
    email: str
    group: str
    cells: Row = field(repr=False, compare=False)

    @property
    def student(self) -> Student:
        return Student(self.id, self.kind, self.name, self.email)


@dataclass(frozen=True)
class Roster:
    """The students of a roster, by their ids and names."""

    table: CsvTable
    rows: tuple[RosterRow, ...]
    kinds: frozenset[IdKind]  # of the columns of ids
    by_id: dict[tuple[IdKind, str], list[RosterRow]] = field(repr=False)
    by_name: dict[tuple[str, ...], list[RosterRow]] = field(repr=False)

    @classmethod
    def read(cls, path: Path, expected: str = EXPECTED) -> "Roster":
        """Read a roster; raise GradingError if it has no ids, or an id twice."""
        table = CsvTable.read(path, expected)
        columns = id_columns(table)
        if not columns:
            raise GradingError(
                f"{path}:1: no column of ids; expected ID, SIS User ID, Identifier, SID, Email or id, not "
                f"{table.column_names}"
            )
        rows = tuple(_students(table, columns))
        if not rows:
            raise GradingError(
                f"{path}: no student with an id in the column {table.header[columns[0][0]].text.strip()}"
            )
        _check_unique(path, rows)
        by_id: dict[tuple[IdKind, str], list[RosterRow]] = {}
        by_name: dict[tuple[str, ...], list[RosterRow]] = {}
        for row in rows:
            for key in row.ids:
                by_id.setdefault(key, []).append(row)
            by_name.setdefault(_name_key(row.name), []).append(row)
        return cls(table, rows, frozenset(kind for _, kind in columns), by_id, by_name)

    def row_of(self, student: Student) -> RosterRow | None:
        """Return the row of a student; None if no row, or more than one, matches.

        Names decide only if the roster has no ids of the student's kind.
        """
        found = {row.line: row for key in _keys(student) for row in self.by_id.get(key, ())}
        if not found and (student.kind not in self.kinds or not student.kind):
            named = self.by_name.get(_name_key(student.name or student.id), [])
            found = {row.line: row for row in named}
        return next(iter(found.values())) if len(found) == 1 else None

    def absent(self, students: Iterable[Student]) -> list[RosterRow]:
        """Return the rows of all other students: those who submitted nothing."""
        present = {row.line for student in students if (row := self.row_of(student))}
        return [row for row in self.rows if row.line not in present]


def id_columns(table: CsvTable) -> list[tuple[int, IdKind]]:
    """Return the columns of ids with their kinds; those of systems come first, logins and addresses last."""
    columns = table.columns
    is_canvas = "id" in columns and ("sis user id" in columns or "sis login id" in columns)
    names: dict[str, IdKind] = {**({"id": "canvas"} if is_canvas else {}), **_SYSTEM_IDS}
    if not is_canvas:
        names["id"] = ""
    names.update(dict.fromkeys(_STUDENT_IDS, "sid"))
    names.update(dict.fromkeys(_LOGINS, "email"))
    return [(columns[name], kind) for name, kind in names.items() if name in columns]


def id_keys(row: Row, columns: Iterable[tuple[int, IdKind]]) -> Iterator[tuple[IdKind, str]]:
    """Yield the ids of a row, by kind and folded."""
    for column, kind in columns:
        if text := _id_text(row, column, kind):
            yield kind, folded(text)


def _id_text(row: Row, column: int, kind: IdKind) -> str:
    """Return the id in a cell. Moodle writes "Participant 123", in the language of the site."""
    text = text_of(row, column)
    return "".join(re.findall(r"\d+$", text)) if kind == "moodle" else text


def _students(table: CsvTable, columns: list[tuple[int, IdKind]]) -> Iterator[RosterRow]:
    places = table.columns

    def text(row: Row, names: Iterable[str]) -> str:
        return next((found for name in names if (found := text_of(row, places.get(name)))), "")

    for row in table.rows:
        ids = frozenset(id_keys(row, columns))
        if not ids or folded(row[0].text) == POINTS_POSSIBLE:
            continue
        name = text(row, _NAMES) or " ".join(filter(None, (text(row, _FIRST_NAMES), text(row, _LAST_NAMES))))
        id, kind = next((id, kind) for column, kind in columns if (id := _id_text(row, column, kind)))
        about = (one_line(name), one_line(text(row, _EMAILS)), text(row, _GROUPS))
        yield RosterRow(one_line(id), kind, row[0].line, ids, *about, row)


def _check_unique(path: Path, rows: Iterable[RosterRow]) -> None:
    lines: dict[str, int] = {}
    for row in rows:
        first = lines.setdefault(folded(row.id), row.line)
        if first != row.line:
            raise GradingError(f"{path}:{row.line}: the id {row.id} is also in line {first}; expected it once")


def _keys(student: Student) -> Iterator[tuple[IdKind, str]]:
    """Yield the ids under which a roster may have the student; an id of unknown kind may be any."""
    id = folded(student.id)
    if student.kind:
        yield student.kind, id
        yield "", id
    else:
        yield from ((kind, id) for kind in ID_KINDS)
    if student.email:
        yield "email", folded(student.email)


def _name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name in a fixed order: "Lovelace, Ada" is "Ada Lovelace"."""
    return tuple(sorted(re.findall(r"\w+", folded(name)))) or (name,)
