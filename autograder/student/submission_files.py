"""The files of a submission: what is copied to where it runs."""

import tokenize
from io import BytesIO
from pathlib import Path
from typing import Final

from autograder.errors import GradingError

LARGEST_FILE: Final = 2**20
MOST_FILES: Final = 200


def read_submission(path: Path) -> dict[str, bytes]:
    """The submitted file and the Python files beside it, by name; GradingError if it is not a Python file."""
    files = {path.name: _read(path)}
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(files[path.name]).readline)
        files[path.name].decode(encoding)
    except (SyntaxError, ValueError, LookupError) as error:
        raise GradingError(f"{path}: not text: {error}; expected a Python file") from error
    for neighbour in sorted(path.parent.glob("*.py"))[:MOST_FILES]:
        if neighbour.name != path.name and neighbour.is_file() and not neighbour.is_symlink():
            try:
                files[neighbour.name] = _read(neighbour)
            except GradingError:  # it may be unneeded; if not, the import fails and says so
                continue
    return files


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise GradingError(f"{path}: a folder; expected a Python file such as multiAgents.py")
        if path.stat().st_size > LARGEST_FILE:
            raise GradingError(f"{path}: larger than {LARGEST_FILE:,} bytes; expected a Python file")
        return path.read_bytes()
    except OSError as error:
        raise GradingError(f"{path}: cannot be read: {error.strerror or error}; expected a Python file") from error
