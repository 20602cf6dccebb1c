"""The command `grade` for a single submission."""

import argparse
import shlex
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.assignment.assignment import Assignment
from autograder.assignment.selection import Selection
from autograder.errors import GradingError
from autograder.grading import KeptSearches, grade
from autograder.registry import REPORTS
from autograder.reporters.grade_report import GradeReport
from autograder.reporters.report_files import Reporter, reporter_to
from autograder.reporters.terminal import TerminalReporter
from autograder.results import Grade
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits
from autograder.student.open_student import dice_text, isolation_of, open_student
from autograder.student.submission_files import read_submission
from commands.shared.output import check_destinations, note, warn
from pacman.display.messages import Words
from pacman.made_by import add_facts
from pacman.replay import read_contents


def grade_file(
    options: argparse.Namespace,
    selection: Selection,
    limits: Limits,
    pool: SandboxPool | None,
    first: Collection[str] = (),
) -> Grade:
    """Grade one submission, write its reports and show its progress in the terminal; return the grade.

    first: the questions to begin with.
    """
    content = read_submission(options.submission)
    dice_key = PUBLIC_KEY if options.dice is None else DiceKey.read(options.dice)
    dice_key = replace(dice_key, keys=options.luck)
    assignment = selection.load().beginning_with(first)
    warn(assignment.remarks_for_students if options.for_students else assignment.remarks)
    isolation, dice = isolation_of(pool, options.isolation), dice_text(pool, dice_key)
    files = _files(options)
    if files or options.record:
        _add_facts(selection.folder, dice)
    with open_student(options.submission, limits, pool, dice_key, content) as student:
        result = Grade(str(options.submission), isolation.name, dice=dice, edition=student.edition)
        with GradeReport(files, _terminal(options, assignment), len(assignment.cases)) as report:
            report.start(result, isolation.missing)
            grade(
                assignment,
                student,
                result,
                limits,
                report.question,
                report.case,
                searches=_searches(options, has_files=bool(files)),
            )
    report.finish(result)
    if options.record:
        _record_lost_game(result, options)
    return result


def _searches(options: argparse.Namespace, *, has_files: bool) -> KeptSearches:
    """Return the part of the searches of failed cases that the reports show; a plugin's report may show all."""
    if options.html or options.report:
        return "trees"
    return "lines" if has_files or options.test else "nothing"


def _add_facts(cases: Path, dice: str) -> None:
    from autograder.classroom.settings import cases_digest  # on first use: it reads all files of cases once more

    add_facts(cases=cases_digest(cases)[:12], dice=dice)


def _files(options: argparse.Namespace) -> list[Reporter[Grade]]:
    """Return the reporters of the files that options such as --json or --report name.

    Raises GradingError for an unknown report.
    """
    check_destinations(options.record, page=options.html and str(options.html))
    wanted = [(name, getattr(options, name, None)) for name in REPORTS.builtin]
    reports = [(name, str(place)) for name, place in [*wanted, *options.report] if place]
    for name, _ in reports:
        if name not in REPORTS:
            raise GradingError(REPORTS.message(name))
    return [reporter_to(place, sys.stdout, _drawn(name, options.lang)) for name, place in reports]


def _drawn(report: str, language: str) -> Callable[[Grade], str]:
    """Return the function that draws a report; only our own page has several languages."""
    draw: Callable[..., str] = REPORTS[report]
    return partial(draw, words=Words(language)) if report == "html" else draw


def _terminal(options: argparse.Namespace, assignment: Assignment) -> TerminalReporter | None:
    if options.json == "-":
        return None
    texts = assignment.case_texts() if options.print_cases else None
    return TerminalReporter(
        sys.stdout,
        mute=options.mute,
        case_texts=texts,
        is_short=not options.test,
        commands=_commands(options),
    )


def _commands(options: argparse.Namespace) -> tuple[str, str]:
    """Return the commands that grade the file again and that replay a game; in a kit, those of its programs."""
    if options.for_students:
        return "python autograder.py", "python pacman.py replay"
    return f"python run.py grade {shlex.quote(str(options.submission))}", "python run.py replay"


def _record_lost_game(result: Grade, options: argparse.Namespace) -> None:
    """Write the first game that was not won as a recording; if every game was won, note that nothing is written."""
    games = (case.game for question in result.questions for case in question.cases if case.adds_points)
    game = next(filter(None, games), None)
    if game is None:
        note(f"{options.record}: not written, as every game was won or is too long to keep")
        return
    record = read_contents(game["record"], options.record)
    student = replace(record.players[0], name=f"{options.submission}:{record.players[0].name}")
    replace(record, players=(student, *record.players[1:])).save(options.record)
    note(f"saved {options.record}, the first game that was not won")
