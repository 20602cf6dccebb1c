"""What can be seen of a search whose bug is not known: the states that it made, and what it asked for, in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from agents.search.search_tree import ROOT
from autograder.analysis_limits import NodeBudget
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.advice import Named
from autograder.diagnosis.bugs import OTHER_ORDER
from autograder.results import CaseResult
from autograder.student.student import TreeAnswer

SearchCase: TypeAlias = TreeCase | CountedCase

WRONG_WEIGHTS: Final = "expected value weighted wrongly"
WRONG_AGENT: Final = "another agent is moved than the one whose turn it is"
PRUNES: Final = "pruning in expectimax"
NO_SEARCH: Final = "an answer without a search"
LEFT_BEHIND: Final = "what one decision leaves behind is used in the next"
GAME_ALONE: Final = "right in the trees and wrong in the game"

# By whether states are missing, and whether there are too many: of alpha-beta, and of a search that cuts nothing.
_CUTS: Final = {
    (True, False): "too much is cut",
    (False, True): "too little is cut",
    (True, True): "cuts in the wrong places",
    (False, False): "the right states and the wrong action",
}
_STATES: Final = {
    **_CUTS,
    (True, False): "states are left out",
    (False, True): "states are searched that should not be",
    (True, True): "other states are searched",
}


@dataclass(frozen=True)
class Heard:
    """What came of a case about a search, and its place among the cases; of a game the moves that are looked at.

    budget: the nodes that may still be generated to explain it, and the other cases of the question.
    """

    case: SearchCase
    result: CaseResult
    place: int
    budget: NodeBudget
    moves: Sequence[MoveAnswer] = ()

    @property
    def is_negated(self) -> bool:
        """True if the agent was given the negated score for an evaluation."""
        if isinstance(self.result.answer, TreeAnswer):
            return self.result.answer.is_negated
        return any(move.is_negated for move in self.moves)


@dataclass(frozen=True)
class _Tree:
    """A tree, and what was asked of it and answered."""

    case: TreeCase
    answer: TreeAnswer
    passed: bool


def name_sign(agent: str, told: Sequence[Heard]) -> Named | None:
    """The bug that shows in how trees were gone through."""
    trees = [tree for tree in _trees(told) if tree.answer.failure is None]
    failed = [tree for tree in trees if not tree.passed]
    if any(not tree.answer.requests and tree.answer.action for tree in failed):
        name = LEFT_BEHIND if any(tree.answer.requests for tree in trees) else NO_SEARCH
        return Named(name, (name,))
    if agent == "ExpectimaxAgent" and any(map(_cuts, failed)):
        draws = all(map(_draws_one, failed))
        return Named(WRONG_WEIGHTS, ("weighted wrongly in no way we know",)) if draws else Named(PRUNES, (PRUNES,))
    if agent == "AlphaBetaAgent" and any(map(_reorders, trees)):
        return Named(OTHER_ORDER, (OTHER_ORDER,))
    return None


def name_agents(told: Sequence[Heard]) -> Named | None:
    """Another agent is said to move than the one whose turn it is."""
    return Named(WRONG_AGENT, (WRONG_AGENT,)) if any(map(_moves_another, _trees(told))) else None


def name_difference(agent: str, told: Sequence[Heard]) -> Named | None:
    """At least in which way the states, or the actions, are others than those of a right search."""
    failed = [each for each in told if not each.result.passed and each.result.failure is None]
    trees = _trees(failed)
    trees = [tree for tree in trees if not tree.answer.is_negated] or trees  # there it may have gone by the score
    if not trees:
        return Named(GAME_ALONE, (GAME_ALONE,)) if failed and len(told) > len(failed) else None
    missing = any(tree.case.expected.generated - tree.answer.generated for tree in trees)
    surplus = any(tree.answer.generated - tree.case.expected.generated for tree in trees)
    name = (_CUTS if agent == "AlphaBetaAgent" else _STATES)[missing, surplus]
    return Named(name, (name,))


def _trees(told: Sequence[Heard]) -> list[_Tree]:
    answers = ((each.case, each.result.answer, each.result.passed) for each in told)
    return [
        _Tree(case, answer, passed)
        for case, answer, passed in answers
        if isinstance(case, TreeCase) and isinstance(answer, TreeAnswer)
    ]


def _cuts(tree: _Tree) -> bool:
    """In some state some actions were tried and others were not."""
    generated, successors = tree.answer.generated, tree.case.tree.successors.values()
    tried = ({state in generated for state in after.values()} for after in successors)
    return generated < tree.case.expected.generated and {True, False} in tried


def _draws_one(tree: _Tree) -> bool:
    """Where a ghost moves never more than one action was tried."""
    ghosts = {state for state, agent, _ in _moves(tree) if agent}
    return all(len(actions) == 1 for state, actions in _tried(tree).items() if state in ghosts)


def _reorders(tree: _Tree) -> bool:
    """In some state actions were tried in another order than they are given."""
    return any(
        actions != [action for action in tree.case.tree.actions(state) if action in actions]
        for state, actions in _tried(tree).items()
    )


def _tried(tree: _Tree) -> dict[str, list[str]]:
    """State by state the actions that were tried, in the order in which they first were."""
    tried: dict[str, dict[str, None]] = {}
    for state, _, action in _moves(tree):
        tried.setdefault(state, {})[action] = None
    return {state: list(actions) for state, actions in tried.items()}


def _moves(tree: _Tree) -> Iterator[tuple[str, int, str]]:
    """Each move that was tried: the state, the agent that was said to move, and its action."""
    if (searched := tree.answer.searched) is not None:
        for node in searched.nodes[1:]:
            yield searched.nodes[node.parent or ROOT].state, node.mover or 0, node.action or ""


def _moves_another(tree: _Tree) -> bool:
    """It was not the agent whose turn it is that was said to move."""
    searched, num_agents = tree.answer.searched, tree.case.tree.num_agents
    return searched is not None and any(node.mover != (node.ply - 1) % num_agents for node in searched.nodes[1:])
