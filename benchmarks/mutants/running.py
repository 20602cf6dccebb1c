"""Run wrong searches on trees and in the counted game, in this process, and count their failures."""

import math
import random
import statistics
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Final

from autograder.assignment.assignment import Assignment, Question, question_named
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.tree_case import TreeCase
from benchmarks.mutants.bank import bank
from benchmarks.mutants.sources import AGENTS, Mutant
from pacman.berkeley.modules.game import Directions
from pacman.state import GameState

NEEDED: Final = 2  # trees, or decisions, that must reveal a wrong search
MOST_SUCCESSORS: Final = 30_000  # of one decision: a search that generates more is wrong, and may never end


class TooManyError(Exception):
    """Raised when a search has generated more states than any correct one does."""


class TreeNode:
    """A state of a fixed tree; as in grading, two states with the same name are not equal."""

    def __init__(self, tree: FixedTree, name: str, generated: set[str]) -> None:
        self.tree = tree
        self.name = name
        self.generated = generated

    def getNumAgents(self) -> int:
        return self.tree.num_agents

    def isWin(self) -> bool:
        return self.name in self.tree.wins

    def isLose(self) -> bool:
        return self.name in self.tree.losses

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        return list(self.tree.successors.get(self.name, ()))

    def generateSuccessor(self, agentIndex: int, action: str) -> "TreeNode":
        name = self.tree.successors[self.name][action]
        self.generated.add(name)
        return TreeNode(self.tree, name, self.generated)

    def getScore(self) -> float:
        return self.tree.values[self.name]

    def __repr__(self) -> str:
        return f"<state {self.name} of the test tree>"


class GameNode:
    """A state of the game that records the generated states, and stops an endless search."""

    def __init__(self, state: GameState, generated: set[GameState], budget: list[int]) -> None:
        self.state = state
        self.generated = generated
        self.budget = budget

    def getNumAgents(self) -> int:
        return self.state.num_agents

    def isWin(self) -> bool:
        return self.state.is_win

    def isLose(self) -> bool:
        return self.state.is_lose

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        return list(self.state.legal_actions(agentIndex))

    def generateSuccessor(self, agentIndex: int, action: str) -> "GameNode":
        self.budget[0] -= 1
        if self.budget[0] < 0:
            raise TooManyError
        child = self.state.successor(agentIndex, action)
        if not self.generated:
            self.generated.add(self.state)  # the root; every other state was generated here
        self.generated.add(child)
        return GameNode(child, self.generated, self.budget)

    def getScore(self) -> float:
        return self.state.score

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameNode) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __str__(self) -> str:
        return str(self.state)


class _Base:
    """Base class of every agent, as in the template."""

    def __init__(self, depth: int) -> None:
        self.index = 0
        self.depth = depth

    def evaluationFunction(self, state: Any) -> float:
        return float(state.getScore())


def load(mutant: Mutant) -> Any:
    """Return the class of a wrong search, in a new namespace, as if its file had just been loaded."""
    names: dict[str, Any] = {
        "MultiAgentSearchAgent": _Base,
        "Directions": Directions,
        **{module.__name__: module for module in (math, random, statistics, struct)},
    }
    exec(_code(mutant), names)
    random.seed(0)
    return names[AGENTS[mutant.question]]


@cache
def _code(mutant: Mutant) -> Any:
    return compile(mutant.source, mutant.id, "exec")


def failed_trees(mutant: Mutant, cases: Sequence[TreeCase]) -> list[str]:
    """Return the names of the trees on which the search fails or crashes."""
    return list(_failed_trees(mutant, cases))


def _failed_trees(mutant: Mutant, cases: Sequence[TreeCase]) -> Iterator[str]:
    agent = load(mutant)
    return (case.name for case in cases if not _is_right(agent(case.depth), case))


def _is_right(agent: Any, case: TreeCase) -> bool:
    generated = {case.tree.start}
    try:
        action = agent.getAction(TreeNode(case.tree, case.tree.start, generated))
    except Exception:
        return False
    return case.expected.accepts(action, generated)


def failed_decisions(mutant: Mutant, case: CountedCase) -> int:
    """Return the number of wrong decisions in the counted game, up to NEEDED; a crash counts as that many.

    As in grading, the generated states may be those of a search with Stop or without, and the actions must be those of
    one of the two throughout.
    """
    agent = load(mutant)(case.depth)
    wrong = [0, 0]  # by the rule with Stop, and by the one without
    for state, variants in zip(case.states, case.solution.optimal, strict=True):
        generated: set[GameState] = set()
        try:
            action = agent.getAction(GameNode(state, generated, [MOST_SUCCESSORS]))
        except Exception:
            return NEEDED
        is_searched = any(generated == case.searched_states(state, with_stop) for with_stop in (True, False))
        for variant, right in enumerate(variants):
            wrong[variant] += not is_searched or action not in right.actions
        if min(wrong) >= NEEDED:
            break
    return min(wrong)


@dataclass(frozen=True)
class Score:
    """Number of cases that reveal a wrong search: trees and, if those are too few, decisions of the game."""

    trees: int
    decisions: int = 0

    def catches(self, mutant: Mutant) -> bool:
        """True if the search fails as it must; an exempt one must not fail any case."""
        if mutant.exempt:
            return not (self.trees or self.decisions)
        return self.trees >= NEEDED or (mutant.real and self.decisions >= NEEDED)


def score(mutant: Mutant, question: Question) -> Score:
    """Run a wrong search on the cases of a question and return its score."""
    trees = len(failed_trees(mutant, trees_by_score(question)))
    return _with_games(trees, mutant, question)


def is_caught(mutant: Mutant, question: Question) -> bool:
    """True if the score of a wrong search is as it must be; run it only until it has failed enough trees."""
    failed = sum(1 for _ in islice(_failed_trees(mutant, trees_by_score(question)), NEEDED))
    return _with_games(failed, mutant, question).catches(mutant)


def _with_games(trees: int, mutant: Mutant, question: Question) -> Score:
    if trees >= NEEDED:
        return Score(trees)
    return Score(trees, sum(failed_decisions(mutant, case) for case in games_by_score(question)))


def trees_by_score(question: Question) -> list[TreeCase]:
    """Return the trees with the evaluation that the searches of the bank use, the score."""
    return [case for case in question.cases if isinstance(case, TreeCase) and not case.tree.is_negated]


def games_by_score(question: Question) -> list[CountedCase]:
    """Return the counted games whose states are evaluated by the score."""
    return [case for case in question.cases if isinstance(case, CountedCase) and not case.is_negated]


def scores(assignment: Assignment) -> dict[str, Score]:
    """Return the scores of all wrong searches by id."""
    return {mutant.id: score(mutant, question_named(assignment, mutant.question)) for mutant in bank()}
