"""System calls of Linux that Python does not offer."""

import ctypes
import os
from functools import cache
from typing import Final

SET_PARENT_DEATH_SIGNAL: Final = 1
SET_DUMPABLE: Final = 4
KEEP_CAPABILITIES: Final = 8
SET_CHILD_SUBREAPER: Final = 36
NO_NEW_PRIVILEGES: Final = 38


@cache
def libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int) -> None:
    """Change an attribute of this process, as prctl(2) does; raise OSError if the kernel refuses."""
    if libc().prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0)) != 0:
        raise refused("prctl")


def refused(call: str) -> OSError:
    """Return the error of the last call as an OSError."""
    number = ctypes.get_errno()
    return OSError(number, f"{call}: {os.strerror(number)}")
