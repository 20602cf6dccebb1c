"""Similar submissions as text, JSON and a page that shows the texts side by side."""

import re
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

from autograder.similarity.code_pieces import Piece
from autograder.similarity.comparison import Match, Pair, Similarity
from jobs.text_table import text_table
from pacman.display.messages import Words
from pacman.display.web.page import render
from pacman.errors import one_line

NOTE: Final = (
    "These are places to look, not verdicts: similar code has many causes, such as a lecture, a textbook, or the task "
    "itself."
)
MOST_LINES: Final = 160  # of a function on the page
MOST_NAMES: Final = 3  # of functions in a line of the table


@dataclass(frozen=True)
class SimilarityReport:
    """A comparison with what its readers need: the texts by id and file name, and the submissions that were left out.

    unparsed: reasons by id of submissions that were compared by their tokens. left_out: reasons by id of those that
    could not be compared.
    """

    similarity: Similarity
    texts: Mapping[str, Mapping[str, bytes]]
    unparsed: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Return tables of the pairs of both categories, the groups, and what was left out."""
        found = self.similarity
        parts = [f"{len(self.texts)} submissions. {NOTE}"]
        parts.append(_table(found.pairs) if found.pairs else "No two submissions share rare code.")
        if found.groups:
            parts.append("\n".join(["Groups:", *(f"  {', '.join(map(one_line, group))}" for group in found.groups)]))
        if found.known_pairs:
            parts.append("Pairs that share code of known solutions:\n" + _table(found.known_pairs, is_known=True))
        if self.unparsed:
            parts.append("\n".join(["Compared by tokens:", *_lines(self.unparsed)]))
        if self.left_out:
            parts.append("\n".join(["Not compared:", *_lines(self.left_out)]))
        return "\n\n".join(parts)

    def as_json(self) -> dict[str, Any]:
        return {
            "note": NOTE,
            "submissions": len(self.texts),
            "by_tokens": dict(self.unparsed),
            "not_compared": dict(self.left_out),
            "pairs": [_pair_json(pair) for pair in self.similarity.pairs],
            "groups": self.similarity.groups,
            "known_pairs": [_pair_json(pair) for pair in self.similarity.known_pairs],
        }

    def page(self, words: Words) -> str:
        found = self.similarity
        listed = {pair.ids: pair for pair in (*found.pairs, *found.known_pairs)}
        numbers = {ids: number for number, ids in enumerate(listed, start=1)}
        return render(
            "similar.html",
            script="similar_page",
            data={},
            words=words,
            submissions=len(self.texts),
            tables=[
                (words("similar-pairs"), [_row(pair, numbers) for pair in found.pairs], False),
                (words("similar-known-pairs"), [_row(pair, numbers) for pair in found.known_pairs], True),
            ],
            groups=found.groups,
            sections=[self._section(pair, numbers[ids]) for ids, pair in listed.items()],
            unparsed=sorted(self.unparsed.items()),
            left_out=sorted(self.left_out.items()),
        )

    def _section(self, pair: Pair, number: int) -> dict[str, Any]:
        matches = [
            {
                "score": f"{match.score:.1f}",
                "sides": [
                    self._side(pair.ids[side], (match.first, match.second)[side], match.lines[side]) for side in (0, 1)
                ],
            }
            for match in pair.matches
        ]
        return {"number": number, "ids": pair.ids, "matches": matches, "by_tokens": pair.by_tokens}

    def _side(self, id: str, piece: Piece, marked: frozenset[int]) -> dict[str, Any]:
        """Return the text of a function with its shared lines marked."""
        lines = _source_lines(self.texts[id][piece.file])
        last = min(piece.last_line, piece.first_line + MOST_LINES - 1)
        shown = [
            {"number": number, "text": lines[number - 1], "is_shared": number in marked}
            for number in range(piece.first_line, min(last, len(lines)) + 1)
        ]
        return {
            "place": f"{piece.file}:{piece.first_line}",
            "name": piece.name,
            "lines": shown,
            "hidden": piece.last_line - last,
        }


def _source_lines(source: bytes) -> list[str]:
    """Return the lines of a file as Python counts them."""
    try:
        encoding = tokenize.detect_encoding(BytesIO(source).readline)[0]
    except SyntaxError:
        encoding = "utf-8"
    return re.split(r"\r\n|\r|\n", source.decode(encoding, "replace"))


def _lines(reasons: Mapping[str, str]) -> list[str]:
    return [f"  {one_line(id)}: {one_line(reason)}" for id, reason in sorted(reasons.items())]


def _table(pairs: Sequence[Pair], *, is_known: bool = False) -> str:
    header = ["first", "second", "score", "of first", "of second", "functions"]
    rows = [
        [
            one_line(pair.ids[0]),
            one_line(pair.ids[1]),
            f"{pair.known if is_known else pair.score:.1f}",
            *(f"{share:.0%}" for share in pair.shares),
            _names(pair.matches) + (" (by tokens)" if pair.by_tokens else ""),
        ]
        for pair in pairs
    ]
    return text_table(header, rows)


def _names(matches: Sequence[Match]) -> str:
    """Return the names of the functions that share most."""
    names = [match.first.name or "statements" for match in matches[:MOST_NAMES]]
    more = len(matches) - len(names)
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")


def _row(pair: Pair, numbers: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    return {
        "number": numbers[pair.ids],
        "ids": pair.ids,
        "score": f"{pair.score:.1f}",
        "known": f"{pair.known:.1f}",
        "shares": [f"{share:.0%}" for share in pair.shares],
        "functions": _names(pair.matches),
        "by_tokens": pair.by_tokens,
    }


def _pair_json(pair: Pair) -> dict[str, Any]:
    return {
        "ids": list(pair.ids),
        "score": pair.score,
        "shares": list(pair.shares),
        "known": pair.known,
        "by_tokens": pair.by_tokens,
        "functions": [
            {"score": match.score, "first": _piece_json(match.first), "second": _piece_json(match.second)}
            for match in pair.matches
        ],
    }


def _piece_json(piece: Piece) -> dict[str, Any]:
    return {"file": piece.file, "name": piece.name, "lines": [piece.first_line, piece.last_line]}
