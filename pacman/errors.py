"""The family of errors this product raises for a caller's or a user's mistake, and the words for what went wrong.

Each message says which thing, where, and what was possible, in one line: the command line prints it as it is.
"""

import difflib
import traceback
from collections.abc import Iterable
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_COMMON_ENDINGS = ("agent", "ghost", ".lay")
_PACKAGES = ("pacman", "agents", "experiments", "autograder", "commands")


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
    """The known name that was probably meant; None if nothing is near."""
    by_stem = {_stem(other): other for other in known}
    near = difflib.get_close_matches(_stem(name), by_stem, n=1)
    return by_stem[near[0]] if near else None


def _stem(name: str) -> str:
    """What tells names apart: LeftTurnAgent is not near ReflexAgent because both are agents."""
    lower = name.lower()
    return next((lower.removesuffix(end) for end in _COMMON_ENDINGS if lower.endswith(end) and lower != end), lower)


def describe_crash(error: BaseException) -> str:
    """One line for an exception an agent raised: the error, and the last line of the author's code that led to it."""
    if isinstance(error, SystemExit):
        text = error.code if isinstance(error.code, str) else f"the agent ended the program by exit({error.code})"
    else:
        text = "".join(traceback.format_exception_only(error)).strip().replace("\n", " ")
        text = text.removeprefix(f"{type(error).__module__}.")  # the module of the exception's class says nothing
    frames = author_frames(error)
    return f"{text} ({frames[-1].filename}:{frames[-1].lineno})" if frames else text


def author_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of a traceback outside our packages: the author's code and what it called."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if not _is_ours(Path(frame.filename))]


def _is_ours(path: Path) -> bool:
    return any(_ROOT / package in path.parents for package in _PACKAGES)
