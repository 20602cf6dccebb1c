"""Reading and writing files, whole or not at all, with errors in one line."""

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pacman.errors import PacmanError

_APPEND: Final[int] = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


def read_text(path: Path, largest: int, error: type[PacmanError], expected: str) -> str:
    """A text file of at most `largest` bytes; what goes wrong is raised as `error`, in one line."""
    try:
        if path.exists() and not path.is_file():
            raise error(f"{path}: not a file; expected {expected}")
        if path.stat().st_size > largest:
            raise error(f"{path}: larger than {largest:,} bytes; expected {expected}")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        raise error(f"{path}: byte {problem.start + 1} is not text; expected {expected}") from problem
    except (OSError, ValueError) as problem:
        if isinstance(problem, PacmanError):
            raise
        raise error(f"{path}: cannot be read: {getattr(problem, 'strerror', None) or problem}") from problem


@contextmanager
def whole_file(path: str | Path, error: type[PacmanError], content: bytes = b"") -> Iterator[Path]:
    """A file beside `path` to write to, which takes its place when all went well and is gone when not.

    content: of the file so far. So `path` is there whole or, if we are interrupted, as it was before. The file is made
    at once: a folder that is missing or cannot be written to shows before any work is done. A device or a pipe is
    written to, and not replaced.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise error(f"{path}: cannot be written: it is a folder")
        if is_device(path):
            from tempfile import TemporaryDirectory

            with TemporaryDirectory() as folder:
                draft = Path(folder, path.name)
                draft.write_bytes(content)
                yield draft
                path.write_bytes(draft.read_bytes())
            return
        target = path.resolve()  # a link stays one as well
        with _draft(target, [content]) as (temporary, _):
            yield temporary
            os.replace(temporary, target)
    except OSError as problem:
        raise error(f"{path}: cannot be written: {problem.strerror or problem}") from problem


@contextmanager
def _draft(target: Path, pieces: Iterable[bytes]) -> Iterator[tuple[Path, int]]:
    """A new file beside another one, with this content, and a handle that appends to it.

    Its name cannot be guessed, and its rights are those of new files. Where the system supports it, the content is
    written before the file has a name: a process that is killed while it writes leaves nothing behind. A draft with a
    name is locked until its process ends, and the next draft for the same file removes those that are not.
    """
    _remove_abandoned_drafts(target)
    draft = target.with_name(f".{target.stem}-{os.urandom(16).hex()}{target.suffix}")
    handle = _open_without_a_name(target.parent)
    is_named = handle is None
    if handle is None:
        handle = _open_with_a_name(draft)
    try:
        with open(handle, "ab", closefd=False) as file:
            file.writelines(pieces)
        if not is_named:
            _name(handle, draft)
        if sys.platform == "win32":
            os.close(handle)  # an open file cannot be replaced there
            handle = -1
        yield draft, handle
    finally:
        if handle >= 0:
            os.close(handle)
        draft.unlink(missing_ok=True)


def _open_without_a_name(folder: Path) -> int | None:
    """None where the system has no such files, or no way to name them later."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | _APPEND, 0o666)
    except OSError:
        return None


def _name(handle: int, draft: Path) -> None:
    """Name an open file. Where that is refused, the handle becomes that of a copy with the name."""
    _lock(handle)
    try:
        os.link(f"/proc/self/fd/{handle}", draft, src_dir_fd=handle)  # given a folder, it follows the link in /proc
    except OSError:
        copy = _open_with_a_name(draft)
        try:
            with open(handle, "rb", closefd=False) as old, open(copy, "ab", closefd=False) as new:
                old.seek(0)
                shutil.copyfileobj(old, new)
            os.dup2(copy, handle, inheritable=False)
        finally:
            os.close(copy)


def _open_with_a_name(draft: Path) -> int:
    while True:
        handle = os.open(draft, _APPEND | os.O_CREAT | os.O_EXCL, 0o666)
        _lock(handle)
        if sys.platform == "win32" or os.fstat(handle).st_nlink:
            return handle
        os.close(handle)  # another process took it for an abandoned one before it was locked


def _lock(handle: int, *, wait: bool = True) -> bool:
    """Hold a file until the handle is closed or this process ends; False if that fails."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _remove_abandoned_drafts(target: Path) -> None:
    """Remove the drafts of a file whose processes were killed: no process holds them."""
    name = re.compile(rf"\.{re.escape(target.stem)}-[0-9a-f]{{32}}{re.escape(target.suffix)}")
    with contextlib.suppress(OSError):
        for draft in filter(name.fullmatch, os.listdir(target.parent)):
            with contextlib.suppress(OSError):
                flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
                handle = os.open(target.with_name(draft), flags)
                try:
                    if _lock(handle, wait=False):
                        os.unlink(target.with_name(draft))
                finally:
                    os.close(handle)


def replace_file(target: Path, content: bytes) -> None:
    """Put a file in the place of whatever is there, which is neither followed nor written to.

    OSError if that fails; what was there before is gone then, too, as far as it can be removed.
    """
    try:
        with _draft(target, [content]) as (draft, _):
            os.replace(draft, target)
    except OSError:
        with contextlib.suppress(OSError):
            target.unlink()
        raise


def replace_and_hold(target: Path, pieces: Iterable[bytes]) -> int:
    """Put a file in the place of another one, whole or not at all, with the same rights.

    Returns a handle that appends to the new file and has held it (`flock`) since before it took its place. OSError
    leaves the old file as it was.
    """
    mode = target.stat().st_mode
    with _draft(target, pieces) as (draft, handle):
        draft.chmod(mode & 0o7777)
        os.replace(draft, target)
        return os.open(target, _APPEND) if handle < 0 else os.dup(handle)


def is_device(path: Path) -> bool:
    """Something to write to that is no plain file, such as /dev/stdout."""
    return path.exists() and not path.is_file()


def write_whole(path: str | Path, text: str, error: type[PacmanError]) -> None:
    """Write a text file, whole or not at all."""
    with whole_file(path, error, text.encode()):
        pass


def check_writable(path: str | Path, error: type[PacmanError]) -> None:
    """Raise `error` if a file could not be written there: better told before the work than after it."""
    path = Path(path)
    try:
        if path.is_dir():
            raise error(f"{path}: cannot be written: it is a folder")
        if is_device(path):
            return
        if not path.parent.is_dir():
            raise error(f"{path}: cannot be written: there is no folder {path.parent}")
        from tempfile import TemporaryFile

        with TemporaryFile(dir=path.parent):
            pass
    except OSError as problem:
        raise error(f"{path}: cannot be written: {problem.strerror or problem}") from problem
