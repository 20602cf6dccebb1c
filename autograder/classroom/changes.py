"""Changes of grades as data: whose points changed between two gradings, in which cases, and what else differs.

`comparison` finds them, and `reporters.change_report` renders them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

# The facts on which points depend. Each row records them: as a digest, or as options with their values.
Fact: TypeAlias = Literal["submission", "cases", "limits", "dice", "grader"]
FACTS: Final[tuple[Fact, ...]] = get_args(Fact)
ROUNDING: Final = 1e-6  # points that differ by less are equal


@dataclass(frozen=True)
class Score:
    """Points of a submission, a question or a case; `points` is None if there is no grade."""

    points: float | None
    max_points: float


# The result of a case: its points if it awards some by itself, or else its status. None: it was not among the cases.
CaseOutcome: TypeAlias = Score | str | None


@dataclass(frozen=True)
class CaseChange:
    """A case with another result than before. is_visible: students may see it, now and then."""

    name: str
    before: CaseOutcome
    after: CaseOutcome
    is_visible: bool


@dataclass(frozen=True)
class QuestionChange:
    """A question with other points than before.

    cases: its cases with other results; empty if it was not run in one of the gradings. has_same_results: it was run in
    both, and every case has the same result. is_skipped: in the old grading and in the new one, because of a question
    that it depends on.
    """

    name: str
    before: Score
    after: Score
    cases: tuple[CaseChange, ...]
    has_same_results: bool
    is_skipped: tuple[bool, bool]
    is_visible: bool


@dataclass(frozen=True)
class Difference:
    """A recorded fact that differs between two gradings; key, values: the message that says so, and its parts."""

    fact: Fact
    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Reason:
    """All recorded facts that differ. Each of them may be the reason of a change, and so may those not recorded.

    unrecorded: facts that a row does not record, so that it is not known if they differ.
    """

    differences: tuple[Difference, ...] = ()
    unrecorded: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Change:
    """The change of one submission: of its points, or of its status.

    total: None if the two gradings do not have the same questions, whose totals cannot be compared.
    late: points deducted for lateness, if they differ. no_grade: by "before" and "now", why there was no grade.
    reason: None if only the deduction for lateness differs, or if there was no grade before or is none now.
    """

    id: str
    status: tuple[str, str]
    total: tuple[Score, Score] | None
    questions: tuple[QuestionChange, ...] = ()
    late: tuple[float, float] | None = None
    no_grade: Mapping[str, str] = field(default_factory=dict)
    reason: Reason | None = None


@dataclass
class Comparison:
    """The comparison of a class with a file of earlier grades, as far as its rows are known.

    name: of the file. compared: the ids of both. added: ids that are not in the file. removed: ids of the file that
    have no new row. changes: by id. questions_before, questions_now: questions that only one of two rows has; they are
    not compared. max_points: by name of a question that has other maximum points: the old ones, and the new.
    """

    name: str
    removed: set[str]
    compared: set[str] = field(default_factory=set)
    added: set[str] = field(default_factory=set)
    changes: dict[str, Change] = field(default_factory=dict)
    questions_before: set[str] = field(default_factory=set)
    questions_now: set[str] = field(default_factory=set)
    max_points: dict[str, tuple[set[float], float]] = field(default_factory=dict)
