"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands.shared.output import note

if TYPE_CHECKING:
    from pacman.layout import Layout
    from pacman.record import Player

AGENT_OPTIONS: Final = frozenset(("pacman", "first", "players"))  # destinations of arguments that name Pacman's agent


def whole_number(least: int) -> Callable[[str], int]:
    """Return an argument type for whole numbers of at least `least`."""

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
    """Return an argument type for finite numbers of at least `least`."""

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
    """Argument type for the name of a file or folder. Refuses an empty name, the value of an unset shell variable."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name; expected a file or a folder")
    return text


def file_path(text: str) -> Path:
    return Path(file_name(text))


def add_file(parser: argparse._ActionsContainer, *names: str, help: str) -> None:
    """Add an option that names a file."""
    parser.add_argument(*names, type=file_name, metavar="FILE", help=help)


def add_path(parser: argparse._ActionsContainer, *names: str, help: str, metavar: str = "FILE") -> None:
    """Add an option that names a file or a folder, whose value is a Path."""
    parser.add_argument(*names, type=file_path, metavar=metavar, help=help)


def add_flag(parser: argparse._ActionsContainer, *names: str, help: str) -> None:
    """Add an option without a value."""
    parser.add_argument(*names, action="store_true", help=help)


def add_count(parser: argparse._ActionsContainer, *names: str, least: int, help: str, **settings: Any) -> None:
    """Add an option for a whole number of at least `least`."""
    parser.add_argument(*names, type=whole_number(least), metavar="N", help=help, **settings)


def kind_of_ghost(text: str) -> str:
    """Argument type for a ghost's name. Refuses a number, which was meant for -k."""
    if text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is a number; the number of ghosts is set with -k or --num-ghosts")
    return text


def words_of_player(player: Player) -> list[str]:
    """Return the words of a command line that choose the Pacman agent of a recorded game."""
    arguments = ",".join(f"{key}={value}" for key, value in player.arguments.items())
    return ["-p", player.name, *(["-a", arguments] if arguments else [])]


def add_ghosts(parser: argparse._ActionsContainer, **options: Any) -> None:
    """Add the kind and the number of ghosts."""
    which = "a name or file.py:Class (default: RandomGhost)"
    parser.add_argument("-g", "--ghosts", type=kind_of_ghost, metavar="GHOST", help=which, **options)
    add_num_ghosts(parser)


def add_num_ghosts(parser: argparse._ActionsContainer) -> None:
    add_count(parser, "-k", "--num-ghosts", least=0, help="play with at most N ghosts (default: all of the layout)")


def add_workers(parser: argparse._ActionsContainer, what: str) -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    add_count(parser, "--workers", least=1, default=cores, help=f"{what} (default: {cores})")


def add_cluster(parser: argparse._ActionsContainer, verb: str) -> None:
    where = (
        f"{verb} on a dask.distributed cluster: the address of its scheduler, tcp://HOST:8786, or local to start one"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help=where)


def add_plugins(parser: argparse._ActionsContainer) -> None:
    """Add `--plugin`; `cli.perform` loads the plugins before the command runs."""
    what = "your own Python file that registers agents, ghosts, evaluations, features, cases or reports"
    parser.add_argument("--plugin", type=file_path, action="append", default=[], metavar="FILE.py", help=what)


def add_matchups(parser: argparse.ArgumentParser, **pacman: Any) -> None:
    """Add agents, layouts and ghosts. `pacman`: arguments for that option; layouts and ghosts may be repeated."""
    parser.add_argument("-p", "--pacman", metavar="AGENT", **pacman)
    parser.add_argument(
        "-a", "--agent-args", default="", metavar="ARGS", help="arguments of every agent, such as depth=3"
    )
    parser.add_argument("-l", "--layout", action="append", metavar="LAYOUT", help="a name or a .lay file")
    add_ghosts(parser, action="append")


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add the options of how games are run: workers, cluster, plugins, progress."""
    add_workers(parser, "number of worker processes")
    add_cluster(parser, "play")
    add_plugins(parser)
    add_progress(parser)


def add_progress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="show a progress bar (default: on a terminal)",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the limits at which a game is stopped: moves, and seconds for a move and a game."""
    from experiments.batch.matchup import MOST_MOVES, MOVE_SECONDS

    moves = "end a game after N moves, counted over all agents (default: %(default)s)"
    add_count(parser, "--max-moves", least=0, default=MOST_MOVES, help=moves)
    seconds = "seconds for one move; a slower agent loses this game only (default: %(default)g; 0: no limit)"
    parser.add_argument("--move-time", type=number_from(0), default=MOVE_SECONDS, metavar="S", help=seconds)
    parser.add_argument(
        "--game-time", type=number_from(0), default=None, metavar="S", help="seconds for one game (default: no limit)"
    )


def add_results(parser: argparse.ArgumentParser) -> None:
    """Add the file that results are written to, and --resume."""
    add_file(parser, "--out", help="write each game as a line of JSON as soon as it ends")
    add_flag(parser, "--resume", help="continue the file of --out")


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    view = parser.add_argument_group("display")
    add_flag(view, "-t", "--text", help="text instead of a window")
    add_window_arguments(view, theme="colours (default: dark; on pages the browser's setting)")
    add_language(view, "the window, pictures and pages")
    files = parser.add_argument_group("pictures and pages (no window is opened for these)")
    add_file(files, "--gif", help="save the game as an animated GIF")
    add_file(files, "--mp4", help="save the game as a video (needs imageio-ffmpeg)")
    add_file(files, "--png", help="save the last state as a picture")
    add_file(files, "--html", help="save the game as a page that plays it in any browser")


def add_theme(parser: argparse._ActionsContainer, text: str) -> None:
    from pacman.display.theme import THEME_NAMES

    parser.add_argument("--theme", choices=THEME_NAMES, help=text)


def add_window_arguments(view: argparse._ActionsContainer, theme: str = "colours (default: dark)") -> None:
    view.add_argument(
        "-z", "--zoom", metavar="X", type=number_from(0.2), default=1.0, help="size of the window (default: 1)"
    )
    add_theme(view, theme)
    pace = "seconds for each round; below 0: wait for a key (default: 0.1)"
    view.add_argument("--frame-time", metavar="S", type=_frame_time, default=0.1, help=pace)


def add_language(parser: argparse._ActionsContainer, what: str) -> None:
    """Add the option for the language of `what`."""
    parser.add_argument(
        "--lang", type=_language, default="en", metavar="{en,zh}", help=f"language of {what} (default: en)"
    )


def _language(text: str) -> str:
    """Argument type for a language of the message catalogue."""
    from pacman.display.messages import LANGUAGES

    if text not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"unknown language {text!r}; expected {' or '.join(LANGUAGES)}")
    return text


def _frame_time(text: str) -> float:
    """Argument type for seconds; a negative number means to step by key, as in Berkeley's programs."""
    with suppress(ValueError):
        if -math.inf < float(text) < 0:
            return float(text)
    return number_from(0)(text)


def note_missing_ghosts(options: argparse.Namespace, layouts: Iterable[Layout]) -> None:
    """Note each maze that has fewer ghosts than the user has asked for with -k."""
    if "num_ghosts" not in getattr(options, "given", ()):
        return
    for name, present in {layout.name: len(layout.ghost_starts) for layout in layouts}.items():
        if present < options.num_ghosts:
            ghosts = {0: "no ghost", 1: "1 ghost"}.get(present, f"{present} ghosts")
            plays = "plays" if present < 2 else "play"
            note(f"-k {options.num_ghosts}: the maze {name} has {ghosts}; {ghosts} {plays}")


def note_namesakes(options: argparse.Namespace, names: Iterable[str]) -> None:
    """Note the built-in agents that share their names with classes of a student's file in the working folder.

    An agent that the user has not named is a default, and needs no note.
    """
    from agents.loading import namesake

    if AGENT_OPTIONS.isdisjoint(getattr(options, "given", ())):
        return
    others = {name: other for name in names if (other := namesake(name))}
    if others:
        is_one = len(others) == 1
        ours = f"{' and '.join(others)} {'is the built-in agent' if is_one else 'are the built-in agents'}"
        note(f"{ours}; {' and '.join(others.values())} {'is the one' if is_one else 'are those'} in this folder")
