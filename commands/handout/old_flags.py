"""Berkeley's spelling of flags, accepted wherever an option means the same and hidden from all help texts."""

import argparse
import re
from collections.abc import Collection
from datetime import datetime
from typing import Final

from commands.shared.options import add_count, add_file, add_flag, file_path
from pacman.errors import PacmanError

OTHER_WORDS: Final = {
    "--numGames": "--games",  # where a command has it; elsewhere new_spelling finds --num-games
    "--numghosts": "--num-ghosts",
    "--print-tests": "--print-cases",
    "--quietTextGraphics": "--quiet",
    "--test-directory": "--cases",
    "--textGraphics": "--text",
}
# Flags of Berkeley's autograder.py that have no equivalent, and what to use instead.
NOT_HERE: Final = {
    "--check-dependencies": "nothing to check; the dependencies were installed with the program",
    "--code-directory": "give the path of the student's file instead, such as path/to/multiAgents.py",
    "--edx-output": "no files for edX are written; --html FILE, --json FILE and --gradescope FILE are the reports",
    "--gradescope-output": "use --gradescope FILE instead",
    "--gs-output": "use --gradescope FILE instead",
    "--test-case-code": "the classes of cases are built in; --plugin FILE.py adds others",
}
CATCHING_SECONDS: Final = 30.0  # Berkeley's limit for an agent's moves in one game with --catch-exceptions
_WORD_IN_CAMEL_CASE: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def new_spelling(word: str, known: Collection[str]) -> str:
    """Return an argument in our spelling: --frame-time=0 for --frameTime=0, --num-ghosts for --numghosts."""
    option, equals, value = word.partition("=")
    if option in known or not option.startswith("--"):
        return word
    for ours in (_WORD_IN_CAMEL_CASE.sub("-", option).lower(), OTHER_WORDS.get(option)):
        if ours in known:
            return f"{ours}{equals}{value}"
    return word


def add_old_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of Berkeley's pacman.py that `play` has under no other name."""
    hidden = argparse.SUPPRESS
    add_flag(parser, "-c", "--catch-exceptions", help=hidden)
    add_count(parser, "-x", "--num-training", least=0, default=0, help=hidden)
    add_flag(parser, "--record-actions", help=hidden)
    add_file(parser, "--replay", help=hidden)


def add_autograder_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of Berkeley's autograder.py that `grade` lacks; the two for graphics have no effect."""
    parser.add_argument("--student-code", type=file_path, help=argparse.SUPPRESS)
    for flag in ("--graphics", "--no-graphics"):
        add_flag(parser, flag, help=argparse.SUPPRESS)


def apply_old_flags(options: argparse.Namespace) -> None:
    """Translate the old flags into the options of `play`, except `replay`, which `play` passes to that command."""
    if options.num_training:
        raise PacmanError("-x: training belongs to the project on reinforcement learning; agents here do not learn")
    if options.catch_exceptions and options.timeout is None:
        options.timeout = CATCHING_SECONDS
    if options.record_actions and not options.record:
        options.record = datetime.now().strftime("recorded-game-%m-%d-%H-%M-%S-%f.json")  # a unique name
