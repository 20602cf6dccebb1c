"""Remove a folder that a student's code could write to, regardless of its depth and file modes."""

import contextlib
import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

OWNER_MAY_ALL: Final = stat.S_IRWXU


def remove_folder(folder: Path) -> list[str]:
    """Remove a folder with its content; return lines about errors, empty if it is gone."""
    try:
        if sys.platform == "win32":
            shutil.rmtree(folder)
        else:
            if not stat.S_ISDIR(os.lstat(folder).st_mode):  # chmod would follow a link
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            os.chmod(folder, OWNER_MAY_ALL)
            with open_folder(folder) as top:
                _empty(top)
            os.rmdir(folder)
    except FileNotFoundError:
        return []
    except (OSError, RecursionError) as error:
        return [f"{folder}: cannot be removed: {getattr(error, 'strerror', None) or error}"]
    return []


@contextlib.contextmanager
def open_folder(name: str | Path, parent: int | None = None) -> Iterator[int]:
    """Yield the descriptor of a folder, which is opened without following links.

    Relative to a parent that is already open, a path cannot be too long for the system.
    """
    descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _empty(top: int) -> None:
    """Remove the content of an open folder.

    Inner folders are moved up to the top one by one instead of being entered, so that deep nesting needs neither
    recursion nor long paths.
    """
    while names := list(_remove_files(top)):
        for name in names:
            with open_folder(name, top) as folder:
                for inner in list(_remove_files(folder)):
                    unused = f"moved-{os.urandom(16).hex()}"  # a name that no submission can have guessed
                    os.rename(inner, unused, src_dir_fd=folder, dst_dir_fd=top)
            os.rmdir(name, dir_fd=top)


def _remove_files(folder: int) -> Iterator[str]:
    """Remove all entries of a folder except folders; make those movable and yield their names."""
    with os.scandir(folder) as entries:
        for entry in list(entries):
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.name, OWNER_MAY_ALL, dir_fd=folder)
                yield entry.name
            else:
                os.unlink(entry.name, dir_fd=folder)
