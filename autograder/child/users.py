"""A process of root's becomes another user, for good."""

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
    """Take a user's number and group, and no other; OSError if that cannot be.

    The interpreter may lie where only root can read, below /root for one. Where Landlock says anyway what may be read
    (`are_files_closed`), the right to read past the modes of files is kept for that, if root has it; elsewhere it is
    refused.
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
    """What makes root more than the owner of root's files."""
    _keep_capabilities(0)


def unreadable(places: Iterable[Path]) -> Path | None:
    """The first place that this process cannot read as it is now."""
    return next((place for place in places if not os.access(place, os.R_OK, effective_ids=True)), None)


def _unreadable_for(user: int, readable: Iterable[Path], folder: Path) -> Path | None:
    """The first place that this user cannot read, or the folder if he cannot come there."""
    os.setegid(user)
    os.seteuid(user)
    try:
        return unreadable(readable) or (None if os.access(folder, os.F_OK, effective_ids=True) else folder)
    finally:
        os.seteuid(0)
        os.setegid(0)
        _stay_visible()


def _stay_visible() -> None:
    """Let the grader look at what this process has open. A change of user hides it from all without CAP_SYS_PTRACE."""
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
