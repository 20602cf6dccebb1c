"""Settings of a class: common to all its submissions, identified by a digest, and recorded in each row."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Final

from autograder.assignment.assignment import Assignment, Question, assignment_files
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.results import short_digest
from autograder.sandbox.isolation import INSIDE
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits
from jobs.provenance import code_digest
from jobs.task_executor import TaskExecutor
from pacman.files import read_whole
from pacman.plugins import plugins_digest

# Settings by name, for each question of a row: a row can be regraded question by question.
RowSettings = dict[str, dict[str, Any]]

MEGABYTE: Final = 2**20
SETTINGS: Final = "settings"  # key of a row
CODE: Final = "code"
REGRADED: Final = "regraded"  # True for a question that `--regrade` has replaced
CASES: Final = "cases"
CASE_DIGESTS: Final = "case_digests"  # by name of the case; they say which part of `cases` differs
FILE_DIGESTS: Final = "file_digests"  # of everything else that belongs to a question
CONFIG: Final = "CONFIG"
LAYOUTS: Final = "layouts"
OTHER_FILES: Final = "other files"
PREREQUISITES: Final = "prerequisites"
DICE: Final = "--dice"
QUESTIONS: Final = "questions"
_NOT_COMPARED: Final = (CODE, REGRADED, CASE_DIGESTS, FILE_DIGESTS)


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
                **question_digests(question, assignment, is_fresh=self.selection.seed is not None),
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
    return _combined(_file_digests(assignment_files(folder).items()))


def question_digests(question: Question, assignment: Assignment, *, is_fresh: bool) -> dict[str, Any]:
    """Return the digests of one question, by their names in its settings.

    CASES covers all of it: its files, the layouts beside and among the cases, and its fresh cases as drawn. The digests
    of the parts are short, since every row has them.
    """
    folder = assignment.folder.resolve().name
    own = f"{folder}/{question.name}/"
    parts = (own, f"{LAYOUTS}/", f"{folder}/{LAYOUTS}/")
    files = _file_digests(item for item in assignment_files(assignment.folder).items() if item[0].startswith(parts))
    drawn = [json.dumps(dict(case.file.values), sort_keys=True) for case in question.cases] if is_fresh else []
    gated = [f"gated: {assignment.is_gated}"] if question.config.depends else []
    whole = sha256("\n".join([_combined(files), *drawn, *gated]).encode("utf-8", "surrogateescape")).hexdigest()
    of_cases: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {PREREQUISITES: gated} if gated else {}
    for name, digest in files.items():
        path = PurePosixPath(name.removeprefix(own))
        if len(path.parts) == 1 and path.suffix in (".test", ".solution"):
            of_cases.setdefault(path.stem, []).append(f"{path} {digest}")
        else:
            part = LAYOUTS if not name.startswith(own) else CONFIG if str(path) == CONFIG else OTHER_FILES
            others.setdefault(part, []).append(f"{path} {digest}")
    for case, values in zip(question.cases, drawn, strict=False):
        of_cases.setdefault(case.name, []).append(values)
    return {
        CASES: whole,
        CASE_DIGESTS: {name: short_digest(parts) for name, parts in of_cases.items()},
        FILE_DIGESTS: {name: short_digest(parts) for name, parts in others.items()},
    }


def _file_digests(files: Iterable[tuple[str, Path]]) -> dict[str, str]:
    return {name: sha256(read_whole(path, GradingError)).hexdigest() for name, path in files}


def _combined(files: Mapping[str, str]) -> str:
    lines = "".join(f"{name} {digest}\n" for name, digest in files.items())
    return sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


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
