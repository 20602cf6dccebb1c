"""Expectiminimax: minimax for games with chance nodes. Each layer of the tree has its own rule.

    value(s) = utility(s)                                        if the game is over
               evaluate(s)                                       at the horizon
               max over a of value(result(s, a))                 if player 0 moves
               min over a of value(result(s, a))                 if another player moves
               sum over a of P(a) * value(result(s, a))          at a chance node

Minimax only depends on the order of the leaves, so any monotonic transformation of the evaluation preserves its moves.
An average depends on the differences, too: here only positive linear transformations (a * value + b, a > 0) do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from agents.search.contract import CHANCE, MAX, A, Game, S, SearchResult
from agents.search.support.depth_first import DepthFirst
from agents.search.support.trace import Trace
from agents.search.support.validation import Evaluation, bad_average, explain_recursion, no_actions


@explain_recursion
def expectiminimax(
    game: Game[S, A],
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluation[S] | None = None,
    trace: Trace[S, A] | None = None,
) -> SearchResult[A]:
    """Search `depth` plies ahead (None: to the end of the game); a chance node is a ply, too.

    Ties go to the first action; `values` holds the value of every root action. The principal variation ends at the
    first chance node. Without `probabilities`, the outcomes of a chance node have equal probabilities.
    """
    search = DepthFirst(game, state, depth, trace)
    leaf = search.leaves(evaluate)
    player, actions, result, lines = game.player, game.actions, search.result, search.lines

    def fair_dice(state: S, /) -> Sequence[tuple[A, float]]:
        legal = actions(state)
        if not legal:
            raise no_actions(state)
        return [(action, 1) for action in legal]

    chances: Callable[[S], Sequence[tuple[A, float]]] = getattr(game, "probabilities", None) or fair_dice

    def value(state: S, ply: int, /) -> float:
        known = leaf(state, ply)
        if known is not None:
            return known
        mover = player(state)
        if mover == CHANCE:
            total: float = 0
            weight: float = 0
            for action, probability in chances(state):
                if probability:
                    total += probability * value(result(state, action), ply + 1)
                weight += probability if probability >= 0 else inf
            if chances is fair_dice:  # dividing once keeps equal averages exactly equal
                total, weight = total / weight, 1
            if total != total or not 0.999999 < weight < 1.000001:
                raise bad_average(total, weight, state)
            return total
        sign = 1 if mover == MAX else -1
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
