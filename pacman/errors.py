"""Exceptions for mistakes of a caller or a user, and helpers that word their messages.

Each message is one line that names the wrong value, its place and what was expected; the command line prints it
unchanged.
"""

import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from pacman.agent_code.error_messages import with_public_names
from pacman.packages import PACKAGES, ROOT

Word = TypeVar("Word", bound=str)

_JOINERS = "\u200c\u200d"  # not printable to Python, but needed to spell names in Persian and in Indian scripts
_PYTHON = Path(os.__file__).parent
_COMMON_ENDINGS = ("agent", "ghost", ".lay")
MOST_FRAMES = 300  # innermost frames of a traceback to look at: a deep recursion has very many
_NEAR = 0.65  # --timeout is not near --out


class PacmanError(ValueError):
    """Base class of all errors that are caused by wrong input."""


class InternalError(Exception):
    """Raised for a bug of this product, not of its caller: no result can be given."""


class LayoutError(PacmanError):
    """Raised for a maze that cannot be played, or a layout that cannot be found."""


class IllegalActionError(PacmanError):
    """Raised for an action that is not legal for this agent in this state."""


class GameOverError(IllegalActionError):
    """Raised for any action in a state in which the game is over."""


class AgentError(PacmanError):
    """Raised for an agent that cannot be found, loaded or created."""


class Python2Error(AgentError):
    """Raised for a file that only Python 2 can parse; `sign`: the syntax that shows it."""

    def __init__(self, text: str, sign: str = "") -> None:  # a default, since pickle passes the text alone
        super().__init__(text)
        self.sign = sign


class DisplayError(PacmanError):
    """Raised if something cannot be shown: no screen, no pygame, a picture that cannot be written."""


class ReplayError(PacmanError):
    """Raised for a replay file that cannot be read, or whose moves do not lead to the recorded states."""


def known_word(text: str, known: Iterable[Word]) -> Word | None:
    """Return the word of a closed set that equals a text; None if there is none, for which `unknown` is the message."""
    return next((word for word in known if word == text), None)


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return the message for an unknown name: it suggests the nearest known one, or lists all of them."""
    return f"unknown {kind} {name!r}; {hint(name, known)}"


def hint(name: str, known: Iterable[str]) -> str:
    """Suggest the nearest known name, or list all of them."""
    names = sorted(known)
    near = nearest(name, names)
    return f"did you mean {near!r}?" if near else f"known: {', '.join(names) or 'none'}"


def nearest(name: str, known: Iterable[str], least: float = _NEAR) -> str | None:
    """Return the known name that was probably meant; None if no name is similar enough, or if the two best tie."""
    found = sorted(((_likeness(name.lower(), other.lower()), other) for other in known), reverse=True)
    is_clear = found and found[0][0] >= least and (len(found) == 1 or found[0][0] > found[1][0])
    return found[0][1] if is_clear else None


def _likeness(name: str, other: str) -> float:
    """Similarity of two names from 0 to 1, without their common endings.

    If only one of the names has such an ending, the whole names are compared as well: the typo may be in the ending.
    """
    stems = _stem(name), _stem(other)
    has_slip = (stems[0] == name) != (stems[1] == other)
    pairs = [stems, (name, other)] if has_slip else [stems]
    from difflib import SequenceMatcher  # seldom needed, and every child of the grader would load it

    return max(SequenceMatcher(a=theirs, b=given).ratio() for given, theirs in pairs)


def _stem(name: str) -> str:
    """The name without a common ending: LeftTurnAgent is not similar to ReflexAgent just because both end in Agent."""
    return next((name.removesuffix(end) for end in _COMMON_ENDINGS if name.endswith(end) and name != end), name)


def one_line(text: str) -> str:
    """Return text from outside as one printable line, so that a file name or an error cannot add lines to a report."""
    return text if text.isprintable() else "".join(" " if sign.isspace() else _visible(sign) for sign in text)


def plain_text(text: str) -> str:
    """Return text from outside with line breaks and tabs, but without characters that could control a terminal."""
    return text if text.isprintable() else "".join(sign if sign in "\n\t" else _visible(sign) for sign in text)


def cut_off(text: str, most: int) -> str:
    """Return the first `most` characters of a text for a message, with an ellipsis if there are more."""
    return text if len(text) <= most else f"{text[:most]}…"


def some_of(names: Sequence[str], most: int, separator: str = ", ") -> str:
    """Return the first `most` names for a message, and the number of the others."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return separator.join(names[:most]) + more


def _visible(sign: str) -> str:
    return sign if sign.isprintable() or sign in _JOINERS else "�"


def describe_crash(error: BaseException) -> str:
    """Describe an exception of an agent in one line: the error, and the last line of the author's code before it."""
    if isinstance(error, SystemExit):
        text = error.code if isinstance(error.code, str) else f"the agent ended the program by exit({error.code})"
    elif isinstance(error, PacmanError):
        text = str(error)
    else:
        text = "".join(traceback.format_exception_only(error)).strip().replace("\n", " ")
        text = text.removeprefix(f"{type(error).__module__}.")  # the name of the class is enough
    text = with_public_names(text)
    place = place_of(author_frames(error))
    return f"{text} ({place})" if place else text


def author_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return the frames of a traceback that are in the author's code: not in our packages, nor in Python's own."""
    return _of_authors(traceback.extract_tb(error.__traceback__, limit=-MOST_FRAMES))


def author_frames_of_thread(ident: int | None) -> list[traceback.FrameSummary]:
    """Return the frames of the author's code that a thread is executing."""
    frame = sys._current_frames().get(ident or 0)
    return _of_authors(traceback.extract_stack(frame)) if frame else []


def place_of(frames: Sequence[traceback.FrameSummary]) -> str | None:
    """Return the line of the innermost frame as `file.py:12`, or None without frames."""
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else None


def _of_authors(frames: Iterable[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    return [frame for frame in frames if not _is_ours_or_pythons(Path(frame.filename))]


def _is_ours_or_pythons(path: Path) -> bool:
    is_pythons = _PYTHON in path.parents and "site-packages" not in path.parts
    return is_pythons or str(path).startswith("<frozen ") or any(ROOT / name in path.parents for name in PACKAGES)
