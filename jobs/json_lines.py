"""Append-only file of JSON lines that can be resumed after a crash."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from jobs.errors import ResultsError
from pacman.errors import PacmanError
from pacman.files import replace_and_hold

LONGEST_LINE: Final = 2**20


class JsonLinesFile:
    """File whose lines are appended whole and rewritten atomically, so finished lines are never lost.

    beginning: first bytes of every line. An incomplete last line that starts with them was cut off when a process was
    killed, and is dropped.
    """

    def __init__(
        self, path: str | Path, beginning: bytes, *, resume: bool = False, longest_line: int = LONGEST_LINE
    ) -> None:
        self.path = Path(path)
        self._beginning = beginning
        self._resume = resume
        self._longest_line = longest_line
        self._handle = -1
        self._size = 0

    def open(self, on_line: Callable[[int, bytes], None]) -> None:
        """Open the file for appending. Call `on_line` with the number (from 1) and bytes of every existing line.

        The file is changed only after all of it has been read: then an incomplete last line is removed. It is locked
        until it is closed or the process dies, because two writers would damage each other's lines. Raise ResultsError
        if it cannot be opened, is locked, or has lines and is not resumed.
        """
        try:
            if self._resume and self.path.exists() and not self._is_plain_file():
                raise ResultsError(f"{self.path}: not a plain file, so there is nothing to resume")
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._handle = os.open(self.path, flags, 0o666)
            if self._is_plain_file():
                self._acquire_lock()
                self._size = self._read(on_line)
                os.truncate(self.path, self._size)
        except OSError as error:
            self.close()
            raise ResultsError(f"{self.path}: cannot be opened: {error.strerror or error}") from error
        except PacmanError:
            self.close()
            raise

    def append(self, line: bytes) -> None:
        """Write one line completely, or raise ResultsError and remove what was written of it."""
        try:
            written = os.write(self._handle, line)
            while written < len(line):  # a disk that is almost full accepts a part
                written += os.write(self._handle, line[written:])
        except OSError as error:
            self._undo()
            raise ResultsError(f"{self.path}: cannot be written: {error.strerror or error}") from error
        self._size += len(line)

    def rewrite(self, pieces: Iterable[bytes | tuple[int, int]]) -> None:
        """Replace the content of the file atomically. A pair (start, end) is a byte range of the old content.

        The lock is held throughout. A pipe or device is left unchanged.
        """
        if not self._is_plain_file():
            return
        if sys.platform == "win32":
            self.close()  # an open file cannot be replaced there
        try:
            handle = replace_and_hold(self.path.resolve(), self._contents(pieces))
        except OSError as error:
            raise ResultsError(f"{self.path}: cannot be written: {error.strerror or error}") from error
        self.close()
        self._handle = handle
        self._size = os.fstat(handle).st_size

    def _contents(self, pieces: Iterable[bytes | tuple[int, int]]) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            for piece in pieces:
                if isinstance(piece, tuple):
                    file.seek(piece[0])
                    piece = file.read(piece[1] - piece[0])
                yield piece

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _is_plain_file(self) -> bool:
        """True unless the path is a pipe or device, which can be written but must not be read."""
        try:
            return stat.S_ISREG(self.path.stat().st_mode)
        except FileNotFoundError:
            return False

    def _acquire_lock(self) -> None:
        """Lock the file; do nothing if the system or the file's disk does not support locks."""
        if sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            is_ours = False
        except OSError:
            return
        else:
            is_ours = os.path.samestat(os.fstat(self._handle), self.path.stat())  # not replaced by another run since
        if not is_ours:
            raise ResultsError(f"{self.path}: another run is writing to it; wait for its end, or choose another file")

    def _read(self, on_line: Callable[[int, bytes], None]) -> int:
        """Pass the lines of an existing file to `on_line`; return the size of its complete lines in bytes."""
        if self.path.stat().st_size and not self._resume:
            raise ResultsError(f"{self.path}: already exists; resume it with --resume, or choose another file")
        size = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(self._longest_line), b""), start=1):
                if not line.endswith(b"\n") and self._beginning.startswith(line[: len(self._beginning)]):
                    break  # incomplete: only the last line can be
                on_line(number, line)
                size += len(line)
        return size

    def _undo(self) -> None:
        """Remove the part of a line that was written."""
        if self._is_plain_file():
            os.truncate(self.path, self._size)
