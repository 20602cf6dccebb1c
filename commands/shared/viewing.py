"""Show, save and report games, for `play`, `replay` and `compare --watch`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands.shared.exit_codes import CRASHED, DONE
from commands.shared.options import words_of_player
from commands.shared.output import check_ending, note

if TYPE_CHECKING:
    from traceback import FrameSummary

    from pacman.display import TextDisplay
    from pacman.display.messages import Catalogue, Words
    from pacman.display.theme import ThemeName
    from pacman.record import GameRecord, Player

MOST_FRAMES: Final = 10
PICTURES: Final = ("gif", "mp4", "png", "html")  # names of the options, and suffixes of their files


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
            f"--frame-time {options.frame_time:g}: text waits for Enter, but standard input is not a terminal; "
            "expected seconds from 0 up"
        )
    if problem:
        note(f"no window: {problem}; showing text")
    return not is_text


def text_display(options: argparse.Namespace) -> TextDisplay:
    """Print the legend of the text display and return the display."""
    from pacman.board_text import LEGEND
    from pacman.display import TextDisplay

    print(f"{LEGEND}\n", flush=True)
    return TextDisplay(sys.stdout, frame_time=options.frame_time)


def check_view(options: argparse.Namespace) -> None:
    """Raise PacmanError for a zoom or a file that cannot be used, before a game is played in vain."""
    from pacman.display.geometry import checked_zoom
    from pacman.errors import PacmanError
    from pacman.files import check_writable

    checked_zoom(options.zoom)
    for option in PICTURES:
        check_ending(option, getattr(options, option), f"--{option} ")
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
    """Write the files that the options name. agents: new instances, which compute the thoughts of a page."""
    saved = getattr(options, "record", None)
    recording = str(_file_of_game(saved, number, games)) if saved else getattr(options, "file", "")
    writers: dict[str, Callable[[Path], None]] = {
        "record": record.save,
        "gif": lambda path: _save_film("gif", record, path, options),
        "mp4": lambda path: _save_film("mp4", record, path, options),
        "png": lambda path: _save_last_state(record, path, options),
        "html": lambda path: _save_page(record, path, options, agents, recording),
    }
    for option, write in writers.items():
        name = getattr(options, option, None)
        if name:
            path = _file_of_game(name, number, games)
            write(path)
            print(f"Saved {path}")


def _file_of_game(name: str, number: int, games: int) -> Path:
    """Return the file of a game: game.json for a single one, game-1.json, game-2.json … for several."""
    path = Path(name)
    return path if games == 1 else path.with_stem(f"{path.stem}-{number}")


def _save_film(form: str, record: GameRecord, path: Path, options: argparse.Namespace) -> None:
    from pacman.display import export

    write = export.save_mp4 if form == "mp4" else export.save_gif
    write(record, path, **_look(options))


def _save_last_state(record: GameRecord, path: Path, options: argparse.Namespace) -> None:
    from pacman.display import export

    *_, last = record.states()
    export.save_png(last, path, agents=record.agents, outcome=record.outcome, **_look(options))


def _save_page(
    record: GameRecord, path: Path, options: argparse.Namespace, agents: Sequence[Any], recording: str
) -> None:
    """Write the page of a game; `recording`: the file of the game, empty if there is none."""
    from agents.loading import names_code
    from agents.microscope.death_data import lost_game_data
    from agents.microscope.watched_thought import watched_thought
    from pacman.display.messages import Words
    from pacman.display.watch.thoughts_of_record import thoughts_of
    from pacman.display.web.game_page import game_page
    from pacman.errors import PacmanError
    from pacman.files import write_whole

    thoughts = thoughts_of(record, agents, watch_pacman=watched_thought)
    unknown = [player for player in record.players[:1] if names_code(player) and not options.pacman]
    hint = _replay_command(options, unknown[0]) if unknown else ""
    words = Words(options.lang)
    death = lost_game_data(record, words=words)
    saved = f"python run.py {shlex.join(['case', recording])}" if recording else ""
    page = game_page(record, thoughts, options.theme, death, how_to_think=hint, words=words, how_to_save=saved)
    write_whole(path, page, PacmanError)


def _replay_command(options: argparse.Namespace, player: Player) -> str:
    """Return the command that makes the same page with the code that a recording names."""
    words = ["replay", options.file, *words_of_player(player), "--html", options.html]
    words += ["--lang", options.lang] if options.lang != "en" else []
    return f"python run.py {shlex.join(words)}"


def window_theme(options: argparse.Namespace) -> ThemeName:
    return options.theme or "dark"


def _look(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments that windows and pictures share."""
    return {"zoom": options.zoom, "theme": window_theme(options), "words": drawn_words(options)}


def window_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments that the functions of `viewer` share."""
    from agents.microscope.death_messages import view_death
    from agents.microscope.watched_thought import watched_thought

    look = _look(options)
    return {
        **look,
        "frame_time": options.frame_time,
        "explain_death": partial(view_death, words=look["words"]),
        "watch_pacman": watched_thought,
    }


def drawn_words(options: argparse.Namespace, catalogue: Catalogue | None = None) -> Words:
    """Return the texts of a window or a picture, of the pages' catalogue by default.

    They are in English, with a note, if no font has the characters of --lang.
    """
    from pacman.display.draw.font import chinese_font
    from pacman.display.messages import ENGLISH, PAGES, Words

    if options.lang == ENGLISH or chinese_font() is not None:
        return Words(options.lang, catalogue or PAGES)
    note(f"--lang {options.lang}: no font with Chinese characters was found; using English")
    return Words(ENGLISH, catalogue or PAGES)


def report_game(record: GameRecord) -> None:
    """Print how a game ended, in Berkeley's words, and the traceback of a crash."""
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
    """Return the exit code of finished games, CRASHED if an agent crashed in one, and note how many."""
    from pacman.record import EndReason

    crashed = sum(record.outcome.reason is EndReason.CRASHED for record in records)
    if crashed:
        note(f"an agent crashed in {crashed} of {len(records)} games")
    return CRASHED if crashed else DONE


def _frame_lines(frames: Sequence[FrameSummary]) -> list[str]:
    """Return the lines of a traceback, outermost call first; of a deep one, only both ends."""
    lines = [f"{frame.filename}:{frame.lineno} in {frame.name}: {frame.line}" for frame in frames]
    if len(lines) > MOST_FRAMES:
        half = MOST_FRAMES // 2
        lines[half : 1 - half] = [f"… {len(lines) - 2 * half + 1} more …"]
    return lines
