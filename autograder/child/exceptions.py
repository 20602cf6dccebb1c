"""Describe exceptions in a student's code, with the student's own lines that led to them."""

import os
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from autograder.child.tree_states import TreeState, in_students_words
from autograder.failures import Cause, CauseKind, Failure, FailureKind, Frame, worded
from pacman.agent_code.error_messages import NOT_IMPLEMENTED, answered_at, describe_answer, with_public_names
from pacman.errors import MOST_FRAMES, AgentError, GameOverError, IllegalActionError, PacmanError, Python2Error, cut_off

LONGEST_TEXT: Final = 500
LONGEST_TRAIL: Final = 6


def explain_exception(error: BaseException, folder: Path) -> Failure:
    """Return the failure that describes an exception to the student, whose code is in `folder`."""
    frames = students_frames(error, folder)
    trail, cause = tuple(map(str, frames)), cause_of(error, frames)
    where = "".join(f" ({frame.place})" for frame in frames[-1:])
    if cause.kind is CauseKind.NOT_IMPLEMENTED:
        stub = cause._replace(detail=cut_off(cause.detail.replace(f"{folder}/", ""), LONGEST_TEXT))
        return worded(FailureKind.EXITED, stub)
    if cause.kind is CauseKind.EXIT:
        return worded(FailureKind.EXITED, cause, trail)
    if cause.kind is CauseKind.MEMORY:
        return worded(FailureKind.OUT_OF_MEMORY, cause, trail)
    if cause.kind is CauseKind.ENDLESS_RECURSION:
        text = "your code calls itself without end: does the recursion stop at a win, at a loss and at the depth?"
        return Failure(FailureKind.CRASHED, text + where, trail[-2:], cause)
    text = _described(error).replace(f"{folder}{os.sep}", "")
    return Failure(FailureKind.CRASHED, cut_off(text, LONGEST_TEXT) + where, trail, cause)


def cause_of(error: BaseException, frames: tuple[Frame, ...] = ()) -> Cause:
    """Return the cause of a failure by the exception that the student's code raised."""
    if isinstance(error, SystemExit):
        if isinstance(error.code, str) and error.code.startswith(NOT_IMPLEMENTED):
            return Cause(CauseKind.NOT_IMPLEMENTED, error.code.removeprefix(NOT_IMPLEMENTED).lstrip(": "))
        return Cause(CauseKind.EXIT, frames=frames)
    if isinstance(error, MemoryError):
        return Cause(CauseKind.MEMORY, frames=frames)
    if isinstance(error, RecursionError):
        return Cause(CauseKind.ENDLESS_RECURSION)
    if isinstance(error, IllegalActionError) and not isinstance(error, GameOverError):
        return Cause(CauseKind.ILLEGAL_ACTION)
    # Of the exact types alone: attributes of a student's own class may run any code.
    if type(error) is AttributeError and type(error.obj) is TreeState and type(error.name) is str:
        return Cause(CauseKind.NOT_ON_TREES, error.name, frames)
    return Cause(CauseKind.EXCEPTION, cut_off(_described(error), LONGEST_TEXT), frames)


def students_frames(error: BaseException, folder: Path) -> tuple[Frame, ...]:
    """Return the innermost of the student's own frames in a traceback, outermost first."""
    innermost = traceback.extract_tb(error.__traceback__, limit=-MOST_FRAMES)
    frames = [frame for frame in innermost if Path(frame.filename).parent == folder]
    return tuple(
        Frame(f"{Path(frame.filename).name}:{frame.lineno}", frame.name, frame.line or "")
        for frame in frames[-LONGEST_TRAIL:]
    )


def explain_loading(error: AgentError, folder: Path) -> Failure:
    """Return the failure of loading a file: the line that cannot be parsed, or the exception that its code raised."""
    cause = error.__cause__ or error
    if not isinstance(cause, SyntaxError) or Path(cause.filename or "").parent != folder:
        return explain_exception(cause, folder)
    found = cut_off(f"{type(cause).__name__}: {cause.msg}", LONGEST_TEXT)
    frames = (Frame(f"{Path(cause.filename or '').name}:{cause.lineno or 1}", ""),)
    if isinstance(error, Python2Error):
        return worded(FailureKind.NOT_LOADED, Cause(CauseKind.PYTHON_2, error.sign, frames, found))
    return worded(FailureKind.NOT_LOADED, Cause(CauseKind.SYNTAX, found, frames))


def explain_answer(agent: Any, answer: object, legal: Sequence[str]) -> Failure:
    """Return the failure for an illegal return value of getAction; its text names file and line of getAction."""
    where = answered_at(agent)
    text = describe_answer(answer, legal) + (f" ({where[0].name}:{where[1]})" if where else "")
    return Failure(FailureKind.CRASHED, text, cause=Cause(CauseKind.WRONG_ANSWER, type(answer).__name__))


def _described(error: BaseException) -> str:
    try:
        text = in_students_words(with_public_names(str(error)))
    except Exception:  # a student's exception may fail to describe itself
        text = ""
    if isinstance(error, PacmanError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
