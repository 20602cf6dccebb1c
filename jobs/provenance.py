"""Identification of the running code: results of two runs are comparable only if it was the same in both."""

import sys
from functools import lru_cache
from hashlib import sha256
from typing import Final

from pacman.packages import ROOT

_PACKAGES: Final = ("pacman", "agents", "jobs", "experiments", "autograder", "layouts")  # they decide games and points
_SUFFIXES: Final = (".py", ".json", ".lay")


def code_digest() -> str:
    """Return Python's version and the hash of the code, to compare the code of two processes or runs."""
    return f"Python {sys.version_info.major}.{sys.version_info.minor}, {code_hash()}"


@lru_cache
def code_hash() -> str:
    """Return a short hash of the product's modules, weights and layouts."""
    total = sha256()
    for package in _PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in _SUFFIXES and path.is_file():
                total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
                total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()[:12]
