"""Pacmen that look at their next state and no further."""

from time import perf_counter

from agents.search import SearchResult
from agents.search_agent import SearchAgent
from pacman.directions import Action
from pacman.state import GameState


class ReflexAgent(SearchAgent):
    """Takes the action whose next state has the best evaluation."""

    def search(self, state: GameState) -> SearchResult[Action]:
        started = perf_counter()
        values = {action: self.evaluation(state.successor(0, action)) for action in state.legal_actions(0)}
        best = max(values, key=values.__getitem__)
        return SearchResult(
            action=best,
            value=values[best],
            values=values,
            nodes=len(values),
            principal_variation=(best,),
            depth=1,
            seconds=perf_counter() - started,
        )


class GreedyAgent(ReflexAgent):
    """Takes the action with the best score next, drawing among equals."""

    def __init__(self) -> None:
        super().__init__("score", ties="random")
