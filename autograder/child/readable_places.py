"""Paths that the child process may read: the interpreter, the installed packages and the engine."""

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pacman.packages import PACKAGES, ROOT

OPEN_PACKAGES: Final = ("pacman", "layouts")
CLOSED_PACKAGES: Final = tuple(name for name in PACKAGES if name not in OPEN_PACKAGES)  # they contain the answers
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
    "/sys/devices/system/cpu",  # for os.cpu_count
)


def python_trees() -> list[Path]:
    """Return the folders of the interpreter's library and of the installed packages."""
    trees = [sysconfig.get_path("stdlib"), f"{sys.base_prefix}/lib", *site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        trees.append(site.getusersitepackages())
    # isdir is also False below a home folder that this user cannot enter.
    return [Path(tree).resolve() for tree in trees if os.path.isdir(tree)]


def readable_places(engine: Path = ROOT) -> tuple[list[Path], list[Path]]:
    """Return the paths that may be read, with all that is below them, and the folders that may only be listed.

    An installed copy of this project lies among the other packages in site-packages. Landlock cannot exclude a part of
    a readable folder, so that folder may only be listed, and its other entries are made readable one by one.
    """
    trees = [*python_trees(), *(Path(place).resolve() for place in _SYSTEM)]
    installed = set(_installed(trees))
    closed = {folder / package for folder in installed for package in CLOSED_PACKAGES} | {engine} - installed
    readable = [part for tree in dict.fromkeys(trees) for part in _around(tree, closed)]
    listable = {place for place in trees if _surrounds(place, closed)}
    return [*readable, *(engine / package for package in OPEN_PACKAGES)], sorted(listable)


def _installed(trees: Iterable[Path]) -> Iterator[Path]:
    """Yield the site-packages folders that contain this project.

    Besides the copy that runs, there may be another one, which contains the answers as well.
    """
    for tree in trees:
        for folder in (tree, *tree.glob("python3*/*-packages")):
            if all(os.path.isdir(folder / package) for package in ("agents", "autograder")):  # in every version
                yield folder


def _around(tree: Path, closed: set[Path]) -> Iterator[Path]:
    """Yield the tree, or if it contains closed paths, its parts without them.

    Links are left out then, because they could lead to a closed path.
    """
    if not _surrounds(tree, closed):
        yield tree
        return
    for part in tree.iterdir():
        if part not in closed and not part.is_symlink():
            yield from _around(part, closed)


def _surrounds(tree: Path, closed: set[Path]) -> bool:
    return any(tree in place.parents for place in closed)
