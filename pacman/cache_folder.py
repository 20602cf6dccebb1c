"""Files that are kept for the user from one run to the next, where only that user may write.

What cannot be read, is not what was written, or lies where others may write, counts as absent.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "PACMAN_CACHE_DIR"
_DRAFT: Final = ".draft"


def path_in_cache(name: str) -> Path:
    """The path at which a file is kept, or would be."""
    usable = (folder / name for folder in _folders() if _is_safe(folder))
    return next((path for path in usable if path.exists()), writable_folder() / name)


def load(path: Path) -> bytes | None:
    """The content of a file; None if it counts as absent."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest != _digest(content) or not _is_safe(path.parent):
        return None
    with suppress(OSError):
        path.touch()  # what is in use is not old
    return content


def save(path: Path, content: bytes, kept: int) -> None:
    """Write a file whole or not at all, readable by the user alone; of its kind the newest are kept."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, suffix=path.suffix + _DRAFT)
    try:
        with open(descriptor, "wb") as file:
            file.write(_digest(content) + b"\n" + content)
        os.replace(draft, path)
    except BaseException:  # Ctrl-C, too, leaves nothing behind
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise
    files = sorted(path.parent.glob(f"*{path.suffix}"), key=_last_used, reverse=True)
    for old in (*files[kept:], *path.parent.glob(f"*{path.suffix}{_DRAFT}")):  # a draft: its writer was killed
        with suppress(OSError):
            old.unlink()


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has removed it
        return 0


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


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


def writable_folder() -> Path:
    """The first folder that the user can write to, and no one else."""
    folders = _folders()
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and _is_safe(folder):
                return folder
    return folders[0]


def _is_safe(folder: Path) -> bool:
    """True if no one else can put files there: the folder is the user's or the administrator's, and only theirs."""
    if sys.platform == "win32":
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022
