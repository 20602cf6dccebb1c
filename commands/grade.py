"""The command `grade`: grade one submission, or every submission of a folder.

`grade_file` and `grade_folder` do the work. They are imported only when one of them is needed, so that `--help` does
not load the grader.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from autograder.errors import GradingError
from autograder.sandbox.isolation import INSIDE
from autograder.student.dice_key import ORIGINAL
from autograder.student.limits import Limits
from autograder.termination_signals import Terminated, raise_on_signals
from commands.handout.old_flags import add_autograder_flags
from commands.shared.options import (
    add_cluster,
    add_file,
    add_flag,
    add_language,
    add_path,
    add_plugins,
    add_workers,
    file_path,
    number_from,
)
from commands.shared.output import kept_text, note, warn
from experiments.errors import ExperimentError
from jobs.errors import ClusterLostError
from pacman.errors import one_line

if TYPE_CHECKING:
    from autograder.assignment.selection import Selection
    from autograder.results import Grade

MEGABYTE: Final = 2**20
SOME: Final = number_from(0.001)
LEAST_MEMORY: Final = 64  # megabytes; the engine alone takes a third, and with less every submission would fail
FOR_ONE: Final = ("gradescope", "junit", "report", "record", "watch", "print_cases")  # options for a single submission
FILES: Final = ("json", "csv", "jsonl", "gradescope", "junit", "html", "record")  # options that name a file to write
FOR_A_CLASS: Final = ("csv", "jsonl", "resume", "regrade", "against", "cluster", "roster", "csv_for", "due", "times")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "the student's file, such as multiAgents.py; or a folder with a file, folder or zip file for each student"
    parser.add_argument("submission", nargs="?", type=file_path, help=what)
    add_assignment(parser)
    parser.add_argument(
        "-q",
        "--question",
        action="append",
        default=[],
        metavar="Q",
        help="grade one question and the questions that it depends on; may be repeated",
    )
    parser.add_argument(
        "-t",
        "--test",
        action="append",
        default=[],
        metavar="CASE",
        help="run one case, such as q2/01-lecture-three-by-three; may be repeated",
    )
    parser.add_argument(
        "--isolation",
        choices=("auto", "strict", "none"),
        default="auto",
        help="auto: the best available; strict: require Landlock and seccomp; none: inside the grader, unprotected",
    )
    add_file(parser, "--json", help="write the grade, or the summary of a class, as JSON; - for standard output")
    add_path(parser, "--gradescope", help="write Gradescope's results.json")
    add_path(parser, "--junit", help="write JUnit XML")
    add_path(parser, "--html", metavar="FILE|DIR", help="write a page; for a folder, one for each student")
    add_language(parser, "the pages")
    parser.add_argument(
        "--report",
        type=_named_report,
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="write a report that a plugin registers",
    )
    add_file(parser, "-r", "--record", help="save the first game that was not won, for `replay`")
    add_flag(parser, "--watch", help="grade again whenever the file is saved; Ctrl-C ends it")
    add_flag(parser, "--mute", help="do not show what the student's code prints")
    add_flag(parser, "-p", "--print-cases", help="show each case before its result")
    parser.add_argument("--case-time", type=SOME, metavar="S", help="CPU seconds for a tree, or for a game's moves")
    add_question_time(parser)
    memory = f"memory of the student's process, from {LEAST_MEMORY} (default: {Limits.memory // MEGABYTE})"
    parser.add_argument("--memory", type=number_from(LEAST_MEMORY), metavar="MB", help=memory)
    add_flag(parser, "--generate-solutions", help="write the .solution files of --cases with the reference search")
    folder = parser.add_argument_group("for a folder")
    add_file(folder, "--csv", help="write the points of each student, for a gradebook; - for standard output")
    add_file(folder, "--jsonl", help="write each grade as a line of JSON as soon as it is known")
    add_flag(folder, "--resume", help="keep the grades in the file of --jsonl; grade what is new or has changed")
    add_flag(
        folder, "--regrade", help="replace grades in the file of --jsonl and show which change; with -q, one question"
    )
    add_path(
        folder,
        "--against",
        metavar="OLD.jsonl",
        help="compare with earlier grades, a file of --jsonl: whose points changed, in which cases, and why",
    )
    add_path(folder, "--roster", help="CSV file of the students' ids, such as a gradebook; shows who submitted nothing")
    folder.add_argument(
        "--csv-for",
        type=_gradebook,
        metavar="canvas|moodle",
        help="fill in the gradebook of --roster: a copy at --csv, or else the file itself; canvas:NAME for one "
        "assignment of several",
    )
    folder.add_argument(
        "--due",
        type=_due_date,
        metavar="TIME",
        help="due date with its time zone, such as '2026-03-01 23:59 Europe/Berlin' (default: `due` in CONFIG)",
    )
    add_path(
        folder,
        "--times",
        help="CSV file with a column of ids, a column `time` of submission, and a column `due` for extensions",
    )
    add_workers(folder, "submissions graded at a time")
    add_cluster(folder, "grade")
    add_autograder_flags(parser)
    parser.set_defaults(for_students=False)


def add_assignment(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the cases and the random numbers of the games."""
    add_path(parser, "--cases", metavar="DIR", help="the folder of an assignment (default: the built-in one)")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="rename the states of the trees and generate new mazes; the same N gives the same cases",
    )
    parser.add_argument(
        "--dice",
        metavar="KEY",
        help="secret key that the ghosts' random numbers are derived from, or @FILE to read it; original: the random "
        "stream of Berkeley's grader, which submissions share and can predict",
    )
    parser.add_argument(
        "--luck",
        type=_odd_number,
        default=0,
        metavar="N",
        help="play the games under N keys (an odd number) and count the median of the points; takes N times as long",
    )
    add_plugins(parser)


def _named_report(text: str) -> tuple[str, str]:
    name, _, place = text.partition("=")
    if not (name and place):
        raise argparse.ArgumentTypeError(f"{text!r} is not a report; expected NAME=FILE")
    return name, place


def _gradebook(text: str) -> tuple[str, str]:
    """Return a course system and the wanted column of its gradebook."""
    from autograder.classroom.gradebook import SYSTEMS

    system, _, column = text.partition(":")
    if system not in SYSTEMS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a gradebook; expected canvas, canvas:NAME or moodle")
    return system, column


def _due_date(text: str) -> datetime:
    from autograder.classroom.due_dates import read_due

    try:
        return read_due(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _odd_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) % 2 == 0:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an odd number; expected 1, 3, 5, …, so that there is a median"
        )
    return int(text)


def check_luck(options: argparse.Namespace) -> None:
    """Raise GradingError for `--luck` with `--dice original`, which has no key to vary."""
    if options.luck and options.dice == ORIGINAL:
        raise GradingError("--luck needs a key to vary; --dice original has one random stream and no key")


def add_question_time(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--question-time",
        type=SOME,
        default=Limits.question,
        metavar="S",
        help="seconds for a question (default: %(default)g)",
    )


def run(options: argparse.Namespace) -> int:
    if options.generate_solutions:
        return _generate(options)
    options.submission = options.submission or options.student_code
    if options.submission is None:
        raise GradingError("no submission; expected a file such as multiAgents.py, or a folder")
    is_class = options.submission.is_dir()
    _check_options(options, is_class)
    limits = _limits(options)
    try:
        with raise_on_signals():
            if is_class:
                from commands.grade_folder import grade_folder

                return grade_folder(options, _selection(options), limits)
            if options.watch:
                from commands.grade_watch import watch_file

                watch_file(options.submission, lambda first: _grade_file(options, limits, first))
            _grade_file(options, limits)
            return 0
    except Terminated as end:
        note(f"no longer watching {options.submission}" if options.watch else f"ended by {end}{_kept(options)}")
        return end.exit_code
    except ClusterLostError as error:
        raise ExperimentError(f"{error}{_kept(options)}") from error


def _grade_file(options: argparse.Namespace, limits: Limits, first: Collection[str] = ()) -> Grade:
    from autograder.sandbox.sandbox_pool import open_pool

    with open_pool(options.isolation, limits) as pool:  # the first process starts while the grader is imported
        from commands.grade_file import grade_file

        return grade_file(options, _selection(options), limits, pool, first)


def _kept(options: argparse.Namespace) -> str:
    if not options.jsonl:
        return ""
    again = "--regrade --resume, which replaces grades of other settings" if options.regrade else "--resume"
    return f"; {kept_text(options.jsonl, 'grades so far', again)}"


def _check_options(options: argparse.Namespace, is_class: bool) -> None:
    for name in FOR_ONE if is_class else FOR_A_CLASS:
        if getattr(options, name):
            what = "one submission, not a folder" if is_class else "a folder of submissions"
            raise GradingError(f"--{name.replace('_', '-')} requires {what}")
    if options.resume and not options.jsonl:
        raise GradingError("--resume continues a file of grades; name it with --jsonl FILE")
    if options.regrade and not options.jsonl:
        raise GradingError("--regrade replaces grades in a file; name it with --jsonl FILE")
    if options.csv_for and not options.roster:
        raise GradingError("--csv-for fills in a gradebook; name it with --roster FILE")
    _check_files(options)
    check_luck(options)
    for name in ("dice", "luck"):
        if getattr(options, name) not in (None, 0) and options.isolation == INSIDE.name:
            raise GradingError(
                f"--{name} requires a separate process; --isolation none uses the original's random stream"
            )


def _check_files(options: argparse.Namespace) -> None:
    """Raise GradingError if two reports have the same destination: the later one would overwrite the earlier."""
    if options.jsonl == "-":
        raise GradingError("--jsonl -: expected a file, so that it can be resumed")
    given = [(name, str(getattr(options, name))) for name in FILES if getattr(options, name)]
    given += [(f"report {name}", place) for name, place in options.report]
    for name, place in given if options.against else ():
        if place != "-" and _is_same_file(Path(place), options.against):
            raise GradingError(
                f"--{name} and --against: both are {one_line(place)}; earlier grades are only read, choose another file"
            )
    # These are read; a report would replace them.
    given += [(name, str(getattr(options, name))) for name in ("roster", "times") if getattr(options, name)]
    for (name, place), (other, same) in combinations(given, 2):
        if place == same == "-":
            raise GradingError(f"--{name} - and --{other} -: only one of them can go to standard output")
        if Path(place).resolve() == Path(same).resolve():
            raise GradingError(
                f"--{name} and --{other}: both write to {one_line(place)}; expected a separate file for each"
            )


def _is_same_file(first: Path, second: Path) -> bool:
    """True for two names of a file, which may be links."""
    if first.exists() and second.exists():
        return first.samefile(second)
    return first.resolve() == second.resolve()


def _generate(options: argparse.Namespace) -> int:
    from autograder.assignment.assignment import generate_solutions
    from autograder.assignment.selection import Selection

    if options.cases is None:
        raise GradingError(
            "--generate-solutions writes solutions next to your own cases; name their folder with --cases DIR"
        )
    selection = Selection(options.cases, tuple(options.question), tuple(options.test))
    assignment = selection.load(with_solutions=False)
    warn(assignment.remarks)
    for path in generate_solutions(assignment):
        print(path)
    return 0


def cases_of(options: argparse.Namespace) -> Path:
    """Return the folder of the assignment."""
    from autograder.assignment.assignment import OUR_OWN

    folder: Path = options.cases or OUR_OWN
    return folder


def _selection(options: argparse.Namespace) -> Selection:
    from autograder.assignment.selection import Selection

    return Selection(cases_of(options), tuple(options.question), tuple(options.test), options.seed)


def _limits(options: argparse.Namespace) -> Limits:
    return Limits(
        case=options.case_time,
        question=options.question_time,
        memory=int((options.memory or Limits.memory / MEGABYTE) * MEGABYTE),
    )
