"""Showing, saving and reporting games, for `play`, `replay` and `compare --watch`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands.shared.exit_codes import CRASHED, DONE
from commands.shared.output import check_ending, note

if TYPE_CHECKING:
    from traceback import FrameSummary

    from pacman.record import GameRecord

MOST_FRAMES: Final = 10
PICTURES: Final = ("gif", "mp4", "png", "html")  # options, and the endings of their files


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
    for option in PICTURES:
        check_ending(option, getattr(options, option))
    if options.mp4:
        from pacman.display import export

        export.ffmpeg()
    for option in ("record", *PICTURES):
        if name := getattr(options, option, None):
            games = getattr(options, "num_games", 1)
            for number in range(1, games + 1):
                check_writable(_file_of_game(name, number, games), PacmanError)


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
