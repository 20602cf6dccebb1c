#!/usr/bin/env python3
"""The door for people: `python run.py` watches a game, `python run.py --help` lists what else there is."""

import sys

# This file alone must be readable to any Python 3, so that an old one is told what is wrong.
if sys.version_info < (3, 11):
    sys.stderr.write("run.py: Python 3.11 or newer is needed; this is Python %d.%d\n" % sys.version_info[:2])
    sys.exit(2)

from commands.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
