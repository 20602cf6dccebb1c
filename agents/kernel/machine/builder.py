"""Build the kernel in a separate process, shared by all processes that need it, while Python keeps searching.

The build may outlive the process that started it; later processes use its result.
"""

import os
import sys
from time import sleep
from typing import Any, Final

from agents.kernel.machine import cache, library, progress
from pacman.packages import ROOT

LOOK_SECONDS: Final = 0.05  # between two checks for the end of a build
COMMAND: Final = (sys.executable, "-m", "agents.kernel")

_process: Any = None  # the build that this process has started


def start() -> None:
    """Start a build of the kernel, unless one is running. Raise ImportError if the build has failed."""
    if _process is None and not cache.is_being_built():
        _spawn()
    if _process is not None and _process.poll() is not None and not library.load():
        lines = _process.stderr.read().decode(errors="replace").splitlines()
        raise ImportError(lines[-1] if lines else f"the build ended with exit code {_process.returncode}")


def wait() -> None:
    """Wait until the kernel is loaded. Raise ImportError if it cannot be built."""
    if library.load():
        return
    with progress.announced() as show_progress:
        while not library.load():
            start()
            show_progress()
            sleep(LOOK_SECONDS)


def wait_for_others() -> None:
    """Wait until no process builds the kernel, for callers whose work will be faster afterwards."""
    if not cache.is_being_built():
        return
    with progress.announced() as show_progress:
        while cache.is_being_built():
            show_progress()
            sleep(LOOK_SECONDS)


def _spawn() -> None:
    global _process
    import subprocess  # slow to import, and rarely needed

    paths = (str(ROOT), os.environ.get("PYTHONPATH", ""))
    _process = subprocess.Popen(
        COMMAND,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,  # so that Ctrl-C does not end it
    )
