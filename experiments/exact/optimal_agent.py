"""Perfect play as a Pacman agent, on boards small enough to be solved."""

from collections.abc import Hashable
from typing import Final

from experiments.errors import ExperimentError
from experiments.exact.solver import MOST_STATES, OPPONENTS, PerfectPlay, explore, solve
from experiments.exact.state_key import state_key
from pacman.agent_code.agent_arguments import choice
from pacman.directions import Action
from pacman.layout import Layout
from pacman.state import GameState

# Solutions of this process, or why a board could not be solved: a batch asks again in every game.
_KNOWN: Final[dict[tuple[Layout, Hashable, str], PerfectPlay | ExperimentError]] = {}


def solved(start: GameState, opponents: str) -> PerfectPlay:
    """Return the solution from this state, computed once in a process; raise ExperimentError if it cannot be solved."""
    key = (start.layout, state_key(start), opponents)
    if key not in _KNOWN:
        try:
            _KNOWN[key] = solve(explore(start, most_states=MOST_STATES), opponents)
        except ExperimentError as error:
            _KNOWN[key] = error
    found = _KNOWN[key]
    if isinstance(found, ExperimentError):
        raise found
    return found


class OptimalAgent:
    """Maximises the score against "adversarial" or "random" ghosts; ties go to the first action.

    In a state in which adversaries could prolong the game forever, all actions have the same value, minus infinity;
    there it plays as if the ghosts were random.
    """

    def __init__(self, against: str = "adversarial") -> None:
        self.against = choice("against", against, OPPONENTS)
        self._start: GameState | None = None

    def registerInitialState(self, state: GameState) -> None:
        self._start = state

    def get_action(self, state: GameState) -> Action:
        start = self._start or state
        values = solved(start, self.against).action_values(state)
        best = max(values, key=values.__getitem__)
        if values[best] == float("-inf") and self.against != "random":
            values = solved(start, "random").action_values(state)
            best = max(values, key=values.__getitem__)
        return best

    getAction = get_action
