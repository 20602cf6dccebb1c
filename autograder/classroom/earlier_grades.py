"""Earlier grades of a class, which `--against` compares with the new ones. Their file is read once and not written."""

import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from autograder.classroom.changes import Comparison
from autograder.classroom.class_rows import NO_GRADE, UNGRADED, ClassRow, RowData, questions_of, read_line
from autograder.classroom.comparison import compare
from autograder.classroom.grades_file import LONGEST_LINE, row_settings
from autograder.classroom.intake import ClassEntry, former_ids
from autograder.classroom.settings import SETTINGS
from autograder.errors import GradingError
from autograder.results import VISIBILITIES
from pacman.errors import one_line
from pacman.files import name_hint

EXPECTED: Final = "expected the grades of a class, as --jsonl writes them"
LONGEST_PROBLEM: Final = 200  # characters of a message about a row

# The parts of a row that are compared, which are a small part of it.
_FACTS: Final = ("id", "sha256", "status", "reason", "points", "max_points", "isolation", "late", "dice_key")
_ROW_KEYS: Final = (*_FACTS, UNGRADED, SETTINGS)
_QUESTION_KEYS: Final = ("name", "points", "max_points", "skipped", "visibility")
_CASE_KEYS: Final = ("name", "status", "points", "max_points", "adds_points", "visibility")
_TEXTS: Final = ("sha256", "reason", "isolation", "dice_key", "name")
_FLAGS: Final = ("skipped", "adds_points")
_TYPES: Final[dict[str, type]] = {**dict.fromkeys(_TEXTS, str), **dict.fromkeys(_FLAGS, bool)}


class EarlierGrades:
    """The rows of a file of grades, and their comparison with the rows of a new grading.

    dice_key: the key of all rows, if they record the same one.
    """

    def __init__(self, name: str, rows: Mapping[str, RowData]) -> None:
        self.comparison = Comparison(name, removed=set(rows))
        self._rows = rows
        self._former_ids: dict[str, str] = {}  # ids in the file, by those of the new grading
        keys = {row.get("dice_key") for row in rows.values()}
        self.dice_key: str | None = keys.pop() if len(keys) == 1 else None

    @classmethod
    def read(cls, path: Path) -> "EarlierGrades":
        """Read a file; raise GradingError, in one line, if it is not a file of grades with one row for each id."""
        rows: dict[str, RowData] = {}
        numbers: dict[str, int] = {}
        for number, line in _lines(path):
            try:
                row = _read_row(line)
                if row["id"] in rows:
                    raise ValueError(f"a second row of {row['id']}, after line {numbers[row['id']]}")
            except ValueError as error:
                problem = one_line(str(error))[:LONGEST_PROBLEM]
                raise GradingError(f"{one_line(str(path))}:{number}: {problem}; {EXPECTED}") from error
            rows[row["id"]] = row
            numbers[row["id"]] = number
        if not rows:
            raise GradingError(f"{one_line(str(path))}:1: the file is empty; {EXPECTED}")
        return cls(one_line(path.name), rows)

    def match(self, entries: Iterable[ClassEntry]) -> None:
        """Find the rows of submissions that had another id in an earlier version."""
        self._former_ids = former_ids(entries, self._rows)

    def look_at(self, new: RowData) -> None:
        """Compare a row of the new grading, which may replace one that was compared before."""
        found, id = self.comparison, str(new["id"])
        former_id = self._former_ids.get(id, id)
        old = self._rows.get(former_id)
        if old is None:
            found.added.add(id)
            return
        found.removed.discard(former_id)
        found.compared.add(id)
        found.changes.pop(id, None)
        if change := compare(old, new):
            found.changes[id] = change
        before, after = questions_of(old), questions_of(new)
        found.questions_before |= before.keys() - after.keys()
        found.questions_now |= after.keys() - before.keys()
        for name, question in after.items():
            then, now = before.get(name, question)["max_points"], question["max_points"]
            if then != now:
                found.max_points.setdefault(name, (set(), now))[0].add(then)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise GradingError(f"{one_line(str(path))}: not a file; {EXPECTED}")
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), start=1):
                if len(line) == LONGEST_LINE:
                    raise GradingError(f"{one_line(str(path))}:{number}: a line of {LONGEST_LINE} bytes; {EXPECTED}")
                yield number, line
    except OSError as error:
        hint = name_hint(path)
        raise GradingError(f"{one_line(str(path))}: cannot be read: {error.strerror or error}{hint}") from error


def _read_row(line: bytes) -> RowData:
    """Return the parts of a row that are compared; raise ValueError, with the reason, for a line that is not a row."""
    data = read_line(line)
    ClassRow.read(data)
    row_settings(data)
    row = _part(data, _ROW_KEYS)
    if (row["points"] is None) != (row["status"] == NO_GRADE):
        raise ValueError(f"not the row of a grade ({'points'!r} do not fit {'status'!r})")
    row["questions"] = [
        {**_part(question, _QUESTION_KEYS), "cases": _unique([_part(case, _CASE_KEYS) for case in question["cases"]])}
        for question in data["questions"]
    ]
    _unique(row["questions"])
    return row


def _part(data: RowData, keys: Iterable[str]) -> RowData:
    part = {key: data[key] for key in keys if key in data}
    for key, value in part.items():
        is_right = value in VISIBILITIES if key == "visibility" else isinstance(value, _TYPES.get(key, object))
        if not is_right:
            raise ValueError(f"not the row of a grade ({key!r} has a value of another kind)")
    return part


def _unique(named: list[RowData]) -> list[RowData]:
    if len({each["name"] for each in named}) < len(named):
        raise ValueError("not the row of a grade (two questions or cases of the same name)")
    return named
