"""The command `kit`: a folder for students, in which the handout's command lines work word for word."""

import argparse

from commands.shared.options import file_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=file_path, metavar="DIR", help="the folder to make; it must be new or empty")
    parser.add_argument(
        "--from",
        dest="course",
        type=file_path,
        metavar="COURSE",
        help="a teacher's folder: its template, layouts, cases and handout; DIR-grading gets what students do not see",
    )


def run(options: argparse.Namespace) -> int:
    if options.course:
        from commands.handout.teacher_folder import make_course

        make_course(options.course, options.folder)
        return 0
    from commands.handout.student_folder import make_kit

    make_kit(options.folder)
    return 0
