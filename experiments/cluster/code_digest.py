"""The code that runs here, in a few letters: two machines play the same games, and give the same points, only if it is
the same on both."""

import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_ROOMS: Final = ("pacman", "agents", "experiments", "autograder", "layouts")  # those that decide about games and points
_KINDS: Final = (".py", ".json", ".lay")


@lru_cache
def code_digest() -> str:
    """Python's version, and a digest of every module, file of weights and layout of the product."""
    root = Path(__file__).resolve().parents[2]
    total = sha256()
    for room in _ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in _KINDS and path.is_file():
                total.update(f"{path.relative_to(root).as_posix()}\0".encode())
                total.update(sha256(path.read_bytes()).digest())
    return f"Python {sys.version_info.major}.{sys.version_info.minor}, {total.hexdigest()[:12]}"
