"""The right answers, from our own searches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any, Final, TypeAlias

from agents.pacman_game import PacmanGame, Turn
from agents.search import SearchResult, Trace, alpha_beta, expectimax, minimax
from autograder.case_types.fixed_tree import FixedTree, TreeGame
from pacman.directions import STOP, Action
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


def solve_tree(tree: FixedTree, agent: str, depth: int, trace: Trace[Any, Any] | None = None) -> TreeSolution:
    """All best actions at the root of a tree, and the states that the search of this agent generates."""
    game = TreeGame(tree)
    plies = depth * tree.num_agents
    result = SEARCHES[agent](game, game.root, depth=plies, evaluate=game.evaluate, trace=trace)
    return TreeSolution(best_actions(result.values), frozenset(game.generated))


def draw_tree(tree: FixedTree, agent: str, depth: int) -> str:
    """The tree as the right search goes through it, a line a state."""
    trace: Trace[Any, Any] = Trace()
    solve_tree(tree, agent, depth, trace)
    return trace.to_text(lambda moment: f"({moment[0]})")


@dataclass(frozen=True)
class Decision:
    """A right decision: all actions that are equally good, and how many distinct states the search looks at."""

    actions: tuple[Action, ...]
    explored: int


def decide(state: GameState, agent: str, rounds: int, *, with_stop: bool, whole_rounds: bool = True) -> Decision:
    """Pacman's best actions by score. Without `whole_rounds` the last round ends after Pacman's move."""
    game = _CountedGame(with_stop)
    plies = rounds * state.num_agents if whole_rounds else (rounds - 1) * state.num_agents + 1
    result = SEARCHES[agent](game, (state, 0), depth=plies, evaluate=game.evaluate)
    return Decision(best_actions(result.values), len(game.explored))


class _CountedGame(PacmanGame):
    """Pacman by score, counting every state that is expanded or generated; perhaps he must not stop."""

    def __init__(self, with_stop: bool) -> None:
        super().__init__(lambda state: state.score)
        self._with_stop = with_stop
        self.explored: set[GameState] = set()

    def actions(self, turn: Turn, /) -> tuple[Action, ...]:
        legal = super().actions(turn)
        if self._with_stop or turn[1] != 0:
            return legal
        return tuple(action for action in legal if action != STOP) or legal

    def result(self, turn: Turn, action: Action, /) -> Turn:
        after = super().result(turn, action)
        self.explored.add(turn[0])
        self.explored.add(after[0])
        return after
