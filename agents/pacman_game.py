"""Pacman as the five functions that search knows."""

from typing import TypeAlias

from agents.evaluation import Evaluation
from agents.search.support.validation import checked_evaluation
from pacman.directions import Action
from pacman.state import GameState

# A state and whose turn it is, which a GameState does not know.
Turn: TypeAlias = tuple[GameState, int]


class PacmanGame:
    """The game as searchers see it: agent 0 is MAX. The end of a game is worth what the evaluation says of it."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

        def evaluate(turn: Turn, /) -> float:
            return evaluation(turn[0])

        evaluate.__name__ = getattr(evaluation, "__name__", type(evaluation).__name__)  # for messages of the search
        self.evaluate = evaluate  # what the horizon is worth; the search checks it
        self.worth = checked_evaluation(evaluation)  # what the end is worth: told apart from a utility that is wrong

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
