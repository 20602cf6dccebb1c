"""The command `bundle`: write an autograder for Gradescope as one zip file."""

import argparse
import secrets
from dataclasses import replace

from commands.grade import add_assignment, add_question_time, cases_of, check_luck
from commands.shared.options import file_path
from commands.shared.output import say, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "out", type=file_path, metavar="OUT.zip", help="the zip file to write; upload it to Gradescope as it is"
    )
    add_assignment(parser)
    add_question_time(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.classroom.gradescope_bundle import write_bundle
    from autograder.student.dice_key import DiceKey

    check_luck(options)
    key = DiceKey(secrets.token_hex(16)) if options.dice is None else DiceKey.read(options.dice)
    key = replace(key, keys=options.luck)
    warn(write_bundle(options.out, cases_of(options), key, options.seed, options.question_time))
    dice = "its games use the original's random stream" if key.is_original else "it contains the key of the dice"
    say(f"{options.out}: upload it to Gradescope as the autograder; {dice}")
    return 0
