"""GraphGameTreeTest: a decision on a small fixed tree. The action must be right, and so must the states looked at."""

from collections.abc import Set
from dataclasses import replace
from pathlib import Path
from typing import Final

from agents.search import SearchError
from autograder.analysis_limits import costs_only
from autograder.assignment.case_files import CaseFile
from autograder.case_types.case import Case
from autograder.case_types.failure_data import tree_data
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import SEARCHES, TreeSolution, draw_tree, solve_tree
from autograder.errors import GradingError
from autograder.failures import FailureKind
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import Student, TreeAnswer, printable
from pacman.errors import unknown

LONGEST_DRAWING: Final = 80  # lines
MOST_NAMES: Final = 15
TIES: Final = ("first", "any")  # which of equally good actions is right


class TreeCase(Case):
    """A fixed tree, the agent that is asked, and how deep it looks.

    Of equally good actions the first alone is right, as in the original. Where the file says `ties: "any"` each of them
    is, and the states that were generated are judged apart.
    """

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        self.tree = FixedTree.read(file)
        self.agent = file.required("alg")
        self.depth = file.whole_number("depth")
        self.ties = file.get("ties", "first")
        if self.ties not in TIES:
            raise file.error("ties", unknown("rule for ties", self.ties, TIES))
        super().__init__(file, folder, solution)

    def read_solution(self, solution: CaseFile) -> None:
        self.expected = TreeSolution(self._accepted(solution), frozenset(solution.required("generated").split()))

    def take_reference(self) -> None:
        """Take the right answers from our own search: a tree that is only looked at needs no file of solutions."""
        right = self._reference()
        self.expected = replace(right, actions=right.actions[: 1 if self.ties == "first" else None])

    def _accepted(self, solution: CaseFile) -> tuple[str, ...]:
        if self.ties == "first":
            return (solution.required("action"),)
        if "best_actions" in solution:
            return tuple(solution.required("best_actions").split())
        return self._reference().actions  # the original's format names one action only

    def solve(self) -> dict[str, str]:
        right = self._reference()
        answers = {"action": right.actions[0], "generated": " ".join(sorted(right.generated))}
        if self.ties == "any":
            answers |= {"ties": "any", "best_actions": " ".join(right.actions)}
        return answers

    def _reference(self) -> TreeSolution:
        if self.agent not in SEARCHES:
            raise self.file.error("alg", unknown("algorithm", self.agent, SEARCHES))
        try:
            return solve_tree(self.tree, self.agent, self.depth)
        except (SearchError, GradingError) as error:
            raise GradingError(f"{self.file.path}: the tree cannot be searched: {error}") from error

    def accepts(self, action: str | None, generated: Set[str]) -> bool:
        """Is this action, found by generating these states, right?"""
        return action in self.expected.actions and generated == self.expected.generated

    def run(self, student: Student, limits: Limits) -> CaseResult:
        answer = student.solve_tree(self.tree, self.agent, self.depth, self.tree_seconds(limits))
        if answer.failure is not None:
            result = self.broken(answer.failure)
            is_about_the_tree = answer.failure.kind is FailureKind.CRASHED
        else:
            is_right = self.accepts(answer.action, answer.generated)
            result = self.result(is_right, [] if is_right else self._differences(answer))
            is_about_the_tree = not is_right
        result.answer = answer
        if is_about_the_tree:
            with costs_only("drawing of the tree", [result]):
                result.drawing = self._drawing()
                result.tree = tree_data(self.tree, self.agent, self.depth, self.expected, answer)
        return result

    def _differences(self, answer: TreeAnswer) -> list[str]:
        lines = []
        if answer.action not in self.expected.actions:
            expected = f"expected action {' or '.join(self.expected.actions)}"
            lines.append(
                f"{expected}, got {printable(answer.action)}" if answer.action else f"{expected}: {answer.remark}"
            )
        missing = sorted(self.expected.generated - answer.generated)
        surplus = sorted(answer.generated - self.expected.generated)
        if missing:
            lines.append(f"states that should have been generated and were not: {_some(missing)}")
        if surplus:
            lines.append(f"states that should not have been generated and were: {_some(surplus)}")
        return lines

    def _drawing(self) -> list[str]:
        """The tree with the values that the right search finds."""
        if self.agent not in SEARCHES:
            return self.file.get("diagram").split("\n")
        try:
            drawing = draw_tree(self.tree, self.agent, self.depth).split("\n")
        except (SearchError, GradingError):
            return self.file.get("diagram").split("\n")
        title = f"The tree as {self.agent} with depth {self.depth} should see it:"
        return [title, *(f"  {line}" for line in drawing[:LONGEST_DRAWING])]


def _some(states: list[str]) -> str:
    more = f" and {len(states) - MOST_NAMES} more" if len(states) > MOST_NAMES else ""
    return " ".join(states[:MOST_NAMES]) + more
