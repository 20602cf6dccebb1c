"""How fast the window draws, and how long a GIF takes.

python benchmarks/display.py

Frames are drawn by the real window, under the driver without a screen, as fast as they come. The reference, measured in
the same run, is a window of the same size that is filled and flipped: what the machine can show at all.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from agents import ExpectimaxAgent, RandomGhost
from pacman import Game, GameRecord, load_layout
from pacman.display.engine import pg
from pacman.display.recorder import save_gif
from pacman.display.session import Session
from pacman.display.sitting import Sitting
from pacman.display.window import Window
from pacman.display.worker import Worker
from pacman.game import Seed

SECONDS = 3.0
ROUNDS = 100


def new_game(seed: Seed) -> Game:
    ghosts = [RandomGhost(1), RandomGhost(2)]
    return Game(load_layout("medium"), ExpectimaxAgent(depth=2), ghosts, seed=seed)


def frames_a_second(frame: Callable[[], None]) -> float:
    started = perf_counter()
    frames = 0
    while (spent := perf_counter() - started) < SECONDS:
        frame()
        frames += 1
    return frames / spent


def measure_window(*, shows_thoughts: bool) -> tuple[float, tuple[int, int]]:
    worker = Worker()
    sitting = Sitting(lambda seed: Session.live(new_game, seed, worker, 0.1), iter(range(1, 99)), games=99)
    window = Window(sitting)
    window.session.shows_thoughts = shows_thoughts
    window.frame()  # the first one makes what is kept
    rate, size = frames_a_second(window.frame), window.surface.get_size()
    window.close()
    return rate, size


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
    """A game that goes on for long enough, cut there."""
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
    record = long_game()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.gif"
        started = perf_counter()
        save_gif(record, path, shows_progress=False)
        print(f"GIF of {ROUNDS} rounds of medium: {perf_counter() - started:.2f} s, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
