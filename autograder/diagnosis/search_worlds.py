"""Where a search takes place, as `wrong_searches` wants it: a fixed tree, or Pacman. Both note what is generated."""

from collections.abc import Sequence

from autograder.case_types.fixed_tree import FixedTree
from pacman.directions import STOP
from pacman.state import GameState


class TreeWorld:
    """A tree of a case file; asking for a score that is not in it is a KeyError."""

    def __init__(self, tree: FixedTree) -> None:
        self.num_agents = tree.num_agents
        self.generated = {tree.start}
        self._tree = tree

    def actions(self, state: str, agent: int) -> Sequence[str]:
        return self._tree.actions(state)

    def successor(self, state: str, agent: int, action: str) -> str:
        successor = self._tree.successors[state][action]
        self.generated.add(successor)
        return successor

    def is_over(self, state: str) -> bool:
        return self._tree.is_over(state)

    def score(self, state: str) -> float:
        return self._tree.values[state]


class PacmanWorld:
    """Pacman judged by score; perhaps he must not stop."""

    def __init__(self, num_agents: int, with_stop: bool) -> None:
        self.num_agents = num_agents
        self.explored: set[GameState] = set()
        self._with_stop = with_stop

    def actions(self, state: GameState, agent: int) -> Sequence[str]:
        legal = state.legal_actions(agent)
        if agent or self._with_stop:
            return legal
        return [action for action in legal if action != STOP] or legal

    def successor(self, state: GameState, agent: int, action: str) -> GameState:
        child = state.successor(agent, action)
        self.explored.update((state, child))
        return child

    def is_over(self, state: GameState) -> bool:
        return state.is_over

    def score(self, state: GameState) -> float:
        return state.score
