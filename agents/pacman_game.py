"""Pacman as a `Game` of `agents.search`."""

from typing import Literal, TypeAlias

from agents.evaluation import Evaluation
from agents.search.support.validation import checked_evaluation
from pacman.directions import Action
from pacman.state import GameState

# Settings of searching agents: the choice between Python and the kernel; the searches of `agents.search` and the models
# of ghosts that the kernel supports.
Engine: TypeAlias = Literal["auto", "python", "kernel"]
Algorithm: TypeAlias = Literal["minimax", "alpha_beta", "expectimax", "expectiminimax"]
CompiledModel: TypeAlias = Literal["uniform", "directional"]

# A state and the agent to move, which is not part of a GameState.
Turn: TypeAlias = tuple[GameState, int]


class PacmanGame:
    """The game for searches: agent 0 is MAX. The utility of a final state is its evaluation."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

        def evaluate(turn: Turn, /) -> float:
            return evaluation(turn[0])

        evaluate.__name__ = getattr(evaluation, "__name__", type(evaluation).__name__)  # for messages of the search
        self.evaluate = evaluate  # for states at the horizon; the search checks its values
        self.worth = checked_evaluation(evaluation)  # for final states: errors name the evaluation, not a utility

    def player(self, turn: Turn, /) -> int:
        return turn[1]

    def actions(self, turn: Turn, /) -> tuple[Action, ...]:
        state, agent = turn
        return state.legal_actions(agent)

    def result(self, turn: Turn, action: Action, /) -> Turn:
        state, agent = turn
        return state.successor(agent, action), (agent + 1) % state.num_agents

    def terminal_test(self, turn: Turn, /) -> bool:
        return turn[0].is_over

    def utility(self, turn: Turn, player: int, /) -> float:
        value = self.worth(turn[0])
        return value if player == 0 else -value
