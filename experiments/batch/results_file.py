"""The results file of a batch: a row for each game, in the order in which games finish."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from experiments.batch.rows import Row, read_row
from jobs.errors import ResultsError
from jobs.json_lines import LONGEST_LINE, JsonLinesFile

_BEGINNING: Final = b'{"game": '  # of every row


class ResultsFile:
    """File of rows. Every row has the fingerprint of its matchup, so rows of another configuration are refused."""

    def __init__(self, path: str | Path, *, resume: bool = False) -> None:
        self._lines = JsonLinesFile(path, _BEGINNING, resume=resume)

    @property
    def path(self) -> Path:
        return self._lines.path

    def open(self, fingerprints: Mapping[str, int], on_row: Callable[[int, Row], None]) -> None:
        """Open the file for appending. Call `on_row` with the matchup's number and the row for every existing row.

        `fingerprints` maps fingerprints of the matchups to their numbers. Raise ResultsError, with the line, for a row
        of another configuration, an invalid row, or a game that appears twice.
        """
        seen: set[tuple[int, int]] = set()

        def on_line(number: int, line: bytes) -> None:
            matchup, row = self._row(number, line, fingerprints)
            if (matchup, row.game) in seen:
                raise ResultsError(f"{self.path}:{number}: game {row.game} appears twice; expected each game once")
            seen.add((matchup, row.game))
            on_row(matchup, row)

        self._lines.open(on_line)

    def first_row(self) -> dict[str, Any]:
        """Return the first row of an existing file as JSON values; empty if the file has no row."""
        try:
            with self.path.open("rb") as file:
                contents = json.loads(file.readline(LONGEST_LINE))
        except (OSError, ValueError, RecursionError):
            return {}
        return contents if isinstance(contents, dict) else {}

    def append(self, row: Row, marks: Mapping[str, Any]) -> None:
        self._lines.append(row.line(marks).encode())

    def close(self) -> None:
        self._lines.close()

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _row(self, number: int, line: bytes, fingerprints: Mapping[str, int]) -> tuple[int, Row]:
        try:
            row, fingerprint = read_row(line.decode("utf-8"))
        except ValueError as error:
            problem = "not text" if isinstance(error, UnicodeDecodeError) else error
            raise ResultsError(f"{self.path}:{number}: {problem}; expected a row of a batch") from error
        if fingerprint not in fingerprints:
            raise ResultsError(
                f"{self.path}:{number}: a row of another configuration (agents, layouts, ghosts, limits or seed); "
                "choose another file"
            )
        return fingerprints[fingerprint], row
