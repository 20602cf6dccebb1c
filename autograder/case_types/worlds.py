"""Where searches of the grader take place: a fixed tree, or a game of Pacman. A world notes what is generated in it."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeAlias

from autograder.case_types.fixed_tree import FixedTree
from autograder.errors import GradingError
from pacman.directions import STOP
from pacman.state import GameState

Node: TypeAlias = tuple[Any, int]  # a state, and how many moves led to it


class NoScoreError(GradingError):
    """The score of a state was asked for that has none."""

    def __init__(self, state: str) -> None:
        super().__init__(f"state {state!r} needs an evaluation and has none")
        self.state = state


class World(Protocol):
    """What a search needs to know, right or wrong: agents are told by index, and Pacman is agent 0."""

    num_agents: int
    generated: set[Any]

    def actions(self, state: Any, agent: int) -> Sequence[str]: ...
    def successor(self, state: Any, agent: int, action: str) -> Any: ...
    def is_won(self, state: Any) -> bool: ...
    def is_lost(self, state: Any) -> bool: ...
    def score(self, state: Any) -> float: ...
    def evaluate(self, state: Any) -> float: ...


class TreeWorld:
    """A tree of a case file; `generated` holds its start and every state that was led to."""

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


class PacmanWorld:
    """Pacman judged by score, who perhaps must not stop; `generated` holds what was led to, and from where.

    is_negated: the evaluation is the negated score.
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
        self.generated.update((state, child))
        return child

    def is_won(self, state: GameState) -> bool:
        return state.is_win

    def is_lost(self, state: GameState) -> bool:
        return state.is_lose

    def score(self, state: GameState) -> float:
        return state.score

    def evaluate(self, state: GameState) -> float:
        return -state.score if self._is_negated else state.score


class WorldGame:
    """A world as the five functions of a game, for `agents.search`."""

    def __init__(self, world: World) -> None:
        self._world = world

    def player(self, node: Node, /) -> int:
        return node[1] % self._world.num_agents

    def actions(self, node: Node, /) -> Sequence[str]:
        return self._world.actions(node[0], self.player(node))

    def result(self, node: Node, action: str, /) -> tuple[Hashable, int]:
        return self._world.successor(node[0], self.player(node), action), node[1] + 1

    def terminal_test(self, node: Node, /) -> bool:
        """Won, lost, or nowhere to go."""
        state = node[0]
        return self._world.is_won(state) or self._world.is_lost(state) or not self.actions(node)

    def utility(self, node: Node, player: int, /) -> float:
        return self.evaluate(node) if player == 0 else -self.evaluate(node)

    def evaluate(self, node: Node, /) -> float:
        return self._world.evaluate(node[0])
