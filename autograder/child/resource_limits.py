"""Resource limits that the child process sets for itself before it loads a student's code. Only root can raise them."""

import sys
from typing import Final

from autograder.child.restrictions import SECCOMP, USER

FILES: Final = 64  # open at once
THREADS: Final = 64  # of a uid that only the child process uses
THREADS_OF_ALL: Final = 4096  # of a uid that the child shares with the grader and all programs of its user


def most_processes(restrictions: set[str]) -> int:
    """Return the number of processes and threads of the user beyond which the child process cannot start another.

    Return 0, which forbids threads too, where seccomp does not keep the child from forking.
    """
    if SECCOMP not in restrictions:
        return 0
    return THREADS if USER in restrictions else THREADS_OF_ALL


def confine(memory: int, cpu_seconds: float, file_size: int, processes: int) -> None:
    """Set the limits, as far as this system supports them."""
    if sys.platform == "win32":
        return
    import resource

    seconds = int(cpu_seconds) + 1
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": seconds,
        "RLIMIT_FSIZE": file_size,
        "RLIMIT_NOFILE": FILES,
        "RLIMIT_NPROC": processes,
        "RLIMIT_CORE": 1,  # not 0: with a limit of 0 the kernel still runs a program that collects core dumps
    }
    for name, limit in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        try:
            _, hard = resource.getrlimit(kind)
            most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):  # macOS defines limits that cannot be set
            continue
