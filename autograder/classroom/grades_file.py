"""The file of a class's grades: one line of JSON per submission, with all data that is needed to resume the grading.

Before a row is replaced, the old one is appended to a history file (for `grades.jsonl`, `grades.history.jsonl`). A run
that is killed between the two writes leaves the old row in both files.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from autograder.classroom.class_rows import BEGINNING, ClassRow, RowData, read_line, row_line
from autograder.classroom.settings import (
    CASE_DIGESTS,
    CASES,
    CODE,
    DICE,
    FILE_DIGESTS,
    QUESTIONS,
    REGRADED,
    SETTINGS,
    RowSettings,
    differences,
)
from autograder.errors import GradingError
from autograder.results import counted
from autograder.student.dice_key import DiceKey
from jobs.json_lines import JsonLinesFile

LONGEST_LINE: Final = 2**26
LONGEST_NAME: Final = 40  # characters of a setting in a message
SUFFIX: Final = ".jsonl"


def history_path(path: Path) -> Path:
    """Return the path of the history file, which receives replaced rows."""
    return path.with_name(f"{path.name.removesuffix(SUFFIX)}.history{SUFFIX}")


@dataclass(frozen=True)
class KnownRow:
    """A row of the file, without most of its data.

    line: its line number when the file was opened. has_settings: False for a row of an earlier version, which did not
    record settings; `settings` then contains only what can be derived from other data.
    """

    line: int
    sha256: str
    settings: RowSettings
    has_settings: bool
    row: ClassRow

    def differences(self, now: RowSettings, *, regraded: bool) -> list[str]:
        """Return texts for the settings that differ from the present ones.

        regraded: compare the questions that `--regrade` has replaced; otherwise, compare the others.
        """
        if self.settings.keys() != now.keys():
            is_regraded = all(self._is_regraded(name) for name in self.settings)
            return differences(self.settings, now) if is_regraded == regraded else []
        names = [name for name in now if self._is_regraded(name) == regraded]
        then = {name: self.settings[name] for name in names}
        return differences(then, {name: now[name] for name in names}, only_recorded=not self.has_settings)

    def _is_regraded(self, question: str) -> bool:
        return bool(self.settings[question].get(REGRADED))

    @property
    def codes(self) -> set[str]:
        """Digests of the versions of the code that graded the row."""
        return {str(settings.get(CODE)) for settings in self.settings.values()}

    def equals(self, now: RowSettings) -> bool:
        """True if the row was graded with these settings and this version of the code, for all of these questions."""
        then = {name: self.settings[name] for name in now if name in self.settings}
        is_same_code = all(settings.get(CODE) == now[name][CODE] for name, settings in then.items())
        return self.has_settings and is_same_code and not differences(then, now)


class GradesFile:
    """The grades of a class on disk, with one row for each id. A row is written as soon as it is known.

    dice_key: the key that was drawn for this class. questions: the maximum points of each question in the rows.
    """

    def __init__(self, path: str | Path, *, resume: bool = False) -> None:
        self.path = Path(path)
        self.dice_key: str | None = None
        self.known: dict[str, KnownRow] = {}
        self.questions: dict[str, float] = {}
        self._lines = JsonLinesFile(path, BEGINNING, resume=resume, longest_line=LONGEST_LINE)
        self._places: dict[str, tuple[int, int]] = {}  # start and end of each row by id, in the order of the file
        self._superseded: list[tuple[int, int]] = []  # earlier rows of an id, left by killed runs of old versions
        self._end = 0
        self._history = _History(history_path(self.path), self.path)

    def __enter__(self) -> "GradesFile":
        """Read the existing rows and open the file for appending; raise GradingError if it has other content."""
        try:
            self._lines.open(self._recall)
            if self._superseded:
                for place in self._superseded:
                    self._history.add(self._read(place))
                self._rewrite({})
        except BaseException:
            self._lines.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._history.close()
        self._lines.close()

    def _recall(self, number: int, line: bytes) -> None:
        try:
            data = read_line(line)
            row = ClassRow.read(data)
            settings = row_settings(data)
        except ValueError as error:
            raise GradingError(f"{self.path}:{number}: {error}; expected the grades of a class") from error
        self.dice_key = data.get("dice_key", self.dice_key)
        self.questions |= {question["name"]: question["max_points"] for question in data["questions"]}
        if row.id in self._places:
            self._superseded.append(self._places.pop(row.id))
        self._add_place(row.id, len(line))
        self.known[row.id] = KnownRow(number, str(data.get("sha256")), settings, SETTINGS in data, row)

    def check(self, now: RowSettings) -> list[str]:
        """Raise GradingError if the file has grades of other settings; otherwise return notes about kept rows.

        Questions that `--regrade` has replaced may have other settings, as long as some grades have the present ones.
        """
        finished = [known for known in self.known.values() if known.row.is_finished]
        for known in finished:
            self._refuse(known, known.differences(now, regraded=False))
        others = [(known, texts) for known in finished if (texts := known.differences(now, regraded=True))]
        if others and len(others) == len(finished) and not any(_has_own(known) for known in finished):
            self._refuse(*others[0])
        notes = []
        if others:
            differing = "; ".join(others[0][1])
            notes.append(f"keeps {counted(len(others), 'row')} from --regrade, of other settings ({differing})")
        unrecorded = [known for known in finished if not known.has_settings]
        if unrecorded:
            notes.append(f"keeps {counted(len(unrecorded), 'row')} of an earlier version, which recorded no settings")
        codes = {settings[CODE] for settings in now.values()}
        older = [known for known in finished if known.has_settings and known.codes != codes]
        if older:
            notes.append(f"the code has changed, the cases have not; keeps {counted(len(older), 'row')} graded before")
        return [f"{self.path}: {line}; --regrade grades again" for line in notes]

    def _refuse(self, known: KnownRow, differing: list[str]) -> None:
        if differing:
            raise GradingError(
                f"{self.path}:{known.line}: {known.row.id} was graded with other settings ({'; '.join(differing)}); "
                "choose another file, or replace grades by --regrade"
            )

    def check_question(self, now: RowSettings) -> bool:
        """True if `--regrade` replaces some questions of the rows, False if it replaces whole rows.

        Raise GradingError if neither is possible: the rows do not have the questions, or not the same single case.
        """
        is_part = False
        for known in self.known.values():
            if not now.keys() <= known.settings.keys():
                self._refuse(known, differences(known.settings, now))
            tests = {name: (known.settings[name].get("--test"), now[name].get("--test")) for name in now}
            for name, (then, wanted) in tests.items():
                if then != wanted:
                    self._refuse(known, differences({name: {"--test": then}}, {name: {"--test": wanted}}))
            is_part = is_part or now.keys() < known.settings.keys()
        return is_part

    def data(self, id: str) -> RowData:
        """Read all data of the row of an id from the file."""
        return read_line(self._read(self._places[id]))

    def _read(self, place: tuple[int, int]) -> bytes:
        with self.path.open("rb") as file:
            file.seek(place[0])
            return file.read(place[1] - place[0])

    def put(self, data: RowData, settings: RowSettings) -> RowData:
        """Append a row, or replace the row of the same id; return the row as it was written."""
        kept = {"dice_key": self.dice_key} if self.dice_key else {}
        row = {**data, SETTINGS: settings, **kept}
        line = row_line(row)
        if data["id"] in self._places:
            self._history.add(self._read(self._places[data["id"]]))
            self._rewrite({data["id"]: line})
        else:
            self._lines.append(line)
            self._add_place(data["id"], len(line))
        return row

    def _add_place(self, id: str, length: int) -> None:
        self._places[id] = (self._end, self._end + length)
        self._end += length

    def put_in_order(self, changed: Mapping[str, RowData]) -> None:
        """Sort the rows by id and replace the `changed` ones, in one atomic write."""
        self._places = dict(sorted(self._places.items()))
        self._rewrite({id: row_line(data) for id, data in changed.items()})

    def _rewrite(self, changed: Mapping[str, bytes]) -> None:
        self._lines.rewrite(changed.get(id, place) for id, place in self._places.items())
        lengths = {id: end - begin for id, (begin, end) in self._places.items()}
        self._end = 0
        for id, length in lengths.items():
            self._add_place(id, len(changed[id]) if id in changed else length)


@dataclass
class _History:
    """The history file: replaced rows in the order of their replacement. Created by the first `add`."""

    path: Path
    main: Path  # the file whose permissions the history gets, because its rows contain the same secrets
    _lines: JsonLinesFile | None = None
    _seen: set[bytes] = field(default_factory=set)  # digests of its lines

    def add(self, line: bytes) -> None:
        """Append a line, unless it is already there because a run was killed before it could replace the row."""
        if self._lines is None:
            lines = JsonLinesFile(self.path, BEGINNING, resume=True, longest_line=LONGEST_LINE)
            is_new = not self.path.exists()
            lines.open(self._recall)
            self._lines = lines
            if is_new:
                self.path.chmod(self.main.stat().st_mode & 0o777)
        digest = sha256(line).digest()
        if digest not in self._seen:
            self._lines.append(line)
            self._seen.add(digest)

    def _recall(self, number: int, line: bytes) -> None:
        try:
            read_line(line)
        except ValueError as error:
            raise GradingError(f"{self.path}:{number}: {error}; expected rows that were replaced") from error
        self._seen.add(sha256(line).digest())

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()


def row_settings(data: RowData) -> RowSettings:
    """Return the settings of a row, as far as they are known; raise ValueError if they do not fit its questions."""
    questions = [question["name"] for question in data["questions"]]
    if SETTINGS in data:
        settings: Any = data[SETTINGS]
        is_right = isinstance(settings, dict) and all(isinstance(each, dict) for each in settings.values())
        if not is_right or set(settings) != set(questions):
            raise ValueError(f"not the row of a grade ({SETTINGS!r} are not those of its {QUESTIONS})")
        for name, value in (item for each in settings.values() for item in each.items()):
            if not _is_setting(name, value):
                raise ValueError(f"not the row of a grade ({name[:LONGEST_NAME]!r} in {SETTINGS!r} is not a setting)")
        return dict(settings)
    key = data.get("dice_key")
    dice = {DICE: DiceKey(key).fingerprint} if isinstance(key, str) else {}
    return {name: dict(dice) for name in questions}


def _is_setting(name: str, value: object) -> bool:
    """True for a value that a setting of this name can have."""
    if name in (CASE_DIGESTS, FILE_DIGESTS):
        return isinstance(value, dict) and all(isinstance(digest, str) for digest in value.values())
    if name in (CODE, CASES):
        return isinstance(value, str)
    is_number = isinstance(value, int | float) and abs(value) <= sys.float_info.max  # false for NaN
    return value is None or is_number or isinstance(value, str)


def _has_own(known: KnownRow) -> bool:
    """True if some question of the row was never regraded."""
    return any(not settings.get(REGRADED) for settings in known.settings.values())
