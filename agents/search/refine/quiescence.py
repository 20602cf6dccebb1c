"""Quiescence: do not judge a position in the middle of an exchange.

A search that stops at a fixed depth may stop one ply before the piece is taken back, and believe it has won a piece
(the horizon effect). So at the horizon only quiet states are judged; from the others the search goes on until it is
quiet, or until a limit is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from agents.search.alpha_beta import alpha_beta
from agents.search.contract import A, Game, S
from agents.search.support.game_proxy import GameProxy
from agents.search.support.validation import DepthSearch, Evaluation, checked_evaluation, positive


class Quiescence(Generic[S, A]):
    """An evaluation that looks further where it is not quiet. Give it to any search in place of `evaluate`.

    `is_quiet` decides; `limit` is the number of plies added at most, all actions being tried in each. `search` does the
    looking: alpha-beta, unless the search it helps has other rules. It starts where somebody chooses, so let states
    before a roll of the dice pass as quiet. The states it generates are not in the `nodes` of the main search; they are
    counted here in `nodes`.
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
    """The game as the extension sees it: a quiet state ends it, and is worth its evaluation."""

    def __init__(self, game: Game[S, A], evaluate: Evaluation[S], is_quiet: Callable[[S], bool]) -> None:
        super().__init__(game)
        self._evaluate, self._is_quiet = evaluate, is_quiet

    def terminal_test(self, state: S, /) -> bool:
        return self._game.terminal_test(state) or self._is_quiet(state)

    def utility(self, state: S, player: int, /) -> float:
        if self._game.terminal_test(state):
            return self._game.utility(state, player)
        return self._evaluate(state)
