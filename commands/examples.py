"""The command `examples`: judge examples that a student writes before the code."""

import argparse
from pathlib import Path

from commands.shared.exit_codes import BAD_INPUT, DONE
from commands.shared.options import add_file, add_language, add_theme, file_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Judge examples: small trees in .test files, each with the answer that you expect (expect_action, and if you "
        "like expect_value and expect_generated). The report says whether each tree is a legal game, whether the "
        "expected answer is right, and which of the wrong searches it catches; the goal is a set that catches all."
    )
    parser.add_argument("files", nargs="+", type=file_path, metavar="FILE.test", help="an example")
    add_file(parser, "--html", help="write the report as a page, too")
    add_language(parser, "the page")
    add_theme(parser, "colours of the page (default: the browser's)")


def run(options: argparse.Namespace) -> int:
    from autograder.examples.example_set import judge_file
    from autograder.examples.report import examples_page, examples_text
    from commands.shared.output import check_destinations, say, write_text

    check_destinations(page=options.html)
    files: list[Path] = options.files
    verdicts = [judge_file(path) for path in files]
    say(examples_text(verdicts))
    if options.html:
        write_text(options.html, examples_page(verdicts, options.lang, options.theme))
        say(f"Saved {options.html}")
    return BAD_INPUT if any(verdict.problem for verdict in verdicts) else DONE
