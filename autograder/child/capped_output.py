"""What a student's code prints: kept up to a limit, so that a flood fills no disk."""

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import BinaryIO, Final, cast

STANDARD_OUTPUT: Final = 1  # its file belongs to the grader
CUT: Final = "…\n".encode()  # where something was left out


class CappedFile(io.RawIOBase):
    """Hands on what is written to it until `limit` bytes are reached; what comes later is dropped."""

    def __init__(self, keep: Callable[[bytes], object], limit: int) -> None:
        super().__init__()
        self._keep = keep
        self._limit = self._left = limit

    def start_anew(self) -> None:
        """From here on as much may be printed again."""
        self._left = self._limit

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        if self._left:
            kept = bytes(data[: self._left])
            self._left -= len(kept)
            self._keep(kept if len(kept) == len(data) else kept + CUT)
        return len(data)

    def as_text(self) -> io.TextIOWrapper:
        """This file for `print`, in any language."""
        return io.TextIOWrapper(cast(BinaryIO, self), "utf-8", "backslashreplace", write_through=True)


def capture_output(limit: int) -> CappedFile:
    """Send all that Python code prints here to standard output, capped."""

    def keep(printed: bytes) -> None:
        with contextlib.suppress(OSError):  # the file itself has a limit, too
            os.write(STANDARD_OUTPUT, printed)

    file = CappedFile(keep, limit)
    sys.stdout = sys.stderr = file.as_text()
    return file


def quiet_logging() -> None:
    """A log file that has reached the limit of files must not print a traceback for every line that it cannot take."""
    logging = sys.modules.get("logging")
    if logging is not None:  # importing it would take longer than all the rest of the start
        logging.raiseExceptions = False  # type: ignore[attr-defined]
