"""How much a student's code may lay into its folder. The kernel limits each file; we look at them all, now and then."""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Final

from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.sandbox.folder_removal import OpenFolder

SECONDS_BETWEEN_LOOKS: Final = 0.1
MOST_NESTED: Final = 20  # folders inside one another


class DiskQuota:
    """Bytes, and files with folders, below the folder of one process."""

    def __init__(self, folder: Path, process: int, most_bytes: int, most_files: int) -> None:
        self._folder = folder
        self._process = process
        self._most_bytes = most_bytes
        self._most_files = most_files
        self._next_look = 0.0

    def check(self) -> None:
        """StudentFailure if there is too much; looks at most ten times a second."""
        if monotonic() < self._next_look:
            return
        try:
            self._count(_bytes_without_name(self._process))
        except FileNotFoundError:  # then there is nothing
            pass
        except OSError as error:
            raise _too_much("a folder that nobody can look into") from error
        self._next_look = monotonic() + SECONDS_BETWEEN_LOOKS

    def _count(self, size: int) -> None:
        """Until there is too much: a bomb of files must not keep us busy."""
        for files, found in enumerate(_sizes_below(self._folder), start=1):
            size += found
            if files > self._most_files:
                raise _too_much(f"more than {self._most_files:,} files")
            if size > self._most_bytes:
                break
        if size > self._most_bytes:
            raise _too_much(f"more than {self._most_bytes >> 20:,} MB of files")


def _too_much(what: str) -> StudentFailure:
    return StudentFailure(Failure(FailureKind.MISBEHAVED, f"your code has written {what}"))


def _sizes_below(folder: Path) -> Iterator[int]:
    """What each file and folder takes, which is not what it says; OSError where we cannot look."""
    if sys.platform == "win32":
        for place, folders, names in os.walk(folder):
            yield from (_size(os.path.join(place, name)) for name in (*folders, *names))
        return
    with OpenFolder(folder) as top:
        yield from _sizes_in(top)


def _sizes_in(folder: int, nested: int = 0) -> Iterator[int]:
    """Looked up from open folders: a path may be too long to be followed. Nesting is limited, so recursion is, too."""
    if nested > MOST_NESTED:
        raise _too_much(f"more than {MOST_NESTED} folders inside one another")
    with os.scandir(folder) as entries:
        for entry in entries:
            yield _size(entry.name, folder)
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # gone meanwhile
                if entry.is_dir(follow_symlinks=False):
                    with OpenFolder(entry.name, folder) as inner:
                        yield from _sizes_in(inner, nested + 1)


def _size(path: str, folder: int | None = None) -> int:
    try:
        return os.stat(path, dir_fd=folder, follow_symlinks=False).st_blocks * 512
    except OSError:  # gone meanwhile
        return 0


def _bytes_without_name(process: int) -> int:
    """What the files take that a process has removed and keeps open, as far as the system tells."""
    size = 0
    with contextlib.suppress(OSError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                status = os.stat(f"/proc/{process}/fd/{name}")
                if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
                    size += status.st_blocks * 512
    return size
