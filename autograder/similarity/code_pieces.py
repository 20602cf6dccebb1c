"""The code of a submission as pieces to compare: functions, each as a set of features that copies share."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeAlias

Features: TypeAlias = dict[int, int]  # the line of the first occurrence, by the hash of the feature

MOST_FEATURES: Final = 20_000  # of a piece; the rest is not compared
HUGE: Final = 1e5  # numbers from here on stand for infinity


@dataclass(frozen=True)
class Piece:
    """A function, or the statements of a file outside functions (`name` is empty then). Lines are numbered from 1."""

    file: str
    name: str
    first_line: int
    last_line: int
    features: Features


@dataclass(frozen=True)
class CodePieces:
    """The pieces of a submission. `trees` is None if a file cannot be parsed; `problem` is the reason then."""

    trees: tuple[Piece, ...] | None
    tokens: tuple[Piece, ...]
    problem: str = ""


def digest(*parts: object) -> int:
    """Return a hash of the parts that is equal in all processes."""
    return int.from_bytes(
        blake2b("\x1f".join(map(str, parts)).encode("utf-8", "replace"), digest_size=8).digest(), "big"
    )


def number_text(value: complex) -> str:
    """Return a number as it is compared: 1 equals 1.0, and all huge numbers are equal."""
    if isinstance(value, complex):
        return str(value)
    return "infinity" if abs(value) >= HUGE else repr(float(value))
