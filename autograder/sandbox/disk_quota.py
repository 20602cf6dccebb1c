"""How much a student's code may lay into its folder. The kernel limits each file; we look at them all, now and then."""

import os
from pathlib import Path
from time import monotonic
from typing import Final

from autograder.failures import Failure, FailureKind, StudentFailure

SECONDS_BETWEEN_LOOKS: Final = 0.1


class DiskQuota:
    """Bytes, and files with folders, below one folder."""

    def __init__(self, folder: Path, most_bytes: int, most_files: int) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._most_files = most_files
        self._next_look = 0.0

    def check(self) -> None:
        """StudentFailure if there is too much; looks at most ten times a second."""
        if monotonic() < self._next_look:
            return
        files, size = self._used()
        self._next_look = monotonic() + SECONDS_BETWEEN_LOOKS
        if files > self._most_files:
            self._fail(f"more than {self._most_files:,} files")
        if size > self._most_bytes:
            self._fail(f"more than {self._most_bytes >> 20:,} MB of files")

    def _used(self) -> tuple[int, int]:
        """Counted until there is too much: a bomb of files must not keep us busy."""
        files = size = 0
        for folder, folders, names in os.walk(self._folder):
            files += len(folders) + len(names)
            if files > self._most_files or size > self._most_bytes:
                break
            size += sum(_size(os.path.join(folder, name)) for name in names)
        return files, size

    def _fail(self, excess: str) -> None:
        raise StudentFailure(Failure(FailureKind.MISBEHAVED, f"your code has written {excess}"))


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_blocks * 512  # what it takes, not what it says
    except OSError:  # gone meanwhile
        return 0
