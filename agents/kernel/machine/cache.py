"""Machine code on disk, so that only one process ever compiles it.

A file holds the kernel for one version of our sources, one compiler and one kind of processor; all of that is in its
name.
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
KEPT: Final = 4  # builds: those of several checkouts or environments do not drive each other out
_KERNEL: Final = Path(__file__).resolve().parent.parent


def path_of(target: str) -> Path:
    """Where the kernel for this compiler and processor is kept, or would be."""
    digest = hashlib.sha256(target.encode())
    for source in _sources():
        digest.update(source.read_bytes())
    return path_in_cache(f"{digest.hexdigest()[:20]}.kernel")


def _sources() -> list[Path]:
    """All that compiled code is made from: the kernel, and the modules it takes numbers from."""
    ours = [path for folder in ("code", "machine", "memory") for path in sorted((_KERNEL / folder).glob("*.py"))]
    return [*ours, Path(chase.__file__), Path(scoring.__file__)]


def save(path: Path, code: bytes) -> None:
    """Whole or not at all, whatever happens and whoever else writes it; old builds go."""
    cache_folder.save(path, code, KEPT)


# -- one build at a time ----------------------------------------------------------------------------------------------


@contextmanager
def build_lock() -> Iterator[None]:
    """Waits until no other process holds it. The system lets go of it when its holder dies."""
    with open(writable_folder() / "build.lock", "wb") as file:
        _lock(file.fileno(), waits=True)
        yield


def is_being_built() -> bool:
    """Whether some process holds the lock."""
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
    except (BlockingIOError, PermissionError):  # somebody holds it; Windows does not wait for ever
        return False
    except OSError:  # a file system without locks: two may build, and the file of the last one stays
        return True
    return True
