"""The command `similar`: list submissions of a class that share code, as places to look."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from commands.shared.options import add_count, add_file, add_language, add_path, add_workers, file_path
from commands.shared.output import check_destinations, note, write_report, write_text

EPILOG = """\
Functions are compared as syntax trees without docstrings, names and order. The fewer submissions contain a piece of
code, the more it counts. The result is a list of places to look, never a verdict. Files that cannot be parsed are
compared by their tokens. No data leaves this machine. Example:

    run.py similar submissions --html similar.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    what = "a folder with a file, folder or zip file for each student"
    parser.add_argument("folder", type=file_path, metavar="FOLDER", help=what)
    add_path(parser, "--template", help="the file that students started from; its code does not count")
    known = "a folder of known solutions; pairs that share their code are listed separately"
    add_path(parser, "--known", metavar="DIR", help=known)
    grades = "also compare the wrong answers in this file of `grade FOLDER --jsonl`"
    add_path(parser, "--grades", metavar="FILE.jsonl", help=grades)
    add_count(parser, "--pairs", least=1, default=25, help="number of pairs to show (default: %(default)s)")
    add_file(parser, "--json", help="write the pairs as JSON (-: standard output)")
    add_file(parser, "--html", help="write a page with the texts side by side")
    add_language(parser, "the page")
    add_workers(parser, "number of worker processes")


def run(options: argparse.Namespace) -> int:
    from autograder.errors import GradingError
    from autograder.reporters.similarity_report import SimilarityReport
    from autograder.similarity.behaviour import read_behaviours, shared_behaviours
    from autograder.similarity.collecting import read_class, reading_pool_options
    from autograder.similarity.comparison import compare_submissions
    from autograder.student.submission_files import LARGEST_FILE, read_regular_file
    from jobs.open_executor import open_executor
    from jobs.progress_bar import ProgressBar
    from pacman.display.messages import Words

    check_destinations(options.json, page=options.html)
    texts, left_out = _texts(options.folder)
    template: dict[str, Mapping[str, bytes]] = {}
    known: dict[str, Mapping[str, bytes]] = {}
    if options.template:
        template = {
            "template": {options.template.name: read_regular_file(options.template, LARGEST_FILE, GradingError)}
        }
    if options.known:
        known, unread = _texts(options.known)
        for id, problem in unread.items():
            note(f"{options.known}: {id}: left out; {problem}")
    behaviours = shared_behaviours(read_behaviours(options.grades)) if options.grades else None
    if len(texts) < 2:
        raise GradingError(f"{options.folder}: {len(texts)} submission that can be read; expected at least two")
    with (
        open_executor(None, options.workers, reading_pool_options(), note) as executor,
        ProgressBar(len(texts), unit="submission") as bar,
    ):
        pieces, problems = read_class(texts, executor, bar.advance)
        others = [read_class(files, executor)[0].values() for files in (template, known)]
    report = SimilarityReport(
        compare_submissions(pieces, others[0], others[1], options.pairs),
        texts,
        {id: each.problem for id, each in pieces.items() if each.trees is None},
        {**left_out, **problems},
        behaviours,
        options.pairs,
    )
    if options.html:
        write_text(options.html, report.page(Words(options.lang)))
    write_report(options.json, report.as_json(), report.text())
    return 0


def _texts(folder: Path) -> tuple[dict[str, Mapping[str, bytes]], dict[str, str]]:
    """Return the files of each submission by id, and the reasons why others cannot be read."""
    from autograder.classroom.intake import find_submissions, read_entry

    entries, notes = find_submissions(folder)
    for line in notes:
        note(line)
    texts, problems = {}, {}
    for entry in entries:
        submission = read_entry(entry)
        if submission.problem:
            problems[submission.id] = submission.problem
        else:
            texts[submission.id] = submission.files
    return texts, problems
