"""How far a student's code is kept from everything else, and how that is told to a teacher."""

import os
import sys
from dataclasses import dataclass

from autograder.errors import GradingError


@dataclass(frozen=True)
class Isolation:
    """A tier by name, and what is not protected in it on this machine."""

    name: str
    missing: tuple[str, ...]

    @property
    def is_separate(self) -> bool:
        """Does the student's code run in a process of its own?"""
        return self.name != "none"


def choose_isolation(wanted: str) -> Isolation:
    """`none`, the best there is (`auto`), or a refusal where `strict` cannot be had."""
    if wanted == "none":
        return Isolation("none", ("the student's code runs inside the grader and can change everything",))
    if wanted == "strict":
        raise GradingError(
            "isolation strict cannot be had here: nothing closes files and the network to the student's code; "
            "--isolation auto runs it in a limited process of its own"
        )
    return Isolation("process", tuple(_missing()))


def _missing() -> list[str]:
    lacking = ["files that this user may read, and the network, are open to the student's code"]
    if sys.platform == "win32":
        lacking.append("Windows: no limits of memory, file size or processes; time is taken by the wall clock")
        return lacking
    if os.getuid() == 0:
        lacking.append("running as root: the number of processes is not limited, and root's files are open")
    if sys.platform != "linux":
        lacking.append(f"{sys.platform}: memory may not be limited; time is taken by the wall clock")
        lacking.append(f"{sys.platform}: a process that leaves its session is not found and ended")
    return lacking
