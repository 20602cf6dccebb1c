"""Unknown keys in the files of an assignment: a misspelled key is an error, any other unknown key a remark.

Courses add keys of their own, so an unknown key is accepted unless it is similar to a known one.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from pacman.errors import hint

_WORDS: Final = re.compile(r"[A-Z]?[^A-Z_\-\s]+|[A-Z]+")
_LONG: Final = 10  # letters; such a key is still recognised with two typos
_SHORT: Final = 6  # letters; one typo in a shorter key may give another word: seed, speed


@dataclass(frozen=True)
class UnknownKey:
    """A key that is ignored, its position, and the keys that are known there."""

    place: str
    key: str
    known: frozenset[str]


def key_remarks(found: Iterable[UnknownKey]) -> list[str]:
    """Return one line for each unknown key, with the number of further files that contain it."""
    by_key: dict[tuple[str, frozenset[str]], list[str]] = {}
    for each in found:
        by_key.setdefault((each.key, each.known), []).append(each.place)
    return [
        f"{places[0]}: unknown key {key!r} is ignored; {hint(key, known)}{and_more(len(places) - 1, 'file')}"
        for (key, known), places in by_key.items()
    ]


def and_more(number: int, noun: str) -> str:
    """Return the end of a line that names one of several places; empty if `number`, that of the others, is 0."""
    return f" (and in {number} more {noun}{'s' if number > 1 else ''})" if number else ""


def misspelled(key: str, known: Iterable[str], given: Collection[str]) -> str | None:
    """Return the known key of which this one is a misspelling, or None. `given`: the keys of the file.

    Upper case, `_` and a plural make no difference. Beyond that, one letter may be missing, added, wrong or swapped
    with its neighbour, and in a long key two. If the file contains the known key as well, fewer edits are allowed.
    """
    plain = _plain(key)
    near = [
        (edits, other)
        for other in known
        if (edits := _edits(plain, _plain(other))) <= _most_edits(len(_plain(other)), other in given)
    ]
    return min(near)[1] if near else None


def _most_edits(letters: int, is_given: bool) -> int:
    """Return the largest number of edits at which a key with this many letters is still recognised."""
    return (letters >= _SHORT) + (not is_given and (letters >= _LONG or 3 < letters < _SHORT))


def _plain(key: str) -> str:
    return "".join(word.lower().removesuffix("s") for word in _WORDS.findall(key))


def _edits(text: str, other: str) -> int:
    """Return the edit distance of two texts, with swaps of neighbours; 3 if their lengths differ by more than 2."""
    if abs(len(text) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(text, start=1):
        earlier, before, row = before, row, [place]
        for column, theirs in enumerate(other, start=1):
            best = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != theirs))
            if place > 1 and column > 1 and text[place - 2] == theirs and letter == other[column - 2]:
                best = min(best, earlier[column - 2] + 1)
            row.append(best)
    return row[-1]
