"""Files that the child process writes and the grader reads: its output and its stack."""

import contextlib
import os
import re
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

PATIENCE_SECONDS: Final = 0.5  # for a stack to be written; the process may not get a core at all
MOST_BYTES: Final = 2**16
_FRAME: Final = re.compile(rb'^  File "(.{1,400})/(\w{1,80}\.py)", line (\d{1,7}) in (<?\w{1,80}>?)\n', re.MULTILINE)
_LAST: Final = (b"in <module>\n", b"  ...\n")  # endings of a complete stack, and of one that faulthandler cut off


class PrintedFile:
    """The output of the child process, which the grader reads in pieces.

    Where the system allows it, the file has no name, so that the child can neither remove nor replace it.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        handle, self._path = tempfile.mkstemp(prefix="printed-")
        self.writer = os.fdopen(handle, "wb")
        self._reader = open(self._path, "rb")  # noqa: SIM115  closed below
        self._rest = ""
        if sys.platform != "win32":
            os.unlink(self._path)

    def take(self) -> str:
        """Return what was written since the last call, cut off at the limit."""
        if self._reader.closed:
            rest, self._rest = self._rest, ""
            return rest
        printed = self._reader.read(self._limit + 1)
        text = printed[: self._limit].decode("utf-8", "replace")
        if len(printed) > self._limit:
            text += "…\n"
            self._reader.seek(0, os.SEEK_END)
        return text

    def close(self) -> None:
        """Close; unread output stays readable."""
        if self._reader.closed:
            return
        self._rest = self.take()
        self._reader.close()
        self.writer.close()
        if sys.platform == "win32":
            os.unlink(self._path)


class StackFile:
    """A file to which the child process writes its stack on a signal, to show where the code is when its time is up.

    The child inherits it as `descriptor`. It could write anything there, so only lines of the expected form are used.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed below
        self.descriptor = self._file.fileno()
        self.inherited = () if sys.platform == "win32" else (self.descriptor,)

    def last_line(self, process: int, folder: Path) -> str:
        """Return the position of a process in the files of a folder, as `file.py:12 in function`; empty if unknown."""
        if sys.platform == "win32":
            return ""
        with contextlib.suppress(OSError):  # the process may have ended, or belong to another user
            os.kill(process, signal.SIGUSR1)
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            stack = os.pread(self.descriptor, MOST_BYTES, 0)
            line = _line_in(stack, folder)
            if line or stack.endswith(_LAST) or time.monotonic() >= until:
                return line
            time.sleep(0.01)

    def close(self) -> None:
        self._file.close()


def _line_in(stack: bytes, folder: Path) -> str:
    """Return the innermost frame of a stack that is in the folder; innermost frames come first."""
    wanted = os.fsencode(folder.resolve())
    for place, name, line, function in _FRAME.findall(stack):
        if place == wanted:
            return f"{name.decode()}:{line.decode()}" + ("" if function == b"<module>" else f" in {function.decode()}")
    return ""
