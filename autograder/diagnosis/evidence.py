"""Answers to the cases of a question about one agent's search, from which its bug is inferred."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from autograder.analysis_limits import NodeBudget
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.search_rules import Rules
from autograder.failures import Failure
from autograder.results import CaseResult
from autograder.student.student import TreeAnswer

SearchCase: TypeAlias = TreeCase | CountedCase


class SimulatedDecision(NamedTuple):
    """The best actions of a simulated search in one state of a game; `is_rounded`: equal but for rounding."""

    actions: tuple[str, ...]
    is_rounded: bool


@dataclass(frozen=True, eq=False)
class Evidence:
    """A case about a search and its result; `place`: the number of the case among those of the question.

    budget: the nodes that may still be generated to explain all cases of the question.
    is_extra: the case is not part of the question; the submission was asked for it afterwards.
    decisions: those of the searches that have replayed a game: by the rules and `with_stop`, and by the id of the move.
    """

    case: SearchCase
    result: CaseResult
    place: int
    budget: NodeBudget
    is_extra: bool = False
    decisions: dict[tuple[Rules, bool], dict[int, SimulatedDecision | None]] = field(default_factory=dict)

    @cached_property
    def tree(self) -> "SearchedTree | None":
        """The tree and its answer; None for a game."""
        case, answer = self.case, self.result.answer
        if isinstance(case, TreeCase) and isinstance(answer, TreeAnswer):
            return SearchedTree(case, answer, self.result.passed)
        return None

    @cached_property
    def moves(self) -> Sequence[MoveAnswer]:
        """The decisions of a game."""
        return self.result.answer if isinstance(self.result.answer, tuple) else ()

    @property
    def judged_moves(self) -> list[tuple[MoveAnswer, bool]]:
        """The decisions of a game, each with True if it is one of the solution's; none for a tree."""
        if not isinstance(self.case, CountedCase):
            return []
        return [
            (move, any(move.explored == right.explored and move.action in right.actions for right in variants))
            for move, variants in zip(self.moves, self.case.solution.optimal, strict=False)
        ]

    @property
    def is_negated(self) -> bool:
        """True if the agent's evaluation was the negated score."""
        if isinstance(self.result.answer, TreeAnswer):
            return self.result.answer.is_negated
        return any(move.is_negated for move in self.moves)

    @property
    def lacks_score(self) -> bool:
        """True if the search crashed on reading the score of a state that has none."""
        return isinstance(self.result.answer, TreeAnswer) and self.result.answer.lacks_score


@dataclass(frozen=True)
class SearchedTree:
    """A tree, and the answer of a search in it."""

    case: TreeCase
    answer: TreeAnswer
    passed: bool

    @property
    def seen(self) -> FixedTree:
        """The tree with the evaluation that the agent received."""
        return self.case.tree_of(self.answer)

    @property
    def unscored_at(self) -> Literal["above the limit", "below the limit"] | None:
        """The place of the state whose missing score ended the search; None if no state did, or one of another place.

        At the depth limit, and where the game is over, a search is right to ask for the score.
        """
        state, tree = self.answer.scored_last, self.case.tree
        if not self.answer.lacks_score or state is None or tree.is_over(state):
            return None
        above: set[str] = set()
        layer = {tree.start}
        for _ in range(self.case.depth * tree.num_agents):
            above |= layer
            layer = {child for each in layer for child in tree.successors.get(each, {}).values()}
        if state in above:
            return "above the limit"
        return None if state in layer else "below the limit"


def trees_of(evidence: Iterable[Evidence]) -> list[SearchedTree]:
    """Return the trees among the answers."""
    return [each.tree for each in evidence if each.tree is not None]


def is_crash(failure: Failure | None) -> bool:
    """True if the code raised an exception; a search that is too slow may have any bug."""
    return failure is not None and not failure.is_late
