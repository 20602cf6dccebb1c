"""Mistakes that Python itself reports: findings from exceptions, independent of the search."""

import re
from collections.abc import Sequence
from typing import Final

from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding, Observation
from autograder.failures import Cause, CauseKind, Failure, FailureKind

_NONE: Final = r"(?:'NoneType' object|cannot unpack .* NoneType|unsupported .*'NoneType')"
_NUMBER: Final = r"(?:int|float|numpy\.float64)"

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
    (
        r"TypeError: '[<>]=?' not supported between instances of (?P<one>.+) and (?P=one)$",
        bug_names.NO_ORDER,
        "no order",
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
