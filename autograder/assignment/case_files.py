"""Parse the files of an assignment: `.test`, `.solution` and `CONFIG`, which share one grammar.

    key: "value"            one line, no double quote inside; `#` starts a comment

    key: \"""
    any number of lines, taken literally
    \"""

All values are strings. If a key occurs twice, the later value counts.
"""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from autograder.assignment.key_names import UnknownKey, misspelled
from autograder.errors import GradingError
from pacman.errors import Word, cut_off, known_word, unknown
from pacman.files import read_text

LARGEST_FILE: Final = 2**22
MOST_DIGITS: Final = 18  # of a whole number; points and times with more could not be computed with
QUOTES: Final = '"""'


@dataclass(frozen=True)
class CaseFile:
    """The properties of one file, with their positions for messages."""

    path: Path
    values: Mapping[str, str]
    lines: Mapping[str, int]  # the line of each key
    first_lines: Mapping[str, int]  # the line on which its value begins

    @classmethod
    def read(cls, path: Path) -> "CaseFile":
        text = read_text(path, LARGEST_FILE, GradingError, 'a file of properties such as key: "value"')
        return cls.from_text(text, path)

    @classmethod
    def from_text(cls, text: str, path: Path) -> "CaseFile":
        values: dict[str, str] = {}
        places: dict[str, int] = {}
        first_lines: dict[str, int] = {}
        lines = text.split("\n")
        number = 0  # of the present line; the first one is 1
        while number < len(lines):
            number += 1
            plain = lines[number - 1].partition("#")[0]
            if not plain or plain.isspace():
                continue
            found = _property(plain)
            if found is None:
                raise GradingError(f'{path}:{number}: cannot be read; expected key: "value" or key: {QUOTES}')
            key, value = found
            places[key] = first_lines[key] = number
            if value is None:
                end = _end_of_block(lines, number, f"{path}:{number}")
                value = "\n".join(lines[number:end])
                first_lines[key], number = number + 1, end + 1
            values[key] = value
        return cls(path, values, places, first_lines)

    def get(self, key: str, default: str = "") -> str:
        return self.values.get(key, default)

    def word(self, key: str, kind: str, known: Sequence[Word], default: Word) -> Word:
        """Return a word of a closed set; raise GradingError for any other. kind: the kind of words, for the message."""
        text = self.get(key, default)
        word = known_word(text, known)
        if word is None:
            raise self.error(key, unknown(kind, text, known))
        return word

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def required(self, key: str) -> str:
        if key not in self.values:
            for other in self.values:
                if misspelled(other, [key], self.values):
                    raise self._misspelled(other, key)
            raise GradingError(f'{self.path}: no {key!r}; expected a line {key}: "…"')
        return self.values[key]

    def unknown_keys(self, known: Set[str]) -> list[UnknownKey]:
        """Return the unknown keys; raise GradingError if one of them is a misspelling of a known key."""
        unknown = [key for key in self.values if key not in known]
        for key in unknown:
            if meant := misspelled(key, known, self.values):
                raise self._misspelled(key, meant)
        return [UnknownKey(self.place_of(key), key, frozenset(known)) for key in unknown]

    def _misspelled(self, key: str, meant: str) -> GradingError:
        return self.error(key, f"unknown key {key!r}; did you mean {meant!r}?")

    def whole_number(self, key: str, default: int | None = None, *, least: int | None = None) -> int:
        if key not in self.values and default is not None:
            return default
        value = self.required(key)
        expected = "a whole number" if least is None else f"a whole number from {least}"
        if len(value) > MOST_DIGITS:
            expected += f" of at most {MOST_DIGITS} digits"
        try:
            number = int(value) if len(value) <= MOST_DIGITS else None
        except ValueError:
            number = None
        if number is None or (least is not None and number < least):
            raise self.error(key, f"{key} is {shortened(value)}; expected {expected}")
        return number

    def number(self, key: str, default: float | None = None, *, least: float | None = None) -> float:
        if key not in self.values and default is not None:
            return default
        value = self.required(key)
        try:
            number = finite(value)
        except ValueError:
            number = None
        if number is None or (least is not None and number < least):
            expected = "a number" if least is None else f"a number from {least:g}"
            raise self.error(key, f"{key} is {shortened(value)}; expected {expected}")
        return number

    def seconds(self, key: str, default: float) -> float:
        """Return a time; raise GradingError unless it is above 0."""
        seconds = self.number(key, default)
        if not seconds > 0:
            raise self.error(key, f"{key} is {seconds:g}; expected seconds, more than 0")
        return seconds

    def numbers(self, key: str) -> list[float]:
        """Return a list of numbers separated by blanks; empty if the key is missing."""
        try:
            return [finite(word) for word in self.get(key).split()]
        except ValueError:
            value = shortened(self.get(key))
            raise self.error(key, f"{key} is {value}; expected numbers with blanks between") from None

    def is_true(self, key: str) -> bool:
        """Return the value of a key that is true or false; False if the key is missing."""
        value = self.get(key, "false")
        if value.lower() not in ("true", "false"):
            raise self.error(key, f"{key} is {shortened(value)}; expected true or false")
        return value.lower() == "true"

    def rows(self, key: str) -> list[tuple[int, str]]:
        """Return the lines of a value that are not blank, each with its line number in the file."""
        lines = enumerate(self.required(key).split("\n"), start=self.first_lines[key])
        return [row for row in lines if row[1] and not row[1].isspace()]

    def place(self, line: int) -> str:
        """Return the position of a line of the file for messages."""
        return f"{self.path}:{line}"

    def place_of(self, key: str) -> str:
        """Return the position of a key for messages; that of the file if the key is missing."""
        return self.place(self.lines[key]) if key in self.lines else str(self.path)

    def error(self, key: str, text: str) -> GradingError:
        """Return an error about the value of a key, with the position of the key."""
        return GradingError(f"{self.place_of(key)}: {text}")


def folder_config(folder: Path) -> CaseFile:
    """Read the CONFIG of an assignment; return an empty one if the file does not exist."""
    path = folder / "CONFIG"
    return CaseFile.read(path) if path.exists() else CaseFile.from_text("", path)


def finite(text: str) -> float:
    """Convert text to a finite number; raise ValueError for any other text."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not finite")
    return number


def shortened(value: str) -> str:
    """Return a value for a message, cut off at 40 characters."""
    return repr(cut_off(value, 40))


def _property(line: str) -> tuple[str, str | None] | None:
    """Split a line such as `key: "value"`; None as value if a block begins. Return None for any other line.

    The time is linear in the length of the line, whatever it contains: a student's example is not trusted.
    """
    line = line.strip()
    if not line.endswith('"'):
        return None
    begins_block = line.endswith(QUOTES)
    quote = len(line) - len(QUOTES) if begins_block else line.rfind('"', 0, -1)
    before = line[: max(quote, 0)].rstrip()
    if not before.endswith(":"):
        return None
    return before[:-1].strip(), None if begins_block else line[quote + 1 : -1]


def _end_of_block(lines: Sequence[str], start: int, place: str) -> int:
    """Return the index of the line that closes a block; raise GradingError if there is none."""
    for index in range(start, len(lines)):
        if QUOTES in lines[index] and lines[index].strip() == QUOTES:
            return index
    raise GradingError(f"{place}: the value that begins here is not closed; expected a line with only {QUOTES}")


def properties_text(values: Mapping[str, str], comment: str = "") -> str:
    """Return the text of a file with these properties; values that do not fit on one line become blocks."""
    parts = [f"# {line}\n" for line in comment.splitlines()]
    for key, value in values.items():
        if any(sign in value for sign in '\n"#'):
            parts.append(f"{key}: {QUOTES}\n{value}\n{QUOTES}\n")
        else:
            parts.append(f'{key}: "{value}"\n')
    return "\n".join(parts)
