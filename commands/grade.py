"""The command `grade`: a submission in, a grade out; or a folder of them.

`grade_file` and `grade_folder` do it; they are imported when it is known which of them is wanted.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from autograder.errors import GradingError
from autograder.sandbox.isolation import INSIDE
from autograder.sandbox.termination import Terminated, ending_in_order
from autograder.student.dice_key import ORIGINAL
from autograder.student.limits import Limits
from commands.handout.old_flags import add_autograder_flags
from commands.shared.options import add_cluster, add_plugins, add_workers, file_name, file_path, number_from
from commands.shared.output import note
from experiments.errors import ExperimentError
from jobs.errors import ClusterLostError
from pacman.errors import one_line

if TYPE_CHECKING:
    from autograder.assignment.selection import Selection

MEGABYTE: Final = 2**20
SOME: Final = number_from(0.001)
FOR_ONE: Final = ("gradescope", "junit", "report", "print_cases")  # options that speak of one submission
FILES: Final = ("json", "csv", "jsonl", "gradescope", "junit", "html")  # options that name a file to be written
FOR_A_CLASS: Final = ("csv", "jsonl", "resume", "regrade", "cluster")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "the student's file, such as multiAgents.py; or a folder with a file, folder or zip file for each student"
    parser.add_argument("submission", nargs="?", type=file_path, help=what)
    add_assignment(parser)
    parser.add_argument("-q", "--question", metavar="Q", help="grade one question, after those it depends on")
    parser.add_argument("-t", "--test", metavar="CASE", help="run one case, such as q2/01-lecture-three-by-three")
    parser.add_argument(
        "--isolation",
        choices=("auto", "strict", "none"),
        default="auto",
        help="auto: the best there is; strict: refuse below Landlock and seccomp; none: inside the grader, unprotected",
    )
    parser.add_argument(
        "--json",
        type=file_name,
        metavar="FILE",
        help="the grade as JSON, or the class summed up; - for standard output",
    )
    parser.add_argument("--gradescope", type=file_path, metavar="FILE", help="write Gradescope's results.json")
    parser.add_argument("--junit", type=file_path, metavar="FILE", help="write JUnit XML")
    parser.add_argument(
        "--html", type=file_path, metavar="FILE|DIR", help="write a page; of a folder, one for each student"
    )
    parser.add_argument(
        "--report",
        type=_named_report,
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="write a report that a plugin registers",
    )
    parser.add_argument("--mute", action="store_true", help="do not show what the student's code prints")
    parser.add_argument("-p", "--print-cases", action="store_true", help="show each case before its result")
    parser.add_argument("--case-time", type=SOME, metavar="S", help="CPU seconds for a tree, or for a game's moves")
    add_question_time(parser)
    parser.add_argument("--memory", type=SOME, metavar="MB", help="for the student's process (default: 1024)")
    parser.add_argument(
        "--generate-solutions", action="store_true", help="write the .solution files of --cases from the reference"
    )
    folder = parser.add_argument_group("for a folder")
    folder.add_argument(
        "--csv", type=file_name, metavar="FILE", help="points of each student, for a gradebook; - for standard output"
    )
    folder.add_argument(
        "--jsonl", type=file_name, metavar="FILE", help="each grade as a line of JSON as soon as it is known"
    )
    folder.add_argument(
        "--resume", action="store_true", help="keep the grades in the file of --jsonl; grade what is new or has changed"
    )
    folder.add_argument(
        "--regrade",
        action="store_true",
        help="replace grades in the file of --jsonl and show which change; with -q, one question",
    )
    add_workers(folder, "submissions graded at a time")
    add_cluster(folder, "grade")
    add_autograder_flags(parser)
    parser.set_defaults(for_students=False)


def add_assignment(parser: argparse.ArgumentParser) -> None:
    """Options of what is graded, and with which dice."""
    parser.add_argument("--cases", type=file_path, metavar="DIR", help="an assignment (default: our own)")
    parser.add_argument("--seed", type=int, metavar="N", help="fresh trees and mazes, the same for the same N")
    parser.add_argument(
        "--dice",
        metavar="KEY",
        help="the key of the dice for real grades, or @ and a file with it; original: the original's random stream, "
        "which submissions share and can foresee",
    )
    parser.add_argument(
        "--luck",
        type=_odd_number,
        default=0,
        metavar="N",
        help="play games under N keys, an odd number; the median of the points counts. Takes N times as long",
    )
    add_plugins(parser)


def _named_report(text: str) -> tuple[str, str]:
    name, _, place = text.partition("=")
    if not (name and place):
        raise argparse.ArgumentTypeError(f"{text!r} is no report; expected NAME=FILE")
    return name, place


def _odd_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) % 2 == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not an odd number; expected 1, 3, 5, …, which has a median")
    return int(text)


def check_luck(options: argparse.Namespace) -> None:
    """Refuse several keys where there is none."""
    if options.luck and options.dice == ORIGINAL:
        raise GradingError("--luck draws several keys; --dice original has one random stream and no key")


def add_question_time(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--question-time", type=SOME, default=Limits.question, metavar="S", help="for a question")


def run(options: argparse.Namespace) -> int:
    if options.generate_solutions:
        return _generate(options)
    options.submission = options.submission or options.student_code
    if options.submission is None:
        raise GradingError("no submission; expected a file such as multiAgents.py, or a folder")
    is_class = options.submission.is_dir()
    _check_options(options, is_class)
    try:
        with ending_in_order():
            return _grade_folder(options) if is_class else _grade_file(options)
    except Terminated as end:
        note(f"ended by {end}{_kept(options)}")
        return end.exit_code
    except ClusterLostError as error:
        raise ExperimentError(f"{error}{_kept(options)}") from error


def _kept(options: argparse.Namespace) -> str:
    if not options.jsonl:
        return ""
    again = "--regrade --resume, which replaces grades of other settings" if options.regrade else "--resume"
    return f"; {options.jsonl} holds what was graded, go on with {again}"


def _check_options(options: argparse.Namespace, is_class: bool) -> None:
    for name in FOR_ONE if is_class else FOR_A_CLASS:
        if getattr(options, name):
            what = "one submission, not with a folder" if is_class else "a folder of submissions"
            raise GradingError(f"--{name.replace('_', '-')} goes with {what}")
    if options.resume and not options.jsonl:
        raise GradingError("--resume goes on with a file of grades; say which one by --jsonl FILE")
    if options.regrade and not options.jsonl:
        raise GradingError("--regrade replaces grades in a file; say which one by --jsonl FILE")
    _check_files(options)
    check_luck(options)
    for name in ("dice", "luck"):
        if getattr(options, name) not in (None, 0) and options.isolation == INSIDE.name:
            raise GradingError(f"--{name} goes with a process of its own; --isolation none has the original's dice")


def _check_files(options: argparse.Namespace) -> None:
    """Each report has a place of its own: the later one would take that of the earlier."""
    if options.jsonl == "-":
        raise GradingError("--jsonl -: expected a file, which can be gone on with")
    given = [(name, str(getattr(options, name))) for name in FILES if getattr(options, name)]
    given += [(f"report {name}", place) for name, place in options.report]
    for (name, place), (other, same) in combinations(given, 2):
        if place == same == "-":
            raise GradingError(f"--{name} - and --{other} -: standard output can take one of them")
        if Path(place).resolve() == Path(same).resolve():
            raise GradingError(f"--{name} and --{other}: both go to {one_line(place)}; expected a file for each")


def _grade_file(options: argparse.Namespace) -> int:
    from commands.grading.grade_file import grade_file

    return grade_file(options, _selection(options), _limits(options))


def _grade_folder(options: argparse.Namespace) -> int:
    from commands.grading.grade_folder import grade_folder

    return grade_folder(options, _selection(options), _limits(options))


def _generate(options: argparse.Namespace) -> int:
    from autograder.assignment.assignment import generate_solutions
    from autograder.assignment.selection import Selection

    if options.cases is None:
        raise GradingError("--generate-solutions writes beside cases of yours; say which ones by --cases DIR")
    selection = Selection(options.cases, options.question, options.test)
    assignment = selection.load(with_solutions=False)
    for remark in assignment.remarks:
        note(f"warning: {remark}")
    for path in generate_solutions(assignment):
        print(path)
    return 0


def cases_of(options: argparse.Namespace) -> Path:
    """The folder of the assignment."""
    from autograder.assignment.assignment import OUR_OWN

    folder: Path = options.cases or OUR_OWN
    return folder


def _selection(options: argparse.Namespace) -> Selection:
    from autograder.assignment.selection import Selection

    return Selection(cases_of(options), options.question, options.test, options.seed)


def _limits(options: argparse.Namespace) -> Limits:
    return Limits(
        case=options.case_time,
        question=options.question_time,
        memory=int((options.memory or Limits.memory / MEGABYTE) * MEGABYTE),
    )
