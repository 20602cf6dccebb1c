"""`python -m pacman`: the command line, playing a game unless another command is named."""

import sys

from commands.cli import main

sys.exit(main(sys.argv[1:], "python -m pacman"))
