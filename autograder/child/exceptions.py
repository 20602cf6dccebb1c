"""From an exception in a student's code to words and to the student's own lines."""

import os
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from autograder.child.tree_states import in_students_words
from autograder.failures import Failure, FailureKind
from pacman.agent_code.error_messages import NOT_IMPLEMENTED, answered_at, describe_answer, with_public_names
from pacman.errors import AgentError, PacmanError

LONGEST_TEXT: Final = 500
LONGEST_TRAIL: Final = 6


def explain_exception(error: BaseException, folder: Path) -> Failure:
    """What a student should read about an exception that left code in `folder`."""
    trail = students_trail(error, folder)
    where = "".join(f" ({_place(frame)})" for frame in _students_frames(error, folder)[-1:])
    if isinstance(error, SystemExit):
        if isinstance(error.code, str) and error.code.startswith(NOT_IMPLEMENTED):
            place = error.code.removeprefix(NOT_IMPLEMENTED).lstrip(": ").replace(f"{folder}/", "")
            return Failure(FailureKind.EXITED, f"not implemented yet: {_shortened(place)}")
        return Failure(FailureKind.EXITED, f"your code ended the program by sys.exit(){where}", trail)
    if isinstance(error, MemoryError):
        return Failure(FailureKind.OUT_OF_MEMORY, f"your code asked for more memory than it may have{where}", trail)
    if isinstance(error, RecursionError):
        text = "your code calls itself without end: does the recursion stop at a win, at a loss and at the depth?"
        return Failure(FailureKind.CRASHED, text + where, trail[-2:])
    text = _described(error).replace(f"{folder}{os.sep}", "")
    return Failure(FailureKind.CRASHED, _shortened(text) + where, trail)


def students_trail(error: BaseException, folder: Path) -> tuple[str, ...]:
    """The last of the student's own lines that led to an exception, the outermost first."""
    return tuple(
        f"{_place(frame)} in {frame.name}: {frame.line or ''}".rstrip(": ")
        for frame in _students_frames(error, folder)[-LONGEST_TRAIL:]
    )


def _students_frames(error: BaseException, folder: Path) -> list[traceback.FrameSummary]:
    return [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == folder]


def _place(frame: traceback.FrameSummary) -> str:
    return f"{Path(frame.filename).name}:{frame.lineno}"


def explain_loading(error: AgentError, folder: Path) -> Failure:
    """Why a file cannot be run at all. The error that stopped it is the cause of `error`."""
    cause = error.__cause__
    if cause is None or isinstance(cause, SyntaxError | OSError):
        return Failure(FailureKind.NOT_LOADED, _shortened(str(error).replace(f"{folder}/", "")))
    found = explain_exception(cause, folder)
    return Failure(FailureKind.NOT_LOADED, f"your file cannot be loaded: {found.text}", found.trail)


def explain_answer(agent: Any, answer: object, legal: Sequence[str]) -> str:
    """What is wrong with an answer that is none of the legal actions, and where the student wrote getAction."""
    where = answered_at(agent)
    return describe_answer(answer, legal) + (f" ({where[0].name}:{where[1]})" if where else "")


def _described(error: BaseException) -> str:
    try:
        text = in_students_words(with_public_names(str(error)))
    except Exception:  # a student's exception may fail to describe itself
        text = ""
    if isinstance(error, PacmanError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
