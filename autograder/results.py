"""Grades as data: what happened in each case, and the points that came of it. Reporters draw them."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from autograder.failures import Failure
from pacman.berkeley.editions import Edition

# Who may see a case, in Gradescope's words, the more open first. Whatever is not visible is kept from students here;
# Gradescope shows the two in the middle when their time has come.
VISIBILITIES: Final = ("visible", "after_due_date", "after_published", "hidden")
VISIBLE: Final = VISIBILITIES[0]
HIDDEN: Final = VISIBILITIES[-1]
NEAR_THRESHOLD: Final = "near a threshold: one game more or less would change the points"


@dataclass(frozen=True)
class Luck:
    """Points under several keys of the random numbers: how many keys, the fewest points and the most."""

    keys: int
    low: float
    high: float

    @property
    def text(self) -> str:
        points = f"{number_text(self.low)} to {number_text(self.high)} points"
        return f"luck: {points} under {self.keys} key{'s' * (self.keys != 1)}; the median counts"


class Status(Enum):
    """How a case came to its end."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass
class CaseResult:
    """One case.

    ends_question: the student's code broke out of the case by an exception, which costs the whole question.
    adds_points: the case gives points by itself, whatever the kind of question.
    reasons: what a student is told of it, line by line.
    drawing: the tree or board that the case is about, for a case that failed.
    failure: what went wrong in the student's code, if something did.
    answer: what the student's code answered, for the diagnosis.
    bug: the name of the bug that the answers fit; `advice` is what is said of it, `advice_in` by language.
    luck: the points under each of several keys; `points` is their median, and all else is of the games that gave it.
    near_threshold: one game left out, or one game won or not won, would change the points; None where games are not
    scored, or not all of them were played.
    games_played: how many; fewer than the case has if no points could be got any more, or after a decision that hangs.
    ended_by: how each game of the case ended, as values of EndReason: a game without end is cut by time or by moves.
    tree: a fixed tree that was searched wrongly, what was expected and what came, for whoever draws it.
    game: a game that was lost, or decided wrongly, as a replay file has it, and the move to look at.
    search: the student's search beside the right one, for a page; see `diagnosis.failed_searches`.
    """

    name: str
    path: str
    status: Status
    points: float = 0
    max_points: float = 0
    seconds: float = 0
    adds_points: bool = False
    ends_question: bool = False
    reasons: list[str] = field(default_factory=list)
    drawing: list[str] = field(default_factory=list)
    output: str = ""
    failure: Failure | None = None
    answer: object = None
    bug: str | None = None
    advice: str = ""
    advice_in: dict[str, str] = field(default_factory=dict)
    luck: Luck | None = None
    near_threshold: bool | None = None
    games_played: int | None = None
    ended_by: list[str] = field(default_factory=list)
    tree: dict[str, Any] | None = None
    game: dict[str, Any] | None = None
    search: dict[str, Any] | None = None
    visibility: str = VISIBLE

    @property
    def passed(self) -> bool:
        return self.status is Status.PASSED

    @property
    def heading(self) -> str:
        text = f"{'PASS' if self.passed else 'FAIL'}: {self.path}"
        if not self.adds_points:
            return text
        return f"{text} ({number_text(self.points)} of {number_text(self.max_points)} points)"

    @property
    def lines(self) -> list[str]:
        """What is known of the case, without the drawing."""
        advice = [f"Likely bug: {self.advice}"] if self.bug else []
        return [self.heading, *advice, *self.chance_lines, *map(_no_heading, self.reasons)]

    @property
    def chance_lines(self) -> list[str]:
        """How much the points depend on chance, where that is known."""
        return ([self.luck.text] if self.luck else []) + ([NEAR_THRESHOLD] if self.near_threshold else [])

    @property
    def message(self) -> str:
        return "\n".join(self.lines + self.drawing)


@dataclass
class QuestionResult:
    """One question with its cases; `is_skipped` when questions it depends on were not solved.

    luck: the points if every case that is played under several keys had the fewest points, or the most.
    """

    name: str
    points: float
    max_points: float
    cases: list[CaseResult] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    is_skipped: bool = False
    visibility: str = VISIBLE
    luck: Luck | None = None

    @property
    def seconds(self) -> float:
        return sum(case.seconds for case in self.cases)


@dataclass(frozen=True)
class Deduction:
    """Points that are taken off the sum, and why."""

    points: float
    reason: str


@dataclass
class Grade:
    """A submission's result. It grows question by question; `is_complete` says that all of them are there.

    dice: by which the games were played that are scored, in words.
    late: what being late has cost, if it has.
    edition: of the course that the file was taken for.
    """

    submission: str
    isolation: str
    questions: list[QuestionResult] = field(default_factory=list)
    is_complete: bool = False
    dice: str = ""
    late: Deduction | None = None
    edition: Edition = Edition.BERKELEY

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions) - (self.late.points if self.late else 0)

    @property
    def max_points(self) -> float:
        return sum(question.max_points for question in self.questions)

    @property
    def luck(self) -> Luck | None:
        """Of all questions together, before anything is taken off."""
        known = [question.luck for question in self.questions if question.luck]
        if not known:
            return None
        low = sum(each.luck.low if each.luck else each.points for each in self.questions)
        high = sum(each.luck.high if each.luck else each.points for each in self.questions)
        return Luck(known[0].keys, low, high)


def number_text(points: float) -> str:
    """Points as people read them: whole numbers without a fraction."""
    return f"{points:g}" if points != int(points) else str(int(points))


def _no_heading(reason: str) -> str:
    """A reason may be a student's own words, such as the name of an exception: they must not look like a verdict."""
    return f"  {reason}" if reason.startswith(("PASS", "FAIL", "Likely bug")) else reason


def quoted(output: str) -> str:
    """What a student's code has printed, so that no line of it can be taken for one of ours."""
    return "\n".join(f"  | {line}" for line in output.rstrip("\n").split("\n"))
