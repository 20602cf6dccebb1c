"""The private folder of a grader: all that its sandboxes leave on disk lies in it, and goes with it.

A grader that is killed cannot tidy up. Its folder is locked as long as it lives, and the next grader removes those that
nobody locks.
"""

import atexit
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from autograder.errors import GradingError
from autograder.sandbox.folder_removal import remove_folder

PREFIX: Final = "pacman-grading-"


@contextlib.contextmanager
def on_scratch_disk() -> Iterator[None]:
    """Turn an error of the disk that sandboxes lie on (full, read-only) into a GradingError that names the place."""
    try:
        yield
    except OSError as error:
        raise GradingError(f"{tempfile.gettempdir()}: cannot be written: {error.strerror or error}") from error


@cache
def scratch_folder() -> Path:
    """This process's own, made when first asked for and removed when the process ends."""
    remove_abandoned()
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        if _lock(folder) is not None:  # otherwise another grader took it for an abandoned one
            break
    if sys.platform != "win32" and os.getuid() == 0:
        folder.chmod(0o711)  # the users of the sandboxes must come to their own folders, which are closed to others
    atexit.register(_remove, folder, os.getpid())
    return folder


def remove_abandoned() -> None:
    """Remove what graders of this user have left who no longer exist."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            status = folder.lstat()
            if sys.platform == "win32" or status.st_uid != os.getuid() or folder.is_symlink():
                continue
            lock = _lock(folder)
            if lock is not None:
                remove_folder(folder)
                os.close(lock)


def _lock(folder: Path) -> int | None:
    """Hold the folder until the handle is closed or this process ends; None if another does, or it is gone."""
    if sys.platform == "win32":
        return 0
    import fcntl

    try:
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(handle).st_nlink > 0 and folder.exists():
            return handle
    except OSError:
        pass
    os.close(handle)
    return None


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # and not a process that was forked from it
        remove_folder(folder)
