"""Messages about errors in an agent's code, with the names that its author knows and without our files."""

import re
import reprlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from pacman.directions import ACTIONS
from pacman.packages import PACKAGES, ROOT

NOT_IMPLEMENTED: Final = "*** Method not implemented"  # the message with which a placeholder exits
# Patterns, which `re` compiles on first use: most processes of the grader need none of them.
_OUR_FOLDER: Final = rf"{re.escape(str(ROOT))}[/\\](?:{'|'.join(PACKAGES)})[/\\](?:\w+[/\\])*"
_OUR_FILE: Final = rf"{_OUR_FOLDER}.*|{re.escape(str(ROOT))}[/\\]run\.py|<string>"
_OUR_FRAME: Final = rf'(?m)^ +File "(?:{_OUR_FILE})", line \d+, in .*\n(?:    .*\n)*'
_OF_PYTHON_2: Final = (
    r"name '(?:xrange|raw_input|unicode|basestring|unichr|execfile|long|cmp|reduce)' is not defined.*"
    r"|'\w+' object has no attribute '(?:has_key|iteritems|iterkeys|itervalues)'.*"
)
_OUR_MODULE: Final = r"\bpacman\.(?:berkeley|directions|errors|game|layout|packed_state|state)\.(?:[a-z_]+\.)*(?=\w)"
_CLASS_OF_STATES: Final = r"\b(?:PackedState|BerkeleyNames|WritableNames|_?(?:Bare)?BerkeleyState)\b"
_PUBLIC_NAMES: Final = (
    (_OUR_FOLDER, ""),
    (_OUR_MODULE, ""),
    (_CLASS_OF_STATES, "GameState"),
    (_OF_PYTHON_2, r"\g<0> (Python 2 has it, Python 3 does not)"),
)


def with_public_names(text: str) -> str:
    """Replace the internal names of our modules, files and classes in a message by their public ones, as `util`."""
    for pattern, replacement in _PUBLIC_NAMES:
        text = re.sub(pattern, replacement, text)
    return text


def without_our_frames(printed: str) -> str:
    """Return printed output without the lines of tracebacks that belong to our code."""
    return with_public_names(re.sub(_OUR_FRAME, "", printed))


def describe_answer(answer: object, legal: Sequence[str], place: str = "here") -> str:
    """Return the message for a return value of getAction that is not a legal action."""
    if answer is None:
        return "getAction returned None (is a return missing?)"
    if not isinstance(answer, str):
        kind = type(answer).__name__
        article = "an" if kind[:1].lower() in "aeiou" else "a"
        return f"getAction returned {article} {kind} {_shown(answer)}; expected an action"
    known = (*legal, *ACTIONS) if set(legal) <= set(ACTIONS) else legal  # a fixed tree has actions of its own
    meant = next((name for name in known if name.casefold() == answer.strip().casefold() and name != answer), None)
    illegal = f"an illegal action {place}; legal: {', '.join(legal) or 'none'}"
    if meant is None:
        return f"getAction returned {_shown(answer)}, {illegal}"
    remark = "" if meant in legal else f" It is {illegal}"
    return f"getAction returned {_shown(answer)}; did you mean {meant!r}?{remark}"


def answered_at(agent: Any) -> tuple[Path, int] | None:
    """Return file and line of an agent's getAction; None for a built-in agent, or one without Python code."""
    code = getattr(getattr(agent, "getAction", None) or getattr(agent, "get_action", None), "__code__", None)
    if code is None or re.match(_OUR_FOLDER, code.co_filename):
        return None
    return Path(code.co_filename), code.co_firstlineno


def _shown(answer: object) -> str:
    """Return the repr of an arbitrary object in one short line."""
    try:
        return " ".join(reprlib.repr(answer).split())
    except Exception:  # the object's __repr__ is the author's code and may raise anything
        return "that cannot be shown"
