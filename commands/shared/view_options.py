"""What `play`, `replay` and `compare --watch` share: how a game is seen, saved and reported."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands.shared.options import file_name, number_from
from commands.shared.output import note

if TYPE_CHECKING:
    from traceback import FrameSummary

    from pacman.record import GameRecord

DONE: Final = 0
CRASHED: Final = 1
MOST_FRAMES: Final = 10
PICTURES: Final = ("gif", "mp4", "png", "html")  # options, and the endings of their files


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
    """Seconds; Berkeley's users ask by any number below 0 to step by key."""
    with suppress(ValueError):
        if -math.inf < float(text) < 0:
            return float(text)
    return number_from(0)(text)


def wants_pictures(options: argparse.Namespace) -> bool:
    return any(getattr(options, kind) for kind in PICTURES)


def wants_window(options: argparse.Namespace) -> bool:
    if getattr(options, "quiet", False) or wants_pictures(options):
        return False
    from pacman.display import screen_problem
    from pacman.errors import PacmanError

    problem = None if options.text else screen_problem()
    is_text = options.text or problem is not None
    if is_text and options.frame_time < 0 and not (sys.stdin and sys.stdin.isatty()):
        raise PacmanError(
            f"--frame-time {options.frame_time:g}: text waits for Enter, and standard input is no terminal; "
            "expected seconds from 0 up"
        )
    if problem:
        note(f"no window: {problem}; showing text")
    return not is_text


def check_view(options: argparse.Namespace) -> None:
    """What cannot be drawn or written is better told of now than after the game."""
    from pacman.display.geometry import checked_zoom
    from pacman.errors import PacmanError
    from pacman.files import check_writable

    checked_zoom(options.zoom)
    for ending in PICTURES:
        _check_ending(getattr(options, ending), ending)
    if options.mp4:
        from pacman.display import export

        export.ffmpeg()
    for option in ("record", *PICTURES):
        if name := getattr(options, option, None):
            games = getattr(options, "num_games", 1)
            for number in range(1, games + 1):
                check_writable(_file_of_game(name, number, games), PacmanError)


def _check_ending(name: str | None, ending: str) -> None:
    """A picture is called what it is; a device such as /dev/stdout has no ending."""
    from pacman.errors import PacmanError
    from pacman.files import is_device

    if name and Path(name).suffix.lower() != f".{ending}" and not is_device(Path(name)):
        raise PacmanError(f"--{ending} {name}: expected a name that ends in .{ending}")


def save(
    record: GameRecord, options: argparse.Namespace, agents: Sequence[Any], number: int = 1, games: int = 1
) -> None:
    """Write what was asked for. agents: made anew, to be asked what they thought."""
    writers: dict[str, Callable[[Path], None]] = {
        "record": record.save,
        "gif": lambda path: _save_film(record, path, options),
        "mp4": lambda path: _save_film(record, path, options),
        "png": lambda path: _save_last_state(record, path, options),
        "html": lambda path: _save_page(record, path, options, agents),
    }
    for option, write in writers.items():
        name = getattr(options, option, None)
        if name:
            path = _file_of_game(name, number, games)
            write(path)
            print(f"Saved {path}")


def _file_of_game(name: str, number: int, games: int) -> Path:
    """game.json for a single game, game-1.json, game-2.json … for several."""
    path = Path(name)
    return path if games == 1 else path.with_stem(f"{path.stem}-{number}")


def _save_film(record: GameRecord, path: Path, options: argparse.Namespace) -> None:
    from pacman.display import export

    write = export.save_mp4 if path.suffix.lower() == ".mp4" else export.save_gif
    write(record, path, zoom=options.zoom, theme=window_theme(options))


def _save_last_state(record: GameRecord, path: Path, options: argparse.Namespace) -> None:
    from pacman.display import export

    *_, last = record.states()
    look = {"zoom": options.zoom, "theme": window_theme(options)}
    export.save_png(last, path, agents=record.agents, outcome=record.outcome, **look)


def _save_page(record: GameRecord, path: Path, options: argparse.Namespace, agents: Sequence[Any]) -> None:
    from agents.microscope.death_page import lost_game_data
    from pacman.display.watch.thoughts_of_record import thoughts_of
    from pacman.display.web.game_page import game_page
    from pacman.errors import PacmanError
    from pacman.files import write_whole

    page = game_page(record, thoughts_of(record, agents), options.theme, lost_game_data(record))
    write_whole(path, page, PacmanError)


def window_theme(options: argparse.Namespace) -> str:
    return options.theme or "dark"


def report_game(record: GameRecord) -> None:
    """How one game ended, in the words that Berkeley's users know."""
    from pacman.errors import author_frames
    from pacman.record import EndReason

    outcome = record.outcome
    who = "Pacman" if outcome.agent == 0 else f"Ghost {outcome.agent}"
    thinking = f"; {who} was {outcome.error}" if outcome.error else ""
    text = {
        EndReason.WON: "Pacman emerges victorious!",
        EndReason.LOST: "Pacman died!",
        EndReason.CRASHED: f"{who} crashed: {outcome.error}.",
        EndReason.TIMED_OUT: f"{who} ran out of time: {outcome.error}.",
        EndReason.MOVE_LIMIT: f"Stopped after {outcome.moves} moves.",
        EndReason.INTERRUPTED: f"Interrupted after {outcome.moves} moves{thinking}.",
    }[outcome.reason]
    print(f"{text} Score: {outcome.score}", flush=True)
    if outcome.exception:
        for line in _frame_lines(author_frames(outcome.exception)):
            note(f"  {line}")
    elif outcome.error and outcome.agent is None:
        note(f"  afterwards: {outcome.error}")


def crashes(records: Sequence[GameRecord]) -> int:
    """The exit code of games that were played to their end: not every agent may have done so."""
    from pacman.record import EndReason

    crashed = sum(record.outcome.reason is EndReason.CRASHED for record in records)
    if crashed:
        note(f"an agent crashed in {crashed} of {len(records)} games")
    return CRASHED if crashed else DONE


def _frame_lines(frames: Sequence[FrameSummary]) -> list[str]:
    """A traceback, the caller first; of an endless recursion the two ends."""
    lines = [f"{frame.filename}:{frame.lineno} in {frame.name}: {frame.line}" for frame in frames]
    if len(lines) > MOST_FRAMES:
        half = MOST_FRAMES // 2
        lines[half : 1 - half] = [f"… {len(lines) - 2 * half + 1} more …"]
    return lines
