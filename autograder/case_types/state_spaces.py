"""State spaces that the grader searches: a fixed tree, or a game of Pacman. Each records the states generated in it."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeAlias

from autograder.case_types.fixed_tree import FixedTree
from autograder.errors import GradingError
from pacman.directions import STOP
from pacman.state import GameState

Node: TypeAlias = tuple[Any, int]  # a state, and the number of moves that led to it


class NoScoreError(GradingError):
    """Raised if a search evaluates a state that has no score."""

    def __init__(self, state: str) -> None:
        super().__init__(f"state {state!r} needs an evaluation and has none")
        self.state = state


class StateSpace(Protocol):
    """Interface between a search, right or wrong, and its states. Agents are given by index; Pacman is agent 0."""

    num_agents: int
    generated: set[Any]

    def actions(self, state: Any, agent: int) -> Sequence[str]: ...
    def successor(self, state: Any, agent: int, action: str) -> Any: ...
    def is_won(self, state: Any) -> bool: ...
    def is_lost(self, state: Any) -> bool: ...
    def score(self, state: Any) -> float: ...
    def evaluate(self, state: Any) -> float: ...


class TreeSpace:
    """A tree of a case file; `generated` contains its start and every generated state."""

    def __init__(self, tree: FixedTree) -> None:
        self.tree = tree
        self.num_agents = tree.num_agents
        self.generated = {tree.start}

    def actions(self, state: str, agent: int) -> Sequence[str]:
        return self.tree.actions(state)

    def successor(self, state: str, agent: int, action: str) -> str:
        successor = self.tree.successors[state][action]
        self.generated.add(successor)
        return successor

    def is_won(self, state: str) -> bool:
        return state in self.tree.wins

    def is_lost(self, state: str) -> bool:
        return state in self.tree.losses

    def score(self, state: str) -> float:
        if state not in self.tree.values:
            raise NoScoreError(state)
        return self.tree.values[state]

    def evaluate(self, state: str) -> float:
        value = self.tree.evaluation(state)
        if value is None:
            raise NoScoreError(state)
        return value


class PacmanSpace:
    """States of a game of Pacman; `generated` contains the generated states and those they were generated from.

    with_stop: Pacman may stop. is_negated: the evaluation is the negated score.
    """

    def __init__(self, num_agents: int, with_stop: bool, is_negated: bool = False) -> None:
        self.num_agents = num_agents
        self.generated: set[GameState] = set()
        self._with_stop = with_stop
        self._is_negated = is_negated

    def actions(self, state: GameState, agent: int) -> Sequence[str]:
        legal = state.legal_actions(agent)
        if agent or self._with_stop:
            return legal
        return [action for action in legal if action != STOP] or legal

    def successor(self, state: GameState, agent: int, action: str) -> GameState:
        child = state.successor(agent, action)
        if not self.generated:
            self.generated.add(state)  # the root; every other state was generated here
        self.generated.add(child)
        return child

    def is_won(self, state: GameState) -> bool:
        return state.is_win

    def is_lost(self, state: GameState) -> bool:
        return state.is_lose

    def score(self, state: GameState) -> float:
        return state.score

    def evaluate(self, state: GameState) -> float:
        return -state.score if self._is_negated else state.score


class StateSpaceGame:
    """A state space as the five functions of a game, for `agents.search`."""

    def __init__(self, space: StateSpace) -> None:
        self._space = space

    def player(self, node: Node, /) -> int:
        return node[1] % self._space.num_agents

    def actions(self, node: Node, /) -> Sequence[str]:
        return self._space.actions(node[0], self.player(node))

    def result(self, node: Node, action: str, /) -> tuple[Hashable, int]:
        return self._space.successor(node[0], self.player(node), action), node[1] + 1

    def terminal_test(self, node: Node, /) -> bool:
        """True for a state that is won, lost or without actions."""
        state = node[0]
        return self._space.is_won(state) or self._space.is_lost(state) or not self.actions(node)

    def utility(self, node: Node, player: int, /) -> float:
        return self.evaluate(node) if player == 0 else -self.evaluate(node)

    def evaluate(self, node: Node, /) -> float:
        return self._space.evaluate(node[0])
