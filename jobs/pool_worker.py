"""Main loop of a worker process: one task after the other, with its progress in shared memory."""

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

Cores: TypeAlias = list[int] | None  # CPU affinity of a worker and its child processes; None is all cores

_progress: "MutableSequence[int] | memoryview[int]" = [0] * PROGRESS_SIZE


def report(moves: int, score: int) -> None:
    """Publish the progress of the running task. The pool reads it if the task never returns.

    Each change also counts as a sign of life: the `silence` limit of the pool starts again.
    """
    _progress[MOVES] = moves
    _progress[SCORE] = score


def is_worker() -> bool:
    """True in a worker process, whose pool ends tasks that take too long."""
    return not isinstance(_progress, list)


def progress_memory() -> "MutableSequence[int] | memoryview[int]":
    """Return the shared memory itself, for a task that reports so often that calls of `report` would slow it down."""
    return _progress


def serve(tasks: "connection.Connection[Any, bytes]", shared: Any, cores: Cores, plugins: Sequence[str]) -> None:
    """Run tasks until the pipe is closed. An exception in a task or in a plugin is sent back as its result."""
    global _progress
    if cores is not None:
        with suppress(OSError):  # these cores may have been taken from the process since the pool chose them
            os.sched_setaffinity(0, cores)
    _progress = memoryview(shared).cast("B").cast("q")  # the same memory, written to faster
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    _silence_output()
    _limit_memory()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for number in count(1):
        try:
            packed = tasks.recv_bytes()
            tasks.send_bytes(_answer(number, packed, plugins))
        except (EOFError, OSError):
            os._exit(0)  # a plain exit would wait for threads that agents left running


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
    _progress[STARTED] = number  # also if the task could not even be unpickled
    try:
        return pickle.dumps(answer)
    except Exception as error:
        return pickle.dumps((False, RuntimeError(f"the result of a task cannot be sent: {error}")))


def _silence_output() -> None:
    """Redirect the standard files to the null device: agents' output must not mix with tables or the progress bar."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)


def _limit_memory() -> None:
    """Limit this process to half of the machine's memory, where the system supports it.

    An agent that allocates without end then gets a MemoryError before the machine runs out of memory.
    """
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        resource.setrlimit(resource.RLIMIT_DATA, (half if most == resource.RLIM_INFINITY else min(half, most), most))


def _end_with_parent() -> None:
    """End this process when its parent is killed, even in the middle of a long game."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
