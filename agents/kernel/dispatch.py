"""When to use the compiled search, and what to do where it is not there."""

import sys
from collections.abc import Callable
from functools import cache
from math import inf
from time import perf_counter
from typing import Final, TypeVar

from agents.kernel import library
from agents.search.support.timed_game import TimeUp
from pacman.errors import AgentError

Result = TypeVar("Result")

PATIENCE: Final = 1.0  # seconds of Python search in this process before compiling pays
HINT: Final = "hint: with numba (pip install numba) the built-in agents search a hundred times as fast; now: {}"

_python_seconds = 0.0


def answer(
    part: str,
    engine: str,
    ask_kernel: Callable[[], Result | None],
    ask_python: Callable[[float], Result],
) -> Result:
    """The kernel's answer, or Python's where the kernel has none. Both answer the same.

    engine "auto" compiles nothing before this process has spent some time on Python's search: a short run never waits.
    engine "kernel" compiles at once and raises AgentError where that cannot be done.

    `ask_python` is told how many seconds are left until compiling pays, and may raise TimeUp then. It may ask in turn:
    a game does, for each of its moves.
    """
    if not (engine == "kernel" or library.is_compiled(part) or _python_seconds > PATIENCE):
        try:
            return _timed(ask_python, PATIENCE - _python_seconds)
        except TimeUp:  # a long search: better begun again with the kernel
            pass
    problem = prepare(part)
    if problem is None:
        result = ask_kernel()
        if result is not None:
            return result
    elif engine == "kernel":
        raise AgentError(f"engine 'kernel' cannot be used: {problem}")
    else:
        _give_hint(problem)
    return _timed(ask_python, inf)


def _timed(ask_python: Callable[[float], Result], seconds: float) -> Result:
    global _python_seconds
    started = perf_counter() - _python_seconds
    try:
        return ask_python(seconds)
    finally:
        _python_seconds = perf_counter() - started  # once, though what was asked in turn has counted itself


@cache
def prepare(part: str) -> str | None:
    """Make a part of the kernel ready, compiling it if need be. What is wrong where that fails."""
    try:
        library.part("board")
        library.part(part)
    except Exception as error:  # no numba, or one that is not as we know it: Python must answer, whatever it was
        return str(error).partition("\n")[0] or type(error).__name__
    return None


@cache
def _give_hint(problem: str) -> None:
    print(HINT.format(problem), file=sys.stderr)
