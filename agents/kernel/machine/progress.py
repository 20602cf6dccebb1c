"""Progress of a build, from the process that compiles to those that wait for it, through a file in the cache folder."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from pacman.cache_folder import writable_folder

ANNOUNCEMENT: Final = "compiling the search kernel (once)…"
WIDTH: Final = 30  # of the bar, in characters
OPTIMISING: Final = 0.2  # share of the time that LLVM takes at the end, when all functions are translated
_CODE: Final = Path(__file__).resolve().parent.parent / "code"
_DECORATOR: Final = re.compile(r"^@(?:compiled|entry)\b", re.MULTILINE)

_translated = 0  # functions, in the process that compiles


def function_translated() -> None:
    """Report that one more function was translated; a file that cannot be written costs only the bar."""
    global _translated
    _translated += 1
    with suppress(OSError):
        _file().write_text(f"{100 * (1 - OPTIMISING) * _translated / _functions():.0f}")


def end_of_build() -> None:
    with suppress(OSError):
        _file().unlink(missing_ok=True)


def percent_done() -> int:
    """Return the progress of the build that is running; 0 if it is not known."""
    try:
        return min(100, int(_file().read_text()))
    except (OSError, ValueError):  # not written yet, or being written
        return 0


@contextmanager
def announced() -> Iterator[Callable[[], None]]:
    """Announce a build, and yield a function that shows its progress: a bar on a terminal, otherwise nothing."""
    if sys.stderr is None:
        yield lambda: None
    elif not sys.stderr.isatty() or _is_worker():
        _announce()
        yield lambda: None
    else:
        try:
            yield _show_bar
        finally:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _show_bar() -> None:
    percent = percent_done()
    bar = ("#" * (percent * WIDTH // 100)).ljust(WIDTH, ".")  # every terminal has these
    print(f"\r{ANNOUNCEMENT} [{bar}] {percent:3} %", end="", file=sys.stderr, flush=True)


@cache
def _announce() -> None:
    print(ANNOUNCEMENT, file=sys.stderr, flush=True)


def _is_worker() -> bool:
    """True in a process of a pool, whose parent may show a bar on the same terminal."""
    multiprocessing = sys.modules.get("multiprocessing.process")
    return multiprocessing is not None and multiprocessing.parent_process() is not None


def _file() -> Path:
    return writable_folder() / "build.progress"


@cache
def _functions() -> int:
    """Return the number of functions that a build translates."""
    return sum(len(_DECORATOR.findall(path.read_text(encoding="utf-8"))) for path in _CODE.glob("*.py"))
