"""Limit the output of a student's code, so that it cannot fill the disk."""

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import BinaryIO, Final, cast

STANDARD_OUTPUT: Final = 1  # redirected to a file of the grader
CUT: Final = "…\n".encode()  # marks omitted output


class CappedFile(io.RawIOBase):
    """A file that passes on the first `limit` bytes written to it and drops the rest."""

    def __init__(self, keep: Callable[[bytes], object], limit: int) -> None:
        super().__init__()
        self._keep = keep
        self._limit = self._left = limit

    def reset(self) -> None:
        """Allow `limit` more bytes from here on."""
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
        """Return a text file for `print` that writes to this one and encodes every character."""
        return io.TextIOWrapper(cast(BinaryIO, self), "utf-8", "backslashreplace", write_through=True)


def capture_output(limit: int) -> CappedFile:
    """Redirect the output of Python code in this process to standard output, limited to `limit` bytes."""

    def keep(printed: bytes) -> None:
        with contextlib.suppress(OSError):  # the kernel limits the size of the file, too
            os.write(STANDARD_OUTPUT, printed)

    file = CappedFile(keep, limit)
    sys.stdout = sys.stderr = file.as_text()
    return file


def quiet_logging() -> None:
    """Disable tracebacks of logging errors: a full log file would otherwise cause one for each further line."""
    logging = sys.modules.get("logging")
    if logging is not None:  # not imported here: that would take longer than the rest of the start
        logging.raiseExceptions = False  # type: ignore[attr-defined]
