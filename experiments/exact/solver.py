"""Perfect play on small boards: the value of every state, by value iteration backwards from the ends of the game.

The value of a state is the score still to come if Pacman maximises it, against ghosts that minimise it ("adversarial")
or that take each legal move with equal probability ("random").

Every move of Pacman costs a point, so endless play has the value minus infinity.

Against adversaries all values start there: after n sweeps they are the values of a game that Pacman must end within n
plies. They can only rise and they are integers, so when they stop changing they are exact. Where minus infinity
remains, the ghosts can keep the game from ever ending.

Against random ghosts, states from which no play ends with probability 1 are excluded first; the values of the others
are swept until none changes by more than a billionth.
"""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from experiments.errors import ExperimentError
from experiments.exact.state_estimate import is_far_too_large
from experiments.exact.state_graph import GraphTables, StateGraph
from experiments.exact.state_key import state_key
from pacman.directions import Action
from pacman.state import GameState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OPPONENTS: Final = ("adversarial", "random")
MOST_STATES: Final = 1_000_000  # a minute or two, and about a gigabyte

_TOLERANCE: Final = 1e-9
_MOST_SWEEPS: Final = 1_000_000


def explore(
    start: GameState, *, most_states: int = MOST_STATES, on_state: Callable[[], None] | None = None
) -> StateGraph:
    """Return the graph of a game that starts in this state with Pacman to move.

    Raise ExperimentError if it has more than `most_states` states, or a ghost without a legal action.
    """
    if is_far_too_large(start, most_states):
        raise ExperimentError(
            f"{start.layout.name}: more than {most_states:,} states expected; the board is too large to be solved"
        )
    graph = StateGraph(start.num_agents)
    numbers = graph.numbers
    numbers[state_key(start), 0] = 0
    queue = deque([(start, 0)])
    while queue:
        state, turn = queue.popleft()
        after = (turn + 1) % graph.agents
        graph.turns.append(turn)
        graph.firsts.append(len(graph.targets))
        actions = state.legal_actions(turn)
        if not actions:
            raise ExperimentError(f"{state.layout.name}: ghost {turn} has no legal action; the board cannot be solved")
        for action in actions:
            following = state.successor(turn, action)
            graph.gains.append(following.score - state.score)
            graph.wins.append(following.is_win)
            if following.is_over:
                graph.targets.append(-1)
                continue
            key = (state_key(following), after)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(numbers)
                queue.append((following, after))
            graph.targets.append(number)
        if len(numbers) > most_states:
            raise ExperimentError(
                f"{start.layout.name}: more than {most_states:,} states; the board is too large to be solved"
            )
        if on_state:
            on_state()
    return graph


class PerfectPlay:
    """The value of perfect play in every state of a graph."""

    def __init__(
        self, graph: StateGraph, opponents: str, values: "NDArray[np.float64]", sweeps: int, win_probability: float
    ) -> None:
        self.graph = graph
        self.opponents = opponents
        self.values = values
        self.sweeps = sweeps
        self.win_probability = win_probability  # of the play that maximises the score

    @property
    def value(self) -> float:
        """Score of a perfectly played game from the start."""
        return float(self.values[0])

    def value_of(self, state: GameState, turn: int = 0) -> float:
        """Return the score still to come, or minus infinity if the ghosts can prolong the game forever.

        Raise ExperimentError for a state that cannot be reached from the start.
        """
        number = self.graph.numbers.get((state_key(state), turn))
        if number is None:
            raise ExperimentError(f"{state.layout.name}: this state cannot be reached from the start that was solved")
        return float(self.values[number])

    def action_values(self, state: GameState) -> dict[Action, float]:
        """Return the score still to come after each of Pacman's actions, under perfect play."""
        after = 1 % self.graph.agents
        values = {}
        for action in state.legal_actions(0):
            following = state.successor(0, action)
            gain = following.score - state.score
            values[action] = gain + (0.0 if following.is_over else self.value_of(following, after))
        return values


def solve(graph: StateGraph, opponents: str, on_sweep: Callable[[], None] | None = None) -> PerfectPlay:
    """Return perfect play against "adversarial" or "random" ghosts."""
    import numpy as np

    if opponents not in OPPONENTS:
        raise ExperimentError(f"opponents are {opponents!r}; expected {' or '.join(OPPONENTS)}")
    tables = GraphTables(graph)
    is_random = opponents == "random"
    values = np.where(tables.sure_to_end(), 0.0, -np.inf) if is_random else np.full(len(graph), -np.inf)
    for sweep in range(1, _MOST_SWEEPS):
        update = tables.backed_up(values, is_random)
        with np.errstate(invalid="ignore"):  # minus infinity less minus infinity: no change
            change = np.max(np.where(update == values, 0.0, np.abs(update - values)))
        values = update
        if on_sweep:
            on_sweep()
        if change <= (_TOLERANCE if is_random else 0):
            return PerfectPlay(graph, opponents, values, sweep, tables.win_probability(values, is_random))
    raise ExperimentError(f"the values do not converge in {_MOST_SWEEPS:,} sweeps")
