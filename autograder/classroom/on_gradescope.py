"""Entry point on Gradescope: `python -m autograder.classroom.on_gradescope FOLDER`, called by run_autograder.

The folder is laid out like Gradescope's /autograder: `source/` with the bundle, `submission/`, `results/` and
`submission_metadata.json`. results.json is written at the end or not at all: without it Gradescope has no grade, and an
instructor runs the autograder again. Only instructors see the output of this program.
"""

import json
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from autograder.assignment.assignment import Assignment
from autograder.assignment.selection import Selection
from autograder.classroom.class_rows import refused_grade
from autograder.classroom.intake import Submission, read_folder
from autograder.classroom.late_policy import LatePolicy, lateness
from autograder.errors import GradingError
from autograder.grading import grade
from autograder.reporters.gradescope import draw_gradescope
from autograder.reporters.report_files import FileReporter
from autograder.results import Grade, number_text
from autograder.sandbox.sandbox_pool import open_pool
from autograder.student.dice_key import ORIGINAL_DICE, DiceKey
from autograder.student.limits import Limits
from autograder.student.open_student import dice_text, isolation_of, open_student
from autograder.termination_signals import Terminated, raise_on_signals
from pacman.errors import InternalError, PacmanError
from pacman.files import read_text, read_whole
from pacman.plugins import load_plugins

BUNDLE: Final = "bundle.json"
FRESH: Final = "fresh.cases"  # beside it, if there is a seed: the cases that were drawn when the bundle was created
LARGEST_BUNDLE: Final = 2**16


@dataclass(frozen=True)
class BundleSettings:
    """The settings of a bundle; `cases` and `plugins` are paths relative to the bundle's folder."""

    cases: str
    dice_key: str
    seed: int | None = None
    question_time: float = Limits.question
    luck: int = 0
    has_original_dice: bool = False
    plugins: tuple[str, ...] = ()

    @property
    def dice(self) -> DiceKey:
        if self.has_original_dice:
            return ORIGINAL_DICE
        return DiceKey(self.dice_key, "a secret key of this assignment", self.luck)

    @classmethod
    def read(cls, path: Path) -> "BundleSettings":
        data: dict[str, Any] = json.loads(read_text(path, LARGEST_BUNDLE, GradingError, "the settings of a bundle"))
        return cls(**data)

    def selection(self, source: Path) -> Selection:
        drawn = None if self.seed is None else read_whole(source / FRESH, GradingError)
        return Selection(source / self.cases, seed=self.seed, drawn=drawn)


def grade_on_gradescope(folder: Path) -> Grade:
    """Grade the submission in the folder and write results.json; raise PacmanError if there can be no grade."""
    source, metadata = folder / "source", folder / "submission_metadata.json"
    settings = BundleSettings.read(source / BUNDLE)
    load_plugins(source / name for name in settings.plugins)
    selection = settings.selection(source)
    report = FileReporter(folder / "results" / "results.json", draw_gradescope)
    report.check()
    assignment, policy = selection.load(), LatePolicy.read(selection.folder)
    late = lateness(metadata) if policy.costs else timedelta()
    submission = read_folder("submission", folder / "submission")
    for line in submission.notes:
        print(line)
    done = _graded(submission, assignment, settings)
    done.late = policy.deduction(done.points, late)
    report.write(done)
    return done


def _graded(submission: Submission, assignment: Assignment, settings: BundleSettings) -> Grade:
    if submission.is_unread:
        raise GradingError(submission.problem)
    if submission.problem:
        return refused_grade(submission, assignment)
    limits = Limits(question=settings.question_time)
    key = settings.dice
    with open_pool("auto", limits) as pool:
        isolation = isolation_of(pool, "auto")
        print(f"isolation: {isolation.name}")
        for lack in isolation.missing:
            print(f"  not protected: {lack}")
        with open_student(Path(submission.name), limits, pool, key, submission.files) as student:
            start = Grade(submission.name, isolation.name, dice=dice_text(pool, key), edition=student.edition)
            return grade(assignment, student, start, limits, searches="lines")


def main() -> int:
    try:
        with raise_on_signals():
            done = grade_on_gradescope(Path(sys.argv[1]))
    except (PacmanError, InternalError) as error:
        print(f"no grade, run again: {error}", file=sys.stderr)
        return 1
    except Terminated as end:
        print(f"no grade, run again: ended by {end}", file=sys.stderr)
        return end.exit_code
    print(f"{number_text(done.points)} of {number_text(done.max_points)} points")
    return 0


if __name__ == "__main__":
    sys.exit(main())
