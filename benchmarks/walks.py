"""Number of files and functions on each data flow of docs/ARCHITECTURE.md: `python -m benchmarks.walks`."""

import argparse
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = f"{Path(__file__).resolve().parent.parent}{os.sep}"
PACKAGES = tuple(
    f"{ROOT}{package}{os.sep}" for package in ("commands", "pacman", "agents", "jobs", "experiments", "autograder")
)
SUBMISSION = f"{ROOT}tests/autograder/submissions/wrong_prunes_on_equality.py"
FUNCTION = 3  # code flags of functions, which modules and classes do not have


class CallRecorder:
    """Records the project's functions that are called, in all threads, except during imports."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()

    @property
    def files(self) -> list[str]:
        return sorted({file.removeprefix(ROOT) for file, _ in self.functions})

    def walk(self, action: Callable[[], object]) -> None:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            action()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        is_ours = code.co_filename.startswith(PACKAGES)
        if event == "call" and is_ours and code.co_flags & FUNCTION == FUNCTION and not _is_importing(frame):
            self.functions.add((code.co_filename, code.co_qualname))


def _is_importing(frame: FrameType) -> bool:
    caller = frame.f_back
    while caller is not None and not caller.f_code.co_filename.startswith("<frozen importlib"):
        caller = caller.f_back
    return caller is not None


def game_to_pixels() -> Callable[[], object]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from commands.cli import main

    words = "play -p ReflexAgent -l small -k 1 --seed 3 --frame-time 0.01 --max-moves 20"
    return lambda: main(words.split())


def game_to_row() -> Callable[[], object]:
    from experiments import Matchup, PlayerSpec
    from experiments.batch.game_task import play_game
    from pacman import load_layout

    pacman, ghost = PlayerSpec("MinimaxAgent", {"engine": "python"}), PlayerSpec("RandomGhost")
    matchup = Matchup.on(load_layout("duel"), pacman, ghost)
    return lambda: play_game(matchup, 1, 0)


def search_to_machine_code() -> Callable[[], object]:
    from agents import AlphaBetaAgent
    from pacman import GameState, load_layout

    agent, state = AlphaBetaAgent(depth=2, engine="kernel"), GameState.initial(load_layout("small"))
    agent.search(state)  # loads the kernel
    return lambda: agent.search(state)


def decision_to_page() -> Callable[[], object]:
    from commands.cli import main

    page = str(Path(tempfile.mkdtemp()) / "tree.html")
    return lambda: main(["explain", "-l", "small", "-p", "AlphaBetaAgent", "--html", page])


def case_to_points() -> Callable[[], object]:
    """Return the grading of one case; the child process of the student is not recorded."""
    from commands.cli import main

    return lambda: main(["grade", SUBMISSION, "-t", "q3/04-tie-at-the-root"])


WALKS = (game_to_pixels, game_to_row, case_to_points, search_to_machine_code, decision_to_page)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walks", description=__doc__)
    parser.add_argument("--files", action="store_true", help="list the files")
    options = parser.parse_args()
    for prepare in WALKS:
        recorder = CallRecorder()
        recorder.walk(prepare())
        print(f"{prepare.__name__}: {len(recorder.files)} files, {len(recorder.functions)} functions", flush=True)
        if options.files:
            print(*(f"  {file}" for file in recorder.files), sep="\n")


if __name__ == "__main__":
    main()
