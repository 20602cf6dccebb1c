"""GraphGameTreeTest: a decision on a small fixed tree. The action and the set of generated states must be right."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from agents.search import SearchError, Trace
from agents.search.search_tree import SearchTree
from autograder.analysis_limits import costs_only
from autograder.assignment.case_files import CaseFile
from autograder.case_types.case import Case
from autograder.case_types.evaluation_key import KEY, evaluation_remarks, is_negated
from autograder.case_types.failure_data import tree_data
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import SEARCHES, TooLargeError, TreeSolution, solve_tree, trace_tree
from autograder.case_types.state_spaces import NoScoreError
from autograder.errors import GradingError
from autograder.failures import FailureKind
from autograder.results import CaseResult, short_digest
from autograder.student.limits import Limits
from autograder.student.student import Student, TreeAnswer, printable
from pacman.errors import some_of, unknown

LONGEST_DRAWING: Final = 80  # lines
MOST_NAMES: Final = 15
Ties: TypeAlias = Literal["first", "any"]  # of equally good actions, the one that is right
TIES: Final[tuple[Ties, ...]] = get_args(Ties)
TREE_KEYS: Final = frozenset({"num_agents", "start_state", "win_states", "lose_states", "successors", "evaluation"})
EXPECTED_KEYS: Final = frozenset({"expect_action", "expect_value", "expect_generated"})  # of an example; not graded
MOST_REVIEWED: Final = 10_000  # successors that the reference search may generate; larger trees are not reviewed


class TreeCase(Case):
    """A fixed tree, the agent that searches it, and the depth.

    Of equally good actions only the first is right, as in the original. With `ties: "any"` in the file each of them is;
    the generated states are checked separately.
    """

    keys: ClassVar[Set[str] | None] = TREE_KEYS | EXPECTED_KEYS | {"alg", "depth", "diagram", "ties", KEY}
    solution_keys: ClassVar[Set[str] | None] = frozenset({"action", "generated", "ties", "best_actions"})

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        self.agent = file.required("alg")
        self.tree = FixedTree.read(file, is_negated=is_negated(file, self.agent))
        self.depth = file.whole_number("depth", least=1)
        self.ties = file.word("ties", "rule for ties", TIES, "first")
        super().__init__(file, folder, solution)

    def read_solution(self, solution: CaseFile) -> None:
        self.expected = TreeSolution(self._accepted(solution), frozenset(solution.required("generated").split()))

    def review(self) -> Sequence[str]:
        """Search the tree with the reference search, and compare the result with the solution.

        Raise GradingError if a state that the search evaluates has no value.
        """
        remarks = self.tree.contradictions
        if self.agent not in SEARCHES:
            return remarks
        try:
            right = self._reference(self.tree, MOST_REVIEWED)
        except TooLargeError:
            return remarks
        expected = getattr(self, "expected", right)  # without a solution there is nothing to compare
        is_right = expected.actions and set(expected.actions) <= set(right.actions)
        if is_right and expected.generated == right.generated:
            return remarks
        solution = self.file.path.with_suffix(".solution")
        return [*remarks, f"{solution}: not what the reference search finds; --generate-solutions writes that"]

    def _place_of(self, state: str) -> str:
        """Return the position of the first line that leads to a state."""
        lines = (number for number, line in self.file.rows("successors") if line.split()[2] == state)
        return self.file.place(next(lines, self.file.lines["start_state"]))

    def best_result(self) -> CaseResult:
        return self.result(True, ())

    def take_reference(self) -> None:
        """Take the right answers from the reference search, for a case that was read without its solution."""
        self.expected = self._expected(self.tree)

    def expected_of(self, answer: TreeAnswer) -> TreeSolution:
        """Return the right answer for the agent that gave this one.

        It is a different one if the agent of a tree with a negated evaluation used the score.
        """
        return self.expected if answer.is_negated == self.tree.is_negated else self._expected(self.tree.by_score)

    def _expected(self, tree: FixedTree) -> TreeSolution:
        right = self._reference(tree)
        return replace(right, actions=right.actions[: 1 if self.ties == "first" else None])

    def _accepted(self, solution: CaseFile) -> tuple[str, ...]:
        if self.ties == "first":
            return (solution.required("action"),)
        if "best_actions" in solution:
            return tuple(solution.required("best_actions").split())
        return self._reference(self.tree).actions  # the original's format names one action only

    def solve(self) -> dict[str, str]:
        return self.properties_of(self._reference(self.tree))

    def properties_of(self, right: TreeSolution) -> dict[str, str]:
        """Return a solution of this case as the properties of a `.solution` file."""
        answers = {"action": right.actions[0], "generated": " ".join(sorted(right.generated))}
        if self.ties == "any":
            answers |= {"ties": "any", "best_actions": " ".join(right.actions)}
        return answers

    def _reference(self, tree: FixedTree, most_successors: int | None = None) -> TreeSolution:
        if self.agent not in SEARCHES:
            raise self.file.error("alg", unknown("algorithm", self.agent, SEARCHES))
        try:
            return solve_tree(tree, self.agent, self.depth, most_successors=most_successors)
        except TooLargeError as error:
            raise TooLargeError(f"{self.file.path}: {error}") from error
        except SearchError as error:
            if not isinstance(error.__cause__, NoScoreError):
                raise self.file.error("start_state", f"the tree cannot be searched: {error}") from error
            missing = error.__cause__
            expected = f"expected a line '{missing.state} NUMBER' in evaluation"
            raise GradingError(f"{self._place_of(missing.state)}: {missing}; {expected}") from error

    def run(self, student: Student, limits: Limits) -> CaseResult:
        answer = student.solve_tree(self.tree, self.agent, self.depth, self.tree_seconds(limits))
        if answer.failure is not None:
            result = self.broken(answer.failure)
            is_about_the_tree = answer.failure.kind is FailureKind.CRASHED
        else:
            is_right = self.expected_of(answer).accepts(answer.action, answer.generated)
            result = self.result(is_right, [] if is_right else self._differences(answer))
            is_about_the_tree = not is_right
            result.reasons += evaluation_remarks(
                is_asked=self.tree.is_negated, is_negated=answer.is_negated, passed=is_right
            )
        result.answer = answer
        result.answer_text = printable(answer.action or "")
        result.generated_digest = short_digest(sorted(answer.generated))
        if is_about_the_tree:
            tree = self.tree_of(answer)
            with costs_only("drawing of the tree", [result]):
                right = trace_tree(tree, self.agent, self.depth)
                searched = right.tree if right else None
                result.drawing = self._drawing(right)
                result.tree = tree_data(tree, self.agent, self.depth, self.expected_of(answer), answer, searched)
        return result

    def ask_again(self, student: Student, limits: Limits, *, records: bool = False) -> TreeAnswer:
        """Put the tree to a submission once more, for which no points are counted; see `Student.solve_tree`."""
        answer = student.solve_tree(self.tree, self.agent, self.depth, self.tree_seconds(limits), records=records)
        student.take_output()  # it has been shown with the case
        return answer

    def _differences(self, answer: TreeAnswer) -> list[str]:
        lines = []
        right = self.expected_of(answer)
        if answer.action not in right.actions:
            expected = f"expected action {' or '.join(right.actions)}"
            got = f": {answer.remark.text}" if answer.remark else f", got {printable(answer.action or '')}"
            lines.append(expected + got)
        missing = sorted(right.generated - answer.generated)
        surplus = sorted(answer.generated - right.generated)
        if missing:
            lines.append(f"states that should have been generated and were not: {some_of(missing, MOST_NAMES, ' ')}")
        if surplus:
            lines.append(f"states that should not have been generated and were: {some_of(surplus, MOST_NAMES, ' ')}")
        return lines

    def tree_of(self, answer: TreeAnswer) -> FixedTree:
        """Return the tree with the evaluation that the answer is about."""
        return self.tree if answer.is_negated else self.tree.by_score

    def marked_drawing(self, right: Trace[Any, str], path: Sequence[str], mark: str) -> list[str]:
        """Return the drawing with a mark after the node that these actions lead to, if the right search visits it."""
        number = _number_of(right.tree, path)
        return self._drawing(right, {} if number is None else {number: mark})

    def _drawing(self, right: Trace[Any, str] | None, marks: Mapping[int, str] | None = None) -> list[str]:
        """Return the tree with the values of the reference search, or without one the diagram in the file."""
        if right is None:
            return self.file.get("diagram").split("\n")
        drawing = right.to_text(lambda state: f"({state})", marks).split("\n")
        title = f"The tree as {self.agent} with depth {self.depth} should see it:"
        return [title, *(f"  {line}" for line in drawing[:LONGEST_DRAWING])]


def _number_of(tree: SearchTree[Any, str], path: Sequence[str]) -> int | None:
    """Return the number of the node that actions lead to from the root; None if the search does not visit it."""
    node = tree.root
    for action in path:
        below = [child for child in tree.children(node) if child.action == action]
        if not below:
            return None
        node = below[0]
    return node.number
