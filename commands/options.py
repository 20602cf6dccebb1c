"""Flags that the commands of this room share."""

import argparse
import os

from experiments.cell import MOST_MOVES, MOVE_SECONDS, Limits
from pacman.flags import number_from, whole_number


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
