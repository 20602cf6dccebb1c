"""Reading and writing files, whole or not at all, with errors in one line."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pacman.errors import PacmanError


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
def whole_file(path: str | Path, error: type[PacmanError]) -> Iterator[Path]:
    """A file beside `path` to write to, which takes its place when all went well and is gone when not.

    So `path` is there whole or, if we are interrupted, as it was before. The file is made at once: a folder that is
    missing or cannot be written to shows before any work is done. A device or a pipe is written to, and not replaced.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise error(f"{path}: cannot be written: it is a folder")
        if is_device(path):
            from tempfile import TemporaryDirectory

            with TemporaryDirectory() as folder:
                yield (draft := Path(folder, path.name))
                path.write_bytes(draft.read_bytes())
            return
        target = path.resolve()  # a link stays one as well
        temporary = _draft(target)
        try:
            yield temporary
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as problem:
        raise error(f"{path}: cannot be written: {problem.strerror or problem}") from problem


def _draft(target: Path) -> Path:
    """A new file beside another one, under a name that nobody can guess, with the rights that new files have."""
    draft = target.with_name(f".{target.stem}-{os.urandom(16).hex()}{target.suffix}")
    draft.touch(exist_ok=False)
    return draft


def replace_file(target: Path, content: bytes) -> None:
    """Put a file in the place of whatever is there, which is neither followed nor written to.

    OSError if that fails; what was there before is gone then, too, as far as it can be removed.
    """
    try:
        draft = _draft(target)
        try:
            draft.write_bytes(content)
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            target.unlink()
        raise


def is_device(path: Path) -> bool:
    """Something to write to that is no plain file, such as /dev/stdout."""
    return path.exists() and not path.is_file()


def write_whole(path: str | Path, text: str, error: type[PacmanError]) -> None:
    """Write a text file, whole or not at all."""
    with whole_file(path, error) as temporary:
        temporary.write_text(text, encoding="utf-8")


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
