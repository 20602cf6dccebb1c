"""Limit the disk space that a student's code uses.

The kernel limits the size of each file. The grader adds up all files, at most ten times a second.
"""

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Final

from autograder.child.kernel_calls import libc
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.sandbox.folder_removal import open_folder
from autograder.student.limits import Limits

SECONDS_BETWEEN_LOOKS: Final = 0.1
MOST_NESTED: Final = 20  # folders inside one another
MOST_OPEN: Final = 10_000  # open files over all threads; a file counts once for each thread

_DELETED: Final = b" (deleted)"
# address permissions offset device number name
_REMOVED: Final = re.compile(rb"\S+ \S+ \S+ (\w+:\w+) (\d+) +(.+)" + re.escape(_DELETED))
_SHARED_MEMORY: Final = b"/dev/zero"  # anonymous memory, which the memory limit covers


class DiskQuota:
    """A quota on the files and folders of one process, including files that it has removed and still holds open."""

    def __init__(self, folder: Path, process: int, limits: Limits) -> None:
        self._folder = folder
        self._process = process
        self._most_bytes = limits.disk
        self._most_files = limits.files
        self._largest_file = limits.file_size
        self._next_look = 0.0
        self.user: int | None = None  # uid of the process, if it runs as a separate user

    def check(self) -> None:
        """Raise StudentFailure if the quota is exceeded. Most calls return at once; see SECONDS_BETWEEN_LOOKS."""
        if monotonic() < self._next_look:
            return
        try:
            with _as_file_system_user(self.user):
                size = _bytes_without_name(self._process, self._largest_file)
            self._count(size)
        except FileNotFoundError:  # no folder, so no files
            pass
        except OSError as error:
            raise _too_much("a folder that cannot be read") from error
        self._next_look = monotonic() + SECONDS_BETWEEN_LOOKS

    def _count(self, size: int) -> None:
        """Add up the files, starting from `size` bytes; stop at the quota, so that a file bomb takes little time."""
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
    """Yield the allocated (not apparent) size of every entry below a folder; raise OSError if one cannot be read."""
    if sys.platform == "win32":
        for place, folders, names in os.walk(folder):
            yield from (_size(os.path.join(place, name)) for name in (*folders, *names))
        return
    with open_folder(folder) as top:
        yield from _sizes_in(top)


def _sizes_in(folder: int, nested: int = 0) -> Iterator[int]:
    """Yield the sizes of all entries below an open folder.

    Entries are looked up relative to open folders, because a path may be too long for the system. The limit on
    nesting also bounds the recursion.
    """
    if nested > MOST_NESTED:
        raise _too_much(f"more than {MOST_NESTED} folders inside one another")
    with os.scandir(folder) as entries:
        for entry in entries:
            yield _size(entry.name, folder)
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # removed or replaced in the meantime
                if entry.is_dir(follow_symlinks=False):
                    with open_folder(entry.name, folder) as inner:
                        yield from _sizes_in(inner, nested + 1)


def _size(path: str, folder: int | None = None) -> int:
    try:
        return os.stat(path, dir_fd=folder, follow_symlinks=False).st_blocks * 512
    except OSError:  # gone meanwhile
        return 0


@contextlib.contextmanager
def _as_file_system_user(user: int | None) -> Iterator[None]:
    """Access files as this user, in this thread: root in a container may not see the open files of other users."""
    if user is None:
        yield
        return
    libc().setfsgid(user)
    libc().setfsuid(user)
    try:
        yield
    finally:
        libc().setfsuid(0)
        libc().setfsgid(0)


def _bytes_without_name(process: int, largest_file: int) -> int:
    """Return the size of the files that a process has removed and still has open or mapped, as far as they are visible.

    Each thread may have its own open files. The size of a file that is only mapped is not visible to every user, so
    such a file counts as the largest file that is allowed.
    """
    sizes: dict[tuple[int, int, int], int] = {}
    for number, path in enumerate(_open_files(process)):
        if number > MOST_OPEN:
            raise _too_much("from more threads than the grader can check")
        with contextlib.suppress(OSError):  # closed meanwhile
            status = os.stat(path)
            if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
                device = os.major(status.st_dev), os.minor(status.st_dev)
                sizes[*device, status.st_ino] = status.st_blocks * 512
    for file in _removed_and_mapped(process):
        sizes.setdefault(file, largest_file)
    return sum(sizes.values())


def _open_files(process: int) -> Iterator[str]:
    """Return the paths in /proc of the open files of all threads."""
    tasks = f"/proc/{process}/task"
    return (f"{tasks}/{thread}/fd/{name}" for thread in _listed(tasks) for name in _listed(f"{tasks}/{thread}/fd"))


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:  # the thread has ended, or access is denied
        return []


def _removed_and_mapped(process: int) -> Iterator[tuple[int, int, int]]:
    """Yield major device, minor device and inode of each removed file that is mapped into a process."""
    try:
        with open(f"/proc/{process}/maps", "rb") as file:
            lines = [line for line in file.read().split(b"\n") if line.endswith(_DELETED)]
    except OSError:
        return
    for line in filter(None, map(_REMOVED.fullmatch, lines)):
        device, number, name = line.groups()
        if name != _SHARED_MEMORY:
            major, minor = device.split(b":")
            yield int(major, 16), int(minor, 16), int(number)
