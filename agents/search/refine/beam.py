"""Beam search: forward pruning. Of all actions in a state, search only the few that seem best.

Unlike alpha-beta, this can be wrong: an action that looks poor at first may be the winning one, and the value found is
that of the pruned game, not of the game. In return it can search deeper: width k instead of b visits (k/b)^m of the
leaves.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from agents.search.contract import CHANCE, MAX, A, Game, S
from agents.search.support.game_proxy import GameProxy
from agents.search.support.validation import Evaluation, checked_evaluation, checked_utility, positive


class Beam(GameProxy[S, A]):
    """`game` with only the `width` best actions in each state, ranked by their successors.

    The rank of a terminal successor is its utility, that of any other is `evaluate`. A beam is a game itself, so any
    search can use it: `alpha_beta(Beam(game, 3, evaluate), state, …)`. The remaining actions keep their order, and of
    two with the same rank the first remains. A chance node keeps all its outcomes. The successors generated for ranking
    are not counted in the `nodes` of the search.
    """

    def __init__(self, game: Game[S, A], width: int, evaluate: Evaluation[S]) -> None:
        super().__init__(game)
        self._evaluate, self._width = checked_evaluation(evaluate), positive("width", width)
        self._utility = checked_utility(game)

    def actions(self, state: S, /) -> Sequence[A]:
        game, actions = self._game, self._game.actions(state)
        mover = game.player(state)
        if len(actions) <= self._width or mover == CHANCE:
            return actions
        looks = [self._look(game.result(state, action)) for action in actions]
        pick = heapq.nlargest if mover == MAX else heapq.nsmallest
        kept = pick(self._width, range(len(actions)), key=looks.__getitem__)
        return [actions[index] for index in sorted(kept)]

    def _look(self, state: S) -> float:
        return self._utility(state) if self._game.terminal_test(state) else self._evaluate(state)
