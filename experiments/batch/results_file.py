"""The file that a batch writes its rows to: a line for each game, in the order in which games finish."""

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

from experiments.batch.rows import Row, read_row
from experiments.errors import ResultsError

_LONGEST_LINE: Final = 2**20
_BEGINNING: Final = b'{"game": '  # of every row


class ResultsFile:
    """Rows are appended whole and never rewritten: whatever happens to us, finished games stay.

    Every row carries the fingerprint of its matchup, so rows of another configuration are recognised wherever the file
    came from.
    """

    def __init__(self, path: str | Path, *, resume: bool = False) -> None:
        self.path = Path(path)
        self._resume = resume
        self._handle = -1
        self._size = 0

    def open(self, fingerprints: Mapping[str, int], on_row: Callable[[int, Row], None]) -> None:
        """Make ready to append. Rows that are there already are handed to `on_row`, with the number of their matchup.

        `fingerprints` maps those of the matchups to their numbers. The file is touched only when it has been read to
        its end and found right; then a torn last line, left by a process that was killed, is cut off.
        """
        try:
            if self._is_plain_file():
                self._size = self._read(fingerprints, on_row)
            elif self._resume and self.path.exists():
                raise ResultsError(f"{self.path}: not a plain file, so there is nothing to resume")
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._handle = os.open(self.path, flags, 0o666)
            if self._is_plain_file():
                os.truncate(self.path, self._size)
        except OSError as error:
            raise ResultsError(f"{self.path}: cannot be opened: {error.strerror or error}") from error

    def append(self, row: Row, marks: Mapping[str, str]) -> None:
        """Write one line, in one piece."""
        line = row.line(marks).encode()
        try:
            written = os.write(self._handle, line)
            while written < len(line):  # a disk that is almost full takes a part
                written += os.write(self._handle, line[written:])
        except OSError as error:
            self._undo()
            raise ResultsError(f"{self.path}: cannot be written: {error.strerror or error}") from error
        self._size += len(line)

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _is_plain_file(self) -> bool:
        """Whether it is neither a pipe nor a device, which can be written but must not be read."""
        try:
            return stat.S_ISREG(self.path.stat().st_mode)
        except FileNotFoundError:
            return False

    def _read(self, fingerprints: Mapping[str, int], on_row: Callable[[int, Row], None]) -> int:
        """Hand out the rows of an existing file, and return how many bytes of it are whole lines."""
        if self.path.stat().st_size and not self._resume:
            raise ResultsError(f"{self.path}: already there; go on with it by --resume, or choose another file")
        size = 0
        seen: set[tuple[int, int]] = set()
        with self.path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), start=1):
                if not line.endswith(b"\n") and _BEGINNING.startswith(line[: len(_BEGINNING)]):
                    break  # torn: only the last line can be
                matchup, row = self._row(number, line, fingerprints)
                if (matchup, row.game) in seen:
                    raise ResultsError(f"{self.path}:{number}: game {row.game} is there twice; expected each game once")
                seen.add((matchup, row.game))
                on_row(matchup, row)
                size += len(line)
        return size

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

    def _undo(self) -> None:
        """Take back the piece of a line that was written."""
        if self._is_plain_file():
            os.truncate(self.path, self._size)
