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
    NOT_IMPLEMENTED = "not implemented"  # a stub of the template was called
    MISSING_CLASS = "missing class"  # detail: the name of the class
    ENDLESS_RECURSION = "endless recursion"
    NOT_ON_TREES = "not on trees"  # detail: the attribute that a state of a fixed tree does not have
    ILLEGAL_ACTION = "illegal action"  # of a call of generateSuccessor
    WRONG_ANSWER = "wrong answer"  # detail: the type of the value that getAction returned
    PYTHON_2 = "python 2"  # detail: the sign of Python 2 in the line that cannot be parsed


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

    def in_single_lines(self) -> "Cause":
        """Return the same cause with line breaks escaped."""
        frames = tuple(Frame(*map(one_line, frame)) for frame in self.frames)
        return Cause(self.kind, one_line(self.detail), frames)


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


UNCOUNTABLE: Final = Failure(
    FailureKind.MISBEHAVED,
    "this case counts the states that a decision generates, and your code generated successors of states that it had "
    "stored or modified (state.data, getFood(), …), which cannot be counted",
)
