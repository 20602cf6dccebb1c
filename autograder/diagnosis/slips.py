"""Slips of the pen in a student's code, told by what Python says of them: they have nothing to do with the search."""

import re
from typing import Final

from autograder.diagnosis.advice import Named
from autograder.failures import Failure

UNKNOWN_NAME: Final = "a name that is not there"
NOTHING_RETURNED: Final = "a function returns nothing"
WRONG_ARGUMENTS: Final = "a function called with the wrong arguments"
MIXED_UP: Final = "a value and a pair mixed up"
ILLEGAL_ACTION: Final = "an action that is not legal where it is taken"
BEST_OF_NOTHING: Final = "the best of no actions at all"

_NONE: Final = r"(?:'NoneType' object|cannot unpack .* NoneType|unsupported .*'NoneType')"
_NUMBER: Final = r"(?:int|float|numpy\.float64)"

# What is said, the name, and the key of the advice; the groups of the pattern are filled in there.
_SLIPS: Final = (
    (rf"(?:AttributeError|TypeError): {_NONE}", NOTHING_RETURNED, "returned nothing"),
    (r"(?:NameError|UnboundLocalError): .*?'(?P<name>\w+)'", UNKNOWN_NAME, "unknown name"),
    (r"AttributeError: .* has no attribute '(?P<name>\w+)'", UNKNOWN_NAME, "unknown name"),
    (
        r"TypeError: (?:[\w<>]+\.)*(?P<name>\w+)\(\) (?:missing \d+ required|takes .* positional|got )",
        WRONG_ARGUMENTS,
        "wrong arguments",
    ),
    (rf"TypeError: (?:cannot unpack non-iterable {_NUMBER}|'{_NUMBER}' object is not)", MIXED_UP, "mixed up"),
    (r"TypeError: (?:unsupported operand|bad operand|can only concatenate tuple).*tuple", MIXED_UP, "mixed up"),
    (r"Illegal (?:ghost )?action ", ILLEGAL_ACTION, "illegal action"),
)
_OF_NOTHING: Final = re.compile(r"ValueError: (?:max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)")


def name_slip(failure: Failure) -> Named | None:
    """The slip behind a failure, if it is one."""
    text = failure.text.removeprefix("your file cannot be loaded: ")
    for pattern, name, key in _SLIPS:
        if found := re.match(pattern, text):
            return Named(name, (key,), found.groupdict())
    return None


def name_unexplained(failure: Failure) -> Named | None:
    """A crash that may come of a bug in the search, and of none that is known."""
    return Named(BEST_OF_NOTHING, ("best of nothing",)) if _OF_NOTHING.match(failure.text) else None
