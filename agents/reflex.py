"""Pacmen that look at their next state and no further."""

from agents.search import SearchResult, minimax
from agents.search_agent import SearchAgent, TurnTrace
from pacman.directions import Action
from pacman.state import GameState


class ReflexAgent(SearchAgent):
    """Takes the action whose next state has the best evaluation: a search of one ply."""

    ghosts_take = None

    def search(self, state: GameState) -> SearchResult[Action]:
        return self.traced_search(state)

    def traced_search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        return minimax(self.game, (state, 0), depth=1, evaluate=self.game.evaluate, trace=trace)
