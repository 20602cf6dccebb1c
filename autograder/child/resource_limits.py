"""What the process of a student's code does to itself before it lets that code in. Undone by nothing short of root."""

import sys
from typing import Final

FILES: Final = 64  # open at once


def confine(memory: int, cpu_seconds: float, file_size: int) -> None:
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
        "RLIMIT_NPROC": 0,
        "RLIMIT_CORE": 0,
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
