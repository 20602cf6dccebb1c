"""`python -m pacman`: the command line, playing a game unless another command is named."""

import sys

from commands.cli import main

if __name__ == "__main__":  # and not in a worker process, which may read the main program once more
    sys.exit(main(sys.argv[1:], "python -m pacman"))
