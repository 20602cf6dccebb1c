"""Frame rate of the window, its regularity while agents think, and the time to write a GIF.

python benchmarks/bench_display.py

Frames are drawn by the real window, under the dummy video driver. For the maximal frame rate, the reference, measured
in the same run, is a window of the same size that is only filled and flipped, the limit of the machine. For the
window's own frame rate, the reference is the window with its game paused.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from agents import AlphaBetaAgent, DeepeningAgent, ExpectimaxAgent, RandomGhost
from agents.kernel import prepare
from benchmarks.measuring import alternate
from pacman import Game, GameRecord, load_layout
from pacman.display.draw import pg
from pacman.display.export import save_gif
from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.playlist import Playlist
from pacman.display.watch.session import Session
from pacman.display.window import FRAMES_A_SECOND, Window
from pacman.record import Seed

SECONDS = 3.0
TURNS = 3  # rounds over all thinkers at the window's own frame rate
LATE = 1.5 / FRAMES_A_SECOND  # seconds; a frame after a longer gap is late, visibly
ROUNDS = 100
THINKERS: dict[str, Callable[[], object]] = {
    "ExpectimaxAgent, depth 2, in Python": lambda: ExpectimaxAgent(2, engine="python"),
    "AlphaBetaAgent, depth 4, in Python": lambda: AlphaBetaAgent(4, engine="python"),
    "AlphaBetaAgent, depth 8, in the kernel": lambda: AlphaBetaAgent(8, engine="kernel"),
    "AlphaBetaAgent, depth 12, in the kernel": lambda: AlphaBetaAgent(12, engine="kernel"),
    "DeepeningAgent, 0.1 s, in the kernel": lambda: DeepeningAgent(0.1, engine="kernel"),
    "DeepeningAgent, 0.5 s, in the kernel": lambda: DeepeningAgent(0.5, engine="kernel"),
}


def new_game(seed: Seed, pacman: object = None) -> Game:
    ghosts = [RandomGhost(1), RandomGhost(2)]
    return Game(load_layout("medium"), pacman or ExpectimaxAgent(depth=2), ghosts, seed=seed)


def opened(make_game: Callable[[Seed], Game], frame_time: float = 0.1) -> Window:
    worker = BackgroundWorker()
    return Window(Playlist(lambda seed: [Session.live(make_game, seed, worker, frame_time)], iter(range(1, 999)), 999))


def frames_a_second(frame: Callable[[], None]) -> float:
    started = perf_counter()
    frames = 0
    while (spent := perf_counter() - started) < SECONDS:
        frame()
        frames += 1
    return frames / spent


def measure_window(*, shows_thoughts: bool) -> tuple[float, tuple[int, int]]:
    window = opened(new_game)
    window.session.shows_thoughts = shows_thoughts
    window.frame()  # the first frame fills the caches
    rate, size = frames_a_second(window.frame), window.surface.get_size()
    window.close()
    return rate, size


class Pace(NamedTuple):
    """Figures of the window's own loop: frames per second, percentage of late frames, longest gap in milliseconds."""

    rate: float
    late: float
    longest: float


def measure_pace(thinker: Callable[[], object] | None) -> Pace:
    """Measure while an agent thinks without a pause between its moves; None measures a paused game."""
    window = opened(lambda seed: new_game(seed, thinker and thinker()), frame_time=0.001)
    window.session.playback.is_playing = thinker is not None
    frame, times = window.frame, []

    def timed_frame() -> None:
        frame()
        times.append(perf_counter())
        window.is_open = times[-1] - times[0] < SECONDS

    window.frame = timed_frame  # type: ignore[method-assign]
    window.run()
    window.close()
    gaps = [after - before for before, after in pairwise(times[1:])]  # the first frame fills the caches
    return Pace(len(gaps) / sum(gaps), 100 * sum(gap > LATE for gap in gaps) / len(gaps), 1000 * max(gaps))


def show_paces() -> None:
    title = f"window on medium, held to {FRAMES_A_SECOND}"
    print(f"\n{title:44} {'frames/s':>9} {'late %':>8} {'longest gap, ms':>16}")
    thinkers: dict[str, Callable[[], object] | None] = {"reference: the game paused": None, **THINKERS}
    paces = alternate({name: partial(measure_pace, thinker) for name, thinker in thinkers.items()}, TURNS)
    for name, turns in paces.items():
        rate, late, longest = (median(column) for column in zip(*turns, strict=True))
        print(f"  {name:42} {rate:9.1f} {late:8.1f} {longest:16.1f}")


def measure_reference(size: tuple[int, int]) -> float:
    pg.display.init()
    window = pg.Window("reference", size)
    surface = window.get_surface()

    def frame() -> None:
        pg.event.get()
        surface.fill("black")
        window.flip()

    rate = frames_a_second(frame)
    window.destroy()
    return rate


def long_game() -> GameRecord:
    """Return a game of exactly ROUNDS rounds, cut from a longer one."""
    for seed in range(1000):
        game = new_game(seed)
        while game.outcome is None and len(game.moves) < 3 * ROUNDS:
            game.step()
        if len(game.moves) == 3 * ROUNDS:
            return game.record()
    raise SystemExit("no game lasts that long")


def main() -> None:
    rate, size = measure_window(shows_thoughts=False)
    thinking, _ = measure_window(shows_thoughts=True)
    reference = measure_reference(size)
    print(f"window on medium, {size[0]}x{size[1]}, at full speed; a frame's time as a multiple of the reference")
    for name, frames in (("playing", rate), ("thoughts on show", thinking), ("reference: fill, flip", reference)):
        print(f"  {name:22} {frames:8.0f} frames a second   {reference / frames:5.1f}x")
    prepare()
    show_paces()
    record = long_game()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.gif"
        started = perf_counter()
        save_gif(record, path, shows_progress=False)
        print(f"\nGIF of {ROUNDS} rounds of medium: {perf_counter() - started:.2f} s, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
