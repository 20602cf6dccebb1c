"""Recognise leftovers of Python 2 in a student's code by the way it fails."""

import re
from typing import Final

from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding
from autograder.failures import Cause, CauseKind

_NAMES: Final = {
    "xrange": "range",
    "raw_input": "input",
    "unicode": "str",
    "basestring": "str",
    "long": "int",
    "unichr": "chr",
    "reduce": "functools.reduce",
    "file": "open",
}
_MODULES: Final = {
    "Queue": "queue",
    "cPickle": "pickle",
    "StringIO": "io",
    "Tkinter": "tkinter",
    "ConfigParser": "configparser",
    "urllib2": "urllib.request",
}
_VIEW: Final = "'(?:dict_keys|dict_values|dict_items|map|filter|zip|range)'"

# What Python says, and the key of what is said of it; the groups of the pattern are filled in there.
_LEFTOVERS: Final = (
    (rf"NameError: name '(?P<old>{'|'.join(_NAMES)})' is not defined", "renamed"),
    (rf"No module named '(?P<old>{'|'.join(_MODULES)})'", "renamed module"),
    (r"has no attribute 'iter(?P<name>keys|values|items)'", "iterators"),
    (r"has no attribute 'has_key'", "has_key"),
    (r"module 'sys' has no attribute 'maxint'|cannot import name 'maxint'|name 'maxint' is not defined", "maxint"),
    (r"exceptions must derive from BaseException", "raised text"),
    (r"unsupported operand type\(s\) for >>: 'builtin_function_or_method'", "print to a file"),
    (r"module 'string' has no attribute '(?P<name>uppercase|lowercase|letters)'", "letters"),
    (r"NameError: name 'cmp'|'cmp' is an invalid keyword|sort\(\) takes no positional", "cmp"),
    (rf"{_VIEW} (?:object is not subscriptable|object does not support|object has no attribute|has no)", "no lists"),
    (rf"unsupported operand type.* \+: .*{_VIEW}", "no lists"),
    (
        r"'[<>]=?' not supported between instances of (?:'NoneType' and '\w+'|'\w+' and 'NoneType')",
        "None compared",
    ),
    (
        r"'[<>]=?' not supported between instances of '(?P<one>\w+)' and '(?!(?P=one)')(?P<other>\w+)'",
        "types compared",
    ),
    (
        r"'float' object cannot be interpreted as an integer|list indices must be integers.* not float",
        "fractions",
    ),
)


def name_leftover(cause: Cause) -> Finding | None:
    """Return the leftover of Python 2 that is the cause of a failure; None for any other cause."""
    if cause.kind is CauseKind.PYTHON_2:
        return Finding(bug_names.PYTHON_2, ("2to3",), {"what": cause.detail})
    if cause.kind is not CauseKind.EXCEPTION:
        return None
    for pattern, key in _LEFTOVERS:
        if found := re.search(pattern, cause.detail):
            values = found.groupdict()
            if "old" in values:
                values["new"] = {**_NAMES, **_MODULES}[values["old"]]
            return Finding(bug_names.PYTHON_2, (key,), values)
    return None
