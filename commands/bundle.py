"""The command `bundle`: an autograder for Gradescope in one zip file."""

import argparse
import secrets

from commands.grade import add_assignment, add_question_time, cases_of
from commands.shared.options import file_path
from commands.shared.output import note, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "out", type=file_path, metavar="OUT.zip", help="where the zip file goes; Gradescope takes it as it is"
    )
    add_assignment(parser)
    add_question_time(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.classroom.gradescope_bundle import write_bundle
    from autograder.student.dice_key import DiceKey

    key = secrets.token_hex(16) if options.dice is None else DiceKey.read(options.dice).secret
    for remark in write_bundle(options.out, cases_of(options), key, options.seed, options.question_time):
        note(f"warning: {remark}")
    say(f"{options.out}: upload it to Gradescope as the autograder; the key of the dice is in it")
    return 0
