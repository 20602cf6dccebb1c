"""Calls of the Linux kernel that Python does not offer."""

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
    """Change something about this process; OSError if the kernel refuses."""
    if libc().prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0)) != 0:
        raise refused("prctl")


def refused(call: str) -> OSError:
    """The error of the last call."""
    number = ctypes.get_errno()
    return OSError(number, f"{call}: {os.strerror(number)}")
