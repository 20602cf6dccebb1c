"""Landlock: a Linux process gives up access to the network and to all files except in the folders that it names.

Landlock needs neither root nor a library, only three system calls with the same numbers on every architecture. The
restriction is permanent for the process, its threads and its descendants. Landlock does not hide names: a process can
still query whether a file exists and how large it is.
"""

import os
from collections.abc import Iterable
from ctypes import Structure, byref, c_int, c_int32, c_long, c_size_t, c_uint32, c_uint64
from pathlib import Path
from typing import Final

from autograder.child.kernel_calls import libc, refused

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION: Final = 1
_PATH_BENEATH: Final = 1

# Rights on files, by their bits. The right to execute is handled and never granted: no student's code needs programs.
_WRITE_FILE, _READ_FILE, _LIST_FOLDER, _TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
_REMOVE_AND_MAKE: Final = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8  # of files and folders; no links, sockets, FIFOs, devices
_OF_FILES: Final = _WRITE_FILE | _READ_FILE | _TRUNCATE  # the rights that a single file can have
_READ: Final = _READ_FILE | _LIST_FOLDER
_WRITE: Final = _READ | _WRITE_FILE | _TRUNCATE | _REMOVE_AND_MAKE

# Rights that Landlock handles, by the version that introduced them: on files; on TCP; on signals and abstract sockets
# of processes outside.
_ALL_RIGHTS: Final = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_TCP_SINCE, _BIND_AND_CONNECT = 4, 0b11
_SCOPES_SINCE, _SOCKETS_AND_SIGNALS = 6, 0b11


class _Ruleset(Structure):
    _fields_ = (("files", c_uint64), ("network", c_uint64), ("scoped", c_uint64))


class _Beneath(Structure):
    _pack_ = 1
    _fields_ = (("rights", c_uint64), ("place", c_int32))


def version() -> int:
    """Return the version of Landlock in the kernel; 0 if the kernel does not support it."""
    try:
        return _call(_CREATE_RULESET, None, c_size_t(0), c_uint32(_ASK_VERSION))
    except (OSError, AttributeError):  # no Landlock, or no Linux
        return 0


def restrict(readable: Iterable[Path], listable: Iterable[Path], writable: Iterable[Path]) -> None:
    """Give up access to all files except in or below the given paths; raise OSError if the kernel refuses.

    `listable` folders can be listed, but not read. Paths that do not exist are ignored. Files that are already open
    stay usable. The process must have set `no_new_privileges` before.
    """
    known = version()
    rights = max((bits for least, bits in _ALL_RIGHTS.items() if least <= known), default=0)
    ruleset = _Ruleset(
        rights,
        _BIND_AND_CONNECT if known >= _TCP_SINCE else 0,
        _SOCKETS_AND_SIGNALS if known >= _SCOPES_SINCE else 0,
    )
    size = 8 if known < _TCP_SINCE else 16 if known < _SCOPES_SINCE else 24
    handle = _call(_CREATE_RULESET, byref(ruleset), c_size_t(size), c_uint32(0))
    try:
        for places, right in ((readable, _READ), (listable, _LIST_FOLDER), (writable, _WRITE)):
            for place in places:
                _allow(handle, place, right & rights)
        _call(_RESTRICT_SELF, c_int(handle), c_uint32(0))
    finally:
        os.close(handle)


def _allow(ruleset: int, place: Path, rights: int) -> None:
    try:
        handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        beneath = _Beneath(rights if place.is_dir() else rights & _OF_FILES, handle)
        _call(_ADD_RULE, c_int(ruleset), c_int(_PATH_BENEATH), byref(beneath), c_uint32(0))
    finally:
        os.close(handle)


def _call(number: int, *arguments: object) -> int:
    result = int(libc().syscall(c_long(number), *arguments))
    if result < 0:
        raise refused("Landlock")
    return result
