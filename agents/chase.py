"""Pursuit game for searching ghosts: the value is the distance to Pacman, and the score is ignored."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from agents.features import Surroundings
from pacman.directions import Action
from pacman.state import GameState

# A state, the agent to move, and the number of plies left to search.
ChaseNode: TypeAlias = tuple[GameState, int, int]

CAUGHT: Final = 10_000  # larger than any sum of distances


def chase_value(state: GameState, ghosts: Iterable[int]) -> float:
    """Return the value for Pacman: the distances to these ghosts if active, minus those to scared ones."""
    if state.is_over:
        return CAUGHT if state.is_win else -CAUGHT
    around = Surroundings(state)
    value: float = 0
    for ghost in ghosts:
        steps = around.steps_to(state.position(ghost)) or 0
        value += -steps if state.scared_timer(ghost) else steps
    return value


class ChaseGame:
    """The pursuit: Pacman is MAX and flees; the ghosts are a team that catches Pacman, preferably soon."""

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
        """Return the value of an end for Pacman; a capture with more plies left is earlier, and worse."""
        state, _, plies = node
        value = CAUGHT if state.is_win else -CAUGHT - plies
        return value if player == 0 else -value

    def evaluate(self, node: ChaseNode, /) -> float:
        state = node[0]
        return chase_value(state, range(1, state.num_agents))
