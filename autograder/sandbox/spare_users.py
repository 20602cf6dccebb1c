"""Users whom nobody else is, for root to give one to each sandbox."""

import os
import secrets
import sys
from pathlib import Path
from typing import Final

# Far above what systems give to people, services and containers; in a small container, what is left below `nobody`.
_PREFERRED: Final = range(1_900_000_000, 2_000_000_000)
_IN_A_SMALL_CONTAINER: Final = range(61_184, 65_519)
_TRIES: Final = 100


def spare_user() -> int | None:
    """The number of a user who has no name and no process; None if we are not root or there is none."""
    if sys.platform != "linux" or os.getuid() != 0:
        return None
    numbers = next((numbers for numbers in (_PREFERRED, _IN_A_SMALL_CONTAINER) if _is_known(numbers[-1])), None)
    if numbers is None:
        return None
    chosen = (secrets.choice(numbers) for _ in range(_TRIES))
    return next((number for number in chosen if _is_spare(number)), None)


def _is_known(number: int) -> bool:
    """Does the container that we are in have a user of that number?"""
    ranges = [map(int, line.split()) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return any(first <= number < first + count for first, _, count in ranges)


def _is_spare(number: int) -> bool:
    import pwd

    try:
        pwd.getpwuid(number)
    except KeyError:
        return not any(_owner(process) == number for process in os.listdir("/proc") if process.isdigit())
    return False


def _owner(process: str) -> int | None:
    try:
        return os.stat(f"/proc/{process}").st_uid
    except OSError:  # gone meanwhile
        return None
