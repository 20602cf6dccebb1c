"""Wrong searches on trees and in the counted game, in this process: what each of them gets wrong."""

import math
import random
import statistics
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from autograder.case_types.counted_case import CountedCase
from autograder.case_types.counted_solution import GHOSTS
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import searched_states
from autograder.case_types.tree_case import TreeCase
from benchmarks.mutants.sources import AGENTS, Mutant
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.berkeley.modules.game import Directions
from pacman.game import Game
from pacman.state import GameState

MOST_SUCCESSORS: Final = 30_000  # of one decision: a search that makes more of them is wrong, and perhaps has no end


class TooManyError(Exception):
    """A search has made more states than any right one does."""


class TreeNode:
    """A state of a fixed tree; as in grading, two of the same name are not equal."""

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
    """A state of the game that notes what is generated, and stops a search without end."""

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
        self.generated.update((self.state, child))
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
    """What the template gives every agent."""

    def __init__(self, depth: int) -> None:
        self.index = 0
        self.depth = depth

    def evaluationFunction(self, state: Any) -> float:
        return float(state.getScore())


def load(mutant: Mutant) -> Any:
    """The class of a wrong search, as if its file had just been loaded."""
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
    """The trees on which its answer is wrong, or it has none, by name."""
    agent = load(mutant)
    return [case.name for case in cases if not _is_right(agent(case.depth), case)]


def _is_right(agent: Any, case: TreeCase) -> bool:
    generated = {case.tree.start}
    try:
        action = agent.getAction(TreeNode(case.tree, case.tree.start, generated))
    except Exception:
        return False
    return case.accepts(action, generated)


@dataclass(frozen=True)
class Position:
    """A decision of the counted game: for a search with Stop and for one without, the right actions and states."""

    state: GameState
    actions: tuple[frozenset[str], ...]
    generated: tuple[frozenset[GameState], ...]


@cache
def positions(case: CountedCase) -> Sequence[Position]:
    """The decisions of a counted game, in order."""
    met: list[Position] = []

    class Player:
        def getAction(self, state: GameState) -> str:
            decisions = case.solution.optimal[len(met)]
            searched = (
                frozenset(searched_states(state, case.agent, case.depth, with_stop=stop)) for stop in (True, False)
            )
            actions = tuple(frozenset(decision.actions) for decision in decisions)
            met.append(Position(state, actions, tuple(searched)))
            rng.seed(case.seed + len(met))
            return decisions[0].actions[0]

    rng = random.Random(case.seed)
    ghosts = [DirectionalGhost(index, rng=rng) for index in range(1, GHOSTS + 1)]
    Game(case.layout, Player(), ghosts).run()
    return met


def failed_decisions(mutant: Mutant, case: CountedCase, enough: int = 10**6) -> int:
    """How many decisions of the counted game it gets wrong; the count stops where there are enough of them."""
    agent = load(mutant)(case.depth)
    wrong = [0, 0]  # by those who may stop, and by those who may not
    for position in positions(case):
        generated: set[GameState] = set()
        try:
            action = agent.getAction(GameNode(position.state, generated, [MOST_SUCCESSORS]))
        except Exception:
            return enough  # a crash ends the game
        is_searched = generated in position.generated
        for variant, actions in enumerate(position.actions):
            wrong[variant] += not is_searched or action not in actions
        if min(wrong) >= enough:
            break
    return min(wrong)
