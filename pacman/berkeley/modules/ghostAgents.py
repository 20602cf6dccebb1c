"""Berkeley's module `ghostAgents`: each ghost has a distribution over its legal actions and draws from it."""

import random as random

from pacman.agent_code.agent_arguments import WithArguments, checked_rng, number, whole_number
from pacman.berkeley.modules import util as util
from pacman.berkeley.modules.game import Actions as Actions
from pacman.berkeley.modules.game import Agent as Agent
from pacman.berkeley.modules.game import Directions as Directions
from pacman.berkeley.modules.util import manhattanDistance as manhattanDistance
from pacman.chances import Chances, RandomSource, favouring, uniform
from pacman.directions import STOP, VECTORS, Action
from pacman.errors import AgentError
from pacman.state import GameState

# For `from ghostAgents import *`: the names that Berkeley's module has.
__all__ = [
    "Actions",
    "Agent",
    "DirectionalGhost",
    "Directions",
    "GhostAgent",
    "RandomGhost",
    "manhattanDistance",
    "random",
    "util",
]


class GhostAgent(WithArguments):
    """Base class of ghosts. It draws actions from the given `rng`, or else from the global stream of `random`.

    A subclass overrides one method: `getDistribution(state)`, Berkeley's interface, or `chances`.
    """

    def __init__(self, index: int, rng: RandomSource | None = None) -> None:
        self.index = whole_number("index", index)
        self._rng: RandomSource = checked_rng(rng) or random

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        """Return the distribution over the legal actions, of which there is at least one."""
        if type(self).getDistribution is GhostAgent.getDistribution:
            raise AgentError(f"{type(self).__name__} has no getDistribution(state); a ghost must define it")
        return Chances(self.getDistribution(state))

    def distribution(self, state: GameState) -> dict[Action, float]:
        """Return the probability of each legal action; empty for a ghost without legal actions."""
        legal = self._legal_actions(state)
        return dict(self.chances(state, legal).probabilities) if legal else {}

    def get_action(self, state: GameState) -> Action:
        legal = self._legal_actions(state)
        return self.chances(state, legal).draw(self._rng) if legal else STOP

    getAction = get_action

    def getDistribution(self, state: GameState) -> util.Counter:
        """Berkeley's name for `distribution`."""
        return util.Counter(self.distribution(state))

    def _legal_actions(self, state: GameState) -> tuple[Action, ...]:
        return state.legal_actions(self.index)


class RandomGhost(GhostAgent):
    """Ghost that takes each legal action with the same probability."""

    only_reads_states = True

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        return uniform(legal)


class DirectionalGhost(GhostAgent):
    """Ghost that mostly moves towards Pacman, or away while scared, by Manhattan distance.

    Once the game is over it has no best action and raises ValueError, as in the original.
    """

    only_reads_states = True

    def __init__(
        self,
        index: int,
        prob_attack: float | str = 0.8,
        prob_scaredFlee: float | str = 0.8,
        rng: RandomSource | None = None,
    ) -> None:
        super().__init__(index, rng)
        self.prob_attack = number("prob_attack", prob_attack, least=0, most=1)
        self.prob_scaredFlee = number("prob_scaredFlee", prob_scaredFlee, least=0, most=1)

    def _legal_actions(self, state: GameState) -> tuple[Action, ...]:
        if state.is_over:
            raise ValueError(f"{type(self).__name__} has no best action: the game is over")
        return super()._legal_actions(state)

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        is_scared = state.scared_timer(self.index) > 0
        speed = 0.5 if is_scared else 1.0
        x, y = state.position(self.index)
        pacman_x, pacman_y = state.pacman_position
        distances = [
            abs(x + speed * VECTORS[action][0] - pacman_x) + abs(y + speed * VECTORS[action][1] - pacman_y)
            for action in legal
        ]
        wanted = max(distances) if is_scared else min(distances)
        best = tuple(action for action, distance in zip(legal, distances, strict=True) if distance == wanted)
        return favouring(best, legal, self.prob_scaredFlee if is_scared else self.prob_attack)
