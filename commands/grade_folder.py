"""The command `grade` for a folder: grade a whole class in processes of this machine or on a cluster."""

import argparse
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from autograder.assignment.assignment import Assignment
from autograder.assignment.selection import Selection
from autograder.classroom.class_grading import (
    GradingMode,
    class_dice_key,
    find_isolation,
    grade_class,
    grading_pool_options,
)
from autograder.classroom.class_rows import NO_GRADE, ClassGrades, RowData
from autograder.classroom.earlier_grades import EarlierGrades
from autograder.classroom.gradebook import Gradebook
from autograder.classroom.grades_file import GradesFile, history_path
from autograder.classroom.groups import with_groups
from autograder.classroom.intake import find_submissions, under_known_ids
from autograder.classroom.late_policy import LatePolicy
from autograder.classroom.lateness import Lateness, SubmissionTimes
from autograder.classroom.roster import Roster
from autograder.classroom.settings import ClassSettings, cases_digest
from autograder.errors import GradingError
from autograder.reporters.class_report import ClassReport
from autograder.student.limits import Limits
from commands.shared.output import check_destinations, note, warn
from commands.shared.provenance import keep_made_by
from jobs.open_executor import open_executor
from jobs.progress_bar import ProgressBar
from pacman.display.messages import Words
from pacman.errors import one_line
from pacman.made_by import add_facts

REPORT_SECONDS: Final = 60.0  # between two lines about the progress, if standard error is a file


def grade_folder(options: argparse.Namespace, selection: Selection, limits: Limits) -> int:
    """Grade every submission of a folder; return 1 if a fault of the grader left one without a grade, else 0."""
    # All input is read and checked before the executor is opened: a mistake starts no process and changes no file.
    earlier = EarlierGrades.read(options.against) if options.against else None
    entries, notes = find_submissions(options.submission, options.html)
    roster = Roster.read(options.roster) if options.roster else None
    entries = with_groups(entries, roster) if roster else entries
    check_destinations(options.jsonl)
    mode = GradingMode(options.resume, options.regrade)
    _check_history(options)
    assignment = selection.load()
    gradebook = _gradebook(options, roster, assignment)
    lateness = _lateness(options, LatePolicy.read(selection.folder))
    report = ClassReport(options.csv, options.json, options.html, sys.stdout, Words(options.lang), gradebook)
    warn(assignment.remarks)
    with ExitStack() as stack:
        pool_options = grading_pool_options(assignment, limits, options.luck)
        workers = min(options.workers, len(entries))
        executor = stack.enter_context(open_executor(options.cluster, workers, pool_options, note))
        isolation = find_isolation(executor, options.isolation, limits)
        file = stack.enter_context(GradesFile(options.jsonl, resume=mode.keeps_file)) if options.jsonl else None
        entries = under_known_ids(entries, file.known) if file else entries
        dice_key = class_dice_key(options.dice, options.isolation, file, earlier)
        settings = ClassSettings(selection, options.isolation, limits, replace(dice_key, keys=options.luck))
        if earlier is not None and dice_key.secret == earlier.dice_key:
            notes = [*notes, f"random numbers of games: the key in {earlier.comparison.name}"]
        add_facts(cases=cases_digest(selection.folder)[:12], dice=settings.dice_key.text)
        keep_made_by(options.jsonl, resume=mode.keeps_file)
        keep_made_by(options.csv)
        if file is not None and not options.regrade:  # --regrade replaces grades of other settings on purpose
            for line in file.check(settings.of_questions(assignment)):
                note(line)
        report.start(len(entries), executor.workers, isolation, notes)
        with ProgressBar(len(entries), unit="submission", report_seconds=REPORT_SECONDS) as progress:
            done: set[str] = set()

            def on_row(grades: ClassGrades, latest: RowData) -> None:
                with progress.hidden():
                    report.write(grades, latest)
                if latest["id"] not in done:
                    done.add(latest["id"])
                    progress.advance()

            grades = grade_class(entries, assignment, settings, executor, file, on_row, mode, roster, lateness, earlier)
    report.finish(grades)
    has_failed = grades.regrading is not None and grades.regrading.num_failed
    return int(bool(has_failed or grades.with_status(NO_GRADE)))


def _gradebook(options: argparse.Namespace, roster: Roster | None, assignment: Assignment) -> Gradebook | None:
    if roster is None or not options.csv_for:
        return None
    system, column = options.csv_for
    return Gradebook.find(roster, system, column, sum(each.config.max_points for each in assignment.questions))


def _lateness(options: argparse.Namespace, policy: LatePolicy) -> Lateness:
    due = options.due or policy.due
    return Lateness(policy, due, SubmissionTimes.read(options.times, due) if options.times else None)


def _check_history(options: argparse.Namespace) -> None:
    """Raise GradingError if a report would be written over the history, or if there is no file to regrade."""
    if not options.jsonl:
        return
    history = history_path(Path(options.jsonl))
    for name in ("csv", "json", "html", "against"):
        place = getattr(options, name)
        if place and Path(place).resolve() == history.resolve():
            raise GradingError(
                f"--{name} {one_line(str(place))}: replaced grades are kept in this file; choose another one"
            )
    if options.regrade and not Path(options.jsonl).exists():
        raise GradingError(f"{one_line(options.jsonl)}: no such file; --regrade replaces grades of an existing file")
