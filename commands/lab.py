"""The command `lab`: write the lab, one HTML file in which students write, run and watch agents in a browser."""

import argparse

from autograder.termination_signals import raise_on_signals
from commands.shared.options import add_flag, add_path, file_name
from commands.shared.output import check_destinations, check_ending, note, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=file_name, metavar="FILE.html", help="the file to write; it opens from disk")
    add_path(
        parser, "--base", metavar="BUILT.html", help="a lab whose template, cases and layouts to replace; needs no npm"
    )
    course = parser.add_argument_group("the course (hidden cases and their solutions are left out)")
    add_path(course, "--template", help="the students' file (default: our multiAgents.py)")
    add_path(course, "--cases", metavar="DIR", help="the cases, as for `grade` (default: the built-in ones)")
    add_path(course, "--layouts", metavar="DIR", help="a folder of .lay files (default: the built-in mazes)")
    add_flag(course, "--solved", help="accept a template that solves a question")
    course.add_argument("--lang", choices=("en", "zh"), help="language of the page (default: en)")


def run(options: argparse.Namespace) -> int:
    with raise_on_signals():  # a template runs in a sandbox, whose processes end with the command
        _write_lab(options)
    return 0


def _write_lab(options: argparse.Namespace) -> None:
    from commands.handout.lab_course import CourseParts
    from lab.builder import build_lab, rebuild_lab
    from pacman.errors import PacmanError
    from pacman.files import write_whole

    check_ending("html", options.file, "")
    check_destinations(options.file)
    if options.solved and not options.template:
        raise PacmanError("--solved requires --template; the built-in template solves no question")
    parts = CourseParts(options.template, options.cases, options.layouts, options.lang, options.solved)
    page = rebuild_lab(options.base, parts.changes()) if options.base else build_lab(parts.course())
    write_whole(options.file, page, PacmanError)
    for remark in parts.remarks:
        note(remark)
    say(f"{options.file}: the lab, {len(page.encode()) / 1e6:.1f} MB. Open it in a browser; it needs no network.")
