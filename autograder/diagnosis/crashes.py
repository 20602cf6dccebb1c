"""Name the bug behind a failure of a student's code by its cause: wrong answers, exceptions, leftovers of Python 2."""

import re
from collections.abc import Sequence
from typing import Final

from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding, Observation
from autograder.failures import Cause, CauseKind, Failure, FailureKind
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
    return _name_leftover(cause) or name_mistake(cause)


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


# -- mistakes that Python itself reports -------------------------------------------------------------------------------

_NONE: Final = r"(?:'NoneType' object|cannot unpack .* NoneType|unsupported .*'NoneType')"
_NUMBER: Final = r"(?:int|float|numpy\.float64)"
_NOT_COMPARED: Final = r"TypeError: '[<>]=?' not supported between instances of"

# Python's description of an exception, the name, and the key of the advice, into which the groups are filled.
_MISTAKES: Final = (
    (rf"(?:AttributeError|TypeError): {_NONE}", bug_names.NOTHING_RETURNED, "returned nothing"),
    (r"(?:NameError|UnboundLocalError): .*?'(?P<name>\w+)'", bug_names.UNKNOWN_NAME, "unknown name"),
    (r"AttributeError: .* has no attribute '(?P<name>\w+)'", bug_names.UNKNOWN_NAME, "unknown name"),
    (
        r"TypeError: (?:[\w<>]+\.)*(?P<name>\w+)\(\) (?:missing \d+ required|takes (?:no arg|.* posi)|got )",
        bug_names.WRONG_ARGUMENTS,
        "wrong arguments",
    ),
    (r"TypeError: .*'(?:builtin_function_or_)?(?:method|function)'", bug_names.NOT_CALLED, "no call"),
    (r"TypeError: '(?P<name>[\w.]+)' object is not callable", bug_names.NOT_CALLABLE, "not callable"),
    (rf"{_NOT_COMPARED} (?:'NoneType' and |.* and 'NoneType')", bug_names.NO_ORDER, "None compared"),
    (rf"{_NOT_COMPARED} (?P<one>.+) and (?P=one)$", bug_names.NO_ORDER, "no order"),
    (rf"{_NOT_COMPARED} (?:'tuple' and '{_NUMBER}'|'{_NUMBER}' and 'tuple')", bug_names.VALUE_AND_PAIR, "mixed up"),
    (rf"{_NOT_COMPARED} '(?P<one>[\w.]+)' and '(?P<other>[\w.]+)'", bug_names.NO_ORDER, "types compared"),
    (
        r"TypeError: (?:'float' object cannot be interpreted as an integer|\w+ indices must be integers.* not '?float)",
        bug_names.NOT_WHOLE,
        "fractions",
    ),
    (
        rf"TypeError: (?:cannot unpack non-iterable {_NUMBER}|'{_NUMBER}' object is not)",
        bug_names.VALUE_AND_PAIR,
        "mixed up",
    ),
    (
        r"TypeError: (?:unsupported operand|bad operand|can only concatenate tuple).*tuple",
        bug_names.VALUE_AND_PAIR,
        "mixed up",
    ),
)
# The same of what may also come of a bug in the search.
_SYMPTOMS: Final = (
    (
        r"ValueError: (?:max|min)\(\) (?:arg is an empty|iterable argument is empty)",
        bug_names.BEST_OF_NOTHING,
        "best of nothing",
    ),
    (r"IndexError: ", bug_names.INDEX_TOO_LARGE, "index"),
    (r"KeyError: (?P<name>.+)", bug_names.MISSING_KEY, "key"),
    (r"ValueError: (?:list\.remove|.* is not in list)", bug_names.MISSING_ITEM, "item"),
    (r"(?P<error>\w+(?:Error|Exception))\b", bug_names.CRASH, "crash"),
)


def name_mistake(cause: Cause) -> Finding | None:
    """Return the mistake that is the cause of a failure; None if the cause may as well come of a bug in the search."""
    if cause.kind is CauseKind.ILLEGAL_ACTION:
        return Finding(bug_names.ILLEGAL_ACTION, ("illegal action",))
    return _named(cause, _MISTAKES)


def name_unexplained(failure: Failure, is_search: bool) -> Finding | None:
    """Return a name for a failure that no known bug of a search explains; `is_search`: the agent is a search."""
    cause = failure.cause
    if failure.kind is FailureKind.NOT_LOADED:
        has_tabs = cause is not None and cause.exception == "TabError"
        return Finding(bug_names.NOT_LOADED, ("tabs" if has_tabs else "not loaded",))
    if failure.is_late or cause is None:
        return None
    if cause.kind is CauseKind.NOT_IMPLEMENTED:
        return Finding(bug_names.NOT_IMPLEMENTED, ("stub",))
    if cause.kind is CauseKind.MISSING_CLASS:
        return Finding(bug_names.AGENT_MISSING, ("missing class",), {"name": cause.detail})
    if cause.exception == "ZeroDivisionError":
        key = "zero in a search" if is_search and not _is_in_evaluation(cause) else "zero"
        return Finding(bug_names.DIVISION_BY_ZERO, (key,))
    return _named(cause, _SYMPTOMS)


def is_stub(cause: Cause | None) -> bool:
    """True for code that ends at a stub: util.raiseNotDefined() or a NotImplementedError."""
    if cause is None:
        return False
    return cause.kind is CauseKind.NOT_IMPLEMENTED or cause.exception == "NotImplementedError"


def observe_failure(failure: Failure) -> Observation | None:
    """Return the observation that a search was too slow; None for any other failure."""
    is_slow = failure.is_late and failure.kind is not FailureKind.QUESTION_OVER
    return Observation("too slow") if is_slow else None


def _is_in_evaluation(cause: Cause) -> bool:
    """True if the line that failed is in an evaluation function."""
    return any(re.search("[eE]val", frame.function) for frame in cause.frames[-1:])


def _named(cause: Cause, patterns: Sequence[tuple[str, str, str]]) -> Finding | None:
    if cause.kind is not CauseKind.EXCEPTION:
        return None
    for pattern, name, key in patterns:
        if found := re.match(pattern, cause.detail):
            return Finding(name, (key,), found.groupdict())
    return None


# -- leftovers of Python 2 ---------------------------------------------------------------------------------------------

_RENAMED: Final = {
    "xrange": "range",
    "raw_input": "input",
    "unicode": "str",
    "basestring": "str",
    "long": "int",
    "unichr": "chr",
    "reduce": "functools.reduce",
    "file": "open",
}
_RENAMED_MODULES: Final = {
    "Queue": "queue",
    "cPickle": "pickle",
    "StringIO": "io",
    "Tkinter": "tkinter",
    "ConfigParser": "configparser",
    "urllib2": "urllib.request",
}
_VIEW: Final = "'(?:dict_keys|dict_values|dict_items|map|filter|zip|range)'"

# Python's description of an exception, and the key of the advice, into which the groups are filled.
_LEFTOVERS: Final = (
    (rf"NameError: name '(?P<old>{'|'.join(_RENAMED)})' is not defined", "renamed"),
    (rf"No module named '(?P<old>{'|'.join(_RENAMED_MODULES)})'", "renamed module"),
    (r"has no attribute 'iter(?P<name>keys|values|items)'", "iterators"),
    (r"has no attribute 'has_key'", "has_key"),
    (r"module 'sys' has no attribute 'maxint'|cannot import name 'maxint'|name 'maxint' is not defined", "maxint"),
    (r"exceptions must derive from BaseException", "raised text"),
    (r"unsupported operand type\(s\) for >>: 'builtin_function_or_method'", "print to a file"),
    (r"module 'string' has no attribute '(?P<name>uppercase|lowercase|letters)'", "letters"),
    (r"NameError: name 'cmp'|'cmp' is an invalid keyword|sort\(\) takes no positional", "cmp"),
    (rf"{_VIEW} (?:object is not subscriptable|object does not support|object has no attribute|has no)", "no lists"),
    (rf"unsupported operand type.* \+: .*{_VIEW}", "no lists"),
)


def _name_leftover(cause: Cause) -> Finding | None:
    """Return the leftover of Python 2 that is the cause of a failure; None for any other cause."""
    if cause.kind is CauseKind.PYTHON_2:
        return Finding(bug_names.PYTHON_2, ("2to3",), {"what": cause.detail})
    if cause.kind is not CauseKind.EXCEPTION:
        return None
    for pattern, key in _LEFTOVERS:
        if found := re.search(pattern, cause.detail):
            values = found.groupdict()
            if "old" in values:
                values["new"] = {**_RENAMED, **_RENAMED_MODULES}[values["old"]]
            return Finding(bug_names.PYTHON_2, (key,), values)
    return None
