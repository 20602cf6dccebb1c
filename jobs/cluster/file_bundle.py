"""Files that travel with a job, under names that begin with a digest of what they hold."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from jobs.errors import JobError

_MOST_BYTES: Final = 2**24  # in all: agents, weights and cases, not data


class FileBundle:
    """What was added so far. A Python file comes with those beside it, which it may import."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self._origins: dict[str, str] = {}  # what stood before a name here, by what stands there in the bundle

    def add(self, path: str, files: Mapping[str, Path] | None = None) -> str:
        """The name of the file in the bundle, or of the folder that `files` lie in or beside."""
        given = Path(path)
        contents = {name: _read(file) for name, file in (files or _with_modules(given)).items()}
        digest = sha256()
        for name, content in sorted(contents.items()):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        folder = digest.hexdigest()[:16]
        self._origins[f"{folder}/"] = "" if given.parent == Path() else f"{given.parent}/"
        self.contents.update((f"{folder}/{name}", content) for name, content in contents.items())
        if (size := sum(map(len, self.contents.values()))) > _MOST_BYTES:
            raise JobError(f"{path}: with the files beside it {size:,} bytes to send; {_MOST_BYTES:,} at most")
        return f"{folder}/{given.name}"

    def with_origins(self, text: str) -> str:
        """A text from a task, with the paths that the files have here."""
        for there, here in self._origins.items():
            text = text.replace(there, here)
        return text


def _with_modules(path: Path) -> dict[str, Path]:
    beside = path.parent.glob("*.py") if path.suffix == ".py" else ()
    return {path.name: path, **{file.name: file for file in beside if file.is_file()}}


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise JobError(f"{path}: cannot be read: {error.strerror or error}") from error
