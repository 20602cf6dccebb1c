"""Machine code on disk, so that only one process ever compiles it.

A file holds the kernel for one version of our sources, one compiler and one kind of processor; all of that is in its
name. What cannot be read, is not what was written, or lies where others may write, counts as absent.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from agents import chase
from pacman import scoring

FOLDER_VARIABLE: Final = "PACMAN_CACHE_DIR"
KEPT: Final = 4  # builds: those of several checkouts or environments do not drive each other out
_DRAFT: Final = ".draft"
_KERNEL: Final = Path(__file__).resolve().parent.parent


def path_of(target: str) -> Path:
    """Where the kernel for this compiler and processor is kept, or would be."""
    digest = hashlib.sha256(target.encode())
    for source in _sources():
        digest.update(source.read_bytes())
    name = f"{digest.hexdigest()[:20]}.kernel"
    usable = (folder / name for folder in _folders() if _is_safe(folder))
    return next((path for path in usable if path.exists()), _writable_folder() / name)


def _sources() -> list[Path]:
    """All that compiled code is made from: the kernel, and the modules it takes numbers from."""
    ours = [path for folder in ("code", "machine", "memory") for path in sorted((_KERNEL / folder).glob("*.py"))]
    return [*ours, Path(chase.__file__), Path(scoring.__file__)]


def load(path: Path) -> bytes | None:
    try:
        digest, _, code = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest != _digest(code) or not _is_safe(path.parent):
        return None
    with suppress(OSError):
        path.touch()  # builds in use are not old
    return code


def save(path: Path, code: bytes) -> None:
    """Whole or not at all, whatever happens and whoever else writes it; old builds go."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, suffix=_DRAFT)
    try:
        with open(descriptor, "wb") as file:
            file.write(_digest(code) + b"\n" + code)
        os.replace(draft, path)
    except BaseException:  # Ctrl-C, too, leaves nothing behind
        os.unlink(draft)
        raise
    builds = sorted(path.parent.glob("*.kernel"), key=lambda build: build.stat().st_mtime, reverse=True)
    for old in (*builds[KEPT:], *path.parent.glob(f"*{_DRAFT}")):  # a draft is of a build that was killed
        with suppress(OSError):
            old.unlink()


def _digest(code: bytes) -> bytes:
    return hashlib.sha256(code).hexdigest().encode()


# -- the folder -------------------------------------------------------------------------------------------------------


def _folders() -> list[Path]:
    """Where to look: the folder that is asked for or else the user's, and one that every user can have."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "")
    shared = Path(tempfile.gettempdir()) / f"pacman-search-{user}"
    with suppress(RuntimeError):  # a user without a home, as in some containers
        return [Path(chosen) if chosen else _cache_folder() / "pacman-search", shared]
    return [shared]


def _cache_folder() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base)


def _writable_folder() -> Path:
    folders = _folders()
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and _is_safe(folder):
                return folder
    return folders[0]


def _is_safe(folder: Path) -> bool:
    """Whether nobody else can put code there: the folder is the user's or the administrator's, and only theirs."""
    if sys.platform == "win32":
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022


# -- one build at a time ----------------------------------------------------------------------------------------------


@contextmanager
def build_lock() -> Iterator[None]:
    """Waits until no other process holds it. The system lets go of it when its holder dies."""
    with open(_writable_folder() / "build.lock", "wb") as file:
        _lock(file.fileno(), waits=True)
        yield


def is_being_built() -> bool:
    """Whether some process holds the lock."""
    try:
        with open(_writable_folder() / "build.lock", "rb+") as file:
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
