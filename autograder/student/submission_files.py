"""The files of a submission: what is copied to where it runs."""

import os
import stat
import tokenize
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
    files = {path.name: _read(path)}
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(files[path.name]).readline)
        files[path.name].decode(encoding)
    except (SyntaxError, ValueError, LookupError) as error:
        raise GradingError(f"{one_line(str(path))}: not text: {error}; expected a Python file") from error
    for neighbour in sorted(path.parent.glob("*.py"))[:MOST_FILES]:
        if neighbour.name != path.name:
            try:
                files[neighbour.name] = _read(neighbour, NO_LINKS)
            except GradingError:  # it may be unneeded; if not, the import fails and says so
                continue
    return files


def _read(path: Path, flags: int = 0) -> bytes:
    """The content of a regular file. Opened without waiting: a pipe without a writer would hold us for ever."""
    name = one_line(str(path))
    try:
        descriptor = os.open(path, os.O_RDONLY | NO_WAITING | flags)
        try:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                found = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
                raise GradingError(f"{name}: {found}; expected a Python file such as multiAgents.py")
            with open(descriptor, "rb", closefd=False) as file:
                content = file.read(LARGEST_FILE + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise GradingError(f"{name}: cannot be read: {error.strerror or error}; expected a Python file") from error
    if len(content) > LARGEST_FILE:
        raise GradingError(f"{name}: larger than {LARGEST_FILE:,} bytes; expected a Python file")
    return content
