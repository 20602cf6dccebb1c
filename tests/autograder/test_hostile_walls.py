"""Code that wants out: at the best tier of this machine nothing comes through, and nothing is left of it.

At every tier that this machine can have, one after the other:

    PACMAN_TIERS=all python -m pytest tests/autograder/test_hostile_walls.py
"""

import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.child.readable_places import ENGINE
from autograder.child.walls import ALL_WALLS, LANDLOCK, SECCOMP, USER
from autograder.results import Grade
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits

SUBMISSIONS = Path(__file__).parent / "submissions"
Grader = Callable[..., Grade]
MARK = "evil-mark"  # in the name of whatever an attack makes

# What a submission tries, and which of the walls stop it; without them it is told as not protected.
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
TIERS: dict[str, tuple[str, ...]] = {"best": ALL_WALLS}
if os.environ.get("PACMAN_TIERS") == "all":
    TIERS |= {"strict": BOTH, "landlock": (LANDLOCK,), "seccomp": (SECCOMP,), "user": (USER,), "process": ()}

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="written with the numbers of these system calls"
)


@pytest.fixture(scope="module", params=TIERS)
def walls(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Those of a tier that stand on this machine."""
    sandbox = Sandbox(Limits(), TIERS[request.param])
    sandbox.wait_until_ready()
    sandbox.end()
    return tuple(wall for wall, reason in sandbox.walls.items() if not reason)


def test_lazy_code_gets_nothing(short_assignment: Assignment, grade_isolated: Grader) -> None:
    """The submissions below answer as this one does."""
    assert grade_isolated(SUBMISSIONS / "lazy.py", short_assignment).points == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_comes_through(
    name: str, walls: tuple[str, ...], short_assignment: Assignment, grade_isolated: Grader
) -> None:
    if not {*HOSTILE[name]} <= {*walls}:
        pytest.skip("this tier does not stop it, and says so")
    started = time.monotonic()
    graded = grade_isolated(SUBMISSIONS / f"hostile_{name}.py", short_assignment, walls=walls)
    assert time.monotonic() - started < 120
    assert graded.points == 0
    assert [len(question.cases) for question in graded.questions] == [6, 6, 6]
    said = "".join(case.output for question in graded.questions for case in question.cases)
    assert [line for line in said.splitlines() if line.startswith("THROUGH")] == []
    assert left_behind() == []
    honest = grade_isolated(SUBMISSIONS / "recursive_pairs.py", short_assignment, walls=walls)
    assert honest.points == honest.max_points


def left_behind() -> list[Path]:
    """What attacks have made anywhere that they know of; memory and queues of System V by their key."""
    places = [Path(place) for place in ("/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/root", "/etc", "/run")]
    places += [ENGINE, ENGINE / "pacman", ENGINE / "autograder", Path.cwd(), Path.home(), *map(Path, sys.path)]
    found = [path for place in places if place.is_dir() for path in place.glob(f"*{MARK}*")]
    keys = [Path("/proc/sysvipc") / name for name in ("shm", "sem", "msg")]
    return found + [path for path in keys if path.exists() and str(0x4556494C) in path.read_text()]
