"""Slips of the pen in a student's code, told by what Python says of them: they have nothing to do with the search."""

import re
from collections.abc import Sequence
from typing import Final

from autograder.child.tree_states import IN_WORDS
from autograder.diagnosis.advice import Named
from autograder.failures import Failure, FailureKind

UNKNOWN_NAME: Final = "a name that is not there"
NOTHING_RETURNED: Final = "a function returns nothing"
WRONG_ARGUMENTS: Final = "a function called with the wrong arguments"
MIXED_UP: Final = "a value and a pair mixed up"
ILLEGAL_ACTION: Final = "an action that is not legal where it is taken"
BEST_OF_NOTHING: Final = "the best of no actions at all"
NO_CALL: Final = "a function that is not called"
NOT_CALLABLE: Final = "a call of what is no function"
NO_ORDER: Final = "a comparison of what has no order"
NOT_LOADED: Final = "the file cannot be loaded"
TOO_SLOW: Final = "the search does not come to an end in time"

_NONE: Final = r"(?:'NoneType' object|cannot unpack .* NoneType|unsupported .*'NoneType')"
_NUMBER: Final = r"(?:int|float|numpy\.float64)"

# What is said, the name, and the key of the advice; the groups of the pattern are filled in there.
_SLIPS: Final = (
    (rf"(?:AttributeError|TypeError): {_NONE}", NOTHING_RETURNED, "returned nothing"),
    (r"(?:NameError|UnboundLocalError): .*?'(?P<name>\w+)'", UNKNOWN_NAME, "unknown name"),
    (r"AttributeError: .* has no attribute '(?P<name>\w+)'", UNKNOWN_NAME, "unknown name"),
    (
        r"TypeError: (?:[\w<>]+\.)*(?P<name>\w+)\(\) (?:missing \d+ required|takes (?:no arg|.* posi)|got )",
        WRONG_ARGUMENTS,
        "wrong arguments",
    ),
    (r"TypeError: .*'(?:builtin_function_or_)?(?:method|function)'", NO_CALL, "no call"),
    (r"TypeError: '(?P<name>[\w.]+)' object is not callable", NOT_CALLABLE, "not callable"),
    (
        rf"TypeError: '[<>]=?' not supported between instances of (?P<one>'\w+'|{IN_WORDS}) and (?P=one)",
        NO_ORDER,
        "no order",
    ),
    (rf"TypeError: (?:cannot unpack non-iterable {_NUMBER}|'{_NUMBER}' object is not)", MIXED_UP, "mixed up"),
    (r"TypeError: (?:unsupported operand|bad operand|can only concatenate tuple).*tuple", MIXED_UP, "mixed up"),
    (r"Illegal (?:ghost )?action ", ILLEGAL_ACTION, "illegal action"),
)
# The same of what may also come of a bug in the search.
_SYMPTOMS: Final = (
    (r"ValueError: (?:max|min)\(\) (?:arg is an empty|iterable argument is empty)", BEST_OF_NOTHING, "best of nothing"),
    (r"IndexError: ", "an index that is too large", "index"),
    (r"KeyError: (?P<name>.+?)(?: \(|$)", "a key that is not in the dictionary", "key"),
    (r"ValueError: (?:list\.remove|.* is not in list)", "an item that is not in the list", "item"),
    (r"ZeroDivisionError: ", "a division by zero", "zero"),
    (r"not implemented yet", "not implemented yet", "stub"),
    (r"no class (?P<name>\w+) in your file", "an agent is missing", "missing class"),
    (r"(?P<error>\w+(?:Error|Exception))\b", "the code crashes", "crash"),
)


def name_slip(failure: Failure) -> Named | None:
    """The slip behind a failure, if it is one."""
    return _named(failure, _SLIPS)


def name_unexplained(failure: Failure) -> Named | None:
    """A failure that may come of a bug in the search, and of none that is known."""
    if failure.kind is FailureKind.NOT_LOADED:
        return Named(NOT_LOADED, ("not loaded",))
    if failure.kind is FailureKind.QUESTION_OVER:  # it may have come to its end a moment later
        return None
    return Named(TOO_SLOW, ("too slow",)) if failure.is_late else _named(failure, _SYMPTOMS)


def _named(failure: Failure, patterns: Sequence[tuple[str, str, str]]) -> Named | None:
    text = failure.text.removeprefix("your file cannot be loaded: ")
    for pattern, name, key in patterns:
        if found := re.match(pattern, text):
            return Named(name, (key,), found.groupdict())
    return None
