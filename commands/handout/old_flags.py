"""Flags as Berkeley spells them. They are understood wherever the same is meant, and are not shown in any help."""

import argparse
import re
from collections.abc import Collection
from datetime import datetime
from typing import Final

from commands.shared.options import file_name, file_path, whole_number
from pacman.errors import PacmanError

OTHER_WORDS: Final = {
    "--numGames": "--games",  # of those that play many; to others it is --num-games
    "--numghosts": "--num-ghosts",
    "--print-tests": "--print-cases",
    "--quietTextGraphics": "--quiet",
    "--test-directory": "--cases",
    "--textGraphics": "--text",
}
# Flags of Berkeley's autograder.py that nothing here answers to, and what does.
NOT_HERE: Final = {
    "--check-dependencies": "nothing to check; what is needed was installed with the program",
    "--code-directory": "name the student's file instead, such as path/to/multiAgents.py",
    "--edx-output": "no files for edX are written; --html FILE, --json FILE and --gradescope FILE are the reports",
    "--gradescope-output": "say where to, by --gradescope FILE",
    "--gs-output": "say where to, by --gradescope FILE",
    "--test-case-code": "the classes of cases are built in, and no others are loaded",
}
CATCHING_SECONDS: Final = 30.0  # for an agent's moves in one game, where exceptions are caught
_WORD_IN_CAMEL_CASE: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def new_spelling(word: str, known: Collection[str]) -> str:
    """An argument with its option spelled as we do: --frameTime=0 is --frame-time=0, --numghosts is --num-ghosts."""
    option, equals, value = word.partition("=")
    if option in known or not option.startswith("--"):
        return word
    for ours in (_WORD_IN_CAMEL_CASE.sub("-", option).lower(), OTHER_WORDS.get(option)):
        if ours in known:
            return f"{ours}{equals}{value}"
    return word


def add_old_flags(parser: argparse.ArgumentParser) -> None:
    """Flags of Berkeley's pacman.py that `play` has under no other name."""
    hidden = argparse.SUPPRESS
    parser.add_argument("-c", "--catch-exceptions", action="store_true", help=hidden)
    parser.add_argument("-x", "--num-training", metavar="N", type=whole_number(0), default=0, help=hidden)
    parser.add_argument("--record-actions", action="store_true", help=hidden)
    parser.add_argument("--replay", type=file_name, metavar="FILE", help=hidden)


def add_autograder_flags(parser: argparse.ArgumentParser) -> None:
    """Flags of Berkeley's autograder.py that `grade` has under no other name; it shows nothing either way."""
    parser.add_argument("--student-code", type=file_path, help=argparse.SUPPRESS)
    for flag in ("--graphics", "--no-graphics"):
        parser.add_argument(flag, action="store_true", help=argparse.SUPPRESS)


def apply_old_flags(options: argparse.Namespace) -> None:
    """Say in our options what the old flags say; `replay` is left for the command of that name."""
    if options.num_training:
        raise PacmanError("-x: training belongs to the project on reinforcement learning; agents here do not learn")
    if options.catch_exceptions and options.timeout is None:
        options.timeout = CATCHING_SECONDS
    if options.record_actions and not options.record:
        options.record = datetime.now().strftime("recorded-game-%m-%d-%H-%M-%S-%f.json")  # no two have one name
