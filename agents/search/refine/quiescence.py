"""Quiescence search: do not evaluate a position in the middle of an exchange.

A search that stops at a fixed depth may stop one ply before the piece is taken back, and count it as won (the horizon
effect). At the horizon, only quiet states are therefore evaluated; from the others the search continues until it
reaches a quiet state or a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from agents.search.alpha_beta import alpha_beta
from agents.search.contract import A, Game, S
from agents.search.support.game_proxy import GameProxy
from agents.search.support.validation import DepthSearch, Evaluation, checked_evaluation, positive


class Quiescence(Generic[S, A]):
    """An evaluation that searches further from states that are not quiet. Pass it to any search as `evaluate`.

    `limit` is the maximal number of additional plies; all actions are tried in each. `search` is the additional search:
    alpha-beta, unless the main search has other rules. It cannot start at a chance node, so `is_quiet` must be True
    there. The states it generates are not counted in the `nodes` of the main search, but in `nodes` here.
    """

    def __init__(
        self,
        game: Game[S, A],
        evaluate: Evaluation[S],
        is_quiet: Callable[[S], bool],
        *,
        limit: int,
        search: DepthSearch[S, A] = alpha_beta,
    ) -> None:
        self.nodes = 0
        self._evaluate = checked_evaluation(evaluate)
        self._exchange = _Exchange(game, self._evaluate, is_quiet)
        self._is_quiet = is_quiet
        self._limit = positive("limit", limit)
        self._search = search

    def __call__(self, state: S, /) -> float:
        if self._is_quiet(state):
            return self._evaluate(state)
        result = self._search(self._exchange, state, depth=self._limit, evaluate=self._evaluate)
        self.nodes += result.nodes
        return result.value


class _Exchange(GameProxy[S, A]):
    """The game of the additional search: a quiet state is terminal, and its utility is its evaluation."""

    def __init__(self, game: Game[S, A], evaluate: Evaluation[S], is_quiet: Callable[[S], bool]) -> None:
        super().__init__(game)
        self._evaluate, self._is_quiet = evaluate, is_quiet

    def terminal_test(self, state: S, /) -> bool:
        return self._game.terminal_test(state) or self._is_quiet(state)

    def utility(self, state: S, player: int, /) -> float:
        if self._game.terminal_test(state):
            return self._game.utility(state, player)
        return self._evaluate(state)
