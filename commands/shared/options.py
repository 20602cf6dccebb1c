"""Options that several commands have, and the types of their values."""

import argparse
import math
import os
from collections.abc import Callable
from contextlib import suppress
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


def add_matchups(parser: argparse.ArgumentParser, **pacman: Any) -> None:
    """Add who plays where against whom. `pacman`: how that option is given; layouts and ghosts may be several."""
    parser.add_argument("-p", "--pacman", metavar="AGENT", **pacman)
    parser.add_argument("-a", "--agent-args", default="", metavar="ARGS", help="for every agent, such as depth=3")
    parser.add_argument("-l", "--layout", action="append", metavar="LAYOUT", help="a name or a .lay file")
    add_ghosts(parser, action="append")


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add how the games are run."""
    add_workers(parser, "processes to play in")
    add_cluster(parser, "play")
    add_plugins(parser)
    parser.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="a bar (default: on a terminal)"
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the limits at which a game is ended from outside."""
    from experiments.batch.matchup import MOST_MOVES, MOVE_SECONDS

    moves = "end a game after N moves, counted over all agents (default: %(default)s)"
    parser.add_argument("--max-moves", type=whole_number(0), default=MOST_MOVES, metavar="N", help=moves)
    seconds = "seconds for one move; a slower agent loses this game only (default: %(default)g; 0: no limit)"
    parser.add_argument("--move-time", type=number_from(0), default=MOVE_SECONDS, metavar="S", help=seconds)
    parser.add_argument(
        "--game-time", type=number_from(0), default=None, metavar="S", help="seconds for one game (default: no limit)"
    )


def add_results(parser: argparse.ArgumentParser) -> None:
    """Add the file that games are written to."""
    parser.add_argument(
        "--out", type=file_name, metavar="FILE", help="write each game as a line of JSON as soon as it ends"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the file of --out where it ends")


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    view = parser.add_argument_group("what to see")
    view.add_argument("-t", "--text", action="store_true", help="text instead of a window")
    add_window_arguments(view, theme="[dark; pages follow their reader's settings]")
    files = parser.add_argument_group("pictures and pages (no window is opened for these)")
    files.add_argument("--gif", type=file_name, metavar="FILE", help="save the game as an animated GIF")
    files.add_argument("--mp4", type=file_name, metavar="FILE", help="save the game as a video (needs imageio-ffmpeg)")
    files.add_argument("--png", type=file_name, metavar="FILE", help="save its last state as a picture")
    files.add_argument(
        "--html", type=file_name, metavar="FILE", help="save the game as a page that plays it in any browser"
    )


def add_window_arguments(view: argparse._ActionsContainer, theme: str = "[dark]") -> None:
    view.add_argument("-z", "--zoom", metavar="X", type=number_from(0.2), default=1.0, help="size of the window [1]")
    view.add_argument("--theme", choices=("dark", "light"), help=theme)
    pace = "seconds a round [0.1]; below 0: wait for a key"
    view.add_argument("--frame-time", metavar="S", type=_frame_time, default=0.1, help=pace)


def _frame_time(text: str) -> float:
    """Read seconds; a number below 0 steps by key, as in Berkeley's programs."""
    with suppress(ValueError):
        if -math.inf < float(text) < 0:
            return float(text)
    return number_from(0)(text)


def note_namesakes(*names: str) -> None:
    """Say which agents are ours although a student's file in this folder has a class of the same name."""
    from agents.loading import namesake

    for name in dict.fromkeys(names):
        if other := namesake(name):
            note(f"{name} is the built-in one; {other} plays the one in this folder")
