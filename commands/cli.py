"""The command line: find the command, parse its arguments, run it and return the exit code.

A command is a module of this package with `add_arguments(parser)` and `run(options) -> exit code`. It is imported when
the command is used, and imports heavy packages only in `run`, so that `--help` answers at once.
"""

import argparse
import errno
import gc
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn

from autograder.termination_signals import Terminated
from commands.handout.old_flags import NOT_HERE, new_spelling
from commands.shared.exit_codes import BAD_INPUT, CRASHED, DONE, INTERRUPTED
from commands.shared.output import accept_any_encoding, note, silence_standard_output
from commands.shared.provenance import describe, version
from pacman.errors import InternalError, PacmanError, nearest, one_line, unknown
from pacman.made_by import add_facts, described_by
from pacman.plugins import load_plugins

COMMANDS: Final = {
    "play": "watch Pacman play (the default command)",
    "replay": "watch a recorded game, check it, or make pictures of it",
    "explain": "show the tree that a decision searched, or why Pacman died",
    "batch": "play many games and summarise them",
    "compare": "find out which of two agents is better",
    "tournament": "rank many agents, or the submissions of a class, by the same games",
    "table": "reproduce the lecture's table",
    "tune": "find better weights for an evaluation",
    "solve": "compute the value of perfect play on a small board",
    "examples": "check examples that you write before the code, and list the bugs that they catch",
    "case": "write a decision of a recorded game as a case, a fixed tree",
    "grade": "grade a student's agents, or a whole class",
    "similar": "list submissions of a class that share code, as places to look",
    "bundle": "make an autograder for Gradescope",
    "kit": "make a folder for students: the template, and the programs that Berkeley's handout names",
    "lab": "make the lab: one page in which agents are written, run and watched in a browser",
    "layouts": "list the mazes, show one, or make a new one",
    "agents": "list agents, ghosts, evaluations and features",
}

# With Python's default, the collector takes a twentieth of a grading's time; few of our objects are in cycles.
COLLECT_RARELY: Final = (20_000, 20, 50)


class Parser(argparse.ArgumentParser):
    """Argument parser that reports a mistake in one line and suggests the nearest known option.

    An option that is given twice is a mistake, unless it collects its values in a list. The result of `parse` has an
    additional attribute `given`: the destinations of the arguments that the user has given.
    """

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        self._given: set[argparse.Action] = set()
        options, rest = self.parse_known_args([new_spelling(word, self._option_string_actions) for word in arguments])
        if rest:
            self.error(self._unexpected(next((word for word in rest if word.startswith("-")), rest[0])))
        options.given = frozenset(action.dest for action in self._given)
        return options

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Convert the values of one argument, which argparse does once for each time that it is given."""
        if action in self._given and not isinstance(action, argparse._AppendAction):
            self.error(f"{'/'.join(action.option_strings)} is given twice; expected once")
        if action.option_strings or arg_strings:
            self._given.add(action)
        return super()._get_values(action, arg_strings)

    def _unexpected(self, word: str) -> str:
        if not word.startswith("-"):
            return f"unexpected argument {word!r}"
        option = word.partition("=")[0]
        if option in NOT_HERE:
            return f"{option}: {NOT_HERE[option]}"
        names = {name.lstrip("-"): name for name in self._option_string_actions}  # all names begin with dashes
        near = names.get(nearest(option.lstrip("-"), names) or "")
        return f"unknown option {option!r}" + (f"; did you mean {near!r}?" if near else "")

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)} (--help shows what is possible)\n")


def overview(program: str) -> str:
    commands = "\n".join(f"  {name:<10} {summary}" for name, summary in COMMANDS.items())
    return f"""usage: {program} [command] [options]

A Pacman multi-agent search environment: watch, run and grade search agents.

{commands}

{program} COMMAND --help shows the options of a command; {program} --version prints the version."""


def main(arguments: Sequence[str], program: str = "run.py") -> int:
    """Run one command line, given without the program's name, and return the exit code."""
    accept_any_encoding()
    if arguments and arguments[0] in ("-h", "--help"):
        print(overview(program))
        return DONE
    if arguments and arguments[0] == "--version":
        print(f"pacman-search {version()}")
        return DONE
    name, *rest = arguments if arguments and not arguments[0].startswith("-") else ("play", *arguments)
    if name not in COMMANDS:
        note(f"{program}: {unknown('command', name, COMMANDS)}")
        return BAD_INPUT
    command = import_module(f"commands.{name}")
    parser = Parser(prog=f"{program} {name}", description=COMMANDS[name])
    command.add_arguments(parser)
    return perform(command.run, parser, rest)


def perform(run: Callable[[argparse.Namespace], int], parser: Parser, words: Sequence[str]) -> int:
    """Parse the words, run the command and return its exit code; report errors that users can correct in one line."""
    options = parser.parse(words)
    with described_by(partial(describe, [*parser.prog.split(), *words])):
        return _perform(run, parser, options)


def _perform(run: Callable[[argparse.Namespace], int], parser: Parser, options: argparse.Namespace) -> int:
    try:
        if plugins := getattr(options, "plugin", ()):
            load_plugins(plugins)
        if getattr(options, "seed", None) is not None:
            add_facts(seed=options.seed)
        return int(run(options))
    except InternalError as error:
        note(f"{parser.prog}: {error}")
        return CRASHED
    except PacmanError as error:
        note(f"{parser.prog}: {one_line(str(error))}")  # names in a message may hold line breaks
        return BAD_INPUT
    except KeyboardInterrupt as interrupt:
        note(str(interrupt) or "interrupted")
        return INTERRUPTED
    except Terminated as end:
        note(f"ended by {end}")
        return end.exit_code
    except BrokenPipeError:
        silence_standard_output()  # the reader, such as `head`, has closed the pipe
        return DONE
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            name = Path(error.filename or "a name").name[:40]
            note(f"{parser.prog}: {one_line(name)}…: {error.strerror}")
            return BAD_INPUT
        if error.errno != errno.ENOSPC:
            raise
        silence_standard_output()
        note(f"{parser.prog}: {error.filename or 'standard output'}: cannot be written: {error.strerror}")
        return BAD_INPUT


def run_program(program: str = "run.py") -> int:
    """Run the command line of this process and return the exit code."""
    gc.set_threshold(*COLLECT_RARELY)
    exit_code = main(sys.argv[1:], program)
    gc.freeze()  # otherwise the last collection, when the interpreter exits, looks at every object and takes 0.03 s
    return exit_code


def console_script() -> int:
    """Entry point of the installed command `pacman-search`."""
    return run_program("pacman-search")
