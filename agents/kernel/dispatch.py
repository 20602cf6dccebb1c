"""Choice between the kernel and Python. Both return the same results; only the speed differs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import Final

from agents.kernel.machine import builder, library
from agents.pacman_game import Engine
from pacman.errors import AgentError

PATIENCE: Final = 1.0  # seconds of search in Python before a build pays off
HINT: Final = (
    "hint: with numba (pip install numba, or the extra 'fast') the built-in agents search a hundred times as fast "
    "(not used now: {})"
)

_python_seconds = 0.0
_is_build_wanted = False
_problem: str | None = None  # the reason why there is no kernel


def use_kernel(engine: Engine) -> bool:
    """Return True if the kernel is loaded and should be used.

    engine "auto": True once it has been built. A process that has searched in Python for PATIENCE seconds starts a
    build in the background and continues in Python; a shorter run does not. engine "kernel": wait for the build and
    return True; raise AgentError if it fails.
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
    """Count the time of searches in Python. Yield the time at which a search should be stopped for `take_over`."""
    global _python_seconds
    started = perf_counter()
    outside = started - _python_seconds
    is_settled = _is_build_wanted and (_problem is not None or not may_wait)
    try:
        yield inf if is_settled else started + PATIENCE
    finally:
        _python_seconds = perf_counter() - outside  # assigned, not added: nested searches count once


def take_over(may_wait: bool) -> bool:
    """Return True if the kernel can replace a search that takes long in Python; wait for the build if `may_wait`."""
    _want_build()
    return prepare() is None if may_wait else _is_loaded()


def prepare() -> str | None:
    """Build the kernel if necessary, and load it. Return the problem if that fails, otherwise None."""
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
    """Run a step and record its error: without numba, a compatible version or a new process, Python must search."""
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
