"""CSV files with the position of each cell in the text, so that single cells can be replaced and all else stays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from autograder.classroom.students import folded
from autograder.errors import GradingError
from pacman.errors import one_line, some_of
from pacman.files import read_bytes

LARGEST_TABLE: Final = 2**24
DELIMITERS: Final = (",", ";", "\t")
MOST_COLUMNS: Final = 12  # in a message
QUOTE: Final = '"'
BOM: Final = "\ufeff"


@dataclass(frozen=True)
class Cell:
    """A cell: its text without quotes, the range of characters that it occupies, and its line number."""

    text: str
    start: int
    end: int
    line: int


Row = Sequence[Cell]


@dataclass(frozen=True)
class CsvTable:
    """A table with a header. `rows` are those below the header; blank lines are left out."""

    path: Path
    text: str
    delimiter: str
    header: Row
    rows: Sequence[Row]

    @classmethod
    def read(cls, path: Path, expected: str) -> "CsvTable":
        """Read a file in UTF-8, with or without a byte order mark; raise GradingError if it is not a table."""
        content = read_bytes(path, LARGEST_TABLE, GradingError, expected)
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            raise GradingError(f"{path}:{line}: not UTF-8; expected {expected}, saved as CSV UTF-8") from error
        start = len(BOM) if text.startswith(BOM) else 0
        first = text[start:].partition("\n")[0]
        delimiter = max(DELIMITERS, key=first.count)
        rows = [row for row in _rows(path, text, start, delimiter) if len(row) > 1 or row[0].text.strip()]
        if not rows:
            raise GradingError(f"{path}: empty; expected {expected}")
        return cls(path, text, delimiter, rows[0], rows[1:])

    @property
    def columns(self) -> dict[str, int]:
        """The place of each column by its name, folded; of several with the same name, the first."""
        return {folded(cell.text): at for at, cell in reversed(list(enumerate(self.header)))}

    @property
    def column_names(self) -> str:
        """The names of the columns, for messages."""
        return some_of([one_line(cell.text.strip()) for cell in self.header], MOST_COLUMNS)

    def replaced(self, texts: Mapping[Cell, str]) -> str:
        """Return the text of the file with the content of some cells replaced; a quoted cell stays quoted."""
        parts, at = [], 0
        for cell in sorted(texts, key=lambda cell: cell.start):
            parts += [self.text[at : cell.start], self._written(cell, texts[cell])]
            at = cell.end
        return "".join([*parts, self.text[at:]])

    def _written(self, cell: Cell, text: str) -> str:
        is_quoted = self.text[cell.start : cell.end].startswith(QUOTE)
        if is_quoted or any(sign in text for sign in (self.delimiter, QUOTE, "\n", "\r")):
            return f"{QUOTE}{text.replace(QUOTE, QUOTE * 2)}{QUOTE}"
        return text


def text_of(row: Row, column: int | None) -> str:
    """Return the text of a cell without blanks around it; empty if the row or the table has no such cell."""
    return row[column].text.strip() if column is not None and column < len(row) else ""


def _rows(path: Path, text: str, start: int, delimiter: str) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[]]
    at, line = start, 1
    while True:
        begin, first_line = at, line
        if text.startswith(QUOTE, at):
            content, at = _quoted(text, at)
            if at < 0:
                raise GradingError(
                    f"{path}:{first_line}: a cell that is not closed; expected a double quote at its end"
                )
            line += text.count("\n", begin, at)
        else:
            content = ""
        tail = at
        while at < len(text) and text[at] not in (delimiter, "\n", "\r"):
            at += 1
        rows[-1].append(Cell(content + text[tail:at], begin, at, first_line))
        if at == len(text):
            break
        if text[at] == delimiter:
            at += 1
            continue
        at += 2 if text.startswith("\r\n", at) else 1
        line += 1
        if at == len(text):
            break
        rows.append([])
    return rows


def _quoted(text: str, at: int) -> tuple[str, int]:
    """Return the content of a quoted cell and the place after its closing quote; negative if there is no such quote."""
    parts = []
    while True:
        end = text.find(QUOTE, at + 1)
        if end < 0:
            return "", -1
        parts.append(text[at + 1 : end])
        if not text.startswith(QUOTE, end + 1):
            return QUOTE.join(parts), end + 1
        at = end + 1
