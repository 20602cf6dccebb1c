"""Open a submission in a child process, or inside the grader."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from autograder.sandbox.isolation import INSIDE, Isolation, require_strict
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.dice_key import DiceKey
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.student import Student


def isolation_of(pool: SandboxPool | None, wanted: str) -> Isolation:
    """Return the isolation of students' code; raise GradingError if `strict` was wanted and is not available."""
    isolation = INSIDE if pool is None else pool.isolation()
    if wanted == "strict":
        require_strict(isolation)
    return isolation


def dice_text(pool: SandboxPool | None, dice_key: DiceKey) -> str:
    """Return a description of the dice for reports."""
    return "the original's" if pool is None else dice_key.text


@contextmanager
def open_student(
    path: Path,
    limits: Limits,
    pool: SandboxPool | None,
    dice_key: DiceKey,
    files: Mapping[str, bytes] | None = None,
) -> Iterator[Student]:
    """Open the submission at a path; with `files`, the content is already read and only the name of `path` is used."""
    student: InProcessStudent | IsolatedStudent
    if pool is None:
        student = InProcessStudent(path, limits, files)
    else:
        student = IsolatedStudent(path, limits, pool, dice_key, files)
    try:
        yield student
    except KeyboardInterrupt:
        if isinstance(student, InProcessStudent) and student.interrupted_at:
            raise KeyboardInterrupt(f"interrupted at {student.interrupted_at}") from None
        raise
    finally:
        student.close()
