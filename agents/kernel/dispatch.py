"""Whether compiled code or Python answers. Both answer the same: only the speed depends on it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import Final

from agents.kernel.machine import builder, library
from pacman.errors import AgentError

PATIENCE: Final = 1.0  # seconds of search in Python before a build pays
HINT: Final = "hint: with numba (pip install numba) the built-in agents search a hundred times as fast; now: {}"

_python_seconds = 0.0
_is_build_wanted = False
_problem: str | None = None  # why there is no kernel


def use_kernel(engine: str) -> bool:
    """Whether compiled code is to answer; it is loaded then.

    engine "auto": once it has been built. A process that has searched for some time in Python has it built in the
    background and goes on in Python; a short run leaves it at that. engine "kernel": yes. Waits for the build, and
    raises AgentError where it fails.
    """
    if _is_loaded():
        return True
    if engine == "kernel":
        problem = prepare()
        if problem is not None:
            raise AgentError(f"engine 'kernel' cannot be used: {problem}")
        return True
    if _python_seconds > PATIENCE:
        _want_build()
    return False


@contextmanager
def python_search(may_wait: bool = False) -> Iterator[float]:
    """Counts the time; gives the moment after which a search has taken long, and `take_over` should be asked."""
    global _python_seconds
    started = perf_counter()
    outside = started - _python_seconds
    is_settled = _is_build_wanted and (_problem is not None or not may_wait)
    try:
        yield inf if is_settled else started + PATIENCE
    finally:
        _python_seconds = perf_counter() - outside  # once, though a game counts, and its searches have counted too


def take_over(may_wait: bool) -> bool:
    """Whether compiled code answers a search that has taken long in Python; waits for the build if it may."""
    _want_build()
    return prepare() is None if may_wait else _is_loaded()


def prepare() -> str | None:
    """Build the kernel if need be, and load it. What is wrong where that fails."""
    if not _is_loaded():
        _try(builder.wait)
    return _problem


def _is_loaded() -> bool:
    return _try(library.load) or False


def _want_build() -> None:
    global _is_build_wanted
    _is_build_wanted = True
    _try(builder.start)
    if _problem is not None:
        _give_hint(_problem)


def _try(step: Callable[[], bool | None]) -> bool | None:
    """Whatever goes wrong, Python must answer: no numba, one that is not as we know it, no process to be had."""
    global _problem
    if _problem is None:
        try:
            return step()
        except Exception as error:
            _problem = str(error).partition("\n")[0] or type(error).__name__
    return None


@lru_cache
def _give_hint(problem: str) -> None:
    print(HINT.format(problem), file=sys.stderr)
