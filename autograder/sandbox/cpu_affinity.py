"""Two processes that take turns are fastest on one core: waking up an idle one takes longer than most answers."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_KNOWS_CORES: Final = hasattr(os, "sched_setaffinity")
_ALL: Final = os.sched_getaffinity(0) if _KNOWS_CORES else set()


def pin_to_this_core(process: int) -> None:
    """Let this thread and a process run on the core where we are now, and on no other."""
    if _KNOWS_CORES:
        with suppress(OSError):
            core = {_current_core()}
            os.sched_setaffinity(process, core)
            os.sched_setaffinity(0, core)


def unpin(process: int = 0) -> None:
    """Let a process, or this thread, run on every core again."""
    if _KNOWS_CORES:
        with suppress(OSError):
            os.sched_setaffinity(process, _ALL)


def _current_core() -> int:
    # The 39th field; the second, a name in brackets, may hold anything.
    return int(Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()[36])
