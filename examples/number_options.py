"""Types of numbers on the command lines of the examples, for `add_argument(type=…)`."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def positive_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {text!r}")
    return number


def positive_integer(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {text!r}")
    return int(text)


def whole_number(least: int, largest: int) -> Callable[[str], int]:
    """Return a type that accepts whole numbers from `least` to `largest`."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= largest:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {largest}, not {text!r}")
        return int(text)

    return number
