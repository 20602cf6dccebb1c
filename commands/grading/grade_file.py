"""The command `grade` for one submission."""

import argparse
import sys
from dataclasses import replace

from autograder.assignment.assignment import Assignment
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.grading import grade
from autograder.registry import REPORTS
from autograder.reporters.grade_report import GradeReport
from autograder.reporters.report_files import Reporter, reporter_to
from autograder.reporters.terminal import TerminalReporter
from autograder.results import Grade
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits
from autograder.student.opening import dice_text, isolation_of, open_pool, open_student
from autograder.student.submission_files import read_submission
from commands.shared.output import check_page, note
from pacman.berkeley.editions import edition_of


def grade_file(options: argparse.Namespace, selection: Selection, limits: Limits) -> int:
    """One submission, before the eyes of whoever started us."""
    files = read_submission(options.submission)  # what cannot be read is told before anything is started
    dice_key = PUBLIC_KEY if options.dice is None else DiceKey.read(options.dice)
    dice_key = replace(dice_key, keys=options.luck)
    with open_pool(options.isolation, limits) as pool:  # the first process starts while the assignment is read
        assignment = selection.load()
        for remark in assignment.remarks_for_students if options.for_students else assignment.remarks:
            note(f"warning: {remark}")
        isolation = isolation_of(pool, options.isolation)
        edition = edition_of(files[options.submission.name])
        result = Grade(str(options.submission), isolation.name, dice=dice_text(pool, dice_key), edition=edition)
        with GradeReport(_files(options), _terminal(options, assignment), assignment.num_cases) as report:
            report.start(result, isolation.missing)
            with open_student(options.submission, limits, pool, dice_key) as student:
                grade(assignment, student, result, limits, report.question, report.case)
        report.finish(result)
    return 0


def _files(options: argparse.Namespace) -> list[Reporter[Grade]]:
    """The reports that are asked for, by an option of their own or by --report."""
    if options.html:
        check_page(str(options.html))
    wanted = [(name, getattr(options, name, None)) for name in REPORTS.builtin]
    reports = [(name, str(place)) for name, place in [*wanted, *options.report] if place]
    for name, _ in reports:
        if name not in REPORTS:
            raise GradingError(REPORTS.message(name))
    return [reporter_to(place, sys.stdout, REPORTS[name]) for name, place in reports]


def _terminal(options: argparse.Namespace, assignment: Assignment) -> TerminalReporter | None:
    if options.json == "-":
        return None
    texts = assignment.case_texts() if options.print_cases else None
    return TerminalReporter(sys.stdout, mute=options.mute, case_texts=texts)
