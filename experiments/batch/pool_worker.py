"""What runs in a worker process: one task after the other, and a small board that shows how far it is."""

import os
import pickle
import signal
import threading
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from itertools import count
from multiprocessing import connection, parent_process
from typing import Any, Final

# The board is shared memory, so that it can be read even when the worker hangs or has died.
STARTED, FIRST, SECOND = range(3)
BOARD_SIZE: Final = 3

_board: "MutableSequence[int] | memoryview[int]" = [0] * BOARD_SIZE


def report(first: int, second: int) -> None:
    """Two numbers from inside a task, to be remembered if it never returns. A change in them is a sign of life."""
    _board[FIRST] = first
    _board[SECOND] = second


def board() -> "MutableSequence[int] | memoryview[int]":
    """The board itself, for a task that reports so often that a call of `report` would count."""
    return _board


def serve(tasks: "connection.Connection[Any, bytes]", shared: Any) -> None:
    """Work until the pipe is closed. Everything that goes wrong in a task is its answer."""
    global _board
    _board = memoryview(shared).cast("B").cast("q")  # the same memory, written to faster
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    _be_quiet()
    _be_modest()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for number in count(1):
        try:
            packed = tasks.recv_bytes()
            tasks.send_bytes(_answer(number, packed))
        except (EOFError, OSError):
            os._exit(0)  # whatever threads agents have left behind


def _answer(number: int, packed: bytes) -> bytes:
    function: Callable[..., Any]
    try:
        function, arguments, options = pickle.loads(packed)  # the first time this imports what the task needs
        report(0, 0)
        _board[STARTED] = number
        answer = True, function(*arguments, **options)
    except (Exception, SystemExit) as error:
        answer = False, error
    _board[STARTED] = number  # also where it could not even be unpacked
    try:
        return pickle.dumps(answer)
    except Exception as error:
        return pickle.dumps((False, RuntimeError(f"the answer of a task cannot be sent: {error}")))


def _be_quiet() -> None:
    """What agents print belongs neither into our tables nor into our progress bar."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)


def _be_modest() -> None:
    """An agent that never has enough runs out of memory before the machine does, where the system can see to that."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        resource.setrlimit(resource.RLIMIT_DATA, (half if most == resource.RLIM_INFINITY else min(half, most), most))


def _end_with_parent() -> None:
    """Nobody is left behind when the parent is killed, not even in the middle of a long game."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
