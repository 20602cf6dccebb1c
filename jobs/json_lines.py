"""A file of JSON lines that is appended to, and can be gone on with after whatever has happened."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from jobs.errors import ResultsError
from pacman.errors import PacmanError
from pacman.files import replace_and_hold

LONGEST_LINE: Final = 2**20


class JsonLinesFile:
    """Lines are appended whole, and rewritten all at once or not at all: whatever happens, finished lines stay.

    beginning: of every line; a last line that has no end, but this beginning, was torn when a process was killed.
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
        """Make ready to append. Lines that are there already are handed to `on_line` with their numbers, from 1 on.

        The file is touched only when it has been read to its end; then a torn last line is cut off. Until it is closed,
        or its process dies, nobody else opens it here: two that write would spoil each other's lines.
        """
        try:
            if self._resume and self.path.exists() and not self._is_plain_file():
                raise ResultsError(f"{self.path}: not a plain file, so there is nothing to resume")
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._handle = os.open(self.path, flags, 0o666)
            if self._is_plain_file():
                self._hold()
                self._size = self._read(on_line)
                os.truncate(self.path, self._size)
        except OSError as error:
            self.close()
            raise ResultsError(f"{self.path}: cannot be opened: {error.strerror or error}") from error
        except PacmanError:
            self.close()
            raise

    def append(self, line: bytes) -> None:
        """Write one line, in one piece."""
        try:
            written = os.write(self._handle, line)
            while written < len(line):  # a disk that is almost full takes a part
                written += os.write(self._handle, line[written:])
        except OSError as error:
            self._undo()
            raise ResultsError(f"{self.path}: cannot be written: {error.strerror or error}") from error
        self._size += len(line)

    def rewrite(self, pieces: Iterable[bytes | tuple[int, int]]) -> None:
        """Put these pieces in the place of the file's content, whole or not at all; a pair is a part of it by bytes.

        Other runs are kept out all the while. What is no plain file stays as it is.
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

    def __enter__(self) -> "JsonLinesFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _is_plain_file(self) -> bool:
        """Whether it is neither a pipe nor a device, which can be written but must not be read."""
        try:
            return stat.S_ISREG(self.path.stat().st_mode)
        except FileNotFoundError:
            return False

    def _hold(self) -> None:
        """Keep others out; nobody does where the system or the file's disk has no such locks."""
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
            is_ours = os.path.samestat(os.fstat(self._handle), self.path.stat())  # not rewritten by another meanwhile
        if not is_ours:
            raise ResultsError(f"{self.path}: another run is writing to it; wait for its end, or choose another file")

    def _read(self, on_line: Callable[[int, bytes], None]) -> int:
        """Hand out the lines of an existing file, and return how many bytes of it are whole lines."""
        if self.path.stat().st_size and not self._resume:
            raise ResultsError(f"{self.path}: already there; go on with it by --resume, or choose another file")
        size = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(self._longest_line), b""), start=1):
                if not line.endswith(b"\n") and self._beginning.startswith(line[: len(self._beginning)]):
                    break  # torn: only the last line can be
                on_line(number, line)
                size += len(line)
        return size

    def _undo(self) -> None:
        """Take back the piece of a line that was written."""
        if self._is_plain_file():
            os.truncate(self.path, self._size)
