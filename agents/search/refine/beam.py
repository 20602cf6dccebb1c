"""Beam search: forward pruning. Of all actions in a state, look only at the few that seem best.

Unlike alpha-beta this is a bet: an action that looks poor at once may be the winning one, and the value found is the
value of the pruned game, not of the game. It buys depth: width k instead of b visits (k/b)^m of the leaves.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from agents.search.contract import CHANCE, MAX, A, Game, S
from agents.search.support.game_proxy import GameProxy
from agents.search.support.validation import Evaluation, checked_evaluation, positive


class Beam(GameProxy[S, A]):
    """`game` with only the `width` best actions in each state, judged by the evaluation of their successors.

    It is a game itself, so any search can look at it: `alpha_beta(Beam(game, 3, evaluate), state, …)`. The actions that
    stay keep their order, and of two that look the same the first stays. A chance node keeps all its outcomes. The
    successors made for judging are not in the `nodes` of the search.
    """

    def __init__(self, game: Game[S, A], width: int, evaluate: Evaluation[S]) -> None:
        super().__init__(game)
        self._evaluate, self._width = checked_evaluation(evaluate), positive("width", width)

    def actions(self, state: S, /) -> Sequence[A]:
        game, actions = self._game, self._game.actions(state)
        mover = game.player(state)
        if len(actions) <= self._width or mover == CHANCE:
            return actions
        looks = [self._evaluate(game.result(state, action)) for action in actions]
        pick = heapq.nlargest if mover == MAX else heapq.nsmallest
        kept = pick(self._width, range(len(actions)), key=looks.__getitem__)
        return [actions[index] for index in sorted(kept)]
