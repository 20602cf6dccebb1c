"""The two programs of a kit, named as in Berkeley's handout: `pacman.py` and `autograder.py`."""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from commands.cli import COMMANDS, Parser, main, perform
from commands.shared.options import add_flag
from commands.shared.output import accept_any_encoding

MOST_GHOSTS: Final = 4  # Berkeley's default of -k
BASES: Final = {"Agent", "GhostAgent", "MultiAgentSearchAgent"}  # base classes, with which no game can be played
STOCK_AGENTS: Final = ("KeyboardAgent", "LeftTurnAgent", "GreedyAgent")  # built in here and at Berkeley


def package(words: Sequence[str]) -> int:
    """Run `python -m pacman`, which in the folder of a kit does the same as elsewhere."""
    return main(words, "python -m pacman")


def pacman(folder: str, words: Sequence[str]) -> int:
    """Run `play` like Berkeley's program: with its defaults, -r as a switch, and agents from files of the folder."""
    from commands import play

    if words and words[0] in COMMANDS:
        return main(words, "pacman.py")
    accept_any_encoding()
    parser = Parser(prog="pacman.py", description=COMMANDS["play"], conflict_handler="resolve")
    play.add_arguments(parser)
    switch = "save the games to files whose names begin with recorded-game; --replay FILE shows one again"
    add_flag(parser, "-r", "--record-actions", help=switch)
    parser.set_defaults(pacman="KeyboardAgent", layout="mediumClassic", num_ghosts=MOST_GHOSTS, bare_argument=1)
    return perform(partial(_play_in, Path(folder)), parser, words)


def autograder(folder: str, words: Sequence[str]) -> int:
    """Run `grade` like Berkeley's program: with the student's file and the cases of the folder."""
    from commands import grade
    from pacman.berkeley import STUDENTS_FILE

    accept_any_encoding()
    parser = Parser(prog="autograder.py", description=COMMANDS["grade"])
    grade.add_arguments(parser)
    parser.set_defaults(student_code=_shown(Path(folder, STUDENTS_FILE)), for_students=True)
    cases = Path(folder, "test_cases")
    if cases.is_dir():
        parser.set_defaults(cases=_shown(cases))
    return perform(grade.run, parser, words)


def _play_in(folder: Path, options: argparse.Namespace) -> int:
    from commands import play

    options.pacman = _students_agent(folder, options.pacman, STOCK_AGENTS)
    options.ghosts = _students_agent(folder, options.ghosts)
    options.layout = _layout_in(folder, options.layout)
    return play.run(options)


def _students_agent(folder: Path, name: str, stock: Sequence[str] | None = None) -> str:
    """Return `file.py:Class` if a file …gents.py of the folder defines the class, else the name if it is in `stock`.

    Without `stock` any name is returned. Raises AgentError for an unknown one.
    """
    from pacman.berkeley.submission import BERKELEY_MODULES, names_defined_in
    from pacman.errors import AgentError, unknown

    if ":" in name or name.endswith(".py"):
        return name
    files = [path for path in sorted(folder.glob("*gents.py")) if path.stem not in BERKELEY_MODULES]
    known = {path: names_defined_in(path) for path in files}
    for path, names in known.items():
        if names is not None and name in names:
            return f"{_shown(path)}:{name}"
    if stock is None or name in stock:
        return name
    for path, names in known.items():
        if names is None:  # a file that cannot be parsed may define it; loading it reports the error
            return f"{_shown(path)}:{name}"
    classes = {name for names in known.values() for name in names or () if name.endswith("Agent")}
    raise AgentError(unknown("agent", name, classes - BASES | set(stock)))


def _layout_in(folder: Path, name: str) -> str:
    """Return the file of a layout if the working folder or the kit has one, else its name."""
    file = Path(name if name.endswith(".lay") else f"{name}.lay")
    for place in (Path(), folder):
        for candidate in (place / "layouts" / file, place / file):
            if candidate.is_file():
                return str(candidate)
    return name


def _shown(path: Path) -> Path:
    """Return the path relative to the working folder if it is inside, else the absolute path."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else Path(os.path.abspath(path))


PROGRAMS: Final = {"pacman": pacman, "autograder": autograder}
