"""Failures of a student's code, described for its author."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from pacman.errors import one_line


class FailureKind(Enum):
    """Kinds of failure; files and messages hold the value.

    The child process reports only the kinds that the grader cannot observe; see
    `sandbox.child_messages.is_known_to_child`.
    """

    CRASHED = "crashed"  # an ordinary exception
    EXITED = "exited"  # sys.exit, or a stub of the template left in
    OUT_OF_MEMORY = "out of memory"
    TIMED_OUT = "timed out"
    QUESTION_OVER = "out of the question's time"
    HUNG = "hung"  # a single decision took longer than a case allows, so the rest of the question is not run
    DIED = "died"  # the process ended without an answer
    MISSING = "missing"  # no such class or method
    NOT_LOADED = "not loaded"  # the file itself cannot be run
    MISBEHAVED = "misbehaved"  # sent an invalid message, closed the connection, or used more than is allowed


class CauseKind(Enum):
    """Kinds of causes that the diagnosis distinguishes; messages hold the value."""

    EXCEPTION = "exception"  # detail: its type and message, as Python prints them
    SYNTAX = "syntax"  # the same of a file that cannot be parsed; the only frame is the line
    PYTHON_2 = "python 2"  # detail: the sign of Python 2 in such a line; context: Python's own message
    NOT_IMPLEMENTED = "not implemented"  # a stub of the template was called; detail: which one
    EXIT = "exit"  # sys.exit was called
    MEMORY = "memory"
    MISSING_CLASS = "missing class"  # detail: the name of the class; context: a class with a similar name
    MISSING_METHOD = "missing method"  # detail: the name of a class without getAction
    ENDLESS_RECURSION = "endless recursion"
    NOT_ON_TREES = "not on trees"  # detail: the attribute that a state of a fixed tree does not have
    ILLEGAL_ACTION = "illegal action"  # of a call of generateSuccessor
    WRONG_ANSWER = "wrong answer"  # detail: the type of the value that getAction returned
    UNCOUNTABLE = "uncountable"  # successors of states that the code has stored or modified


class Frame(NamedTuple):
    """A line of the student's code in a traceback; `place` is file:line."""

    place: str
    function: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.place} in {self.function}: {self.code}".rstrip(": ")


class Cause(NamedTuple):
    """The cause of a failure, from which a bug is named; the text and the trail of the failure are for people alone.

    frames: the lines of the student's code that led to it, outermost first.
    """

    kind: CauseKind
    detail: str = ""
    frames: tuple[Frame, ...] = ()
    context: str = ""

    @property
    def exception(self) -> str:
        """The class of the exception; empty for other causes."""
        return self.detail.partition(":")[0] if self.kind in (CauseKind.EXCEPTION, CauseKind.SYNTAX) else ""

    def in_single_lines(self) -> "Cause":
        """Return the same cause with line breaks escaped."""
        frames = tuple(Frame(*map(one_line, frame)) for frame in self.frames)
        return Cause(self.kind, one_line(self.detail), frames, one_line(self.context))


@dataclass(frozen=True)
class Failure:
    """A failure: its kind, a message, and the lines of the student's code that led to it, outermost first.

    Text, trail and cause contain strings from the student's code. Line breaks in them are escaped, so that each stays
    one line of a report.
    """

    kind: FailureKind
    text: str
    trail: tuple[str, ...] = ()
    cause: Cause | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))
        if self.cause is not None:
            object.__setattr__(self, "cause", self.cause.in_single_lines())
        object.__setattr__(self, "trail", tuple(map(one_line, self.trail)))

    @property
    def is_late(self) -> bool:
        return self.kind in (FailureKind.TIMED_OUT, FailureKind.QUESTION_OVER, FailureKind.HUNG)

    @property
    def lines(self) -> list[str]:
        return [self.text, *(f"  {line}" for line in self.trail)]


class StudentFailure(Exception):
    """Raised in place of an answer when the student's code fails to give one."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text)
        self.failure = failure


# The causes that the grader words itself: the child process reports the cause alone. `{where}` is the innermost line.
_TEXTS: Final = {
    CauseKind.SYNTAX: "{place}: {detail}",
    CauseKind.PYTHON_2: "{place}: a file for Python 2 ({detail}), and this is Python 3: {context}",
    CauseKind.NOT_IMPLEMENTED: "not implemented yet: {detail}",
    CauseKind.EXIT: "your code ended the program by sys.exit(){where}",
    CauseKind.MEMORY: "your code asked for more memory than it may have{where}",
    CauseKind.MISSING_CLASS: "no class {detail} in your file{near}",
    CauseKind.MISSING_METHOD: "{detail} has no method getAction(self, gameState)",
    CauseKind.UNCOUNTABLE: "this case counts the states that a decision generates, and your code generated successors "
    "of states that it had stored or modified (state.data, getFood(), …), which cannot be counted",
}


def worded(kind: FailureKind, cause: Cause, trail: tuple[str, ...] = ()) -> Failure:
    """Return a failure with our own text for its cause; KeyError if the text is that of the student's exception."""
    place = cause.frames[-1].place if cause.frames else ""
    where, near = f" ({place})" if place else "", f"; there is {cause.context}" if cause.context else ""
    text = _TEXTS[cause.kind].format(place=place, where=where, near=near, detail=cause.detail, context=cause.context)
    return Failure(kind, text, trail, cause)


def not_loaded(failure: Failure) -> Failure:
    """Return the failure of a file that cannot be loaded; one that cannot be parsed is described by its line."""
    if failure.kind is FailureKind.NOT_LOADED:
        return failure
    text = f"your file cannot be loaded: {failure.text}"
    return Failure(FailureKind.NOT_LOADED, text, failure.trail, failure.cause)


UNCOUNTABLE: Final = worded(FailureKind.MISBEHAVED, Cause(CauseKind.UNCOUNTABLE))
