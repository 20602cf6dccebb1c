"""Berkeley's module `ghostAgents`: each ghost can say how likely it is to take each action, and draws from that."""

import random

from pacman.agent_code.agent_arguments import WithArguments, checked_rng, number, whole_number
from pacman.berkeley.modules.util import Counter
from pacman.chances import Chances, RandomSource, favouring, uniform
from pacman.directions import STOP, VECTORS, Action
from pacman.errors import AgentError
from pacman.state import GameState


class GhostAgent(WithArguments):
    """A ghost knows its agent index. It draws from the dice handed in, or else from the global stream of `random`.

    A ghost of your own says how it plays in one function: `getDistribution(state)`, as Berkeley has it, or `chances`.
    """

    def __init__(self, index: int, rng: RandomSource | None = None) -> None:
        self.index = whole_number("index", index)
        self._rng: RandomSource = checked_rng(rng) or random

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        """How likely each of the legal actions is; there is at least one."""
        if type(self).getDistribution is GhostAgent.getDistribution:
            raise AgentError(f"{type(self).__name__} does not say how it plays: it has no getDistribution(state)")
        return Chances(self.getDistribution(state))

    def distribution(self, state: GameState) -> dict[Action, float]:
        """The probability of each legal action; empty for a ghost that is walled in."""
        legal = state.legal_actions(self.index)
        return dict(self.chances(state, legal).probabilities) if legal else {}

    def get_action(self, state: GameState) -> Action:
        legal = state.legal_actions(self.index)
        return self.chances(state, legal).draw(self._rng) if legal else STOP

    getAction = get_action

    def getDistribution(self, state: GameState) -> Counter:
        """Berkeley's name for `distribution`."""
        return Counter(self.distribution(state))


class RandomGhost(GhostAgent):
    """Takes each legal action with the same probability."""

    only_reads_states = True

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        return uniform(legal)


class DirectionalGhost(GhostAgent):
    """Mostly rushes towards Pacman, or away from him while scared, as the crow flies."""

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
