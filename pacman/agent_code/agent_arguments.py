"""Arguments of agents; from the command line they are strings: depth="3", ties="random"."""

import inspect
import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from numbers import Integral
from typing import Any, Self, TypeVar

from pacman.errors import AgentError, Word, known_word, unknown
from pacman.record import Player

T = TypeVar("T")


@lru_cache(maxsize=16)
def parameters(kind: type) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a class's constructor; cached, because batches need them before every game."""
    return inspect.signature(kind).parameters


def as_spelled_by(kind: type, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments as a class spells them: `eval_fn` for `evalFn` in a snake_case edition of the course."""
    if "evalFn" in arguments and "eval_fn" in (names := inspect.signature(kind).parameters) and "evalFn" not in names:
        return {("eval_fn" if name == "evalFn" else name): value for name, value in arguments.items()}
    return arguments


class WithArguments:
    """Mixin for agents that keep the arguments they were created with, for the record of their games."""

    _given: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *values: Any, **named: Any) -> Self:
        agent = super().__new__(cls)
        agent._given = values, named
        return agent

    @cached_property
    def made_as(self) -> Player:
        """The agent's name and arguments, without its index, which is its place in the record."""
        kind: type = type(self)
        values, named = self._given
        arguments = dict(zip(parameters(kind), values, strict=False)) | named
        arguments.pop("index", None)
        return Player(kind.__name__, arguments)


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


def choice(name: str, value: str, known: Sequence[Word]) -> Word:
    """Return the word of `known` that equals `value`; raise AgentError if there is none."""
    word = known_word(value, known)
    if word is None:
        raise AgentError(unknown(name, str(value), known))
    return word


def checked_rng(rng: T) -> T:
    """Return `rng`; raise AgentError if it is a string: a generator cannot come from the command line."""
    if isinstance(rng, str):
        raise AgentError(f"rng is {rng!r}; expected a random.Random, or a seed for the whole game instead")
    return rng
