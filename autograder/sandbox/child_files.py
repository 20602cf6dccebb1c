"""Files that a student's process writes and the grader reads: its output, and its stack."""

import contextlib
import os
import re
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

PATIENCE_SECONDS: Final = 0.5  # for a process that may not even get to run
MOST_BYTES: Final = 2**16
_FRAME: Final = re.compile(rb'^  File "(.{1,400})/(\w{1,80}\.py)", line (\d{1,7}) in (<?\w{1,80}>?)\n', re.MULTILINE)
_LAST: Final = (b"in <module>\n", b"  ...\n")  # how a stack ends that is there in full, or as far as it is written


class PrintedFile:
    """Catches what a student's process prints: the process writes, the grader reads from where it stopped.

    Where the system allows it, the file has no name, so that it can be neither removed nor replaced.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        handle, self._path = tempfile.mkstemp(prefix="printed-")
        self.writer = os.fdopen(handle, "wb")
        self._exit = open(self._path, "rb")  # noqa: SIM115  closed below
        self._rest = ""
        if sys.platform != "win32":
            os.unlink(self._path)

    def take(self) -> str:
        """Return what was written since the last call; of a flood, the beginning."""
        if self._exit.closed:
            rest, self._rest = self._rest, ""
            return rest
        printed = self._exit.read(self._limit + 1)
        text = printed[: self._limit].decode("utf-8", "replace")
        if len(printed) > self._limit:
            text += "…\n"
            self._exit.seek(0, os.SEEK_END)
        return text

    def close(self) -> None:
        """Close; unread output stays readable."""
        if self._exit.closed:
            return
        self._rest = self.take()
        self._exit.close()
        self.writer.close()
        if sys.platform == "win32":
            os.unlink(self._path)


class StackFile:
    """Takes the stack that a student's process writes on a signal: it shows where the code is when its time is up.

    The process inherits it as `descriptor`. Only the form of what is read back is trusted.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed below
        self.descriptor = self._file.fileno()
        self.inherited = () if sys.platform == "win32" else (self.descriptor,)

    def last_line(self, process: int, folder: Path) -> str:
        """Return where a process is in the files of a folder, as `file.py:12 in function`; empty if it does not say."""
        if sys.platform == "win32":
            return ""
        with contextlib.suppress(OSError):  # it may be gone, or belong to somebody else
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
