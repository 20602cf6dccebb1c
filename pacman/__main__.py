"""Command line of `python -m pacman`: plays a game unless another command is named."""

import sys

from pacman.name_conflicts import hidden_package
from pacman.packages import ROOT

if hidden_package():  # by a folder such as `agents` in the current one, which Python puts first
    sys.path[0] = str(ROOT)

from commands.cli import run_program

if __name__ == "__main__":  # worker processes may import the main program again; they must not start a game
    sys.exit(run_program("python -m pacman"))
