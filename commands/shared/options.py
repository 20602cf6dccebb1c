"""Options that several commands have, and the types of their values."""

import argparse
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from commands.shared.output import note


def whole_number(least: int) -> Callable[[str], int]:
    """A whole number from `least` up."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} up")
        return number

    return read


def number_from(least: float) -> Callable[[str], float]:
    """A number from `least` up."""

    def read(text: str) -> float:
        try:
            given = float(text)
        except ValueError:
            given = math.nan
        if not least <= given < math.inf:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} up")
        return given

    return read


def file_name(text: str) -> str:
    """The name of a file or folder. An empty one comes of a variable of the shell that was not set."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name; expected a file or a folder")
    return text


def file_path(text: str) -> Path:
    return Path(file_name(text))


def kind_of_ghost(text: str) -> str:
    """A ghost's name; a number was meant for another option."""
    if text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is a number; how many ghosts play is -k or --num-ghosts")
    return text


def add_ghosts(parser: argparse._ActionsContainer, **options: Any) -> None:
    """Which ghosts play, and how many."""
    which = "a name or file.py:Class (default: RandomGhost)"
    parser.add_argument("-g", "--ghosts", type=kind_of_ghost, metavar="GHOST", help=which, **options)
    add_num_ghosts(parser)


def add_num_ghosts(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "-k", "--num-ghosts", type=whole_number(0), metavar="N", help="at most N ghosts (default: all of the layout)"
    )


def add_workers(parser: argparse._ActionsContainer, what: str) -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument(
        "--workers", type=whole_number(1), default=cores, metavar="N", help=f"{what} (default: {cores})"
    )


def add_cluster(parser: argparse._ActionsContainer, verb: str) -> None:
    where = f"{verb} on a dask.distributed cluster: its scheduler, tcp://HOST:8786, or local to start one here"
    parser.add_argument("--cluster", metavar="ADDRESS", help=where)


def add_plugins(parser: argparse._ActionsContainer) -> None:
    """Add `--plugin`; `cli.perform` loads what it names before the command runs."""
    what = "a Python file of yours that registers agents, ghosts, evaluations, features, cases or reports"
    parser.add_argument("--plugin", type=file_path, action="append", default=[], metavar="FILE.py", help=what)


def note_namesakes(*names: str) -> None:
    """Say which agents are ours although a student's file in this folder has a class of the same name."""
    from agents.loading import namesake

    for name in dict.fromkeys(names):
        if other := namesake(name):
            note(f"{name} is the built-in one; {other} plays the one in this folder")
