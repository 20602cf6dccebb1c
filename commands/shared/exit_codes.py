"""Exit codes of the commands."""

from typing import Final

DONE: Final = 0
CRASHED: Final = 1  # an internal error, or a user's agent in `play`
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
