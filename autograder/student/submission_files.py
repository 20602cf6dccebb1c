"""The files of a submission: what is copied to where it runs."""

import ast
import os
import stat
import tokenize
import warnings
from io import BytesIO
from pathlib import Path
from typing import Final

from autograder.errors import GradingError
from pacman.errors import one_line

LARGEST_FILE: Final = 2**20
MOST_FILES: Final = 200
NO_WAITING: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
NO_LINKS: Final[int] = getattr(os, "O_NOFOLLOW", 0)


def read_submission(path: Path) -> dict[str, bytes]:
    """The submitted file and the Python files beside it, by name; GradingError if it is not a Python file."""
    if path.suffix.lower() == ".zip":
        raise GradingError(
            f"{one_line(str(path))}: a zip file; expected a Python file such as multiAgents.py, or a folder with a "
            "file, a folder or a zip file for each student"
        )
    files = {path.name: read_regular_file(path, LARGEST_FILE, GradingError)}
    check_text(files[path.name], str(path))
    for neighbour in sorted(path.parent.glob("*.py"))[:MOST_FILES]:
        if neighbour.name != path.name:
            try:
                files[neighbour.name] = read_regular_file(neighbour, LARGEST_FILE, GradingError, follow=False)
            except GradingError:  # it may be unneeded; if not, the import fails and says so
                continue
    return files


def check_text(content: bytes, name: str, error: type[GradingError] = GradingError) -> None:
    """Raise `error` if this is not the text of a Python file, in whatever encoding it says."""
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(content).readline)
        content.decode(encoding)
    except (SyntaxError, ValueError, LookupError) as problem:
        if not _is_python(content):  # which reads over comments in an encoding that is not declared
            raise error(f"{one_line(name)}: not text: {problem}; expected a Python file") from problem


def _is_python(content: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


class UnreadableError(GradingError):
    """A file that the system does not let us read: not its author's fault."""


def read_regular_file(
    path: Path,
    largest: int,
    error: type[GradingError],
    *,
    name: str = "",
    expected: str = "a Python file such as multiAgents.py",
    follow: bool = True,
) -> bytes:
    """The content of a regular file, which errors call by `name`, or else by its path.

    Opened without waiting: a pipe without a writer would hold us for ever.
    """
    name = one_line(name or str(path))
    try:
        descriptor = os.open(path, os.O_RDONLY | NO_WAITING | (0 if follow else NO_LINKS))
        try:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                found = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
                raise error(f"{name}: {found}; expected {expected}")
            with open(descriptor, "rb", closefd=False) as file:
                content = file.read(largest + 1)
        finally:
            os.close(descriptor)
    except OSError as problem:
        raise UnreadableError(
            f"{name}: cannot be read: {problem.strerror or problem}; expected {expected}"
        ) from problem
    if len(content) > largest:
        raise error(f"{name}: larger than {largest:,} bytes; expected {expected}")
    return content
