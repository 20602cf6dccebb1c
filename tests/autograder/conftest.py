"""Fixtures for the tests of the grader."""

import itertools
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.fresh_instances import freshen
from autograder.child.restrictions import RESTRICTIONS
from autograder.grading import grade
from autograder.results import Grade
from autograder.sandbox.process_tree import MARK
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits

SUBMISSIONS = Path(__file__).parent / "submissions"
STRICT = Limits(case=2, load=2, memory=2**28)  # enough for every submission of the tests

Grader = Callable[..., Grade]


@pytest.fixture(scope="session")
def our_assignment() -> Assignment:
    return load_assignment(OUR_OWN)


@pytest.fixture(scope="session")
def search_assignment(our_assignment: Assignment) -> Assignment:
    """The questions about the three searches, with our own cases."""
    searches = tuple(question for question in our_assignment.questions if question.name in ("q2", "q3", "q4"))
    return replace(our_assignment, questions=searches)


@pytest.fixture(scope="session")
def search_assignments(search_assignment: Assignment) -> list[Assignment]:
    """The questions about the three searches: our own cases, and fresh ones from two seeds."""
    return [search_assignment, freshen(search_assignment, 1), freshen(search_assignment, 2)]


@pytest.fixture(scope="session")
def short_assignment(our_assignment: Assignment) -> Assignment:
    """The three searches, with a few cases each."""
    chosen = (0, 1, 3, 7, 10, -1)
    questions = [question for question in our_assignment.questions if question.name in ("q2", "q3", "q4")]
    return replace(
        our_assignment,
        questions=tuple(replace(question, cases=tuple(question.cases[i] for i in chosen)) for question in questions),
    )


@pytest.fixture
def grade_in_process() -> Grader:
    def run(path: Path, assignment: Assignment, limits: Limits = STRICT) -> Grade:
        student = InProcessStudent(path, limits, needed_files(path))
        return explained(grade(assignment, student, Grade(path.name, "none", edition=student.edition), limits))

    return run


@pytest.fixture
def grade_isolated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Grader]:
    """Grade in child processes, and check afterwards that none of them is left."""
    marks = (f"pytest-{os.getpid()}-{number}" for number in itertools.count())
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(marks))

    def run(
        path: Path,
        assignment: Assignment,
        limits: Limits = STRICT,
        dice_key: DiceKey = PUBLIC_KEY,
        restrictions: Sequence[str] = RESTRICTIONS,
    ) -> Grade:
        pool = SandboxPool(limits, restrictions=restrictions)
        try:
            student = IsolatedStudent(path, limits, pool, dice_key)
            try:
                start = Grade(path.name, "process", edition=student.edition)
                return explained(grade(assignment, student, start, limits))
            finally:
                student.close()
        finally:
            pool.close()

    yield run
    assert left_over(f"{MARK}=pytest-{os.getpid()}-") == []


def needed_files(path: Path) -> dict[str, bytes] | None:
    """Return a submission of the tests and those that it names; None, for all files beside it, in another folder.

    Copying all submissions for each grade would take long.
    """
    if path.parent != SUBMISSIONS:
        return None
    files: dict[str, bytes] = {}
    waiting = [path]
    while waiting:
        file = waiting.pop()
        files[file.name] = content = file.read_bytes()
        beside = (each for each in SUBMISSIONS.glob("*.py") if each.name not in files)
        waiting += [each for each in beside if each.stem.encode() in content]
    return files


@pytest.fixture
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no searches of failed cases, in tests of names alone."""
    monkeypatch.setattr("autograder.diagnosis.failed_searches.keep_searches", lambda *_, **__: None)


def explained(graded: Grade) -> Grade:
    """Return a grade; fail if naming bugs or drawing had an error, which costs no points and would go unnoticed."""
    lines = [line for case in graded.cases for line in case.reasons]
    assert not [line for line in lines if "the grader failed" in line]
    return graded


def left_over(mark: str) -> list[int]:
    """Return the live processes that have a mark in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            is_zombie = (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
            if not is_zombie and mark.encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found
