"""Change a process of root to another user, permanently."""

import os
from collections.abc import Iterable
from ctypes import Structure, byref, c_int, c_uint32
from pathlib import Path
from typing import Final

from autograder.child.kernel_calls import KEEP_CAPABILITIES, SET_DUMPABLE, libc, prctl, refused

_CAPABILITY_VERSION: Final = 0x20080522
_READ_EVERYWHERE: Final = 1 << 2  # CAP_DAC_READ_SEARCH


class _Header(Structure):
    _fields_ = (("version", c_uint32), ("process", c_int))


class _Capabilities(Structure):
    _fields_ = tuple((f"{name}{half}", c_uint32) for half in (0, 1) for name in ("effective", "permitted", "inherited"))


def become(user: int, readable: Iterable[Path], folder: Path, *, are_files_closed: bool) -> None:
    """Drop to this uid and gid permanently, without other groups; raise OSError if that is not possible.

    The interpreter may be installed where only root can read, for example below /root. If Landlock restricts files in
    any case (`are_files_closed`), the capability to read files regardless of their modes is kept in this situation,
    provided that root has it. Otherwise PermissionError is raised.
    """
    os.setgroups([])
    hidden = _unreadable_for(user, readable, folder)
    if hidden is not None and not (are_files_closed and _has_capability(_READ_EVERYWHERE)):
        raise PermissionError(f"no other user can read {hidden}")
    prctl(KEEP_CAPABILITIES, 1)
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    _stay_visible()
    _keep_capabilities(_READ_EVERYWHERE if hidden is not None else 0)


def drop_capabilities() -> None:
    """Drop all capabilities: root keeps only the rights of an owner of root's files."""
    _keep_capabilities(0)


def unreadable(places: Iterable[Path]) -> Path | None:
    """Return the first path that this process, with its present rights, cannot read; None if it can read all."""
    return next((place for place in places if not os.access(place, os.R_OK, effective_ids=True)), None)


def _unreadable_for(user: int, readable: Iterable[Path], folder: Path) -> Path | None:
    """Return the first path that this user cannot read, or `folder` if the user cannot reach it; otherwise None."""
    os.setegid(user)
    os.seteuid(user)
    try:
        return unreadable(readable) or (None if os.access(folder, os.F_OK, effective_ids=True) else folder)
    finally:
        os.seteuid(0)
        os.setegid(0)
        _stay_visible()


def _stay_visible() -> None:
    """Let the grader see the open files of this process.

    A change of user makes them invisible to all processes without CAP_SYS_PTRACE.
    """
    prctl(SET_DUMPABLE, 1)


def _has_capability(capability: int) -> bool:
    header, held = _Header(_CAPABILITY_VERSION, 0), _Capabilities()
    if libc().capget(byref(header), byref(held)) != 0:
        raise refused("capget")
    return bool(held.permitted0 & capability)


def _keep_capabilities(kept: int) -> None:
    header = _Header(_CAPABILITY_VERSION, 0)
    if libc().capset(byref(header), byref(_Capabilities(kept, kept))) != 0:
        raise refused("capset")
