"""Name the bug behind a failure of a student's code if its cause identifies it."""

import re
from typing import Final

from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding
from autograder.diagnosis.python_2 import name_leftover
from autograder.diagnosis.python_errors import name_mistake
from autograder.failures import Cause, CauseKind, Failure
from pacman.state import GameState

_GENERAL: Final = {  # what a search should have called
    "getLegalPacmanActions": "getLegalActions(0)",
    "generatePacmanSuccessor": "generateSuccessor(0, action)",
    "getPacmanNextState": "generateSuccessor(0, action)",
}


def name_failure(failure: Failure) -> Finding | None:
    """Return the bug behind a failure; None if its cause does not identify one."""
    cause = failure.cause
    if cause is None:
        return None
    if cause.kind is CauseKind.ENDLESS_RECURSION:
        return Finding(bug_names.ENDLESS_RECURSION, ("endless",))
    if cause.kind is CauseKind.WRONG_ANSWER:
        return Finding(bug_names.NO_ACTION, (_WRONG_ANSWERS.get(cause.detail, "answered otherwise"),))
    if cause.kind is CauseKind.NOT_ON_TREES:
        return _foreign_call(cause)
    return name_leftover(cause) or name_mistake(cause)


_WRONG_ANSWERS: Final = {  # by the type of the value
    "NoneType": "answered nothing",
    **dict.fromkeys(("float", "int", "float64", "int64", "bool"), "answered a value"),
    **dict.fromkeys(("tuple", "list", "dict"), "answered a pair"),
}


def _foreign_call(cause: Cause) -> Finding | None:
    """Name the bug of code that asks a fixed tree for a board: an evaluation, or a search that is not general."""
    if not cause.frames:
        return None
    name, here = cause.detail, cause.frames[-1]
    values = {"place": here.place, "name": name}
    if name in _GENERAL:
        return Finding(bug_names.NOT_GENERAL, ("not general",), {**values, "instead": _GENERAL[name]})
    if not hasattr(GameState, name):
        return Finding(bug_names.UNKNOWN_NAME, ("unknown name",), values)
    before = [frame for frame in cause.frames if frame.function != here.function]
    if not before or not re.search(r"\w\(", before[-1].code):
        return Finding(bug_names.OWN_EVALUATION, ("own evaluation",), values)
    values |= {"caller": before[-1].place, "function": here.function}
    is_set = re.search(r"\bself\.evaluationFunction\(", before[-1].code)
    return Finding(bug_names.OWN_EVALUATION, (f"own evaluation by {'the constructor' if is_set else 'name'}",), values)
