"""The private folder of a grader, which contains the folders of its sandboxes and is removed with them.

A grader that is killed cannot clean up. Its folder is locked while it runs, and the next grader removes folders without
a lock; on a file system without locks it removes none.
"""

import atexit
import contextlib
import errno
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
_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)  # on a file system without locks


@contextlib.contextmanager
def on_scratch_disk() -> Iterator[None]:
    """Convert an error of the disk of the sandboxes (full, read-only) to a GradingError that names the folder."""
    try:
        yield
    except OSError as error:
        raise GradingError(f"{tempfile.gettempdir()}: cannot be written: {error.strerror or error}") from error


@cache
def scratch_folder() -> Path:
    """Return the scratch folder of this process; it is created by the first call and removed when the process ends."""
    remove_abandoned()
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        try:
            if _lock(folder) is not None:  # otherwise another grader has removed it as abandoned
                break
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            break
    if sys.platform != "win32" and os.getuid() == 0:
        folder.chmod(0o711)  # users of sandboxes must be able to reach their own folders, which are private to each
    atexit.register(_remove, folder, os.getpid())
    return folder


def remove_abandoned() -> None:
    """Remove the scratch folders of this user's graders that no longer run."""
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
    """Lock the folder until the returned handle is closed or this process ends.

    Return None if another process holds the lock, or if the folder is gone; raise OSError if it cannot be locked.
    """
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
    except BlockingIOError:
        pass
    except OSError:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # a forked process inherits the exit handler, but not the folder
        remove_folder(folder)
