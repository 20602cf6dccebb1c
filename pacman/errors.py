"""The family of errors this product raises for a caller's or a user's mistake, and the words for what went wrong.

Each message says which thing, where, and what was possible, in one line: the command line prints it as it is.
"""

import difflib
import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path

from pacman.agent_code.error_messages import with_public_names

_JOINERS = "\u200c\u200d"  # names in Persian and in scripts of India are spelled with them
_ROOT = Path(__file__).resolve().parent.parent
_PYTHON = Path(os.__file__).parent
_COMMON_ENDINGS = ("agent", "ghost", ".lay")
_NEAR = 0.65  # --timeout is not near --out
_PACKAGES = ("pacman", "agents", "jobs", "experiments", "autograder", "commands")


class PacmanError(ValueError):
    """Root of the family: something handed to us was wrong."""


class InternalError(Exception):
    """A fault of this product, not of its caller: no answer can be given."""


class LayoutError(PacmanError):
    """A maze that cannot be played, or a layout that cannot be found."""


class IllegalActionError(PacmanError):
    """An action that the rules do not offer to this agent in this state."""


class AgentError(PacmanError):
    """An agent that cannot be found, loaded or made."""


class DisplayError(PacmanError):
    """Something that cannot be shown or drawn: no screen, no pygame, a picture that cannot be written."""


class ReplayError(PacmanError):
    """A replay file that cannot be read, or that does not replay to what it says."""


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """The message for an unknown name: it suggests the nearest known one, or lists all of them."""
    return f"unknown {kind} {name!r}; {hint(name, known)}"


def hint(name: str, known: Iterable[str]) -> str:
    """The nearest known name, or all of them."""
    names = sorted(known)
    near = nearest(name, names)
    return f"did you mean {near!r}?" if near else f"known: {', '.join(names) or 'none'}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant; None if nothing is near, or two are equally so."""
    found = sorted(((_likeness(name.lower(), other.lower()), other) for other in known), reverse=True)
    is_clear = found and found[0][0] >= _NEAR and (len(found) == 1 or found[0][0] > found[1][0])
    return found[0][1] if is_clear else None


def _likeness(name: str, other: str) -> float:
    """From 0 to 1. Where only one of the names has a common ending, the slip may be in it."""
    stems = _stem(name), _stem(other)
    has_slip = (stems[0] == name) != (stems[1] == other)
    pairs = [stems, (name, other)] if has_slip else [stems]
    return max(difflib.SequenceMatcher(a=theirs, b=given).ratio() for given, theirs in pairs)


def _stem(name: str) -> str:
    """What tells names apart: LeftTurnAgent is not near ReflexAgent because both are agents."""
    return next((name.removesuffix(end) for end in _COMMON_ENDINGS if name.endswith(end) and name != end), name)


def one_line(text: str) -> str:
    """What others wrote, in signs that print: whoever names a file or words an error adds no lines to a report."""
    return text if text.isprintable() else "".join(" " if sign.isspace() else _visible(sign) for sign in text)


def plain_text(text: str) -> str:
    """What others wrote, in signs that print, line breaks and tabs: it steers no terminal."""
    return text if text.isprintable() else "".join(sign if sign in "\n\t" else _visible(sign) for sign in text)


def _visible(sign: str) -> str:
    return sign if sign.isprintable() or sign in _JOINERS else "�"


def describe_crash(error: BaseException) -> str:
    """One line for an exception an agent raised: the error, and the last line of the author's code that led to it."""
    if isinstance(error, SystemExit):
        text = error.code if isinstance(error.code, str) else f"the agent ended the program by exit({error.code})"
    elif isinstance(error, PacmanError):
        text = str(error)
    else:
        text = "".join(traceback.format_exception_only(error)).strip().replace("\n", " ")
        text = text.removeprefix(f"{type(error).__module__}.")  # the module of the exception's class says nothing
    text = with_public_names(text)
    place = place_of(author_frames(error))
    return f"{text} ({place})" if place else text


def author_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of a traceback in an author's code: neither in our packages nor in Python's own."""
    return _of_authors(traceback.extract_tb(error.__traceback__))


def author_frames_of_thread(ident: int | None) -> list[traceback.FrameSummary]:
    """The frames of an author's code that a thread is in at present."""
    frame = sys._current_frames().get(ident or 0)
    return _of_authors(traceback.extract_stack(frame)) if frame else []


def place_of(frames: Sequence[traceback.FrameSummary]) -> str | None:
    """The line that a traceback ends at, as `file.py:12`."""
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else None


def _of_authors(frames: Iterable[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    return [frame for frame in frames if not _is_ours_or_pythons(Path(frame.filename))]


def _is_ours_or_pythons(path: Path) -> bool:
    is_pythons = _PYTHON in path.parents and "site-packages" not in path.parts
    return is_pythons or str(path).startswith("<frozen ") or any(_ROOT / name in path.parents for name in _PACKAGES)
