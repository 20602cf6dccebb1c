"""Command line of `python -m pacman`: plays a game unless another command is named."""

import sys

from pacman.name_conflicts import OUR_FOLDER, hidden_package

if hidden_package():  # by a folder such as `agents` in the current one, which Python puts first
    sys.path[0] = str(OUR_FOLDER)

from commands.cli import run_program

if __name__ == "__main__":  # worker processes may import the main program again; they must not start a game
    sys.exit(run_program("python -m pacman"))
