"""Run a student's code in the lab: what it may import, what it prints, and how its errors are described.

The lab has one interpreter for the engine and for the student's code. While the student's code runs, our packages are
closed as in the grader's child process, and calls that cannot work in a browser are replaced.
"""

import builtins
import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, NoReturn

from autograder.child.exceptions import explain_exception, students_frames
from autograder.child.readable_places import CLOSED_PACKAGES
from pacman.errors import AgentError, plain_text

MOST_PRINTED: Final = 100_000  # characters of one run
CHUNK: Final = 4_000  # characters; printed text is sent when there are so many, or after FLUSH_SECONDS
FLUSH_SECONDS: Final = 0.1
MOST_DEPTH: Final = 20_000  # of a recursion; without a limit, one that never ends would take minutes to report

NO_INPUT: Final = "input() cannot work in the lab: an agent cannot wait for the keyboard. Write the value in the code"
NO_SLEEP: Final = "time.sleep is skipped in the lab: the buttons below the board set the speed\n"
NO_PACKAGES: Final = "the lab has Python's standard library and Berkeley's modules; the assignment needs nothing else"
CUT_OFF: Final = f"\n… more than {MOST_PRINTED:,} characters were printed: the rest is left out\n"


class Output(io.TextIOBase):
    """Standard output of the student's code: passes at most `MOST_PRINTED` characters on, in chunks."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self.reset()

    def reset(self) -> None:
        """Begin a new run with the full allowance."""
        self._waiting: list[str] = []
        self._length = 0
        self._left = MOST_PRINTED
        self._remarks: set[str] = set()
        self._sent_at = time.perf_counter()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._left >= 0:
            kept = text[: self._left] if len(text) > self._left else text
            self._waiting.append(kept if kept == text else kept + CUT_OFF)
            self._left = self._left - len(text)
            self._length += len(kept)
            if self._length >= CHUNK or self._left < 0 or time.perf_counter() - self._sent_at > FLUSH_SECONDS:
                self.flush()
        return len(text)

    def remark(self, text: str) -> None:
        """Write a remark of the lab, once in a run."""
        if text not in self._remarks:
            self._remarks.add(text)
            self.write(text)

    def flush(self) -> None:
        if self._waiting:
            self._send(plain_text("".join(self._waiting)))
            self._waiting.clear()
            self._length = 0
        self._sent_at = time.perf_counter()


@contextmanager
def student_code_runs(output: Output, *, closes_packages: bool = True) -> Iterator[None]:
    """Close our packages, replace `input` and `time.sleep`, and collect what is printed, until the block ends."""
    packages = CLOSED_PACKAGES if closes_packages else ()
    ours = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in packages}
    real_input, real_sleep, real_limit = builtins.input, time.sleep, sys.setrecursionlimit
    depth = sys.getrecursionlimit()
    try:
        closed: dict[str, Any] = dict.fromkeys([*ours, *packages])
        sys.modules.update(closed)  # None makes an import raise ModuleNotFoundError
        builtins.input = _refuse_input
        time.sleep = lambda seconds, /: output.remark(NO_SLEEP)
        sys.setrecursionlimit = lambda limit, /: real_limit(min(limit, MOST_DEPTH))
        with redirect_stdout(output), redirect_stderr(output):
            yield
    finally:
        builtins.input, time.sleep, sys.setrecursionlimit = real_input, real_sleep, real_limit
        real_limit(depth)
        for name in packages:
            sys.modules.pop(name, None)
        sys.modules.update(ours)
        output.flush()


def _refuse_input(prompt: object = "", /) -> NoReturn:
    raise RuntimeError(NO_INPUT)


def describe_failure(error: BaseException, folder: Path) -> dict[str, Any]:
    """Return a message about an error, and the student's own lines that led to it, outermost first."""
    cause = error.__cause__ if isinstance(error, AgentError) and error.__cause__ else error
    if isinstance(cause, SyntaxError) and cause.filename:
        frames = [_frame(f"{cause.filename}:{cause.lineno or 1}", "", (cause.text or "").strip())]
        return {"text": _without(folder, str(error)), "frames": frames}
    frames = [_frame(*frame) for frame in students_frames(cause, folder)]
    if isinstance(error, AgentError) and (cause is error or not frames):
        return {"text": _without(folder, str(error)), "frames": frames}
    text = explain_exception(cause, folder).text
    if isinstance(cause, ModuleNotFoundError) and cause.name and _is_foreign(cause.name):
        text = f"{text}: {NO_PACKAGES}"
    return {"text": text, "frames": frames}


def _is_foreign(module: str) -> bool:
    """True for a module that is neither Python's nor ours."""
    name = module.partition(".")[0]
    return name not in sys.stdlib_module_names and name not in CLOSED_PACKAGES


def _frame(place: str, function: str, source: str) -> dict[str, Any]:
    file, _, line = place.rpartition(":")
    return {"file": Path(file).name, "line": int(line), "function": function, "source": source[:200]}


def _without(folder: Path, text: str) -> str:
    return text.replace(f"{folder}/", "")[:1000]
