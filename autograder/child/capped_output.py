"""What a student's code prints: kept up to a limit, so that a flood fills no disk."""

import contextlib
import io
import os
import sys
from typing import Final

STANDARD_OUTPUT: Final = 1  # its file belongs to the grader


class CappedFile(io.RawIOBase):
    """Writes through to a file until `limit` bytes are reached; what comes later is dropped."""

    def __init__(self, descriptor: int, limit: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._limit = self._left = limit

    def start_anew(self) -> None:
        """From here on as much may be printed again."""
        self._left = self._limit

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        kept = bytes(data[: self._left])
        self._left -= len(kept)
        if kept:
            with contextlib.suppress(OSError):  # the file itself has a limit, too
                os.write(self._descriptor, kept)
        return len(data)


def capture_output(limit: int) -> CappedFile:
    """Send all that Python code prints here to standard output, capped."""
    file = CappedFile(STANDARD_OUTPUT, limit)
    sys.stdout = sys.stderr = io.TextIOWrapper(file, "utf-8", "backslashreplace", write_through=True)
    return file
