#!/usr/bin/env python3
"""Entry point: `python run.py` shows a game, `python run.py --help` lists the other commands."""

import sys

# This file keeps to the syntax of any Python 3, so that an old interpreter reports the version and not a syntax error.
if sys.version_info < (3, 11):
    sys.stderr.write("run.py: Python 3.11 or newer is needed; this is Python %d.%d\n" % sys.version_info[:2])
    sys.exit(2)

from commands.cli import run_program

if __name__ == "__main__":
    sys.exit(run_program())
