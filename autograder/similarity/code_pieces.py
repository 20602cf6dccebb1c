"""The code of a submission as pieces to compare: functions, each as a set of features that copies share."""

import builtins
import keyword
import re
import tokenize
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from typing import Final, TypeAlias

Features: TypeAlias = dict[int, int]  # the line of the first occurrence, by the hash of the feature

MOST_FEATURES: Final = 20_000  # of a piece; the rest is not compared
KNOWN_NAMES: Final = frozenset(dir(builtins)) | {"self"}
HUGE: Final = 1e5  # numbers from here on stand for infinity
_GRAMS: Final = (4, 9)  # lengths of sequences of tokens
_DEFINITION: Final = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)
_IGNORED: Final = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT)
)


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


def read_pieces(files: Mapping[str, bytes]) -> CodePieces:
    """Return the pieces of the files, by name. Raises nothing for code that cannot be parsed."""
    from autograder.similarity.syntax_features import tree_pieces

    trees: list[Piece] | None = []
    problem = ""
    for name, source in files.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # invalid escapes in strings
                found = tree_pieces(name, source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            problem = problem or f"{name}{f':{line}' if line else ''}: {type(error).__name__}"
            trees = None
        else:
            if trees is not None:
                trees += found
    return CodePieces(None if trees is None else tuple(trees), read_tokens(files), problem)


def read_tokens(files: Mapping[str, bytes]) -> tuple[Piece, ...]:
    """Return the pieces of the files by their tokens, without parsing them."""
    return tuple(piece for name, source in files.items() for piece in _token_pieces(name, source))


def _token_pieces(file: str, source: bytes) -> Iterator[Piece]:
    """Yield a piece for each `def` up to the next one, and one for the text before the first."""
    starts = [(0, "")] + [
        (match.start(), match[1].decode("ascii", "replace")) for match in _DEFINITION.finditer(source)
    ]
    for (start, name), end in zip(starts, [place for place, _ in starts[1:]] + [len(source)], strict=True):
        first = source.count(b"\n", 0, start) + 1
        features = _gram_features(list(_normal_tokens(source[start:end], first)))
        if features:
            yield Piece(file, name, first, source.count(b"\n", 0, end) + (not source[:end].endswith(b"\n")), features)


def _gram_features(tokens: Sequence[tuple[str, int]]) -> Features:
    features: Features = {}
    for length in _GRAMS:
        for start in range(min(len(tokens) - length + 1, MOST_FEATURES // len(_GRAMS))):
            gram = tokens[start : start + length]
            features.setdefault(digest(*(text for text, _ in gram)), gram[0][1])
    return features


def _normal_tokens(source: bytes, first_line: int) -> Iterator[tuple[str, int]]:
    """Yield each token with its line; names, strings and spelling of numbers are left out. Stops at a broken token."""
    before = ""
    try:
        for token in tokenize.tokenize(BytesIO(source).readline):
            if token.type in _IGNORED:
                continue
            text = token.string
            if token.type == tokenize.NAME:
                is_kept = keyword.iskeyword(text) or text in KNOWN_NAMES or before == "."
                before, text = text, text if is_kept else "name"
            elif token.type == tokenize.STRING:
                before, text = text, "string"
            elif token.type == tokenize.NUMBER:
                before, text = text, _spelled_number(text)
            else:
                before = text
            if text:
                yield text, first_line + token.start[0] - 1
    except (tokenize.TokenError, SyntaxError, ValueError):
        return


def _spelled_number(text: str) -> str:
    try:
        return number_text(float(text))
    except ValueError:
        return text
