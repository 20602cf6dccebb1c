"""A game with a deadline, which interrupts a search that has no time limit itself."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter

from agents.search.contract import A, Game, S
from agents.search.support.game_proxy import GameProxy


class TimeUp(Exception):
    """Raised when the deadline has passed."""


class TimedGame(GameProxy[S, A]):
    """The game, with a check of the clock for every generated state; after `deadline` it raises TimeUp."""

    def __init__(self, game: Game[S, A], clock: Callable[[], float] = perf_counter, deadline: float = inf) -> None:
        super().__init__(game)
        self._result, self._clock = game.result, clock
        self.nodes = 0
        self.deadline = deadline

    def result(self, state: S, action: A, /) -> S:
        if self._clock() >= self.deadline:
            raise TimeUp
        self.nodes += 1
        return self._result(state, action)
