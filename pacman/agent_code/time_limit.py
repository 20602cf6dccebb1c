"""A limit on the time of a call: when it is up, an exception is raised into the call, wherever it is by then.

Code in Python is interrupted between two of its steps. Code in C is not: it is ended when it returns to Python.
"""

import ctypes
import signal
import threading
from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter
from typing import Final, TypeVar, cast

from pacman.errors import author_frames, place_of

S = TypeVar("S")
T = TypeVar("T")

TOLERANCE: Final = 0.001  # seconds after the end of its time at which an agent is interrupted
REPEAT_SECONDS: Final = 0.5  # for code that catches everything and goes on
LEAST_SECONDS: Final = 1e-6  # a timer of 0 would never ring


class OutOfTime(BaseException):
    """Raised into a call whose time is up. It is no `Exception`, so that `except Exception` does not swallow it."""


def call_within(seconds: float, call: Callable[[], T]) -> T:
    """The answer of a call, which gets OutOfTime if it takes longer."""
    is_main = threading.current_thread() is threading.main_thread()
    limited = _with_signal if is_main and hasattr(signal, "setitimer") else _with_thread
    return limited(max(seconds, LEAST_SECONDS), call)


class AgentClock:
    """The time that one agent has taken in a game, and the most that it may take, in seconds; None is no limit."""

    def __init__(self, total_time: float | None = None) -> None:
        self.seconds = 0.0
        self.total_time = total_time

    def limited(self, call: Callable[[S], T], move_time: float | None = None) -> Callable[[S], T]:
        """A call of the agent's that raises OutOfTime, with the reason, where it takes longer than it may."""
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


# The exception may come at any step. So the timer starts inside `try`, and `is_over` is set by a plain assignment, as
# that cannot be interrupted.


def _with_signal(seconds: float, call: Callable[[], T]) -> T:
    """In the main thread, where handlers of signals run; a signal also ends a sleep."""
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
    """In any thread: another one keeps the time."""
    caller = threading.get_ident()
    is_over = False
    done, lock = threading.Event(), threading.Lock()

    def keep_time() -> None:
        wait = seconds
        while not done.wait(wait) and not is_over:
            with lock:
                if not is_over:
                    _raise_in(caller, OutOfTime)
            wait = REPEAT_SECONDS

    try:
        threading.Thread(target=keep_time, name="time limit", daemon=True).start()
        return call()
    finally:
        is_over = True
        with lock:  # after an exception that is on its way
            _raise_in(caller, None)
        done.set()


def _raise_in(thread: int, exception: type[BaseException] | None) -> None:
    """Raise an exception in a thread at its next step in Python; None takes back one that was not raised yet."""
    argument = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), argument)
