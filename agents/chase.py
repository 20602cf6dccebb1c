"""The hunt as the ghosts see it: a game of catching Pacman, in which his score does not matter."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from agents.features import Surroundings
from pacman.directions import Action
from pacman.state import GameState

# A state, whose turn it is, and how many plies are left to search.
ChaseNode: TypeAlias = tuple[GameState, int, int]

CAUGHT: Final = 10_000  # beyond all distances


def chase_value(state: GameState, ghosts: Iterable[int]) -> float:
    """How Pacman stands with these ghosts: far from the active and near the scared ones is good for him."""
    if state.is_over:
        return CAUGHT if state.is_win else -CAUGHT
    around = Surroundings(state)
    value: float = 0
    for ghost in ghosts:
        steps = around.steps_to(state.position(ghost)) or 0
        value += -steps if state.scared_timer(ghost) else steps
    return value


class ChaseGame:
    """Pacman is MAX and wants to get away; the ghosts are a team and want to catch him, rather sooner than later."""

    def player(self, node: ChaseNode, /) -> int:
        return node[1]

    def actions(self, node: ChaseNode, /) -> tuple[Action, ...]:
        state, agent, _ = node
        return state.legal_actions(agent)

    def result(self, node: ChaseNode, action: Action, /) -> ChaseNode:
        state, agent, plies = node
        return state.successor(agent, action), (agent + 1) % state.num_agents, plies - 1

    def terminal_test(self, node: ChaseNode, /) -> bool:
        return node[0].is_over

    def utility(self, node: ChaseNode, player: int, /) -> float:
        """The value for Pacman; caught with more plies left is caught sooner."""
        state, _, plies = node
        value = CAUGHT if state.is_win else -CAUGHT - plies
        return value if player == 0 else -value

    def evaluate(self, node: ChaseNode, /) -> float:
        state = node[0]
        return chase_value(state, range(1, state.num_agents))
