"""Arguments of agents. From the command line they come as strings: depth="3", ties="random"."""

import math
from collections.abc import Sequence
from numbers import Integral
from typing import TypeVar

from pacman.errors import AgentError, unknown

T = TypeVar("T")


def whole_number(name: str, value: int | str, least: int = 1) -> int:
    try:
        number = int(value) if isinstance(value, str) else value
    except ValueError:
        number = None
    if not isinstance(number, Integral) or isinstance(number, bool) or number < least:
        raise AgentError(f"{name} is {value!r}; expected a whole number from {least} up")
    return int(number)


def number(name: str, value: float | str, least: float = -math.inf, most: float = math.inf) -> float:
    try:
        given = float(value)
    except (ValueError, TypeError):
        given = math.nan
    if not least <= given <= most or math.isinf(given):
        bounds = f" from {least:g} to {most:g}" if math.isfinite(most) else f" from {least:g} up"
        raise AgentError(f"{name} is {value!r}; expected a number{bounds}")
    return given


def choice(name: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise AgentError(unknown(name, str(value), known))
    return value


def dice(rng: T) -> T:
    """`rng`, unless it is text: dice cannot come from the command line."""
    if isinstance(rng, str):
        raise AgentError(f"rng is {rng!r}; expected a random.Random, or a seed for the whole game instead")
    return rng
