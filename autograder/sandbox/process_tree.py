"""End a child process and all its descendants, including those that have left its process group."""

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

MARK: Final = "GRADING_MARK"  # an environment variable, which descendants of the child process inherit
SIGNAL_SECONDS: Final = 5.0  # seconds for signals to take effect; they do so at once unless the machine is very busy
_PAUSE: Final = 0.0005


class ProcessTree:
    """A child process, which is the leader of a new session, and all its descendants."""

    _leaders: ClassVar[set[int]] = set()  # pids of the child processes that have not been ended

    def __init__(self, process: "subprocess.Popen[bytes]", mark: str) -> None:
        self._process = process
        self._leader = process.pid
        self._born = _status(process.pid).born if sys.platform == "linux" else 0
        self._sign = f"{MARK}={mark}".encode()
        self._leaders.add(self._leader)

    @staticmethod
    def adopt_orphans() -> None:
        """Become a subreaper: orphaned descendants become children of this process, so they can be found and ended."""
        if sys.platform == "linux":
            prctl(SET_CHILD_SUBREAPER, 1)

    def end(self) -> None:
        """Kill all processes of the tree, and return when they are gone."""
        if sys.platform == "linux":
            members = self._stop()
            _signal_all(members, signal.SIGKILL)
            _wait_for_end(members)
            self._reap_orphans()
        elif sys.platform != "win32":
            _signal_group(self._leader, signal.SIGKILL)
        self._process.kill()
        self._process.wait()  # last: from here on the kernel may give its pid to another process
        self._leaders.discard(self._leader)

    def _stop(self) -> set[int]:
        """Stop all members and return them; killing follows, so that a fork bomb cannot outrun it.

        A signal takes effect some time after it is sent, and until then a process may fork. The members are therefore
        listed until two consecutive lists have the same processes, all of them stopped: then no process was left that
        could start another one.
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
        """Return all live processes of the tree by pid; none of them is older than the leader."""
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
        """True if the process is in the leader's session or group, is an adopted orphan, or has our marker."""
        if self._leader in (process, status.group, status.session) or self._is_orphan(process, status):
            return True
        try:
            return self._sign in Path(f"/proc/{process}/environ").read_bytes()
        except OSError:  # the process has ended, or belongs to another user
            return False

    def _is_orphan(self, process: int, status: "_Status") -> bool:
        """True for an adopted orphan: a child of this process that this process did not start.

        Processes that this one starts stay in its session, except for the leaders.
        """
        return status.parent == os.getpid() and status.session != os.getsid(0) and process not in self._leaders

    def _reap_orphans(self) -> None:
        for process, status in _all_processes().items():
            if status.is_ended and self._is_orphan(process, status):
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process, os.WNOHANG)


def guard_this_process() -> None:
    """Make the grader's memory inaccessible to other processes of the same user."""
    if sys.platform == "linux":
        prctl(SET_DUMPABLE, 0)


class _Status(NamedTuple):
    """The status of a process, from /proc/PID/stat."""

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
        with contextlib.suppress(OSError):  # gone meanwhile
            found[int(name)] = _status(int(name))
    return found


def _status(process: int) -> _Status:
    with open(f"/proc/{process}/stat", "rb") as file:
        # pid (name) state ppid pgrp session …; the name may contain any character, brackets too
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
    with contextlib.suppress(OSError):
        os.killpg(leader, number)


def _signal_all(processes: Iterable[int], number: int) -> None:
    for process in processes:
        with contextlib.suppress(OSError):  # gone meanwhile
            os.kill(process, number)
