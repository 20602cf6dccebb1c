"""Ending a student's process and everything it has started, also what has left its process group."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from autograder.child.kernel_calls import SET_CHILD_SUBREAPER, SET_DUMPABLE, prctl

MARK: Final = "GRADING_MARK"  # an environment variable: what a student's code starts inherits it
SIGNAL_SECONDS: Final = 5.0  # seconds for signals to take effect; they do so at once unless the machine is very busy
_PAUSE: Final = 0.0005


class ProcessTree:
    """A process that runs a student's code and leads a session of its own, with all its offspring."""

    _leaders: ClassVar[set[int]] = set()  # of all families that have not been ended

    def __init__(self, process: "subprocess.Popen[bytes]", mark: str) -> None:
        self._process = process
        self._leader = process.pid
        self._born = _status(process.pid).born if sys.platform == "linux" else 0
        self._sign = f"{MARK}={mark}".encode()
        self._leaders.add(self._leader)

    @staticmethod
    def adopt_orphans() -> None:
        """From now on a process whose parent has died becomes a child of ours: it cannot hide behind another name."""
        if sys.platform == "linux":
            prctl(SET_CHILD_SUBREAPER, 1)

    def end(self) -> None:
        """Kill them all, and return when they are gone."""
        if sys.platform == "linux":
            members = self._stop()
            _signal_all(members, signal.SIGKILL)
            _wait_for_end(members)
            self._reap_orphans()
        elif sys.platform != "win32":
            _signal_group(self._leader, signal.SIGKILL)
        self._process.kill()
        self._process.wait()  # only now may its number be given to another process
        self._leaders.discard(self._leader)

    def _stop(self) -> set[int]:
        """Bring all members to a halt before any is killed, so that none that forks for ever can run ahead of us.

        A signal takes effect a little later than it is sent, and meanwhile a process may fork. So we look again until
        two looks find the same processes, all of them stopped: then there was nobody left to start another one.
        """
        _signal_group(self._leader, signal.SIGSTOP)
        stopped: set[int] | None = None
        found: set[int] = set()
        until = time.monotonic() + SIGNAL_SECONDS
        while time.monotonic() < until:
            members = self._members()
            found = set(members)
            running = {process for process, status in members.items() if not status.is_stopped}
            if not running and found == stopped:
                break
            stopped = None if running else found
            if running:
                _signal_all(running, signal.SIGSTOP)
                time.sleep(_PAUSE)
        return found

    def _members(self) -> dict[int, "_Status"]:
        """Everything alive that belongs here; none of it is older than the leader."""
        young = {
            process: status
            for process, status in _all_processes().items()
            if status.born >= self._born and not status.is_ended
        }
        found = {process for process, status in young.items() if self._is_marked(process, status)}
        while children := {process for process, status in young.items() if status.parent in found} - found:
            found |= children
        return {process: young[process] for process in found}

    def _is_marked(self, process: int, status: "_Status") -> bool:
        """Does it show by itself where it comes from?"""
        if self._leader in (process, status.group, status.session) or self._is_orphan(process, status):
            return True
        try:
            return self._sign in Path(f"/proc/{process}/environ").read_bytes()
        except OSError:  # gone meanwhile, or somebody else's
            return False

    def _is_orphan(self, process: int, status: "_Status") -> bool:
        """Has a child of ours been adopted? What we start ourselves is in our own session, but for the leaders."""
        return status.parent == os.getpid() and status.session != os.getsid(0) and process not in self._leaders

    def _reap_orphans(self) -> None:
        for process, status in _all_processes().items():
            if status.is_ended and self._is_orphan(process, status):
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process, os.WNOHANG)


def guard_this_process() -> None:
    """Close the grader's memory to other processes of the same user."""
    if sys.platform == "linux":
        prctl(SET_DUMPABLE, 0)


class _Status(NamedTuple):
    """What the kernel says of a process."""

    letter: bytes
    parent: int
    group: int
    session: int
    born: int  # ticks since the machine was started

    @property
    def is_stopped(self) -> bool:
        return self.letter in b"Tt"

    @property
    def is_ended(self) -> bool:
        return self.letter in b"ZXx"


def _all_processes() -> dict[int, _Status]:
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            found[int(name)] = _status(int(name))
        except OSError:  # gone meanwhile
            continue
    return found


def _status(process: int) -> _Status:
    with open(f"/proc/{process}/stat", "rb") as file:
        # pid (name) state ppid pgrp session …; the name may hold anything, brackets too
        fields = file.read().rpartition(b")")[2].split()
    return _Status(fields[0], int(fields[1]), int(fields[2]), int(fields[3]), int(fields[19]))


def _wait_for_end(processes: Iterable[int]) -> None:
    until = time.monotonic() + SIGNAL_SECONDS
    for process in processes:
        while time.monotonic() < until:
            try:
                if _status(process).is_ended:
                    break
            except OSError:
                break
            time.sleep(_PAUSE)


def _signal_group(leader: int, number: int) -> None:
    try:
        os.killpg(leader, number)
    except OSError:
        return


def _signal_all(processes: Iterable[int], number: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except OSError:  # gone meanwhile
            continue
