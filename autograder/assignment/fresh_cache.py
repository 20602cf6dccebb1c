"""Fresh cases that were drawn in an earlier run, or earlier in this one.

They hold right answers. So they are kept on disk only where the student's process cannot read them: where it is another
user's, or has given up the file system.
"""

import os
import sys
from contextlib import suppress
from typing import Final

from autograder.child.landlock import version
from pacman.cache_folder import load, path_in_cache, save

KEPT: Final = 60  # questions
_SUFFIX: Final = ".fresh"
_in_memory: dict[str, bytes] = {}


def kept(key: str) -> bytes | None:
    """What was drawn under a key; None if nothing was, or it cannot be read."""
    if key not in _in_memory and _is_closed_to_students():
        content = load(path_in_cache(key[:40] + _SUFFIX))
        if content is not None:
            _in_memory[key] = content
    return _in_memory.get(key)


def keep(key: str, content: bytes) -> bytes:
    """Keep what was drawn; where it cannot be written it is drawn again in the next run."""
    _in_memory[key] = content
    if _is_closed_to_students():
        with suppress(OSError):
            save(path_in_cache(key[:40] + _SUFFIX), content, KEPT)
    return content


def _is_closed_to_students() -> bool:
    return sys.platform != "win32" and (os.getuid() == 0 or version() > 0)
