"""Features of functions as sequences of tokens, for files that cannot be parsed."""

import builtins
import keyword
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Final

from autograder.similarity.code_pieces import MOST_FEATURES, Features, Piece, digest, number_text

KNOWN_NAMES: Final = frozenset(dir(builtins)) | {"self"}
_GRAMS: Final = (4, 9)  # lengths of sequences of tokens
_DEFINITION: Final = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)
_IGNORED: Final = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT)
)


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
