"""What the process of a student's code may read: the interpreter, the installed packages and the engine."""

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ENGINE: Final = Path(__file__).resolve().parents[2]
OPEN_ROOMS: Final = ("pacman", "layouts")
CLOSED_ROOMS: Final = ("agents", "autograder", "commands", "experiments", "jobs")  # the assignment's answers live there
_SYSTEM: Final = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/urandom",
    "/sys/devices/system/cpu",  # how many there are
)


def python_trees() -> list[Path]:
    """The interpreter's library and the installed packages."""
    trees = [sysconfig.get_path("stdlib"), f"{sys.base_prefix}/lib", *site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        trees.append(site.getusersitepackages())
    return [Path(tree).resolve() for tree in trees if os.path.isdir(tree)]  # and not below a home that is not ours


def readable_places(engine: Path = ENGINE) -> tuple[list[Path], list[Path]]:
    """Trees that may be read, and folders of which only the names may be seen.

    Where our house is installed it stands among the other packages: then the folder around it can be listed, and all
    that is in it is named one by one, but for our closed rooms.
    """
    trees = [*python_trees(), *(Path(place).resolve() for place in _SYSTEM)]
    houses = set(_installed(trees))
    closed = {house / room for house in houses for room in CLOSED_ROOMS} | {engine} - houses
    readable = [part for tree in dict.fromkeys(trees) for part in _around(tree, closed)]
    listable = {place for place in trees if _surrounds(place, closed)}
    return [*readable, *(engine / room for room in OPEN_ROOMS)], sorted(listable)


def _installed(trees: Iterable[Path]) -> Iterator[Path]:
    """Where our house stands among packages: the one that runs, or another beside it, which knows the answers, too."""
    for tree in trees:
        for folder in (tree, *tree.glob("python3*/*-packages")):
            if all(os.path.isdir(folder / room) for room in CLOSED_ROOMS):
                yield folder


def _around(tree: Path, closed: set[Path]) -> Iterator[Path]:
    """The tree, or where closed places lie in it, its parts without them; links among those are left out."""
    if not _surrounds(tree, closed):
        yield tree
        return
    for part in tree.iterdir():
        if part not in closed and not part.is_symlink():
            yield from _around(part, closed)


def _surrounds(tree: Path, closed: set[Path]) -> bool:
    return any(tree in place.parents for place in closed)
