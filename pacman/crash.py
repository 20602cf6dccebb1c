"""What went wrong inside somebody's agent, in words for its author."""

import traceback
from pathlib import Path

_OURS = Path(__file__).resolve().parent.parent


def describe_crash(error: BaseException) -> str:
    """One line: the error and the last line of the author's own code that led to it."""
    if isinstance(error, SystemExit):
        text = error.code if isinstance(error.code, str) else f"the agent ended the program by exit({error.code})"
    else:
        text = "".join(traceback.format_exception_only(error)).strip().replace("\n", " ")
        text = text.removeprefix(f"{type(error).__module__}.")  # whose exception it is, is not what went wrong
    frames = author_frames(error)
    return f"{text} ({frames[-1].filename}:{frames[-1].lineno})" if frames else text


def author_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of a traceback that are not ours: the author's code and what it called."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if not _is_ours(Path(frame.filename))]


def _is_ours(path: Path) -> bool:
    """In one of our rooms, where a crash is never the place its author looks at first."""
    return any(_OURS / room in path.parents for room in ("pacman", "agents", "experiments", "autograder"))
