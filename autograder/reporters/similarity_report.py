"""Similar submissions as text, JSON and a page that shows the texts side by side."""

import re
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

from autograder.similarity.behaviour import SharedBehaviour
from autograder.similarity.code_pieces import Piece
from autograder.similarity.comparison import Match, Pair, Similarity
from jobs.text_table import text_table
from pacman.display.messages import Words
from pacman.display.web.page import render
from pacman.errors import one_line, some_of

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
    could not be compared. behaviours: what the grades of two students have in common, by ids; None without grades.
    most: the number of pairs that are shown.
    """

    similarity: Similarity
    texts: Mapping[str, Mapping[str, bytes]]
    unparsed: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    behaviours: Mapping[tuple[str, str], SharedBehaviour] | None = None
    most: int = 25

    def text(self) -> str:
        """Return tables of the pairs of both categories, the groups, and what was left out."""
        found = self.similarity
        parts = [f"{len(self.texts)} submissions. {NOTE}"]
        parts.append(_table(found.pairs) if found.pairs else "No two submissions share rare code.")
        if self.behaviours is not None:
            parts.append(_behaviour_table(self._alike))
        if found.groups:
            parts.append("\n".join(["Groups:", *(f"  {', '.join(map(one_line, group))}" for group in found.groups)]))
        if found.known_pairs:
            parts.append("Pairs that share code of known solutions:\n" + _table(found.known_pairs, is_known=True))
        if self.unparsed:
            parts.append("\n".join(["Compared by tokens:", *_lines(self.unparsed)]))
        if self.left_out:
            parts.append("\n".join(["Not compared:", *_lines(self.left_out)]))
        return "\n\n".join(parts)

    @property
    def _alike(self) -> list[SharedBehaviour]:
        """The pairs that behave alike, those with the rarest answers first."""
        shared = (self.behaviours or {}).values()
        return sorted(shared, key=lambda each: (-each.weight, each.ids))[: self.most]

    def _behaviour_of(self, ids: tuple[str, str]) -> SharedBehaviour | None:
        return (self.behaviours or {}).get((min(ids), max(ids)))

    def as_json(self) -> dict[str, Any]:
        return {
            "note": NOTE,
            "submissions": len(self.texts),
            "by_tokens": dict(self.unparsed),
            "not_compared": dict(self.left_out),
            "pairs": [{**_pair_json(pair), **self._behaviour_json(pair.ids)} for pair in self.similarity.pairs],
            **({} if self.behaviours is None else {"behaviour": [_behaviour_json(each) for each in self._alike]}),
            "groups": self.similarity.groups,
            "known_pairs": [_pair_json(pair) for pair in self.similarity.known_pairs],
        }

    def _behaviour_json(self, ids: tuple[str, str]) -> dict[str, Any]:
        shared = self._behaviour_of(ids)
        return {} if shared is None else {"behaviour": _behaviour_json(shared)}

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
            alike=[_behaviour_row(each) for each in self._alike],
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
        shared = self._behaviour_of(pair.ids)
        return {
            "number": number,
            "ids": pair.ids,
            "matches": matches,
            "behaviour": None if shared is None else _behaviour_row(shared),
        }

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


def _behaviour_table(alike: Sequence[SharedBehaviour]) -> str:
    if not alike:
        return "No two students gave the same wrong answer."
    rows = [
        [*map(one_line, row["ids"]), f"{row['same']} of {row['failed']}", str(row["rarest"]), ", ".join(row["bugs"])]
        for row in map(_behaviour_row, alike)
    ]
    header = ["first", "second", "same wrong answers", "given by", "bugs"]
    return "Pairs that behave alike in the cases:\n" + text_table(header, rows)


def _behaviour_row(shared: SharedBehaviour) -> dict[str, Any]:
    return {
        "ids": shared.ids,
        "same": len(shared.cases),
        "failed": shared.failed,
        "rarest": shared.rarest,
        "bugs": shared.bugs,
        "cases": shared.cases,
    }


def _behaviour_json(shared: SharedBehaviour) -> dict[str, Any]:
    return {**_behaviour_row(shared), "ids": list(shared.ids), "weight": shared.weight}


def _names(matches: Sequence[Match]) -> str:
    """Return the names of the functions that share most."""
    return some_of([match.first.name or "statements" for match in matches], MOST_NAMES)


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
