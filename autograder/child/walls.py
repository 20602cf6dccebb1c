"""The walls around a student's code, raised from inside before that code comes in, and tried at once.

A wall that the system does not have, or that lets through what it should stop, is reported with the reason; what that
means for a grading, the grader decides.
"""

import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from autograder.child.readable_places import ENGINE, OPEN_ROOMS, python_trees, readable_places

LANDLOCK: Final = "landlock"  # closes files
USER: Final = "user"  # an unprivileged user of its own; only root can give that
SECCOMP: Final = "seccomp"  # closes what else can be asked of the kernel: processes, signals, the network
ALL_WALLS: Final = (LANDLOCK, USER, SECCOMP)  # in the order in which they are raised
NOT_WANTED: Final = "not wanted"

Reasons = dict[str, str]  # by the name of a wall why it does not stand; empty: it stands


def raise_walls(wanted: list[str], grader: int, folder: Path, user: int | None) -> Reasons:
    """Raise and try those walls that are wanted. From now on this process, a child of the grader's, dies with it.

    PermissionError if behind them Python itself could not be read.
    """
    if sys.platform != "linux":
        return dict.fromkeys(ALL_WALLS, f"{sys.platform} does not have it")
    from autograder.child import kernel_calls, landlock, seccomp, users

    def close_files() -> None:
        landlock.restrict(*readable_places(), [folder, Path(os.devnull)])

    def change_user() -> None:
        if user is None:
            raise PermissionError("only root can give a user of its own")
        users.become(user, needed, folder, are_files_closed=not reasons[LANDLOCK])

    needed = [*python_trees(), *(ENGINE / room for room in OPEN_ROOMS if (ENGINE / room).exists())]
    kernel_calls.prctl(kernel_calls.NO_NEW_PRIVILEGES, 1)
    attacks = _Attacks(grader, folder)
    reasons = dict.fromkeys(ALL_WALLS, NOT_WANTED)
    if LANDLOCK in wanted:
        reads = (attacks.read_the_grader, attacks.read_about_processes)
        reasons[LANDLOCK] = _try(close_files, *reads, attacks.write_outside)
    if USER in wanted:
        reasons[USER] = _try(change_user, attacks.become_root, attacks.signal_the_grader)
    if os.getuid() == 0:
        users.drop_capabilities()
        if (hidden := users.unreadable(needed)) is not None:
            raise PermissionError(
                f"{sys.executable}: only its owner can read {hidden}, and here the student's process has to do without "
                "root's privileges; grade as that owner, or with a Python that everybody can read"
            )
    kernel_calls.prctl(kernel_calls.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)  # a change of user would undo it
    if os.getppid() != grader:
        os._exit(0)
    if SECCOMP in wanted:
        reasons[SECCOMP] = _try(seccomp.restrict, attacks.fork, attacks.open_socket, attacks.signal_the_grader)
    return reasons


def _try(build: Callable[[], None], *attacks: Callable[[], object]) -> str:
    """Why a wall does not stand: it cannot be built, or an attack is not refused."""
    try:
        build()
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
    """What must be refused behind a wall, done without harm."""

    def __init__(self, grader: int, folder: Path) -> None:
        self._grader = grader
        self._outside = folder.parent / f"{folder.name}-outside"

    def read_the_grader(self) -> None:
        (ENGINE / "autograder" / "grading.py").read_bytes()

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
