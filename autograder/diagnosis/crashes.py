"""From what went wrong in a student's code to the name of the bug, where the words alone tell it."""

import re
from typing import Final, NamedTuple

from autograder.child.tree_states import IN_WORDS
from autograder.diagnosis.bugs import Named
from autograder.diagnosis.python_2 import name_leftover
from autograder.failures import Failure


class _Frame(NamedTuple):
    """A line of the student's that led to a failure, as `Failure.trail` has it."""

    place: str
    function: str
    code: str


OWN_EVALUATION: Final = "an evaluation of its own instead of self.evaluationFunction"
NOT_GENERAL: Final = "the search asks for what only Pacman's board has"
NO_ACTION: Final = "getAction returns no action"
ENDLESS: Final = "the recursion does not end"

_FRAME: Final = re.compile(r"(?P<place>\S+:\d+) in (?P<function>[^\s:]+)(?:: (?P<code>.*))?")
_MISSING: Final = re.compile(rf"AttributeError: {IN_WORDS} has no (?P<name>\w+):")
_ANSWERED: Final = re.compile(r"getAction returned (?:an? )?(?P<kind>\w+)(?= )")
_GENERAL: Final = {  # what a search should have called
    "getLegalPacmanActions": "getLegalActions(0)",
    "generatePacmanSuccessor": "generateSuccessor(0, action)",
    "getPacmanNextState": "generateSuccessor(0, action)",
}


def name_failure(failure: Failure) -> Named | None:
    """The bug behind a failure, if its words tell it."""
    for name in (name_leftover, _foreign_call, _endless):
        if named := name(failure):
            return named
    return name_answer(failure.text)


def name_answer(remark: str) -> Named | None:
    """The bug behind an answer that is no action, from what is said of it."""
    found = _ANSWERED.match(remark)
    advice = found and _NO_ACTIONS.get(found["kind"], "" if remark.startswith("getAction returned '") else _OTHERWISE)
    return Named(NO_ACTION, advice) if advice else None


_OTHERWISE: Final = "return one of the legal actions, as getLegalActions gives them"
_VALUE: Final = "that is a value: return the action that has it"
_PAIR: Final = "the search returns several things together: take the action out of them"
_NO_ACTIONS: Final = {
    "None": "every way through getAction needs a return, and the best action must be kept where it is found",
    **dict.fromkeys(("float", "int", "float64", "int64", "bool"), _VALUE),
    **dict.fromkeys(("tuple", "list", "dict"), _PAIR),
}


def _endless(failure: Failure) -> Named | None:
    if failure.text.startswith("your code calls itself without end"):
        return Named(ENDLESS, "it must stop at a win, at a loss and at the depth, and go on with the successor")
    return None


def _foreign_call(failure: Failure) -> Named | None:
    """A tree of the cases has no board. What asks for one is an evaluation, or a search that is not general."""
    found = _MISSING.match(failure.text)
    frames = _frames(failure)
    if not found or not frames:
        return None
    name, here = found["name"], frames[-1]
    if name in _GENERAL:
        return Named(NOT_GENERAL, f"{here.place} calls {name}; call {_GENERAL[name]}")
    before = [frame for frame in frames if frame.function != here.function]
    if not before or not re.search(r"\w\(", before[-1].code):
        return Named(OWN_EVALUATION, f"{here.place} asks for {name}; a leaf is worth self.evaluationFunction(state)")
    caller = before[-1]
    if re.search(r"\bself\.evaluationFunction\(", caller.code):
        what = f"it is {here.function} when {caller.place} calls it ({here.place} asks for {name})"
        return Named(
            OWN_EVALUATION, f"{what}: keep the evalFn that the constructor is given, whose default is the score"
        )
    what = f"{caller.place} goes by {here.function} ({here.place} asks for {name})"
    return Named(OWN_EVALUATION, f"{what}; a leaf is worth self.evaluationFunction(state)")


def _frames(failure: Failure) -> list[_Frame]:
    found = filter(None, map(_FRAME.fullmatch, failure.trail))
    return [_Frame(match["place"], match["function"], match["code"] or "") for match in found]
