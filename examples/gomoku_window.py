"""Gomoku in a window, against alpha-beta or Monte Carlo tree search, with the time of each move and of all moves.

python examples/gomoku_window.py                           you are black and begin, alpha-beta answers within a second
python examples/gomoku_window.py --search mcts --seconds 3 --first computer
python examples/gomoku_window.py --search random           an opponent that is easy to beat
python examples/gomoku_window.py --demo --search alpha-beta --second mcts

Click a point. U takes your last move back, N begins a new game, L changes light and dark, Q quits.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from board_window import Look, show_match, window_options
from gomoku import parser, read_game, read_sides

from commands.shared.output import run_program

LOOK = Look(cloth=(222, 184, 120), on_points=True, hint="hint-points")


def main(arguments: Sequence[str] | None = None) -> int:
    usage = parser("Gomoku and other (m, n, k) games in a window against a search.")
    options = window_options(usage, arguments)
    game, sides = read_game(options, usage), read_sides(options)
    return show_match(game, sides, LOOK, options, terminal="examples/gomoku.py")


if __name__ == "__main__":
    sys.exit(run_program(main))
