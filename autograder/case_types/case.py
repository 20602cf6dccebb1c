"""The base class of all cases."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence, Set
from pathlib import Path
from typing import ClassVar, Final

from autograder.assignment.case_files import CaseFile
from autograder.assignment.key_names import UnknownKey
from autograder.errors import GradingError
from autograder.failures import Failure
from autograder.results import VISIBILITIES, VISIBLE, CaseResult, Status
from autograder.student.limits import Limits
from autograder.student.student import DecisionTime, Student

COMMON_KEYS: Final = frozenset({"class", "disabled", "points", "visibility", "decisionTime"})


class Case(ABC):
    """One case of a question, read from its `.test` file and, where it has one, its `.solution` file.

    keys, solution_keys: the keys of the two files, besides COMMON_KEYS; None accepts any key.
    agent: the class of the submission that the case uses; empty for a case that uses several.
    """

    has_solution: ClassVar = True
    depends_on_luck: ClassVar = False  # True if it plays games whose random numbers come from a key
    keys: ClassVar[Set[str] | None] = None
    solution_keys: ClassVar[Set[str] | None] = None
    agent: str = ""

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        """`folder` contains the assignment; a case that is only to be solved needs no solution."""
        self.file = file
        self.folder = folder
        self.name = file.path.stem
        self.id = "/".join((file.path.parent.name, self.name))
        self.path = str(Path(folder.name, *file.path.parts[-2:]))
        self.points = file.number("points", least=0) if "points" in file else None
        self.visibility = file.word("visibility", "visibility", VISIBILITIES, VISIBLE)
        self.remarks: Sequence[str] = ()  # for teachers and students
        self.flaws: Sequence[str] = ()  # for the teacher, by `review`
        self.unknown_keys: Sequence[UnknownKey] = ()  # of its files
        self.decision_seconds = file.seconds("decisionTime", default=math.inf)
        if solution is not None:
            self.read_solution(solution)

    @abstractmethod
    def run(self, student: Student, limits: Limits) -> CaseResult:
        """Run the case on a submission; a StudentFailure that is raised costs the points of the question."""

    def review(self) -> Sequence[str]:
        """Return remarks for the teacher on the case; raise GradingError if no submission can pass it."""
        return ()

    def best_result(self) -> CaseResult | None:
        """Return the best result that a submission can get; None if it is not known."""
        return None

    def read_solution(self, solution: CaseFile) -> None:
        """Read the right answers from a `.solution` file."""
        raise GradingError(f"{solution.path}: cases of this class have no solution")

    def solve(self) -> dict[str, str]:
        """Return the right answers of the reference search, as the properties of a `.solution` file."""
        raise GradingError(f"{self.file.path}: cases of this class have no solution to generate")

    def tree_seconds(self, limits: Limits) -> DecisionTime:
        """Return the time for a fixed tree, which is one decision."""
        return DecisionTime(math.inf, limits.seconds(self.decision_seconds))

    def game_seconds(self, limits: Limits, wanted: float) -> DecisionTime:
        """Return the time for a game of `wanted` seconds, and for one decision if the file limits that.

        A decision may take at most half the time of the game, so that a decision that hangs is recognised as such.
        """
        total = limits.seconds(wanted)
        return DecisionTime(total, min(self.decision_seconds, total / 2) if "decisionTime" in self.file else math.inf)

    def result(
        self,
        is_right: bool,
        reasons: Sequence[str],
        *,
        answer: object = None,
        drawing: Sequence[str] = (),
        failure: Failure | None = None,
        ends_question: bool = False,
    ) -> CaseResult:
        worth = self.points or 0
        return CaseResult(
            self.name,
            self.path,
            Status.PASSED if is_right else Status.FAILED,
            points=worth if is_right else 0,
            max_points=worth,
            reasons=list(reasons),
            drawing=list(drawing),
            answer=answer,
            failure=failure,
            ends_question=ends_question,
        )

    def partial_result(self, points: float, max_points: float, reasons: Sequence[str]) -> CaseResult:
        """Return the result of a case that awards points by itself."""
        return CaseResult(
            self.name,
            self.path,
            Status.PASSED if points == max_points else Status.FAILED,
            points=points,
            max_points=max_points,
            adds_points=True,
            reasons=list(reasons),
        )

    def broken(self, failure: Failure) -> CaseResult:
        """Return the result of a case that a failure of the student's code has ended."""
        return self.result(False, failure.lines, failure=failure, ends_question=True)
