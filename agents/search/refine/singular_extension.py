"""Singular extension: where one action is clearly better than all others, search beyond the horizon along it.

A player can delay an unavoidable loss by a few forcing moves, until it lies beyond the horizon (the horizon effect). In
such lines there is one sensible action in each state, so following it costs little even if the line is long.

    extended(s) = utility(s)                        if the game is over
                  extended(result(s, a))            if a is singular in s: better than every other by `margin`
                  evaluate(s)                       otherwise, or after `limit` plies
"""

from __future__ import annotations

from typing import Generic

from agents.search.contract import CHANCE, A, Game, S
from agents.search.minimax import minimax
from agents.search.support.validation import Evaluation, checked_evaluation, checked_utility, positive


class SingularExtension(Generic[S, A]):
    """An evaluation that follows singular actions. Pass it to any search as `evaluate`.

    An action is singular if a search of `trial` plies finds it better than every other by `margin` or more, for the
    player to move; a single legal action always is. `limit` is the maximal number of additional plies. A line ends at a
    chance node. The generated states are not counted in the `nodes` of the main search, but in `nodes` here.
    """

    def __init__(self, game: Game[S, A], evaluate: Evaluation[S], *, margin: float, limit: int, trial: int = 1) -> None:
        self.nodes = 0
        self._game, self._evaluate, self._utility = game, checked_evaluation(evaluate), checked_utility(game)
        self._margin, self._limit, self._trial = margin, positive("limit", limit), positive("trial", trial)

    def __call__(self, state: S, /) -> float:
        game = self._game
        for _ in range(self._limit):
            if game.terminal_test(state) or game.player(state) == CHANCE:
                break
            trial = minimax(game, state, depth=self._trial, evaluate=self._evaluate)
            self.nodes += trial.nodes
            others = (value for action, value in trial.values.items() if action != trial.action)
            if any(abs(trial.value - value) < self._margin for value in others):
                break
            state = game.result(state, trial.action)
        return self._utility(state) if game.terminal_test(state) else self._evaluate(state)
