"""Agent classes that cases name and no submission of a class defines: a mistake in the cases, which costs no points."""

from collections.abc import Iterator
from typing import Final

from autograder.assignment.assignment import Assignment
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.game_case import GameCase
from autograder.case_types.tree_case import TreeCase
from autograder.classroom.class_rows import RowData
from autograder.classroom.intake import MAIN, Submission
from autograder.failures import FailureKind
from autograder.results import Status
from pacman.berkeley.submission import names_defined_in, names_in_source

BERKELEY_AGENTS: Final = ("ReflexAgent", "MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent", "ContestAgent")
_SHOWS_THE_CLASS: Final = (None, FailureKind.CRASHED.value, FailureKind.EXITED.value)  # it was there to be called


class AbsentAgents:
    """Agent classes of an assignment that are neither Berkeley's nor in a multiAgents.py beside the cases.

    Submissions and rows are looked at one by one; classes that one of them defines are no longer absent.
    """

    def __init__(self, assignment: Assignment) -> None:
        folder = assignment.folder.resolve()
        known = {*BERKELEY_AGENTS}
        for place in (folder.parent, folder):
            known |= names_defined_in(place / MAIN) or set()
        self._agents = {(question, case): agent for question, case, agent in _agents(assignment) if agent not in known}
        self._absent = set(self._agents.values())

    @property
    def is_any(self) -> bool:
        return bool(self._absent)

    def look_at_files(self, submission: Submission) -> None:
        """Find classes by the text of the submission."""
        if self._absent:
            for content in submission.files.values():
                self._absent -= names_in_source(content) or set()

    def look_at_row(self, data: RowData) -> None:
        """Find classes that a submission makes in another way, by the cases that could run."""
        for question in data["questions"] if self._absent else ():
            for case in question["cases"]:
                kind = case["failure"]["kind"] if case["failure"] else None
                if case["status"] != Status.NOT_RUN.value and kind in _SHOWS_THE_CLASS:
                    self._absent.discard(self._agents.get((question["name"], case["name"]), ""))

    def reasons(self) -> dict[str, str]:
        """Return why questions have no grade, by name."""
        found: dict[str, list[str]] = {}
        for (question, case), agent in self._agents.items():
            if agent in self._absent:
                found.setdefault(question, []).append(f"{agent} of {question}/{case}")
        return {
            question: f"no submission defines {', '.join(agents)}; correct the name of the class in the cases"
            for question, agents in found.items()
        }


def _agents(assignment: Assignment) -> Iterator[tuple[str, str, str]]:
    """Questions, cases and the agent classes that they ask for."""
    for question in assignment.questions:
        for case in question.cases:
            if isinstance(case, TreeCase | CountedCase | GameCase):
                yield question.name, case.name, case.agent
