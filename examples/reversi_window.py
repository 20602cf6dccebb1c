"""Reversi in a window, against Monte Carlo tree search, with the time of each move and of all moves.

python examples/reversi_window.py                          you are black and begin; a second for each answer
python examples/reversi_window.py --first computer --seconds 3
python examples/reversi_window.py --demo --iterations 50   the computer plays both sides

Click a marked square. U takes your last move back, N begins a new game, L changes light and dark, Q quits.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from board_game import match_parser
from board_window import Look, show_match, window_options
from reversi import Reversi, read_sides

from commands.shared.output import run_program
from pacman.display.theme import BLUISH_GREEN

LOOK = Look(cloth=BLUISH_GREEN, on_points=False, hint="hint-squares")


def main(arguments: Sequence[str] | None = None) -> int:
    usage = match_parser("Reversi in a window against Monte Carlo tree search.")
    options = window_options(usage, arguments)
    return show_match(Reversi(), read_sides(options), LOOK, options, terminal="examples/reversi.py")


if __name__ == "__main__":
    sys.exit(run_program(main))
