"""Files that are shipped with a job, under paths that begin with a digest of their contents."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from jobs.errors import JobError
from pacman.files import read_whole

_MOST_BYTES: Final = 2**24  # in all: enough for agents, weights and cases, not for data sets


class FileBundle:
    """The files added so far. With a Python file, the others in its folder are added, because it may import them."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self._origins: dict[str, str] = {}  # local folder prefix by its prefix in the bundle

    def add(self, path: str, files: Mapping[str, Path] | None = None) -> str:
        """Add a file and return its path in the bundle; with `files`, see `TaskExecutor.carry`.

        Raise JobError if a file cannot be read or the bundle becomes too large.
        """
        given = Path(path)
        contents = {name: read_whole(file, JobError) for name, file in (files or _with_modules(given)).items()}
        digest = sha256()
        for name, content in sorted(contents.items()):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        folder = digest.hexdigest()[:16]
        self._origins[f"{folder}/"] = "" if given.parent == Path() else f"{given.parent}/"
        self.contents.update((f"{folder}/{name}", content) for name, content in contents.items())
        if (size := sum(map(len, self.contents.values()))) > _MOST_BYTES:
            raise JobError(f"{path}: {size:,} bytes with the files beside it; expected at most {_MOST_BYTES:,}")
        return f"{folder}/{given.name}"

    def with_origins(self, text: str) -> str:
        """Replace paths of the bundle in a text from a task by local paths."""
        for there, here in self._origins.items():
            text = text.replace(there, here)
        return text


def _with_modules(path: Path) -> dict[str, Path]:
    beside = path.parent.glob("*.py") if path.suffix == ".py" else ()
    return {path.name: path, **{file.name: file for file in beside if file.is_file()}}
