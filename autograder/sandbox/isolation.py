"""Isolation tiers of a student's code, and what each tier does not protect on this machine."""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from autograder.child.restrictions import LANDLOCK, SECCOMP, USER
from autograder.errors import GradingError

OPEN_FILES: Final = (
    "the student's code may read or change your files, the answers and the results, and what Python loads next time "
    "(byte code, installed packages, the kernel's cache)"
)
OPEN_CALLS: Final = "it may use the network, start processes, and stop or alter the grader"


@dataclass(frozen=True)
class Isolation:
    """An isolation tier: its name, and what it does not protect on this machine.

    `none` runs the code inside the grader, `process` in a separate process with resource limits, and `strict` in a
    process in which Landlock and seccomp restrict files, network and processes. If only one of these two is in force,
    its name is appended, as in `process+landlock`. `+user` is appended if the process also has an unprivileged user of
    its own.
    """

    name: str
    missing: tuple[str, ...] = ()
    is_strict: bool = False


INSIDE: Final = Isolation("none", ("the student's code runs inside the grader and can change everything",))


def isolation_tier(restrictions: Mapping[str, str]) -> Isolation:
    """Return the tier of a sandbox. restrictions: by name, the reason why it is not in force; empty if it is."""
    in_force = {name for name, reason in restrictions.items() if not reason}
    is_strict = {LANDLOCK, SECCOMP} <= in_force
    name = "strict" if is_strict else "+".join(["process", *sorted(in_force - {USER})])
    return Isolation(f"{name}+user" if USER in in_force else name, tuple(_missing(restrictions, in_force)), is_strict)


def isolation_of_all(isolations: Iterable[Isolation]) -> Isolation:
    """Return the isolation of several machines together: the names of all tiers, and what any of them lacks."""
    found = list(isolations)
    names = sorted({isolation.name for isolation in found})
    lacking = dict.fromkeys(line for isolation in found for line in isolation.missing)
    is_strict = bool(found) and all(isolation.is_strict for isolation in found)
    return Isolation(", ".join(names), tuple(lacking), is_strict)


def require_strict(isolation: Isolation) -> None:
    if not isolation.is_strict:
        raise GradingError(
            f"isolation strict is not available here: {'; '.join(isolation.missing)}; "
            "--isolation auto grades with the isolation that is available"
        )


def _missing(restrictions: Mapping[str, str], in_force: set[str]) -> list[str]:
    lacking = []
    if LANDLOCK not in in_force:
        lacking.append(f"{OPEN_FILES}; Landlock: {restrictions[LANDLOCK]}")
    if SECCOMP not in in_force:
        lacking.append(f"{OPEN_CALLS}; seccomp: {restrictions[SECCOMP]}")
    if sys.platform == "win32":
        return [*lacking, "Windows: no limits of memory, file size or processes; time is measured by the wall clock"]
    if os.getuid() == 0 and USER not in in_force:
        lacking.append(f"it runs as root, though without root's privileges: {restrictions[USER]}")
    if sys.platform != "linux":
        lacking.append(f"{sys.platform}: memory may not be limited; time is measured by the wall clock")
        lacking.append(f"{sys.platform}: a process that leaves its session is not found and ended")
    return lacking
