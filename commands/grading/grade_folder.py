"""The command `grade` for a folder: a whole class, by processes of this machine or of a cluster."""

import argparse
import sys
from contextlib import ExitStack

from autograder.assignment.selection import Selection
from autograder.classroom.class_grading import class_dice_key, find_isolation, grade_class, grading_pool_options
from autograder.classroom.class_rows import NO_GRADE, ClassGrades, RowData
from autograder.classroom.grades_file import GradesFile
from autograder.classroom.intake import find_submissions
from autograder.classroom.settings import ClassSettings
from autograder.reporters.class_report import ClassReport
from autograder.student.limits import Limits
from commands.shared.output import check_destinations, note
from jobs.open_executor import open_executor
from jobs.progress_bar import ProgressBar


def grade_folder(options: argparse.Namespace, selection: Selection, limits: Limits) -> int:
    """Every submission of a folder; 1 if one has no grade by our own fault."""
    entries, notes = find_submissions(options.submission, options.html)
    report = ClassReport(options.csv, options.json, options.html, sys.stdout)
    check_destinations(options.jsonl)
    assignment = selection.load()
    for remark in assignment.remarks:
        note(f"warning: {remark}")
    with ExitStack() as stack:
        pool_options = grading_pool_options(assignment, limits)
        workers = min(options.workers, len(entries))
        executor = stack.enter_context(open_executor(options.cluster, workers, pool_options, note))
        isolation = find_isolation(executor, options.isolation, limits)
        file = stack.enter_context(GradesFile(options.jsonl, resume=options.resume)) if options.jsonl else None
        dice_key = class_dice_key(options.dice, options.isolation, file)
        settings = ClassSettings(selection, options.isolation, limits, dice_key)
        report.start(len(entries), executor.workers, isolation, notes)
        with ProgressBar(len(entries), unit="submission") as progress:

            def on_row(grades: ClassGrades, latest: RowData) -> None:
                report.write(grades, latest)
                progress.advance()

            grades = grade_class(entries, assignment, settings, executor, file, on_row)
    report.finish(grades)
    return int(bool(grades.with_status(NO_GRADE)))
