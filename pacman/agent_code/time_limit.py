"""Time limits for calls: when the time is up, an exception is raised inside the call.

Python code is interrupted between two bytecode instructions. C code is not interrupted: the exception is raised when it
returns to Python.
"""

import ctypes
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter
from typing import Final, TypeVar, cast

from pacman.errors import author_frames, place_of

S = TypeVar("S")
T = TypeVar("T")

TOLERANCE: Final = 0.001  # seconds between the end of its time and the interruption of an agent
REPEAT_SECONDS: Final = 0.5  # the exception is raised again, for code that catches everything and continues
LEAST_SECONDS: Final = 1e-6  # setitimer takes 0 as "no timer"


class OutOfTime(BaseException):
    """Raised inside a call whose time is up. Not an `Exception`, so that `except Exception` does not catch it."""


def call_within(seconds: float, call: Callable[[], T]) -> T:
    """Return the result of a call; raise OutOfTime inside it if it takes longer than `seconds`.

    In a browser nothing can interrupt a call: the page measures the time, and ends the worker.
    """
    if sys.platform == "emscripten":
        return call()
    is_main = threading.current_thread() is threading.main_thread()
    limited = _with_signal if is_main and hasattr(signal, "setitimer") else _with_thread
    return limited(max(seconds, LEAST_SECONDS), call)


class AgentClock:
    """Seconds that one agent has used in a game, and its limit; None is no limit."""

    def __init__(self, total_time: float | None = None) -> None:
        self.seconds = 0.0
        self.total_time = total_time

    def limited(self, call: Callable[[S], T], move_time: float | None = None) -> Callable[[S], T]:
        """Wrap a call of the agent's so that it raises OutOfTime, with the reason, if it exceeds a limit."""
        if move_time is None and self.total_time is None:
            return call

        def on_the_clock(argument: S) -> T:
            left = inf if self.total_time is None else self.total_time - self.seconds
            most = min(left, inf if move_time is None else move_time) + TOLERANCE
            started, place, answer = perf_counter(), None, None
            try:
                answer = call_within(most, partial(call, argument))
                seconds = perf_counter() - started
            except OutOfTime as interruption:
                seconds, place = max(perf_counter() - started, most), place_of(author_frames(interruption))
            self.seconds += seconds
            if complaint := self._complaint(seconds, move_time):
                raise OutOfTime(f"{complaint} ({place})" if place else complaint)
            return cast(T, answer)

        return on_the_clock

    def _complaint(self, seconds: float, move_time: float | None) -> str | None:
        if move_time is not None and seconds > move_time:
            return f"a move took {seconds:.2f} s; the limit is {move_time:g} s"
        if self.total_time is not None and self.seconds > self.total_time:
            return f"the moves took {self.seconds:.2f} s in all; the limit is {self.total_time:g} s"
        return None


# The exception can be raised at any bytecode instruction, even in `finally`. So the timer starts inside `try`, and
# `is_over` is set by a plain assignment, which cannot be interrupted.


def _with_signal(seconds: float, call: Callable[[], T]) -> T:
    """Limit a call by SIGALRM; only for the main thread, where signal handlers run. A signal also ends a sleep."""
    is_over = False

    def ring(*_: object) -> None:
        if not is_over:
            raise OutOfTime

    previous = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_SECONDS)
        return call()
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous or signal.SIG_DFL)


def _with_thread(seconds: float, call: Callable[[], T]) -> T:
    """Limit a call in any thread: a second thread waits and raises the exception in this one."""
    caller = threading.get_ident()
    is_over = is_sent = False
    done, lock = threading.Event(), threading.Lock()

    def keep_time() -> None:
        nonlocal is_sent
        wait = seconds
        while not done.wait(wait) and not is_over:
            with lock:
                if not is_over:
                    is_sent = True
                    _raise_in(caller, OutOfTime)
            wait = REPEAT_SECONDS

    try:
        threading.Thread(target=keep_time, name="time limit", daemon=True).start()
        return call()
    finally:
        is_over = True
        with lock:  # waits until the timer thread has sent its exception
            is_pending = is_sent
        if is_pending:
            _withdraw(caller)
        done.set()


class _Withdrawn(BaseException):
    """Replaces an exception that is not needed any more."""


def _withdraw(caller: int) -> None:
    """Take back an exception that may still be pending in this thread.

    PyThreadState_SetAsyncExc can take one back itself, but then the interpreter checks for exceptions for ever. That
    makes it slower, and Python 3.11 never returns from the first call after sys.setprofile.
    """
    try:
        _raise_in(caller, _Withdrawn)
        while True:  # until it is raised, at the next jump
            pass
    except _Withdrawn:
        pass


def _raise_in(thread: int, exception: type[BaseException]) -> None:
    """Raise an exception in a thread at its next bytecode instruction."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))
