"""Ghosts that choose their actions by search."""

from agents.chase import ChaseGame
from agents.search import alpha_beta
from pacman.agent_code.agent_arguments import number, whole_number
from pacman.berkeley.modules.ghostAgents import GhostAgent
from pacman.chances import Chances, RandomSource, favouring, uniform
from pacman.directions import Action
from pacman.state import GameState

__all__ = ["MinimaxGhost", "MixedGhost"]


class MinimaxGhost(GhostAgent):
    """The adversarial ghost: searches `depth` rounds ahead for the fastest way to catch Pacman.

    It assumes that the other ghosts hunt as it does, so that several of them corner Pacman together without
    communication. It draws among moves with exactly the same value.
    """

    def __init__(self, index: int, depth: int | str = 2, rng: RandomSource | None = None) -> None:
        super().__init__(index, rng)
        self.depth = whole_number("depth", depth)

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        return uniform(self.best_actions(state))

    def best_actions(self, state: GameState) -> tuple[Action, ...]:
        plies = self.depth * state.num_agents
        game = ChaseGame()
        return alpha_beta(game, (state, self.index, plies), depth=plies, evaluate=game.evaluate).best_actions


class MixedGhost(MinimaxGhost):
    """Plays as MinimaxGhost with probability `skill`, otherwise at random."""

    def __init__(
        self, index: int, skill: float | str = 0.8, depth: int | str = 2, rng: RandomSource | None = None
    ) -> None:
        super().__init__(index, depth, rng)
        self.skill = number("skill", skill, least=0, most=1)

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        return favouring(self.best_actions(state), legal, self.skill)
