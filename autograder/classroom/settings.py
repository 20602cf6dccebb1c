"""How a class is graded: the same for all of its submissions, and marked by a digest."""

import json
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from autograder.assignment.assignment import Assignment
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.sandbox.isolation import INSIDE
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits

HOUSE: Final = Path(__file__).resolve().parents[2]
JUDGING: Final = ("pacman", "agents", "experiments", "autograder", "layouts")  # the rooms that decide about points


@dataclass(frozen=True)
class ClassSettings:
    """Plain data, which travels to the workers."""

    selection: Selection
    isolation: str  # as it was asked for
    limits: Limits
    dice_key: DiceKey

    def digest(self) -> str:
        """Equal for two gradings exactly when they give the same points to the same submission."""
        facts = {
            "cases": cases_digest(self.selection.folder),
            "code": code_digest(),
            "python": platform.python_version(),
            "selection": [self.selection.question, self.selection.case, self.selection.seed],
            "inside": self.isolation == INSIDE.name,
            "limits": asdict(self.limits),
            "dice": self.dice_key.seed("class", "", 0),
        }
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def cases_digest(folder: Path) -> str:
    """Of the cases, their solutions and the layouts beside them."""
    beside = folder.resolve().parent
    layouts = (beside / "layouts", beside)
    return _digest((*_files(folder, "**/*"), *(path for place in layouts for path in _files(place, "*.lay"))))


@cache
def code_digest() -> str:
    """Of our own sources, and of the layouts that come with them."""
    rooms = (HOUSE / room for room in JUDGING)
    return _digest(path for room in rooms for kind in ("**/*.py", "**/*.lay") for path in _files(room, kind))


def _files(folder: Path, pattern: str) -> Iterator[Path]:
    return (path for path in sorted(folder.glob(pattern)) if path.is_file() and "__pycache__" not in path.parts)


def _digest(paths: Iterable[Path]) -> str:
    total = sha256()
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise GradingError(f"{path}: cannot be read: {error.strerror or error}") from error
        total.update(f"{path.parent.name}/{path.name} {sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()


@cache
def loaded_assignment(settings: ClassSettings, digest: str) -> Assignment:
    """The cases, read once in each process; GradingError if they are not those that the digest was made of."""
    assignment = settings.selection.load()
    if settings.digest() != digest:
        raise GradingError(f"{settings.selection.folder}: the cases, or our code, have changed since the grading began")
    return assignment
