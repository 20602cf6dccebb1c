"""Termination signals as an exception, so that a grading ends its processes and keeps the results on disk."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Terminated(BaseException):
    """Raised when a signal asks this process to end. Not a KeyboardInterrupt, which a game would handle itself."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


@contextmanager
def raise_on_signals() -> Iterator[None]:
    """Raise Terminated at the first termination signal; ignore later ones, which would interrupt the clean-up.

    Signals that were ignored before stay ignored (`nohup`).
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    heeded = [number for number in _SIGNALS if before[number] is not signal.SIG_IGN]

    def terminate(number: int, frame: FrameType | None) -> NoReturn:
        for other in heeded:
            signal.signal(other, signal.SIG_IGN)
        raise Terminated(number)

    for number in heeded:
        signal.signal(number, terminate)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])
