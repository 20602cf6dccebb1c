"""What can go wrong inside a student's code, in words for its author."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from pacman.errors import one_line


class FailureKind(Enum):
    """Kinds of failure; the value is what files and messages hold.

    The student's process reports those that it alone can know; see `sandbox.replies.is_known_to_child`.
    """

    CRASHED = "crashed"  # an ordinary exception
    EXITED = "exited"  # sys.exit, or a stub of the template left in
    OUT_OF_MEMORY = "out of memory"
    TIMED_OUT = "timed out"
    QUESTION_OVER = "out of the question's time"
    HUNG = "hung"  # one decision alone took longer than a case allows: there is no use in asking again
    DIED = "died"  # the process ended without an answer
    MISSING = "missing"  # no such class or method
    NOT_LOADED = "not loaded"  # the file itself cannot be run
    MISBEHAVED = "misbehaved"  # not an answer, or more than was allowed


@dataclass(frozen=True)
class Failure:
    """What happened; `trail` leads to it through the student's own lines, outermost first.

    Words and lines come from the student's code: each stays a line, whatever is in it.
    """

    kind: FailureKind
    text: str
    trail: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))
        object.__setattr__(self, "trail", tuple(map(one_line, self.trail)))

    @property
    def is_late(self) -> bool:
        return self.kind in (FailureKind.TIMED_OUT, FailureKind.QUESTION_OVER, FailureKind.HUNG)

    @property
    def lines(self) -> list[str]:
        return [self.text, *(f"  {line}" for line in self.trail)]


class StudentFailure(Exception):
    """Raised where an answer of the student's code was expected."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text)
        self.failure = failure


UNCOUNTABLE: Final = Failure(
    FailureKind.MISBEHAVED,
    "the states that a decision generates are counted here, and this one went on from states that your code had kept "
    "or written to (state.data, getFood(), …): those cannot be counted",
)
