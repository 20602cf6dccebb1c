"""How a class is graded: the same for all of its submissions, and marked by a digest."""

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from autograder.assignment.assignment import Assignment
from autograder.assignment.assignment_files import assignment_files
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.sandbox.isolation import INSIDE
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits
from experiments.batch.task_executor import TaskExecutor
from experiments.cluster.code_digest import code_digest


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
            "selection": [self.selection.question, self.selection.case, self.selection.seed],
            "inside": self.isolation == INSIDE.name,
            "limits": asdict(self.limits),
            "dice": self.dice_key.seed("class", "", 0),
        }
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def carried(self, executor: TaskExecutor) -> "ClassSettings":
        """The same, with the cases where the tasks of an executor find them, and fresh ones drawn for all of them."""
        folder = self.selection.folder.resolve()
        there = Path(executor.carry(str(folder), assignment_files(folder)))
        return replace(self, selection=replace(self.selection.with_drawn(), folder=there))


def cases_digest(folder: Path) -> str:
    """Of the cases, their solutions and the layouts beside them."""
    total = sha256()
    for name, path in assignment_files(folder).items():
        try:
            content = path.read_bytes()
        except OSError as error:
            raise GradingError(f"{path}: cannot be read: {error.strerror or error}") from error
        total.update(f"{name} {sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()


@cache
def loaded_assignment(settings: ClassSettings, digest: str) -> Assignment:
    """The cases, read once in each process; GradingError if they are not those that the digest was made of."""
    assignment = settings.selection.load()
    if settings.digest() != digest:
        raise GradingError(f"{settings.selection.folder}: the cases, or our code, have changed since the grading began")
    return assignment
