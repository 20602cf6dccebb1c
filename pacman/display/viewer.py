"""Watch games in a window: live, recorded, or two in step."""

import atexit
import gc
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Unpack

from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.menu import Choices
from pacman.display.watch.playlist import Playlist
from pacman.display.watch.session import GameMaker, Session
from pacman.display.window import Window, WindowOptions
from pacman.game import GameInterrupted
from pacman.record import GameRecord, Seed


def watch(
    make_game: GameMaker,
    seeds: Iterable[Seed],
    *,
    games: int = 1,
    frame_time: float = 0.1,
    choices: Choices | None = None,
    **options: Unpack[WindowOptions],
) -> list[GameRecord]:
    """Play and show the games of the first `games` seeds; return the records of all games that were begun.

    `seeds` may be endless: the user can ask for more games. `frame_time` is the seconds of a round; if it is negative,
    games begin paused, to be stepped through by key. `choices` are other games that the user can select in the menu.
    `options` are those of the window: see WindowOptions.
    """
    worker = BackgroundWorker()
    playlist = Playlist(lambda seed: [Session.live(make_game, seed, worker, frame_time)], iter(seeds), games)
    _show(playlist, choices, **options)
    return playlist.records


def watch_pair(
    make_games: Mapping[str, GameMaker],
    seeds: Iterable[Seed],
    *,
    frame_time: float = 0.1,
    **options: Unpack[WindowOptions],
) -> list[GameRecord]:
    """Play and show two games of each seed in step; return the records of all games that were begun.

    `make_games` maps the names that Pacman has in the two games to functions that create them.
    """
    turns = Lock()
    workers = [BackgroundWorker(turns) for _ in make_games]
    playlist = Playlist(lambda seed: Session.in_step(make_games, seed, workers, frame_time), iter(seeds))
    _show(playlist, **options)
    return playlist.records


def watch_replay(
    record: GameRecord,
    *,
    frame_time: float = 0.1,
    agents: Sequence[Any] = (),
    **options: Unpack[WindowOptions],
) -> None:
    """Show a recorded game; if its agents are given, their searches can be shown, too."""
    worker = BackgroundWorker()
    playlist = Playlist(lambda _: [Session.recorded(record, worker, frame_time, agents)], iter([record.seed]))
    _show(playlist, **options)


def _show(playlist: Playlist, choices: Choices | None = None, **options: Unpack[WindowOptions]) -> None:
    # Without this, Python collects garbage when it exits, and the program outlives its window.
    atexit.register(gc.freeze)
    window = Window(playlist, choices=choices, **options)
    try:
        window.run()
    except KeyboardInterrupt:
        raise GameInterrupted(playlist.session.record()) from None
    finally:
        window.close()
