"""Grades as data: the result of each case and the points for it. Reporters render them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias, get_args

from autograder.failures import Failure
from pacman.berkeley.editions import Edition

# Visibilities of a case, in Gradescope's terms, from most to least public. Our reports for students contain only
# visible cases; Gradescope itself publishes the two in the middle after the due date, or with the grades.
Visibility: TypeAlias = Literal["visible", "after_due_date", "after_published", "hidden"]
VISIBILITIES: Final[tuple[Visibility, ...]] = get_args(Visibility)
VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
NEAR_THRESHOLD: Final = "near a threshold: one game more or less would change the points"


def short_digest(parts: Iterable[str]) -> str:
    """Return a digest that fits into a row: equal for equal parts in the same order."""
    return sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:12]


@dataclass(frozen=True)
class Luck:
    """Points under several keys of the random numbers: the number of keys, the lowest points and the highest."""

    keys: int
    low: float
    high: float

    @property
    def text(self) -> str:
        points = f"{number_text(self.low)} to {number_text(self.high)} points"
        return f"luck: {points} under {counted(self.keys, 'key')}; the median counts"


class Status(Enum):
    """The outcome of a case."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass
class CaseResult:
    """The result of one case.

    ends_question: the student's code raised an exception in the case, which costs the points of the whole question.
    adds_points: the case awards points by itself, independent of the kind of question.
    reasons: lines that explain the result to the student.
    drawing: for a failed case, the tree or board that the case is about.
    failure: the failure of the student's code, if there was one.
    answer: the answer of the student's code, for the diagnosis.
    answer_text: the same in a few letters, for `similar`; `generated_digest` is a digest of the generated states.
    bug: the name of the bug that the answers fit; `advice` is what is said of it, `advice_in` by language.
    unused_evaluation: the name of the evaluation that the agent was given, if it was never called in any game.
    seen: observations about the answers, if no bug is known; `seen_in` has them by language.
    not_started: for code that the student has not started to write, a line that says so.
    luck: the range of points under several keys; `points` is the median, and all other fields belong to that run.
    near_threshold: leaving out one game, or winning one more or one fewer, would change the points; None if games are
    not scored, or not all of them were played.
    games_played: fewer than the case has if no more points could be earned, or after a decision that hung.
    ended_by: values of EndReason, one for each game of the case; an endless game is cut off by time or by moves.
    tree: for reports, a fixed tree that was searched wrongly, with the expected and the actual answer.
    game: a game that was lost or decided wrongly, in the format of replay files, and the move to look at.
    search: for reports, the student's search and the correct one; see `diagnosis.failed_searches`.
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
    answer_text: str = ""
    generated_digest: str = ""
    bug: str | None = None
    advice: str = ""
    advice_in: dict[str, str] = field(default_factory=dict)
    unused_evaluation: str | None = None
    seen: list[str] = field(default_factory=list)
    seen_in: dict[str, list[str]] = field(default_factory=dict)
    not_started: str = ""
    luck: Luck | None = None
    near_threshold: bool | None = None
    games_played: int | None = None
    ended_by: list[str] = field(default_factory=list)
    tree: dict[str, Any] | None = None
    game: dict[str, Any] | None = None
    search: dict[str, Any] | None = None
    visibility: Visibility = VISIBLE

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
    def reason(self) -> str:
        """The reason of a failure, equal for cases that fail for the same reason; empty if it is the case's own.

        A case that awards points by itself has more to report than one reason.
        """
        if self.passed or self.adds_points:
            return ""
        return self.advice or (self.failure.text if self.failure is not None else "\n".join(self.reasons))

    @property
    def lines(self) -> list[str]:
        """The lines of a report about the case, without the drawing."""
        return [self.heading, *self.diagnosis_lines, *self.chance_lines, *map(_no_heading, self.reasons)]

    @property
    def diagnosis_lines(self) -> list[str]:
        """The likely bug, and the observations."""
        return ([f"Likely bug: {self.advice}"] if self.bug else []) + self.seen_lines

    @property
    def seen_lines(self) -> list[str]:
        return [f"Seen: {text}" for text in self.seen]

    def add_observation(self, english: str, texts: Mapping[str, str]) -> None:
        """Add an observation; `texts` has it by language."""
        self.seen.append(english)
        for language, text in texts.items():
            self.seen_in.setdefault(language, []).append(text)

    @property
    def chance_lines(self) -> list[str]:
        """Lines about the influence of chance on the points, where that is known."""
        return ([self.luck.text] if self.luck else []) + ([NEAR_THRESHOLD] if self.near_threshold else [])

    @property
    def message(self) -> str:
        return "\n".join(self.lines + self.drawing)


@dataclass
class QuestionResult:
    """The result of one question with its cases; `is_skipped` if a question that it depends on was not solved.

    luck: the points if every case that is played under several keys had its lowest points, or its highest.
    """

    name: str
    points: float
    max_points: float
    cases: list[CaseResult] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    is_skipped: bool = False
    visibility: Visibility = VISIBLE
    luck: Luck | None = None

    @property
    def not_started(self) -> str:
        """A line about code that the student has not started to write, if no case of the question is about other code.

        Empty if there are points, or if any case is about code that was started.
        """
        is_empty = not self.cases or self.points > 0 or not all(case.not_started for case in self.cases)
        return "" if is_empty else f"not started: {self.cases[0].not_started}"

    @property
    def seconds(self) -> float:
        return sum(case.seconds for case in self.cases)


@dataclass(frozen=True)
class Deduction:
    """Points that are taken off the total, and the reason."""

    points: float
    reason: str


@dataclass
class Grade:
    """The grade of a submission. Questions are added one by one; `is_complete` is set after the last.

    dice: a description of the random numbers of scored games.
    late: the deduction for a late submission, if there is one.
    edition: the edition of the course that the file was written for, as far as the grader can tell.
    """

    submission: str
    isolation: str
    questions: list[QuestionResult] = field(default_factory=list)
    is_complete: bool = False
    dice: str = ""
    late: Deduction | None = None
    edition: Edition = Edition.BERKELEY

    @property
    def cases(self) -> list[CaseResult]:
        """The results of the cases of all questions, in order."""
        return [case for question in self.questions for case in question.cases]

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions) - (self.late.points if self.late else 0)

    @property
    def max_points(self) -> float:
        return sum(question.max_points for question in self.questions)

    @property
    def luck(self) -> Luck | None:
        """The range of the total over all keys, before any deduction; None if no question has one."""
        known = [question.luck for question in self.questions if question.luck]
        if not known:
            return None
        low = sum(each.luck.low if each.luck else each.points for each in self.questions)
        high = sum(each.luck.high if each.luck else each.points for each in self.questions)
        return Luck(known[0].keys, low, high)


def number_text(points: float) -> str:
    """Format points: whole numbers without a fraction."""
    return f"{points:g}" if points != int(points) else str(int(points))


def counted(number: int, noun: str) -> str:
    """Return a number with a noun, in the plural unless it is 1."""
    return f"{number} {noun}{'s' * (number != 1)}"


def _no_heading(reason: str) -> str:
    """Indent a reason that starts like a line of the grader.

    A reason may contain text of the student's, such as the name of an exception, which must not look like a result.
    """
    return f"  {reason}" if reason.startswith(("PASS", "FAIL", "Likely bug", "Seen:")) else reason


def quoted(output: str) -> str:
    """Mark each line that a student's code has printed, so that none can be mistaken for a line of the grader."""
    return "\n".join(f"  | {line}" for line in output.rstrip("\n").split("\n"))
