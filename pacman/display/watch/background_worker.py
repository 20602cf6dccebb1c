"""Background thread for long jobs, so that the window never freezes."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, TypeVar

from pacman.errors import author_frames_of_thread, place_of

T = TypeVar("T")


class BackgroundWorker:
    """Thread that does one job after another.

    Only one job runs at a time, because agents share the global stream of `random`; the workers of several games take
    turns. The thread is a daemon: the program ends without waiting for an agent that is still searching.
    """

    def __init__(self, turns: AbstractContextManager[object] | None = None) -> None:
        """Start the thread; `turns` is a lock that is held during each job."""
        self._turns = turns or nullcontext()
        self._jobs: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None]] | None] = SimpleQueue()
        self._done: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._waiting = 0
        self._started: float | None = None
        self._thread = threading.Thread(target=self._work, name="agents", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        return self._waiting > 0

    @property
    def seconds(self) -> float:
        """Seconds that the current job has taken so far."""
        started = self._started
        return perf_counter() - started if started is not None else 0.0

    @property
    def place(self) -> str | None:
        """The line of an agent's code that is being executed, as `file.py:12`."""
        return place_of(author_frames_of_thread(self._thread.ident))

    def submit(self, job: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Queue a job; `deliver` is called with its result in the thread that polls."""
        self._waiting += 1
        self._jobs.put((job, deliver))

    def poll(self, wait: float = 0.0) -> None:
        """Deliver finished results; without any, wait up to `wait` seconds. Exceptions of jobs are raised here."""
        try:
            delivery = self._done.get(timeout=wait) if wait and self.is_busy else self._done.get_nowait()
            while True:
                self._waiting -= 1
                delivery()
                delivery = self._done.get_nowait()
        except Empty:
            return

    def close(self) -> None:
        """Accept no more jobs; the current one is not waited for."""
        self._jobs.put(None)

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job, deliver = entry
            with self._turns:
                self._started = perf_counter()
                try:
                    delivery = partial(deliver, job())
                except BaseException as error:
                    delivery = partial(_raise, error)
                self._done.put(delivery)
                self._started = None


def _raise(error: BaseException) -> None:
    raise error
