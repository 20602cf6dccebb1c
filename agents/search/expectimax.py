"""Expectimax: player 0 maximises; the others are not adversaries but play by a known distribution.

    value(s) = utility(s)                                        if the game is over
               evaluate(s)                                       at the horizon
               max over a of value(result(s, a))                 if player 0 moves
               sum over a of P(a) * value(result(s, a))          if another player moves

P is a model of the opponents: a function from a state to (action, probability) pairs, for instance "with 80 % the
minimax move, otherwise a random one"; without a model they choose uniformly. There are no cuts, because every
additional outcome may change an average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from agents.search.contract import CHANCE, MAX, A, Game, S, SearchResult
from agents.search.errors import SearchError
from agents.search.support.depth_first import DepthFirst
from agents.search.support.trace import Trace
from agents.search.support.validation import Evaluation, bad_average, explain_recursion, no_actions

Model = Callable[[S], Sequence[tuple[A, float]]]


@explain_recursion
def expectimax(
    game: Game[S, A],
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluation[S] | None = None,
    model: Model[S, A] | None = None,
    trace: Trace[S, A] | None = None,
) -> SearchResult[A]:
    """Search `depth` plies ahead (None: to the end of the game) for player 0's action with the best expected value.

    Ties go to the first action; `values` holds the value of every root action. The principal variation ends at the
    first average. Chance nodes of the game keep their own probabilities; the model applies to players only.
    """
    search = DepthFirst(game, state, depth, trace)
    if game.player(state) != MAX:
        raise SearchError(f"expectimax chooses for player 0, but player {game.player(state)} moves in {state!r}")
    leaf = search.leaves(evaluate)
    player, actions, result, lines = game.player, game.actions, search.result, search.lines
    chances: Model[S, A] | None = getattr(game, "probabilities", None)

    def value(state: S, ply: int, /) -> float:
        known = leaf(state, ply)
        if known is not None:
            return known
        legal = actions(state)
        if not legal:
            raise no_actions(state)
        mover = player(state)
        if mover == MAX:
            best, lines[ply] = value(result(state, legal[0]), ply + 1), (legal[0], lines[ply + 1])
            for action in legal[1:]:
                child_value = value(result(state, action), ply + 1)
                if child_value > best:
                    best, lines[ply] = child_value, (action, lines[ply + 1])
            return best
        distribution = chances if mover == CHANCE else model
        total: float = 0
        weight: float = 0
        if distribution is None:  # uniform: dividing once keeps equal averages exactly equal
            for action in legal:
                total += value(result(state, action), ply + 1)
            total, weight = total / len(legal), 1
        else:
            for action, probability in distribution(state):
                if probability:
                    total += probability * value(result(state, action), ply + 1)
                weight += probability if probability >= 0 else inf
        if total != total or not 0.999999 < weight < 1.000001:
            raise bad_average(total, weight, state)
        return total

    value = search.traced(value, max_or_average)
    return search.answer_of(value)


def max_or_average(player: int) -> str:
    """Return the role of a player for traces: MAX, CHANCE or AVERAGE."""
    return {MAX: "MAX", CHANCE: "CHANCE"}.get(player, f"AVERAGE {player}")
