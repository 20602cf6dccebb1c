"""What the process of a student's code does to itself before it lets that code in. Undone by nothing short of root."""

import sys
from typing import Final

from autograder.child.walls import SECCOMP, USER

FILES: Final = 64  # open at once
THREADS: Final = 64  # of a user who has nothing but this process
THREADS_OF_ALL: Final = 4096  # of a user who is also the grader and whoever sits there


def most_processes(walls: set[str]) -> int:
    """How many processes and threads a user may have who starts another one from here; none where it could fork."""
    if SECCOMP not in walls:
        return 0
    return THREADS if USER in walls else THREADS_OF_ALL


def confine(memory: int, cpu_seconds: float, file_size: int, processes: int) -> None:
    """Set the limits that this system knows."""
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
        "RLIMIT_CORE": 1,  # of 0 bytes a program of the system's that collects dumps is told all the same; not of 1
    }
    for name, limit in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        try:
            _, hard = resource.getrlimit(kind)
            most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):  # macOS knows limits that it does not let us set
            continue
