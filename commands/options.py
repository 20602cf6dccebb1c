"""Options that several commands share, and the types of their values."""

import argparse
import math
import os
from collections.abc import Callable

from experiments.batch.matchup import MOST_MOVES, MOVE_SECONDS, Limits


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


def add_running(parser: argparse.ArgumentParser) -> None:
    """How the games are run."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument(
        "--workers", type=whole_number(1), default=cores, metavar="N", help=f"processes to play in (default: {cores})"
    )
    parser.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="a bar (default: on a terminal)"
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """What ends a game from outside."""
    parser.add_argument(
        "--max-moves",
        type=whole_number(0),
        default=MOST_MOVES,
        metavar="N",
        help=f"end a game after N moves, counted over all agents (default: {MOST_MOVES})",
    )
    parser.add_argument(
        "--move-time",
        type=number_from(0),
        default=MOVE_SECONDS,
        metavar="S",
        help=f"seconds for one move; a slower agent loses this game only (default: {MOVE_SECONDS:g}; 0: no limit)",
    )
    parser.add_argument(
        "--game-time", type=number_from(0), default=None, metavar="S", help="seconds for one game (default: no limit)"
    )


def limits_of(options: argparse.Namespace) -> Limits:
    return Limits(options.max_moves, options.move_time or None, options.game_time or None)
