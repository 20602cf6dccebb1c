"""Minimax: player 0 takes the largest value, every other player the smallest.

    value(s) = utility(s)                                 if the game is over
               evaluate(s)                                at the horizon
               max over a of value(result(s, a))          if player 0 moves
               min over a of value(result(s, a))          if another player moves

Any number of minimising players may move in a row; they act as one team. Chance nodes, if the game has any, minimise as
well (the worst luck); expectiminimax takes their average instead.
"""

from __future__ import annotations

from agents.search.contract import MAX, A, Game, S, SearchResult
from agents.search.support.depth_first import DepthFirst
from agents.search.support.trace import Trace
from agents.search.support.validation import Evaluation, explain_recursion, no_actions


@explain_recursion
def minimax(
    game: Game[S, A],
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluation[S] | None = None,
    trace: Trace[S, A] | None = None,
) -> SearchResult[A]:
    """Search `depth` plies ahead (None: to the end of the game) and return the best action for the player to move.

    The value of a terminal state is its utility; that of another state at the horizon is `evaluate(state)`. Ties go to
    the first action. `values` holds the exact value of every root action.
    """
    search = DepthFirst(game, state, depth, trace)
    leaf = search.leaves(evaluate)
    player, actions, result, lines = game.player, game.actions, search.result, search.lines

    def value(state: S, ply: int, /) -> float:
        known = leaf(state, ply)
        if known is not None:
            return known
        sign = 1 if player(state) == MAX else -1  # the others minimise player 0's value
        best: float | None = None
        for action in actions(state):
            child_value = sign * value(result(state, action), ply + 1)
            if best is None or child_value > best:
                best = child_value
                lines[ply] = action, lines[ply + 1]
        if best is None:
            raise no_actions(state)
        return sign * best

    value = search.traced(value)
    return search.answer_of(value)
