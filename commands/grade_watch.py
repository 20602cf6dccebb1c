"""`grade --watch`: grade a submission again whenever it, or a Python file beside it, is saved."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Final, NoReturn, TypeAlias

from autograder.errors import GradingError
from autograder.results import Grade
from commands.shared.output import note
from pacman.errors import one_line

LOOK_SECONDS: Final = 0.3  # between two looks at the folder
CLEAR: Final = "\033[2J\033[3J\033[H"  # the screen, what was scrolled out, and the cursor to the top

_Snapshot: TypeAlias = frozenset[tuple[str, int, int, int]]  # of each file: name, time of the last change, size, number


def watch_file(path: Path, grade: Callable[[tuple[str, ...]], Grade]) -> NoReturn:
    """Grade now and after every change, until a signal such as that of Ctrl-C raises an exception.

    grade: grades the file, beginning with the questions that it is given: those that had missing points before. If it
    raises GradingError at the first time, that is raised: the file, or an option, is not what the user meant.
    """
    unsolved: tuple[str, ...] | None = None
    while True:
        before = _snapshot(path)
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)
        try:
            questions = grade(unsolved or ()).questions
            unsolved = tuple(question.name for question in questions if question.points < question.max_points)
        except GradingError as error:  # such as a file that is not text; the next version may be
            if unsolved is None:
                raise
            note(str(error))
        note(f"waiting until {one_line(str(path))} is saved; Ctrl-C ends")
        _wait_for_change(path, before)


def _wait_for_change(path: Path, before: _Snapshot) -> None:
    """Wait until the file differs from a snapshot and is complete.

    An editor may write a file in several steps, replace it by another, or remove it for a moment: it is complete when
    it is there and two looks in a row find the same.
    """
    last = before
    while True:
        sleep(LOOK_SECONDS)
        now = _snapshot(path)
        if now and now == last and now != before:
            return
        last = now


def _snapshot(path: Path) -> _Snapshot:
    """Return the state of the Python files in the folder; empty if the submission is missing or empty."""
    found = set()
    for file in (path, *path.parent.glob("*.py")):
        try:
            status = file.stat()
        except OSError:  # it was removed a moment ago
            continue
        found.add((file.name, status.st_mtime_ns, status.st_size, status.st_ino))
    is_there = any(name == path.name and size for name, _, size, _ in found)
    return frozenset(found) if is_there else frozenset()
