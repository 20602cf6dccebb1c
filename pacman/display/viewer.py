"""Watch games in a window: live, recorded, or two in step."""

import atexit
import gc
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.menu import Choices
from pacman.display.watch.playlist import Playlist
from pacman.display.watch.session import GameMaker, Session
from pacman.display.window import DeathExplainer, Window
from pacman.game import GameInterrupted
from pacman.record import GameRecord, Seed


def watch(
    make_game: GameMaker,
    seeds: Iterable[Seed],
    *,
    games: int = 1,
    zoom: float = 1.0,
    frame_time: float = 0.1,
    theme: str = "dark",
    choices: Choices | None = None,
    explain_death: DeathExplainer | None = None,
) -> list[GameRecord]:
    """Play and show the games of the first `games` seeds; return the records of all games that were begun.

    `seeds` may be endless: the person at the window can ask for more games. `frame_time` is the seconds of a round;
    below 0 the games begin paused, to be stepped through by key. `choices`: what else can be played, if the person at
    the window shall choose. `explain_death`: who knows why Pacman died in a game.
    """
    worker = BackgroundWorker()
    playlist = Playlist(lambda seed: [Session.live(make_game, seed, worker, frame_time)], iter(seeds), games)
    _show(playlist, zoom, theme, choices, explain_death)
    return playlist.records


def watch_pair(
    make_games: Mapping[str, GameMaker],
    seeds: Iterable[Seed],
    *,
    zoom: float = 1.0,
    frame_time: float = 0.1,
    theme: str = "dark",
    explain_death: DeathExplainer | None = None,
) -> list[GameRecord]:
    """Play and show two games of each seed in step, by what their Pacmen are called; return all that were begun."""
    turns = Lock()
    workers = [BackgroundWorker(turns) for _ in make_games]
    playlist = Playlist(lambda seed: Session.in_step(make_games, seed, workers, frame_time), iter(seeds))
    _show(playlist, zoom, theme, explain_death=explain_death)
    return playlist.records


def watch_replay(
    record: GameRecord,
    *,
    zoom: float = 1.0,
    frame_time: float = 0.1,
    theme: str = "dark",
    agents: Sequence[Any] = (),
    explain_death: DeathExplainer | None = None,
) -> None:
    """Show a recorded game. With its agents, what they think can be shown, too."""
    worker = BackgroundWorker()
    playlist = Playlist(lambda _: [Session.recorded(record, worker, frame_time, agents)], iter([record.seed]))
    _show(playlist, zoom, theme, explain_death=explain_death)


def _show(
    playlist: Playlist,
    zoom: float,
    theme: str,
    choices: Choices | None = None,
    explain_death: DeathExplainer | None = None,
) -> None:
    atexit.register(gc.freeze)  # or Python, when it ends, looks for cycles and lets the program outlive its window
    window = Window(playlist, zoom=zoom, theme=theme, choices=choices, explain_death=explain_death)
    try:
        window.run()
    except KeyboardInterrupt:
        raise GameInterrupted(playlist.session.record()) from None
    finally:
        window.close()
