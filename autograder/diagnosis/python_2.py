"""What is left of Python 2 in a student's code, told by how it fails."""

import re
from typing import Final

from autograder.diagnosis.bugs import Named
from autograder.failures import Failure

PYTHON_2: Final = "a leftover of Python 2"

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
_NO_LIST: Final = "keys(), map(), filter(), zip() and range() are no lists any more: put list(…) around them"

# What Python says, and what is said of it; the groups of the pattern may be named in the words.
_LEFTOVERS: Final = (
    *((f"NameError: name '{old}' is not defined", f"{old} is {new} now") for old, new in _NAMES.items()),
    *((f"No module named '{old}'", f"the module {old} is {new} now") for old, new in _MODULES.items()),
    (r"has no attribute 'iter(keys|values|items)'", r"iter\1() is \1() now"),
    (r"has no attribute 'has_key'", "in place of d.has_key(k) write k in d"),
    (r"module 'sys' has no attribute 'maxint'", "sys.maxint is gone: use float('inf')"),
    (r"NameError: name 'cmp'|'cmp' is an invalid keyword|sort\(\) takes no positional", "sort by key=, not by cmp"),
    (rf"{_VIEW} (?:object is not subscriptable|object does not support|object has no attribute|has no)", _NO_LIST),
    (rf"unsupported operand type.* \+: .*{_VIEW}", _NO_LIST),
    (
        r"'[<>]=?' not supported between instances of (?:'NoneType' and '\w+'|'\w+' and 'NoneType')",
        "Python 2 let None be compared: does a function return nothing, or does a best value begin as None?",
    ),
    (
        r"'[<>]=?' not supported between instances of '(\w+)' and '(?!\1')(\w+)'",
        r"Python 2 let \1 and \2 be compared: is a number meant where something else stands?",
    ),
    (
        r"'float' object cannot be interpreted as an integer|list indices must be integers.* not float",
        "/ gives a fraction now: // divides whole numbers",
    ),
    (r"a file for Python 2 \((.*)\), and this is Python 3", r"\1: the tool 2to3 rewrites what is plain"),
    (r"TabError: ", "Python 2 mixed tabs and spaces: use spaces alone"),
)


def name_leftover(failure: Failure) -> Named | None:
    """The leftover behind a failure, if it is one."""
    for pattern, words in _LEFTOVERS:
        if found := re.search(pattern, failure.text):
            return Named(PYTHON_2, found.expand(words))
    return None
