"""The command `kit`: make a folder for students in which the command lines of Berkeley's handout work unchanged."""

import argparse

from commands.shared.options import file_path
from commands.shared.output import note
from pacman.errors import PacmanError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=file_path, metavar="DIR", help="the folder to make; it must be new or empty")
    parser.add_argument(
        "--from",
        dest="course",
        type=file_path,
        metavar="COURSE",
        help="a teacher's folder with template, layouts, cases and handout; files that students must not see go to "
        "DIR-grading",
    )
    parser.add_argument(
        "--solved", action="store_true", help="make the kit of COURSE even if its template solves a question"
    )


def run(options: argparse.Namespace) -> int:
    if options.course:
        return _make_course(options)
    if options.solved:
        raise PacmanError("--solved requires --from COURSE; the built-in template solves no question")
    from commands.handout.student_folder import make_kit

    make_kit(options.folder)
    return 0


def _make_course(options: argparse.Namespace) -> int:
    from autograder.termination_signals import Terminated, raise_on_signals
    from commands.handout.teacher_folder import make_course

    try:
        with raise_on_signals():
            make_course(options.course, options.folder, may_be_solved=options.solved)
    except Terminated as end:
        note(f"ended by {end}")
        return end.exit_code
    return 0
