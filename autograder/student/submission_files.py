"""Read the files of a submission, which are copied to the folder in which it runs."""

import os
import stat
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from autograder.errors import GradingError
from pacman.berkeley.submission import encoding_mistake, parsed
from pacman.errors import one_line
from pacman.files import name_hint

LARGEST_FILE: Final = 2**20
MOST_FILES: Final = 200
EXAMPLES: Final = "examples/"  # the names of a submission's examples begin so
MOST_EXAMPLES_READ: Final = 200  # more than count, so that a report can say how many there are
NO_WAITING: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
NO_LINKS: Final[int] = getattr(os, "O_NOFOLLOW", 0)


def read_submission(path: Path) -> dict[str, bytes]:
    """Return the submitted file, the Python files beside it and the examples in a folder beside it, by name.

    Raise GradingError if it is not Python.
    """
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
            except GradingError:  # it may not be needed; if it is, the import fails with a clear message
                continue
    found = islice(path.parent.glob(f"{EXAMPLES}*.test"), MOST_EXAMPLES_READ)
    return files | {
        f"{EXAMPLES}{example.name}": _example(example) for example in sorted(found, key=lambda each: each.name)
    }


def _example(path: Path) -> bytes:
    """Return the content of an example; nothing for one that cannot be read, which its verdict reports."""
    try:
        return read_regular_file(path, LARGEST_FILE, GradingError, follow=False)
    except GradingError:
        return b""


def code_and_examples(path: Path, files: Mapping[str, bytes] | None) -> tuple[dict[str, bytes], Mapping[str, bytes]]:
    """Return the files of the submission at a path without its examples, and the examples.

    files: all of them, if they have already been read.
    """
    code = dict(read_submission(path) if files is None else files)
    examples = {name: code.pop(name) for name in [*code] if name.startswith(EXAMPLES)}
    return code, examples


def examples_in(names: Iterable[str], folder: str) -> list[str]:
    """Return the paths of the examples beside a submitted file that is in `folder`, in order."""
    start = EXAMPLES if folder == "." else f"{folder}/{EXAMPLES}"
    found = (name for name in names if name.startswith(start) and name.endswith(".test"))
    return sorted(name for name in found if "/" not in name.removeprefix(start))[:MOST_EXAMPLES_READ]


def check_text(content: bytes, name: str, error: type[GradingError] = GradingError) -> None:
    """Raise `error` if the content is not the text of a Python file in its declared encoding."""
    mistake = encoding_mistake(content)
    if mistake and parsed(content) is None:  # the parser accepts comments with bytes that are invalid in the encoding
        raise error(f"{one_line(name)}:{mistake}")


class UnreadableError(GradingError):
    """Raised for a file that the system cannot read, which is not the author's fault."""


def read_regular_file(
    path: Path,
    largest: int,
    error: type[GradingError],
    *,
    name: str = "",
    expected: str = "a Python file such as multiAgents.py",
    follow: bool = True,
) -> bytes:
    """Return the content of a regular file; errors name it by `name`, or else by its path.

    Raise `error` for other kinds of files and for files that are too large, and UnreadableError if the system cannot
    read it. The file is opened without blocking, because a pipe without a writer would block for ever.
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
                content = file.read(largest + 1)  # one byte more shows that the file is too large
        finally:
            os.close(descriptor)
    except OSError as problem:
        hint = name_hint(path) or f"; expected {expected}"
        raise UnreadableError(f"{name}: cannot be read: {problem.strerror or problem}{hint}") from problem
    if len(content) > largest:
        raise error(f"{name}: larger than {largest:,} bytes; expected {expected}")
    return content
