"""The right answers, from our own searches."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from math import isclose
from typing import Any, Final, TypeAlias

from agents.search import SearchError, SearchResult, Trace, alpha_beta, expectimax, minimax
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.worlds import PacmanWorld, TreeWorld, World, WorldGame
from autograder.errors import GradingError
from pacman.directions import Action
from pacman.state import GameState

Search: TypeAlias = Callable[..., SearchResult[Any]]

# By the name that submissions give to the agent.
SEARCHES: Final[dict[str, Search]] = {
    "MinimaxAgent": minimax,
    "AlphaBetaAgent": alpha_beta,
    "ExpectimaxAgent": expectimax,
}


def best_actions(values: Mapping[str, float]) -> tuple[str, ...]:
    """The actions of the largest value, in order. Averages that differ by rounding alone are equal."""
    best = max(values.values())
    return tuple(action for action, value in values.items() if isclose(value, best, abs_tol=1e-9))


@dataclass(frozen=True)
class TreeSolution:
    """The right answer on a fixed tree: the actions that are accepted, and the states that the search generates."""

    actions: tuple[str, ...]
    generated: frozenset[str]

    def accepts(self, action: str | None, generated: Set[str]) -> bool:
        """True if this action, found by generating these states, is right."""
        return action in self.actions and generated == self.generated


class TooLargeError(GradingError):
    """A tree that is larger than the caller wants to search."""


class _BoundedTreeWorld(TreeWorld):
    """A tree of which a search may generate so many successors."""

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
    """All best actions at the root of a tree, and the states that the search of this agent generates.

    TooLargeError if it generates more than `most_successors`, counting repetitions, or if the tree is too deep.
    """
    world = TreeWorld(tree) if most_successors is None else _BoundedTreeWorld(tree, most_successors)
    try:
        actions = _best_actions(world, tree.start, agent, depth * tree.num_agents, trace)
    except SearchError as error:
        if isinstance(error.__cause__, RecursionError):
            raise TooLargeError("the tree is too deep") from error
        raise
    return TreeSolution(actions, frozenset(world.generated))


def trace_tree(tree: FixedTree, agent: str, depth: int) -> Trace[Any, str] | None:
    """Trace of the right search of a tree; None for an agent that is not ours, or a tree that cannot be searched."""
    trace: Trace[Any, str] = Trace(state_of=lambda node: node[0])
    try:
        solve_tree(tree, agent, depth, trace)
    except (KeyError, SearchError, GradingError):
        return None
    return trace


@dataclass(frozen=True)
class Decision:
    """A right decision: all actions that are equally good, and how many distinct states the search looks at."""

    actions: tuple[Action, ...]
    explored: int


def decide(state: GameState, agent: str, rounds: int, *, with_stop: bool, is_negated: bool = False) -> Decision:
    """Pacman's best actions by score, or by the negated score."""
    world = PacmanWorld(state.num_agents, with_stop, is_negated)
    return Decision(_best_actions(world, state, agent, rounds * state.num_agents), len(world.generated))


def right_actions(
    state: GameState,
    agent: str,
    rounds: int,
    *,
    with_stop: bool,
    whole_rounds: bool = True,
    is_negated: bool = False,
) -> tuple[Action, ...]:
    """The actions of a decision, whatever states it takes to find them: for minimax, those of alpha-beta.

    Without `whole_rounds` the last round ends after Pacman's move.
    """
    quick = "AlphaBetaAgent" if agent == "MinimaxAgent" else agent
    plies = rounds * state.num_agents if whole_rounds else (rounds - 1) * state.num_agents + 1
    return _best_actions(PacmanWorld(state.num_agents, with_stop, is_negated), state, quick, plies)


def trace_decision(
    state: GameState, agent: str, rounds: int, with_stop: bool, trace: Trace[Any, Any], *, is_negated: bool = False
) -> tuple[Action, ...]:
    """Pacman's best actions, as `decide` finds them; the tree that the search looks at is left in the trace."""
    world = PacmanWorld(state.num_agents, with_stop, is_negated)
    return _best_actions(world, state, agent, rounds * state.num_agents, trace)


def searched_states(
    state: GameState, agent: str, rounds: int, *, with_stop: bool, is_negated: bool = False
) -> Set[GameState]:
    """The states that a right decision of this agent looks at."""
    world = PacmanWorld(state.num_agents, with_stop, is_negated)
    _best_actions(world, state, agent, rounds * state.num_agents)
    return world.generated


def _best_actions(
    world: World, root: Any, agent: str, plies: int, trace: Trace[Any, Any] | None = None
) -> tuple[str, ...]:
    game = WorldGame(world)
    return best_actions(SEARCHES[agent](game, (root, 0), depth=plies, evaluate=game.evaluate, trace=trace).values)
