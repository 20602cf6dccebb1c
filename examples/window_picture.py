"""Draw the picture of the window at the top of README: `python examples/window_picture.py FILE.png`.

A hidden window plays a game up to an interesting round, pauses, and shows the thoughts of all agents.
"""

import argparse
import os
import sys
from itertools import count
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents import MinimaxAgent, load_ghosts
from pacman import Game, load_layout
from pacman.display.export import write_png
from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.playlist import Playlist
from pacman.display.watch.session import Session
from pacman.display.window import Window
from pacman.record import Seed

LAYOUT, SEED, ROUND = load_layout("medium"), 7, 50
SIZE = 1359, 674


def make_game(seed: Seed) -> Game:
    return Game(LAYOUT, MinimaxAgent(depth=3), load_ghosts("DirectionalGhost", 2), seed=seed)


def settle(window: Window) -> None:
    """Wait for the agents' answers, and draw them."""
    while window.session.worker.is_busy:
        window.session.worker.poll(wait=1)
    window.frame()


def main(path: Path) -> None:
    worker = BackgroundWorker()
    playlist = Playlist(lambda seed: [Session.live(make_game, seed, worker, 0.1)], iter([SEED]))
    window = Window(playlist, clock=count().__next__)  # a second per frame: no agent is drawn between two cells
    try:
        window.session.playback.is_playing = False
        while window.session.timeline.round < ROUND:
            window.session.step_round()
            settle(window)
        window.toggle_thoughts()
        window.resize(SIZE)
        for _ in range(3):  # the size, the question, the answer
            settle(window)
        write_png(window.surface, path)
    finally:
        window.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw the picture of the window at the top of README.")
    parser.add_argument("picture", type=Path, metavar="FILE.png", help="the file to write")
    main(parser.parse_args().picture)
