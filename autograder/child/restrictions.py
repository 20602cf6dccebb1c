"""Restrictions that the child process applies to itself, and tests, before it loads a student's code.

A restriction that the system does not support, or that does not stop what it should, is reported with the reason. The
grader decides whether it grades without it.
"""

import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from autograder.child.readable_places import OPEN_PACKAGES, python_trees, readable_places
from pacman.packages import ROOT

LANDLOCK: Final = "landlock"  # restricts files
USER: Final = "user"  # a separate, unprivileged user; needs a grader that runs as root
SECCOMP: Final = "seccomp"  # restricts other system calls: processes, signals, the network
RESTRICTIONS: Final = (LANDLOCK, USER, SECCOMP)  # in the order in which they are applied
NOT_WANTED: Final = "not wanted"

Reasons = dict[str, str]  # by the name of a restriction, why it is not in force; an empty reason: it is in force


def apply_restrictions(wanted: list[str], grader: int, folder: Path, user: int | None) -> Reasons:
    """Apply and test the wanted restrictions; return why each is not in force.

    From now on the kernel kills this process when the grader, its parent, ends. Raise PermissionError if this process
    can no longer read Python itself.
    """
    if sys.platform != "linux":
        return dict.fromkeys(RESTRICTIONS, f"{sys.platform} does not have it")
    from autograder.child import kernel_calls, landlock, seccomp, users

    def close_files() -> None:
        landlock.restrict(*readable_places(), [folder, Path(os.devnull)])

    def change_user() -> None:
        if user is None:
            raise PermissionError("only root can assign a separate user")
        users.become(user, needed, folder, are_files_closed=not reasons[LANDLOCK])

    needed = [*python_trees(), *(ROOT / package for package in OPEN_PACKAGES if (ROOT / package).exists())]
    kernel_calls.prctl(kernel_calls.NO_NEW_PRIVILEGES, 1)
    attacks = _Attacks(grader, folder)
    reasons = dict.fromkeys(RESTRICTIONS, NOT_WANTED)
    if LANDLOCK in wanted:
        reads = (attacks.read_the_grader, attacks.read_about_processes)
        reasons[LANDLOCK] = _try(close_files, *reads, attacks.write_outside)
    if USER in wanted:
        reasons[USER] = _try(change_user, attacks.become_root, attacks.signal_the_grader)
    if os.getuid() == 0:
        users.drop_capabilities()
        if (hidden := users.unreadable(needed)) is not None:
            raise PermissionError(
                f"{sys.executable}: only its owner can read {hidden}, and the student's process runs without root's "
                "privileges; grade as that owner, or with a Python that all users can read"
            )
    # After the change of user, which resets the parent-death signal.
    kernel_calls.prctl(kernel_calls.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != grader:  # the grader ended before the signal was set
        os._exit(0)
    if SECCOMP in wanted:
        reasons[SECCOMP] = _try(seccomp.restrict, attacks.fork, attacks.open_socket, attacks.signal_the_grader)
    return reasons


def _try(apply: Callable[[], None], *attacks: Callable[[], object]) -> str:
    """Apply a restriction and try attacks on it; return why it is not in force, or an empty string if it is."""
    try:
        apply()
    except OSError as error:
        return str(error.strerror or error)
    for attack in attacks:
        name = attack.__name__.replace("_", " ")
        try:
            attack()
        except PermissionError:
            continue
        except OSError as error:
            return f"cannot be tried: {name}: {error}"
        return f"lets through: {name}"
    return ""


class _Attacks:
    """Harmless attempts at what a restriction must refuse."""

    def __init__(self, grader: int, folder: Path) -> None:
        self._grader = grader
        self._outside = folder.parent / f"{folder.name}-outside"

    def read_the_grader(self) -> None:
        (ROOT / "autograder" / "grading.py").read_bytes()

    def read_about_processes(self) -> None:
        Path(f"/proc/{self._grader}/stat").read_bytes()

    def write_outside(self) -> None:
        self._outside.write_bytes(b"")
        self._outside.unlink()

    def become_root(self) -> None:
        os.setuid(0)

    def signal_the_grader(self) -> None:
        os.kill(self._grader, 0)

    def fork(self) -> None:
        process = os.fork()
        if process == 0:
            os._exit(0)
        os.waitpid(process, 0)

    def open_socket(self) -> None:
        socket.socket().close()
