"""Messages about errors in an agent's code, with the names that its author knows and without our files."""

import re
import reprlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from pacman.directions import ACTIONS

NOT_IMPLEMENTED: Final = "*** Method not implemented"  # how a placeholder ends the program
_ROOT = Path(__file__).resolve().parents[2]
_PACKAGES = ("pacman", "agents", "jobs", "experiments", "autograder", "commands")
_OUR_FOLDER: Final = re.compile(rf"{re.escape(str(_ROOT))}[/\\](?:{'|'.join(_PACKAGES)})[/\\](?:\w+[/\\])*")
_OUR_FILE: Final = rf"{_OUR_FOLDER.pattern}.*|{re.escape(str(_ROOT))}[/\\]run\.py|<string>"
_OUR_FRAME: Final = re.compile(rf'^ +File "(?:{_OUR_FILE})", line \d+, in .*\n(?:    .*\n)*', re.MULTILINE)
_OF_PYTHON_2: Final = re.compile(
    r"name '(?:xrange|raw_input|unicode|basestring|unichr|execfile|long|cmp|reduce)' is not defined.*"
    r"|'\w+' object has no attribute '(?:has_key|iteritems|iterkeys|itervalues)'.*"
)
_OUR_MODULE: Final = re.compile(
    r"\bpacman\.(?:berkeley|directions|errors|game|layout|packed_state|state)\.(?:[a-z_]+\.)*(?=\w)"
)
_CLASS_OF_STATES: Final = re.compile(r"\b(?:PackedState|BerkeleyNames|WritableNames|_?(?:Bare)?BerkeleyState)\b")


def with_public_names(text: str) -> str:
    """What Python says of our modules, files and classes, by their public names: `util`, not where we keep it."""
    words = _CLASS_OF_STATES.sub("GameState", _OUR_MODULE.sub("", _OUR_FOLDER.sub("", text)))
    return _OF_PYTHON_2.sub(r"\g<0> (Python 2 has it, Python 3 does not)", words)


def without_our_frames(printed: str) -> str:
    """What an agent's code has printed, tracebacks perhaps, without the lines that lead through our code."""
    return with_public_names(_OUR_FRAME.sub("", printed))


def describe_answer(answer: object, legal: Sequence[str], place: str = "here") -> str:
    """What is wrong with an answer of getAction that is none of the legal actions."""
    if answer is None:
        return "getAction returned None (is a return missing?)"
    if not isinstance(answer, str):
        kind = type(answer).__name__
        article = "an" if kind[:1].lower() in "aeiou" else "a"
        return f"getAction returned {article} {kind} {_shown(answer)}; expected an action"
    known = (*legal, *ACTIONS) if set(legal) <= set(ACTIONS) else legal  # a tree has actions of its own
    meant = next((name for name in known if name.casefold() == answer.strip().casefold() and name != answer), None)
    illegal = f"an illegal action {place}; legal: {', '.join(legal) or 'none'}"
    if meant is None:
        return f"getAction returned {_shown(answer)}, {illegal}"
    remark = "" if meant in legal else f" It is {illegal}"
    return f"getAction returned {_shown(answer)}; did you mean {meant!r}?{remark}"


def answered_at(agent: Any) -> tuple[Path, int] | None:
    """Where an author wrote the getAction of an agent, file and line; None for one of ours, or one without lines."""
    code = getattr(getattr(agent, "getAction", None) or getattr(agent, "get_action", None), "__code__", None)
    if code is None or _OUR_FOLDER.match(code.co_filename):
        return None
    return Path(code.co_filename), code.co_firstlineno


def _shown(answer: object) -> str:
    """An answer that may be anything, in one short line."""
    try:
        return " ".join(reprlib.repr(answer).split())
    except Exception:  # an object that does not want to be shown
        return "that cannot be shown"
