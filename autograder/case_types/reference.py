"""Reference answers, computed by our own searches."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from math import isclose
from typing import Any, Final, TypeAlias

from agents.search import SearchError, SearchResult, Trace, alpha_beta, expectimax, minimax
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.state_spaces import PacmanSpace, StateSpace, StateSpaceGame, TreeSpace
from autograder.errors import GradingError
from pacman.directions import Action
from pacman.state import GameState

Search: TypeAlias = Callable[..., SearchResult[Any]]

# By the name of the agent class in submissions.
SEARCHES: Final[dict[str, Search]] = {
    "MinimaxAgent": minimax,
    "AlphaBetaAgent": alpha_beta,
    "ExpectimaxAgent": expectimax,
}


def best_actions(values: Mapping[str, float]) -> tuple[str, ...]:
    """Return the actions with the largest value, in order. Averages that differ only by rounding count as equal."""
    best = max(values.values())
    return tuple(action for action, value in values.items() if isclose(value, best, abs_tol=1e-9))


@dataclass(frozen=True)
class TreeSolution:
    """The solution of a fixed tree: the actions that are accepted, and the states that the search generates."""

    actions: tuple[str, ...]
    generated: frozenset[str]

    def accepts(self, action: str | None, generated: Set[str]) -> bool:
        """True if this action, found by generating these states, is right."""
        return action in self.actions and generated == self.generated


class TooLargeError(GradingError):
    """Raised for a tree that is larger than the caller wants to search."""


class _BoundedTreeSpace(TreeSpace):
    """A tree in which a search may generate at most `most` successors."""

    def __init__(self, tree: FixedTree, most: int) -> None:
        super().__init__(tree)
        self._left = most

    def successor(self, state: str, agent: int, action: str) -> str:
        self._left -= 1
        if self._left < 0:
            raise TooLargeError("the tree is too large")
        return super().successor(state, agent, action)


def solve_tree(
    tree: FixedTree,
    agent: str,
    depth: int,
    trace: Trace[Any, Any] | None = None,
    *,
    most_successors: int | None = None,
) -> TreeSolution:
    """Return all best actions at the root of a tree, and the states that the search of this agent generates.

    Raise TooLargeError if it generates more than `most_successors`, counting repetitions, or if the tree is too deep.
    """
    space = TreeSpace(tree) if most_successors is None else _BoundedTreeSpace(tree, most_successors)
    try:
        actions = _best_actions(space, tree.start, agent, depth * tree.num_agents, trace)
    except SearchError as error:
        if isinstance(error.__cause__, RecursionError):
            raise TooLargeError("the tree is too deep") from error
        raise
    return TreeSolution(actions, frozenset(space.generated))


def trace_tree(tree: FixedTree, agent: str, depth: int) -> Trace[Any, str] | None:
    """Return the trace of the reference search of a tree; None if there is no reference or the search fails."""
    trace: Trace[Any, str] = Trace(state_of=lambda node: node[0])
    try:
        solve_tree(tree, agent, depth, trace)
    except (KeyError, SearchError, GradingError):
        return None
    return trace


@dataclass(frozen=True)
class Decision:
    """A right decision: all actions that are equally good, and the number of distinct states of the search."""

    actions: tuple[Action, ...]
    explored: int


def decide(
    state: GameState,
    agent: str,
    rounds: int,
    *,
    with_stop: bool,
    is_negated: bool = False,
    trace: Trace[Any, Any] | None = None,
) -> Decision:
    """Return Pacman's best actions by the score, or by the negated score; a trace records the search tree."""
    space = PacmanSpace(state.num_agents, with_stop, is_negated)
    actions = _best_actions(space, state, agent, rounds * state.num_agents, trace)
    return Decision(actions, len(space.generated))


def right_actions(
    state: GameState,
    agent: str,
    rounds: int,
    *,
    with_stop: bool,
    whole_rounds: bool = True,
    is_negated: bool = False,
) -> tuple[Action, ...]:
    """Return the actions of a decision without counting states, which is faster: minimax is replaced by alpha-beta.

    Without `whole_rounds` the last round ends after Pacman's move.
    """
    quick = "AlphaBetaAgent" if agent == "MinimaxAgent" else agent
    plies = rounds * state.num_agents if whole_rounds else (rounds - 1) * state.num_agents + 1
    return _best_actions(PacmanSpace(state.num_agents, with_stop, is_negated), state, quick, plies)


def searched_states(
    state: GameState, agent: str, rounds: int, *, with_stop: bool, is_negated: bool = False
) -> Set[GameState]:
    """Return the states that a right decision of this agent generates or starts from."""
    space = PacmanSpace(state.num_agents, with_stop, is_negated)
    plies = rounds * state.num_agents
    if agent == "AlphaBetaAgent":
        _best_actions(space, state, agent, plies)
        return space.generated
    layer = {state}  # the other searches generate every state; by layers, each state is expanded once
    for ply in range(plies):
        mover = ply % state.num_agents
        layer = {
            space.successor(each, mover, action)
            for each in layer
            if not each.is_over
            for action in space.actions(each, mover)
        }
    return space.generated


def _best_actions(
    space: StateSpace, root: Any, agent: str, plies: int, trace: Trace[Any, Any] | None = None
) -> tuple[str, ...]:
    game = StateSpaceGame(space)
    return best_actions(SEARCHES[agent](game, (root, 0), depth=plies, evaluate=game.evaluate, trace=trace).values)
