"""Cache files of the user, kept from one run to the next in a folder that only this user can write to.

A file counts as absent if it cannot be read, if its content does not match its digest, or if others can write to its
folder: the cache holds machine code that is executed, so a file of another user must never be loaded.
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
    """Return the path of a cached file, or the path at which it would be saved."""
    usable = (folder / name for folder in _folders() if _is_safe(folder))
    return next((path for path in usable if path.exists()), writable_folder() / name)


def load(path: Path) -> bytes | None:
    """Return the content of a cached file, or None if it counts as absent."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest != _digest(content) or not _is_safe(path.parent):
        return None
    with suppress(OSError):
        path.touch()  # `save` removes the files that were used least recently
    return content


def save(path: Path, content: bytes, kept: int) -> None:
    """Write a file atomically, readable by the user alone.

    Of the files with the same suffix, the `kept` most recently used ones remain; older ones are removed.
    """
    descriptor, draft = tempfile.mkstemp(dir=path.parent, suffix=path.suffix + _DRAFT)
    try:
        with open(descriptor, "wb") as file:
            file.write(_digest(content) + b"\n" + content)
        os.replace(draft, path)
    except BaseException:  # KeyboardInterrupt, too, must not leave a draft behind
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise
    files = sorted(path.parent.glob(f"*{path.suffix}"), key=_last_used, reverse=True)
    for old in (*files[kept:], *path.parent.glob(f"*{path.suffix}{_DRAFT}")):  # drafts are left by killed processes
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
    """Return the candidate folders: the requested one or else the user's cache, then one in the temporary folder."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "")
    shared = Path(tempfile.gettempdir()) / f"pacman-search-{user}"
    with suppress(RuntimeError):  # Path.home() fails for users without a home directory, as in some containers
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
    """Return the first candidate folder that this user, and no other, can write to."""
    folders = _folders()
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and _is_safe(folder):
                return folder
    return folders[0]


def _is_safe(folder: Path) -> bool:
    """True if only the user or the administrator owns the folder and no other user can write to it."""
    if sys.platform == "win32":
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022
