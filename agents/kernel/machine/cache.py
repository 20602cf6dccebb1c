"""Machine code on disk, so that only the first process compiles it.

A file holds one part of the kernel for one version of our sources, one compiler and one kind of processor; all of that
is in its name. What cannot be read, or is not what was written, counts as absent; what cannot be written is not kept.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "PACMAN_CACHE_DIR"
_HERE: Final = Path(__file__).resolve().parent


def folder() -> Path:
    """Where this user's programs keep what they can make again."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    try:
        return _cache_folder() / "pacman-search"
    except RuntimeError:  # a user without a home, as in some containers: nothing can be kept
        return Path(os.devnull) / "pacman-search"


def _cache_folder() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base)


def path_of(part: str, compiler: str) -> Path:
    """The file of a part; `compiler` names the compiler and the processor."""
    digest = hashlib.sha256(compiler.encode())
    for source in _sources():
        digest.update(source.read_bytes())
    return folder() / f"{part}-{digest.hexdigest()[:20]}.kernel"


def _sources() -> list[Path]:
    """All that compiled code is made from: the kernel, and the modules it takes numbers from."""
    rules = [_HERE.parent / "chase.py", _HERE.parent.parent / "pacman" / "scoring.py"]
    return [*sorted(_HERE.glob("*.py")), *sorted(_HERE.glob("code/*.py")), *rules]


def load(path: Path) -> bytes | None:
    try:
        digest, _, code = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return code if digest == _digest(code) else None


def save(path: Path, code: bytes) -> None:
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        try:
            with open(descriptor, "wb") as file:
                file.write(_digest(code) + b"\n" + code)
            os.replace(draft, path)  # whole, whatever happens and whoever else writes it
        except BaseException:  # Ctrl-C, too, leaves nothing behind
            os.unlink(draft)
            raise


def _digest(code: bytes) -> bytes:
    return hashlib.sha256(code).hexdigest().encode()
