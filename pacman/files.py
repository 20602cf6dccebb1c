"""Read files and write them atomically; errors are one line."""

import contextlib
import io
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pacman.errors import PacmanError, nearest

_APPEND: Final[int] = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


def name_hint(path: Path) -> str:
    """Return a suggestion for a missing file: one in its folder whose name is similar, such as in another case."""
    if path.exists():
        return ""
    try:
        names = [entry for entry in os.listdir(path.parent) if Path(entry).suffix.lower() == path.suffix.lower()]
    except OSError:
        return ""
    near = nearest(path.name, [name for name in names if name != path.name])  # a broken link has the same name
    return f"; did you mean {str(path.with_name(near))!r}?" if near else ""


def read_bytes(path: Path, largest: int, error: type[PacmanError], expected: str) -> bytes:
    """Return the content of a file of at most `largest` bytes; raise `error`, in one line, if that fails."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise error(f"{path}: not a file; expected {expected}")
        if status.st_size > largest:
            raise error(f"{path}: larger than {largest:,} bytes; expected {expected}")
        return path.read_bytes()
    except (OSError, ValueError) as problem:
        if isinstance(problem, PacmanError):
            raise
        reason = getattr(problem, "strerror", None) or problem
        raise error(f"{path}: cannot be read: {reason}{name_hint(path)}") from problem


def read_whole(path: Path, error: type[PacmanError]) -> bytes:
    """Return the content of a file of any size; raise `error`, in one line, if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise error(f"{path}: cannot be read: {problem.strerror or problem}") from problem


def read_text(path: Path, largest: int, error: type[PacmanError], expected: str) -> str:
    """Return the content of a text file of at most `largest` bytes; raise `error`, in one line, if that fails."""
    content = read_bytes(path, largest, error, expected)
    try:
        return as_text(content)
    except UnicodeDecodeError as problem:
        raise error(f"{path}: byte {problem.start + 1} is not text; expected {expected}") from problem


def as_text(content: bytes) -> str:
    """Return the text of a file in UTF-8, with or without a mark at its beginning and with any line ends."""
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()


@contextmanager
def whole_file(path: str | Path, error: type[PacmanError], content: bytes = b"") -> Iterator[Path]:
    """Yield a draft beside `path`, with `content` in it; it replaces `path` on success and is removed on failure.

    So `path` is either complete or, after an interruption, unchanged. The draft is created at once, so that a missing
    or read-only folder is reported before any work is done. A device or a pipe is written to, not replaced.
    """
    path = Path(path)
    with _writing(path, error):
        if is_device(path):
            from tempfile import TemporaryDirectory

            with TemporaryDirectory() as folder:
                draft = Path(folder, path.name)
                draft.write_bytes(content)
                yield draft
                path.write_bytes(draft.read_bytes())
            return
        target = path.resolve()  # a symbolic link stays one: its target is replaced
        with _draft(target, [content]) as (temporary, _):
            yield temporary
            os.replace(temporary, target)


@contextmanager
def _writing(path: Path, error: type[PacmanError]) -> Iterator[None]:
    """Raise `error`, in one line, if the path is that of a folder, or instead of any OSError."""
    try:
        if path.is_dir():
            raise error(f"{path}: cannot be written: it is a folder")
        yield
    except OSError as problem:
        raise error(f"{path}: cannot be written: {problem.strerror or problem}") from problem


@contextmanager
def _draft(target: Path, pieces: Iterable[bytes]) -> Iterator[tuple[Path, int]]:
    """Yield the path of a new file beside `target`, with this content, and a descriptor that appends to it.

    The name cannot be guessed, and the permissions are those of new files. Where the system supports it, the content
    is written before the file has a name: a process that is killed while it writes leaves no file behind. A draft with
    a name is locked until its process ends; the next draft for the same target removes unlocked ones.
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
            os.close(handle)  # Windows cannot replace an open file
            handle = -1
        yield draft, handle
    finally:
        if handle >= 0:
            os.close(handle)
        draft.unlink(missing_ok=True)


def _open_without_a_name(folder: Path) -> int | None:
    """Open an unnamed file (O_TMPFILE); return None if the system has none, or cannot name them later."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | _APPEND, 0o666)
    except OSError:
        return None


def _name(handle: int, draft: Path) -> None:
    """Give an unnamed file a name. If the system refuses, the descriptor is redirected to a named copy."""
    _lock(handle)
    try:
        # os.link follows the link in /proc only if it is given a directory descriptor.
        os.link(f"/proc/self/fd/{handle}", draft, src_dir_fd=handle)
    except OSError:
        from shutil import copyfileobj  # seldom needed, and every child of the grader would load it

        copy = _open_with_a_name(draft)
        try:
            with open(handle, "rb", closefd=False) as old, open(copy, "ab", closefd=False) as new:
                old.seek(0)
                copyfileobj(old, new)
            os.dup2(copy, handle, inheritable=False)
        finally:
            os.close(copy)


def _open_with_a_name(draft: Path) -> int:
    while True:
        handle = os.open(draft, _APPEND | os.O_CREAT | os.O_EXCL, 0o666)
        _lock(handle)
        if sys.platform == "win32" or os.fstat(handle).st_nlink:
            return handle
        os.close(handle)  # another process removed it as abandoned before it was locked


def _lock(handle: int, *, wait: bool = True) -> bool:
    """Lock a file until the descriptor is closed or this process ends; return False if that fails."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _remove_abandoned_drafts(target: Path) -> None:
    """Remove the drafts of killed processes: those that no process has locked."""
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
    """Replace whatever is at `target`, links included, without following it or writing to it.

    Raise OSError if that fails. The old entry is removed even then, if possible: a stale report must not pass for the
    new one.
    """
    try:
        with _draft(target, [content]) as (draft, _):
            os.replace(draft, target)
    except OSError:
        with contextlib.suppress(OSError):
            target.unlink()
        raise


def replace_and_hold(target: Path, pieces: Iterable[bytes]) -> int:
    """Replace a file atomically, keeping its permissions.

    Return a descriptor that appends to the new file and has locked it (`flock`) since before it replaced the old one.
    If OSError is raised, the old file is unchanged.
    """
    mode = target.stat().st_mode
    with _draft(target, pieces) as (draft, handle):
        draft.chmod(mode & 0o7777)
        os.replace(draft, target)
        return os.open(target, _APPEND) if handle < 0 else os.dup(handle)


def is_device(path: Path) -> bool:
    """True for an existing path that is not a regular file, such as /dev/stdout."""
    return path.exists() and not path.is_file()


def write_whole(path: str | Path, text: str, error: type[PacmanError]) -> None:
    """Write a text file atomically; raise `error` if that fails."""
    with whole_file(path, error, text.encode()):
        pass


def write_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write texts by their names below a folder, which is made if it is missing."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def check_writable(path: str | Path, error: type[PacmanError]) -> None:
    """Raise `error` if no file can be written at this path; meant to be called before the work, not after it."""
    path = Path(path)
    with _writing(path, error):
        if is_device(path):
            return
        if not path.parent.is_dir():
            raise error(f"{path}: cannot be written: there is no folder {path.parent}")
        from tempfile import TemporaryFile

        with TemporaryFile(dir=path.parent):
            pass
