"""How far a student's code is kept from everything else, and how that is told to a teacher."""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from autograder.child.walls import LANDLOCK, SECCOMP, USER
from autograder.errors import GradingError

NO_FILES_WALL: Final = (
    "the student's code may read or change your files, the answers and the results, and what Python loads next time "
    "(byte code, installed packages, the kernel's cache)"
)
NO_CALLS_WALL: Final = "it may use the network, start processes, and stop or alter the grader"


@dataclass(frozen=True)
class Isolation:
    """A tier by name, and what is not protected in it on this machine.

    The names: `none` is inside the grader, `process` a limited process of its own, `strict` one with files, network and
    processes closed by Landlock and seccomp. `+user` is said where that process also has an unprivileged user of its
    own, and the name of the wall where only one of the two stands.
    """

    name: str
    missing: tuple[str, ...] = ()

    @property
    def is_strict(self) -> bool:
        return self.name.startswith("strict")


INSIDE: Final = Isolation("none", ("the student's code runs inside the grader and can change everything",))


def isolation_behind(walls: Mapping[str, str]) -> Isolation:
    """The tier, from what a sandbox reports when it has tried its walls: why each does not stand, if it does not."""
    standing = {wall for wall, reason in walls.items() if not reason}
    one_wall = "+".join(["process", *sorted(standing - {USER})])
    name = "strict" if {LANDLOCK, SECCOMP} <= standing else one_wall
    return Isolation(f"{name}+user" if USER in standing else name, tuple(_missing(walls, standing)))


def isolation_of_all(isolations: Iterable[Isolation]) -> Isolation:
    """Of several machines: the tiers there are, and what one of them or another does not protect."""
    found = list(isolations)
    names = sorted({isolation.name for isolation in found})
    lacking = dict.fromkeys(line for isolation in found for line in isolation.missing)
    return Isolation(", ".join(names), tuple(lacking))


def require_strict(isolation: Isolation) -> None:
    if not isolation.is_strict:
        raise GradingError(
            f"isolation strict cannot be had here: {'; '.join(isolation.missing)}; "
            "--isolation auto grades with what there is"
        )


def _missing(walls: Mapping[str, str], standing: set[str]) -> list[str]:
    lacking = []
    if LANDLOCK not in standing:
        lacking.append(f"{NO_FILES_WALL}; Landlock: {walls[LANDLOCK]}")
    if SECCOMP not in standing:
        lacking.append(f"{NO_CALLS_WALL}; seccomp: {walls[SECCOMP]}")
    if sys.platform == "win32":
        return [*lacking, "Windows: no limits of memory, file size or processes; time is taken by the wall clock"]
    if os.getuid() == 0 and USER not in standing:
        lacking.append(f"it runs as root, though without root's privileges: {walls[USER]}")
    if sys.platform != "linux":
        lacking.append(f"{sys.platform}: memory may not be limited; time is taken by the wall clock")
        lacking.append(f"{sys.platform}: a process that leaves its session is not found and ended")
    return lacking
