"""Settings of a class: common to all its submissions, identified by a digest, and recorded in each row."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from autograder.assignment.assignment import Assignment, Question, assignment_files
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.sandbox.isolation import INSIDE
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits
from jobs.provenance import code_digest
from jobs.task_executor import TaskExecutor
from pacman.plugins import plugins_digest

# Settings by name, for each question of a row: a row can be regraded question by question.
RowSettings = dict[str, dict[str, Any]]

MEGABYTE: Final = 2**20
CODE: Final = "code"
REGRADED: Final = "regraded"  # True for a question that `--regrade` has replaced
CASES: Final = "cases"
DICE: Final = "--dice"
QUESTIONS: Final = "questions"
_NOT_COMPARED: Final = (CODE, REGRADED)


@dataclass(frozen=True)
class ClassSettings:
    """The settings of a class as plain data, which is sent to the workers."""

    selection: Selection
    isolation: str  # as requested on the command line
    limits: Limits
    dice_key: DiceKey

    def digest(self) -> str:
        """Return a digest that is equal exactly if two gradings give the same points to the same submission."""
        facts = {
            "cases": cases_digest(self.selection.folder),
            "code": code_digest(),
            "selection": [self.selection.questions, self.selection.cases, self.selection.seed],
            "inside": self.isolation == INSIDE.name,
            "limits": asdict(self.limits),
            "dice": [self.dice_key.fingerprint, self.dice_key.keys],
            "plugins": plugins_digest(),
        }
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def compared(self) -> dict[str, Any]:
        """Return the options that influence points, by name, as values that survive JSON.

        None means that an option was not given; a row without the option counts as None, too. The dice key is
        represented by a fingerprint, from which it cannot be computed.
        """
        return {
            "--isolation": self.isolation if self.isolation == INSIDE.name else None,
            "--seed": self.selection.seed,
            DICE: self.dice_key.fingerprint,
            "--luck": self.dice_key.keys or None,
            "--plugin": plugins_digest() or None,
            "--case-time": self.limits.case,
            "--question-time": self.limits.question,
            "--memory": self.limits.memory / MEGABYTE,
        }

    def of_questions(self, assignment: Assignment) -> RowSettings:
        """Return the settings of each question of the selected assignment."""
        compared = {**self.compared(), CODE: code_digest()}
        return {
            question.name: {
                **compared,
                "--test": " ".join(case.id for case in question.cases) if self.selection.cases else None,
                CASES: question_digest(question, assignment, is_fresh=self.selection.seed is not None),
            }
            for question in assignment.questions
        }

    def carried(self, executor: TaskExecutor) -> "ClassSettings":
        """Return these settings for the workers of an executor.

        The cases are shipped to the workers, and fresh cases are drawn once for all of them.
        """
        folder = self.selection.folder.resolve()
        there = Path(executor.carry(str(folder), assignment_files(folder)))
        return replace(self, selection=replace(self.selection.with_drawn(), folder=there))


def cases_digest(folder: Path) -> str:
    """Return a digest of the cases, their solutions and the layouts beside them."""
    return _files_digest(assignment_files(folder).items())


def question_digest(question: Question, assignment: Assignment, *, is_fresh: bool) -> str:
    """Return a digest of one question: its files, the layouts beside the cases, and its fresh cases as drawn."""
    cases = f"{assignment.folder.resolve().name}/"
    files = assignment_files(assignment.folder).items()
    parts = [_files_digest(item for item in files if item[0].startswith((f"{cases}{question.name}/", "layouts/")))]
    if is_fresh:
        parts += [json.dumps(dict(case.file.values), sort_keys=True) for case in question.cases]
    if question.config.depends:
        parts.append(f"gated: {assignment.is_gated}")
    return sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _files_digest(files: Iterable[tuple[str, Path]]) -> str:
    total = sha256()
    for name, path in files:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise GradingError(f"{path}: cannot be read: {error.strerror or error}") from error
        total.update(f"{name} {sha256(content).hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def differences(then: RowSettings, now: RowSettings, *, only_recorded: bool = False) -> list[str]:
    """Return a text for each setting that differs, with the values unless they are long or secret.

    only_recorded: settings that `then` does not contain are unknown, and count as equal.
    """
    if then.keys() != now.keys():
        return [f"{QUESTIONS} {', '.join(then) or 'none'}; now {', '.join(now)}"]
    found: dict[str, list[str]] = {}
    for question in now:
        old, new = then[question], now[question]
        for name in dict.fromkeys((*new, *old)):
            is_unknown = only_recorded and name not in old
            if name not in _NOT_COMPARED and not is_unknown and old.get(name) != new.get(name):
                found.setdefault(name, []).append(question)
    return [_difference(name, questions, then, now) for name, questions in found.items()]


def _difference(name: str, questions: list[str], then: RowSettings, now: RowSettings) -> str:
    if name == CASES:
        return f"{CASES} of {', '.join(questions)}"
    if name == DICE:
        return f"{DICE}: another key"
    old, new = (_text(settings[questions[0]].get(name)) for settings in (then, now))
    return f"{name} {old}; now {new}"


def _text(value: Any) -> str:
    if value is None:
        return "not given"
    return f"{value:g}" if isinstance(value, float) else str(value)


@cache
def loaded_assignment(settings: ClassSettings, digest: str) -> Assignment:
    """Return the assignment, loaded once per process; raise GradingError if its digest has changed."""
    assignment = settings.selection.load()
    if settings.digest() != digest:
        raise GradingError(f"{settings.selection.folder}: the cases, or our code, have changed since the grading began")
    return assignment
