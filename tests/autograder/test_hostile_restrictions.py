"""Code that wants out: at the best tier of this machine nothing comes through, and nothing is left of it.

At every tier that this machine can have, one after the other:

    PACMAN_TIERS=all python -m pytest tests/autograder/test_hostile_restrictions.py
"""

import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.child.restrictions import LANDLOCK, RESTRICTIONS, SECCOMP, USER
from autograder.results import Grade
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits
from pacman.packages import ROOT

SUBMISSIONS = Path(__file__).parent / "submissions"
Grader = Callable[..., Grade]
MARK = "evil-mark"  # in the names of all objects that an attack creates

# Attacks of submissions, with the restrictions that stop them; without these, the attack is listed as not protected.
BOTH = (LANDLOCK, SECCOMP)
HOSTILE = {
    "answers": (LANDLOCK,),
    "byte_code": BOTH,
    "closed_descriptors": (),
    "daemon": (SECCOMP,),
    "disk_bomb": (),
    "files_bomb": (),
    "fork_bomb": (SECCOMP,),
    "grader_memory": BOTH,
    "graders_output": (LANDLOCK,),
    "home": (LANDLOCK,),
    "kernel_doors": (SECCOMP,),
    "locks": (SECCOMP,),
    "lower_limits": (SECCOMP,),
    "mapped_files": (),
    "neighbours": (LANDLOCK,),
    "network": (SECCOMP,),
    "results": BOTH,
    "shared_memory": BOTH,
    "signals": (SECCOMP,),
    "stops_itself": (),
    "thread_bomb": (SECCOMP,),
    "unshared_files": (SECCOMP,),
}
TIERS: dict[str, tuple[str, ...]] = {"best": RESTRICTIONS}
if os.environ.get("PACMAN_TIERS") == "all":
    TIERS |= {"strict": BOTH, "landlock": (LANDLOCK,), "seccomp": (SECCOMP,), "user": (USER,), "process": ()}

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="written with the numbers of these system calls"
)


@pytest.fixture(scope="module", params=TIERS)
def restrictions(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The restrictions of a tier that are in force on this machine."""
    sandbox = Sandbox(Limits(), TIERS[request.param])
    sandbox.wait_until_ready()
    sandbox.end()
    return tuple(name for name, reason in sandbox.restrictions.items() if not reason)


def test_lazy_code_gets_nothing(short_assignment: Assignment, grade_isolated: Grader) -> None:
    """The submissions below give the same answers as this one."""
    assert grade_isolated(SUBMISSIONS / "lazy.py", short_assignment).points == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_comes_through(
    name: str, restrictions: tuple[str, ...], short_assignment: Assignment, grade_isolated: Grader
) -> None:
    if not {*HOSTILE[name]} <= {*restrictions}:
        pytest.skip("this tier does not stop it, and says so")
    started = time.monotonic()
    graded = grade_isolated(SUBMISSIONS / f"hostile_{name}.py", short_assignment, restrictions=restrictions)
    assert time.monotonic() - started < 120
    assert graded.points == 0
    assert [len(question.cases) for question in graded.questions] == [6, 6, 6]
    said = "".join(case.output for case in graded.cases)
    assert [line for line in said.splitlines() if line.startswith("THROUGH")] == []
    assert left_behind() == []
    honest = grade_isolated(SUBMISSIONS / "recursive_pairs.py", short_assignment, restrictions=restrictions)
    assert honest.points == honest.max_points


def left_behind() -> list[Path]:
    """Return all that attacks have left in the places that they know; memory and queues of System V by their keys."""
    places = [Path(place) for place in ("/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/root", "/etc", "/run")]
    places += [ROOT, ROOT / "pacman", ROOT / "autograder", Path.cwd(), Path.home(), *map(Path, sys.path)]
    found = [path for place in places if place.is_dir() for path in place.glob(f"*{MARK}*")]
    keys = [Path("/proc/sysvipc") / name for name in ("shm", "sem", "msg")]
    return found + [path for path in keys if path.exists() and str(0x4556494C) in path.read_text()]
