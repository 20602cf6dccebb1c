"""What all cases have in common."""

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
from pacman.errors import unknown

COMMON_KEYS: Final = frozenset({"class", "disabled", "points", "visibility", "decisionTime"})


class Case(ABC):
    """One case of a question, read from its `.test` file and, where it has one, its `.solution` file.

    keys, solution_keys: what the two files may say, beside COMMON_KEYS; None accepts any key.
    agent: the class of the submission that the case asks for; empty for a case that asks for others than one.
    """

    has_solution: ClassVar = True
    depends_on_luck: ClassVar = False  # plays games whose random numbers come from a key: may be run under several
    keys: ClassVar[Set[str] | None] = None
    solution_keys: ClassVar[Set[str] | None] = None
    agent: str = ""

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        """`folder` holds the assignment; a case that is only to be solved needs no solution."""
        self.file = file
        self.folder = folder
        self.name = file.path.stem
        self.id = "/".join((file.path.parent.name, self.name))
        self.path = str(Path(folder.name, *file.path.parts[-2:]))
        self.points = file.number("points", least=0) if "points" in file else None
        self.visibility = file.get("visibility", VISIBLE)
        if self.visibility not in VISIBILITIES:
            raise file.error("visibility", unknown("visibility", self.visibility, VISIBILITIES))
        self.remarks: Sequence[str] = ()  # for teachers and students
        self.flaws: Sequence[str] = ()  # for the teacher, by `review`
        self.unknown_keys: Sequence[UnknownKey] = ()  # of its files
        self.decision_seconds = file.seconds("decisionTime", default=math.inf)
        if solution is not None:
            self.read_solution(solution)

    @abstractmethod
    def run(self, student: Student, limits: Limits) -> CaseResult:
        """Put the case to a submission. StudentFailure may be raised: it costs the question."""

    def review(self) -> Sequence[str]:
        """Remarks for the teacher on a case that can be read; GradingError if no submission can get it right."""
        return ()

    def best_result(self) -> CaseResult | None:
        """The result of a submission that gets all that the case can give; None if that is not known."""
        return None

    def read_solution(self, solution: CaseFile) -> None:
        """Take the right answers from a file."""
        raise GradingError(f"{solution.path}: cases of this class have no solution")

    def solve(self) -> dict[str, str]:
        """The right answers by our own reference, as the properties of a `.solution` file."""
        raise GradingError(f"{self.file.path}: cases of this class have no solution to generate")

    def tree_seconds(self, limits: Limits) -> DecisionTime:
        """The time of a fixed tree, which is one decision."""
        return DecisionTime(math.inf, limits.seconds(self.decision_seconds))

    def game_seconds(self, limits: Limits, wanted: float) -> DecisionTime:
        """The time of a game that wants so much. Where the file limits one decision, that is half the game at most."""
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
        """The result of a case that gives points by itself."""
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
        """The result when the student's code broke out of the case."""
        return self.result(False, failure.lines, failure=failure, ends_question=True)
