"""From what went wrong in a student's code to the name of the bug, where the words alone tell it."""

import re
from typing import Final, NamedTuple

from autograder.child.tree_states import IN_WORDS
from autograder.diagnosis.advice import Named
from autograder.diagnosis.bugs import OWN_EVALUATION
from autograder.diagnosis.python_2 import name_leftover
from autograder.diagnosis.slips import UNKNOWN_NAME, name_slip
from autograder.failures import Failure
from pacman.state import GameState


class _Frame(NamedTuple):
    """A line of the student's that led to a failure, as `Failure.trail` has it."""

    place: str
    function: str
    code: str


NOT_GENERAL: Final = "the search asks for what only Pacman's board has"
NO_ACTION: Final = "getAction returns no action"
ENDLESS: Final = "the recursion does not end"

_FRAME: Final = re.compile(r"(?P<place>.+?:\d+) in (?P<function>[^\s:]+)(?:: (?P<code>.*))?")
_MISSING: Final = re.compile(rf"AttributeError: {IN_WORDS} has no (?P<name>\w+):")
_ANSWERED: Final = re.compile(r"getAction returned (?:(?:an? )?(?P<kind>\w+)(?= )|')")
_GENERAL: Final = {  # what a search should have called
    "getLegalPacmanActions": "getLegalActions(0)",
    "generatePacmanSuccessor": "generateSuccessor(0, action)",
    "getPacmanNextState": "generateSuccessor(0, action)",
}


def name_failure(failure: Failure) -> Named | None:
    """The bug behind a failure, if its words tell it."""
    for name in (name_leftover, _foreign_call, _endless, name_slip):
        if named := name(failure):
            return named
    return name_answer(failure.text)


def name_answer(remark: str) -> Named | None:
    """The bug behind an answer that is no action, from what is said of it."""
    found = _ANSWERED.match(remark)
    return Named(NO_ACTION, (_NO_ACTIONS.get(found["kind"] or "", "answered otherwise"),)) if found else None


_NO_ACTIONS: Final = {
    "None": "answered nothing",
    **dict.fromkeys(("float", "int", "float64", "int64", "bool"), "answered a value"),
    **dict.fromkeys(("tuple", "list", "dict"), "answered a pair"),
}


def _endless(failure: Failure) -> Named | None:
    if failure.text.startswith("your code calls itself without end"):
        return Named(ENDLESS, ("endless",))
    return None


def _foreign_call(failure: Failure) -> Named | None:
    """A tree of the cases has no board. What asks for one is an evaluation, or a search that is not general."""
    found = _MISSING.match(failure.text)
    frames = _frames(failure)
    if not found or not frames:
        return None
    name, here = found["name"], frames[-1]
    values = {"place": here.place, "name": name}
    if name in _GENERAL:
        return Named(NOT_GENERAL, ("not general",), {**values, "instead": _GENERAL[name]})
    if not hasattr(GameState, name):
        return Named(UNKNOWN_NAME, ("unknown name",), values)
    before = [frame for frame in frames if frame.function != here.function]
    if not before or not re.search(r"\w\(", before[-1].code):
        return Named(OWN_EVALUATION, ("own evaluation",), values)
    values |= {"caller": before[-1].place, "function": here.function}
    is_set = re.search(r"\bself\.evaluationFunction\(", before[-1].code)
    return Named(OWN_EVALUATION, (f"own evaluation by {'the constructor' if is_set else 'name'}",), values)


def _frames(failure: Failure) -> list[_Frame]:
    found = filter(None, map(_FRAME.fullmatch, failure.trail))
    return [_Frame(match["place"], match["function"], match["code"] or "") for match in found]
