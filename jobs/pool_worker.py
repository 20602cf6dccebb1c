"""What runs in a worker process: one task after the other, with its progress in shared memory."""

import os
import pickle
import signal
import threading
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import suppress
from itertools import count
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import Any, Final, TypeAlias

from pacman.plugins import load_plugins

# Progress is shared with the pool, which can read it even when the worker hangs or has died.
STARTED, MOVES, SCORE = range(3)
PROGRESS_SIZE: Final = 3

Cores: TypeAlias = list[int] | None  # those that a worker and what it starts keep to; None is all of them

_progress: "MutableSequence[int] | memoryview[int]" = [0] * PROGRESS_SIZE


def report(moves: int, score: int) -> None:
    """How far a task is, to be remembered if it never returns. A change in it is a sign of life."""
    _progress[MOVES] = moves
    _progress[SCORE] = score


def progress_memory() -> "MutableSequence[int] | memoryview[int]":
    """The shared memory itself, for a task that reports so often that a call of `report` would count."""
    return _progress


def serve(tasks: "connection.Connection[Any, bytes]", shared: Any, cores: Cores, plugins: Sequence[str]) -> None:
    """Run tasks until the pipe is closed. An exception in a task, or in a plugin that tasks need, is its answer."""
    global _progress
    if cores is not None:
        with suppress(OSError):  # somebody has taken them from us meanwhile
            os.sched_setaffinity(0, cores)
    _progress = memoryview(shared).cast("B").cast("q")  # the same memory, written to faster
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    _silence_output()
    _limit_memory()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for number in count(1):
        try:
            packed = tasks.recv_bytes()
            tasks.send_bytes(_answer(number, packed, plugins))
        except (EOFError, OSError):
            os._exit(0)  # whatever threads agents have left behind


def _answer(number: int, packed: bytes, plugins: Sequence[str]) -> bytes:
    function: Callable[..., Any]
    try:
        load_plugins(map(Path, plugins))
        function, arguments, options = pickle.loads(packed)  # the first time this imports what the task needs
        report(0, 0)
        _progress[STARTED] = number
        answer = True, function(*arguments, **options)
    except (Exception, SystemExit) as error:
        answer = False, error
    _progress[STARTED] = number  # also where it could not even be unpacked
    try:
        return pickle.dumps(answer)
    except Exception as error:
        return pickle.dumps((False, RuntimeError(f"the answer of a task cannot be sent: {error}")))


def _silence_output() -> None:
    """Standard files lead nowhere: what agents print belongs neither into our tables nor into our progress bar."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)


def _limit_memory() -> None:
    """Half of the machine's memory at most, where the system has such limits: an agent runs out of it before we do."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        resource.setrlimit(resource.RLIMIT_DATA, (half if most == resource.RLIM_INFINITY else min(half, most), most))


def _end_with_parent() -> None:
    """Ends this process when its parent is killed, even in the middle of a long game."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
