"""Options of commands that play many games: who plays, how the games are limited, run and kept."""

import argparse
from typing import Any

from commands.shared.options import (
    add_cluster,
    add_ghosts,
    add_plugins,
    add_workers,
    file_name,
    number_from,
    whole_number,
)
from experiments.batch.matchup import MOST_MOVES, MOVE_SECONDS


def add_matchups(parser: argparse.ArgumentParser, **pacman: Any) -> None:
    """Options of who plays where against whom. `pacman`: how that one is given; layouts and ghosts may be several."""
    parser.add_argument("-p", "--pacman", metavar="AGENT", **pacman)
    parser.add_argument("-a", "--agent-args", default="", metavar="ARGS", help="for every agent, such as depth=3")
    parser.add_argument("-l", "--layout", action="append", metavar="LAYOUT", help="a name or a .lay file")
    add_ghosts(parser, action="append")


def add_running(parser: argparse.ArgumentParser) -> None:
    """Options of how the games are run."""
    add_workers(parser, "processes to play in")
    add_cluster(parser, "play")
    add_plugins(parser)
    parser.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="a bar (default: on a terminal)"
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Options of what ends a game from outside."""
    moves = "end a game after N moves, counted over all agents (default: %(default)s)"
    parser.add_argument("--max-moves", type=whole_number(0), default=MOST_MOVES, metavar="N", help=moves)
    seconds = "seconds for one move; a slower agent loses this game only (default: %(default)g; 0: no limit)"
    parser.add_argument("--move-time", type=number_from(0), default=MOVE_SECONDS, metavar="S", help=seconds)
    parser.add_argument(
        "--game-time", type=number_from(0), default=None, metavar="S", help="seconds for one game (default: no limit)"
    )


def add_results(parser: argparse.ArgumentParser) -> None:
    """Options of the file that games are written to."""
    parser.add_argument(
        "--out", type=file_name, metavar="FILE", help="write each game as a line of JSON as soon as it ends"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the file of --out where it ends")
