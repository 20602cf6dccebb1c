"""The file that catches what a student's process prints."""

import os
import sys
import tempfile


class PrintedFile:
    """Written by the other process, read here from where we stopped; both keep a place of their own in it.

    Where the system can do so it has no name: nobody can remove it or put another in its place.
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
        """What has come since this was asked last; of a flood, the beginning."""
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
        """The file goes; what was not taken yet can be taken still."""
        if self._exit.closed:
            return
        self._rest = self.take()
        self._exit.close()
        self.writer.close()
        if sys.platform == "win32":
            os.unlink(self._path)
