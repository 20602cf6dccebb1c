"""Where a student's code is when its time is up: the process writes its stack to a file when a signal comes."""

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


class StackFile:
    """Handed to the process by its number, `descriptor`; what is read back is believed no further than its form."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed below
        self.descriptor = self._file.fileno()
        self.inherited = () if sys.platform == "win32" else (self.descriptor,)

    def last_line(self, process: int, folder: Path) -> str:
        """Where a process is in the files of a folder, as `file.py:12 in function`; empty if it does not tell."""
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
    """The innermost frame comes first."""
    wanted = os.fsencode(folder.resolve())
    for place, name, line, function in _FRAME.findall(stack):
        if place == wanted:
            return f"{name.decode()}:{line.decode()}" + ("" if function == b"<module>" else f" in {function.decode()}")
    return ""
