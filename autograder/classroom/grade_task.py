"""The grading of one submission of a class, as a worker does it."""

import io
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from time import monotonic

from autograder.classroom.class_rows import RowData, graded_row
from autograder.classroom.intake import Submission
from autograder.classroom.settings import ClassSettings, loaded_assignment
from autograder.grading import grade
from autograder.results import Grade
from autograder.sandbox.termination import ending_in_order
from autograder.student.opening import dice_text, isolation_of, open_pool, open_student


def grade_submission(settings: ClassSettings, digest: str, submission: Submission) -> RowData:
    """The row of a submission. What it leaves behind and cannot be cleared away is noted in it."""
    assignment = loaded_assignment(settings, digest)
    started = monotonic()
    told = io.StringIO()
    limits, path = settings.limits, Path(submission.name)
    with ending_in_order(), redirect_stderr(told), open_pool(settings.isolation, limits) as pool:
        isolation = isolation_of(pool, settings.isolation)
        dice = dice_text(pool, settings.dice_key)
        with open_student(path, limits, pool, settings.dice_key, submission.files) as student:
            start = Grade(submission.name, isolation.name, dice=dice, edition=student.edition)
            done = grade(assignment, student, start, limits)
    notes = (*submission.notes, *told.getvalue().splitlines())
    return graded_row(replace(submission, notes=notes), done, monotonic() - started)
