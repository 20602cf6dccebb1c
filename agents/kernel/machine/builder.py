"""Building the kernel in a process of its own, one for all who need it, while Python goes on.

The build may outlive the process that started it: the next one will find its result.
"""

import os
import sys
from functools import lru_cache
from pathlib import Path
from time import sleep
from typing import Any, Final

from agents.kernel.machine import cache, library

LOOK_SECONDS: Final = 0.05  # between two looks whether a build has ended
COMMAND: Final = (sys.executable, "-m", "agents.kernel")
_ROOT: Final = Path(__file__).resolve().parents[3]

_process: Any = None  # the build that this process has started


def start() -> None:
    """Have the kernel built, unless some process is at it. ImportError where that has failed."""
    if _process is None and not cache.is_being_built():
        _spawn()
    if _process is not None and _process.poll() is not None and not library.load():
        lines = _process.stderr.read().decode(errors="replace").splitlines()
        raise ImportError(lines[-1] if lines else f"the build ended with exit code {_process.returncode}")


def wait() -> None:
    """Until the kernel is loaded. ImportError where it cannot be built."""
    while not library.load():
        _announce()
        start()
        sleep(LOOK_SECONDS)


def wait_for_others() -> None:
    """Until no process builds the kernel; for who has work that will be faster then."""
    while cache.is_being_built():
        _announce()
        sleep(LOOK_SECONDS)


def _spawn() -> None:
    global _process
    import subprocess  # slow to import, and rarely needed

    paths = (str(_ROOT), os.environ.get("PYTHONPATH", ""))
    _process = subprocess.Popen(
        COMMAND,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is not for it
    )


@lru_cache
def _announce() -> None:
    print("compiling the search kernel (once)…", file=sys.stderr, flush=True)
