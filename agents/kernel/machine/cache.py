"""Cache of machine code on disk, so that only one process ever compiles it.

A file holds the kernel for one version of the sources, one compiler and one kind of processor; its name is a hash of
all of them.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from agents import chase
from pacman import cache_folder, scoring
from pacman.cache_folder import FOLDER_VARIABLE, load, path_in_cache, writable_folder

__all__ = ["FOLDER_VARIABLE", "build_lock", "is_being_built", "load", "path_of", "save"]
KEPT: Final = 4  # builds, so that several checkouts or environments do not evict each other
_KERNEL: Final = Path(__file__).resolve().parent.parent


def path_of(target: str) -> Path:
    """Return the path of the kernel for this compiler and processor, which need not exist."""
    digest = hashlib.sha256(target.encode())
    for source in _sources():
        digest.update(source.read_bytes())
    return path_in_cache(f"{digest.hexdigest()[:20]}.kernel")


def _sources() -> list[Path]:
    """Return the sources of compiled code: the kernel, and the modules whose constants it uses."""
    ours = [path for folder in ("code", "machine", "memory") for path in sorted((_KERNEL / folder).glob("*.py"))]
    return [*ours, Path(chase.__file__), Path(scoring.__file__)]


def save(path: Path, code: bytes) -> None:
    """Write the kernel atomically, also if several processes write it, and delete old builds."""
    cache_folder.save(path, code, KEPT)


# -- one build at a time ----------------------------------------------------------------------------------------------


@contextmanager
def build_lock() -> Iterator[None]:
    """Hold the lock of builds; wait until no other process holds it. The system releases it if its holder dies."""
    with open(writable_folder() / "build.lock", "wb") as file:
        _lock(file.fileno(), waits=True)
        yield


def is_being_built() -> bool:
    """Return True if some process holds the lock of builds."""
    try:
        with open(writable_folder() / "build.lock", "rb+") as file:
            return not _lock(file.fileno(), waits=False)
    except OSError:
        return False


def _lock(descriptor: int, *, waits: bool) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # another process holds it; Windows does not wait forever
        return False
    except OSError:  # a file system without locks: two processes may build, and the last file remains
        return True
    return True
