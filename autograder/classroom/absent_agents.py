"""Find agent classes that cases name and no submission defines: a mistake in the cases, which must not cost points."""

from typing import Final

from autograder.assignment.agent_names import unknown_agents
from autograder.assignment.assignment import Assignment
from autograder.classroom.class_rows import RowData
from autograder.classroom.intake import Submission
from autograder.failures import FailureKind
from autograder.results import Status
from pacman.berkeley.submission import names_in_source

# Failures of a case that can happen only if the agent class exists.
_SHOWS_THE_CLASS: Final = (None, FailureKind.CRASHED.value, FailureKind.EXITED.value)


class AbsentAgents:
    """Agent classes of an assignment that are neither Berkeley's nor in a multiAgents.py beside the cases.

    Submissions and rows are examined one by one; a class that one of them defines is no longer absent.
    """

    def __init__(self, assignment: Assignment) -> None:
        cases = [(question.name, case) for question in assignment.questions for case in question.cases]
        self._absent = {*unknown_agents(assignment.folder, [case for _, case in cases])}
        self._agents = {(name, case.name): case.agent for name, case in cases if case.agent in self._absent}

    @property
    def is_any(self) -> bool:
        return bool(self._absent)

    def look_at_files(self, submission: Submission) -> None:
        """Find classes in the source of a submission."""
        if self._absent:
            for content in submission.files.values():
                self._absent -= names_in_source(content) or set()

    def look_at_row(self, data: RowData) -> None:
        """Find classes that a submission defines dynamically, by the cases that could run."""
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
