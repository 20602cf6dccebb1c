"""A grading that is told to end ends in order: what it started is ended, and what is known by then stays on disk."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Terminated(BaseException):
    """Somebody wants this process to end, by which signal. No KeyboardInterrupt: a game must not take it for one."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Raise Terminated here at the first signal to end; those that come later do not disturb the tidying up.

    What whoever started us wants to be ignored, `nohup` for one, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():  # only that one is told of signals
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
