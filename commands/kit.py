"""The command `kit`: make a folder for students in which the command lines of Berkeley's handout work unchanged."""

import argparse

from autograder.termination_signals import raise_on_signals
from commands.shared.options import add_flag, file_path
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
    add_flag(parser, "--solved", help="make the kit of COURSE even if its template solves a question")


def run(options: argparse.Namespace) -> int:
    if options.course:
        from commands.handout.teacher_folder import make_course

        with raise_on_signals():
            make_course(options.course, options.folder, may_be_solved=options.solved)
        return 0
    if options.solved:
        raise PacmanError("--solved requires --from COURSE; the built-in template solves no question")
    from commands.handout.student_folder import make_kit

    make_kit(options.folder)
    return 0
