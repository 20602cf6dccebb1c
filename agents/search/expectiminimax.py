"""Expectiminimax: games with opponents and dice. Each layer of the tree has its own rule.

    value(s) = utility(s)                                        if the game is over
               evaluate(s)                                       at the horizon
               max over a of value(result(s, a))                 if player 0 moves
               min over a of value(result(s, a))                 if another player moves
               sum over a of P(a) * value(result(s, a))          at a chance node

Minimax asks only which of two leaves is better, so any order-keeping map of the evaluation leaves its moves alone. An
average asks by how much: here only positive linear maps (a * value + b with a > 0) do.
"""

from __future__ import annotations

from math import inf

from agents.search.game import CHANCE, MAX, A, S, SearchResult, StochasticGame
from agents.search.inputs import (
    Evaluation,
    bad_average,
    checked_evaluation,
    checked_utility,
    explain_recursion,
    horizon_of,
    no_actions,
    root_actions,
)
from agents.search.progress import Progress
from agents.search.trace import Trace


@explain_recursion
def expectiminimax(
    game: StochasticGame[S, A],
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluation[S] | None = None,
    trace: Trace[S, A] | None = None,
) -> SearchResult[A]:
    """Search `depth` plies ahead (None: to the end of the game); a roll of the dice is a ply, too.

    Ties go to the first action; `values` holds the value of every root action. The principal variation ends where
    chance takes over.
    """
    root, choices = state, root_actions(game, state)
    player, actions, result, terminal = game.player, game.actions, game.result, game.terminal_test
    utility, estimate, horizon = checked_utility(game), checked_evaluation(evaluate), horizon_of(depth)
    probabilities = game.probabilities
    progress = Progress[A](horizon)
    lines, nodes = progress.lines, 0

    def value(state: S, ply: int, /) -> float:
        nonlocal nodes
        lines[ply] = None
        if terminal(state):
            return utility(state)
        if ply == horizon:
            progress.complete = False
            return estimate(state)
        mover = player(state)
        if mover == CHANCE:
            total: float = 0
            weight: float = 0
            for action, probability in probabilities(state):
                if probability:
                    nodes += 1
                    total += probability * value(result(state, action), ply + 1)
                weight += probability if probability >= 0 else inf
            if total != total or not 0.999999 < weight < 1.000001:
                raise bad_average(total, weight, state)
            return total
        sign = 1 if mover == MAX else -1
        best: float | None = None
        for action in actions(state):
            nodes += 1
            child_value = sign * value(result(state, action), ply + 1)
            if best is None or child_value > best:
                best = child_value
                lines[ply] = action, lines[ply + 1]
        if best is None:
            raise no_actions(state)
        return sign * best

    if trace is not None:
        result, value = trace.watch(game, root, result, value, progress)
    values, variations = progress.try_all(choices, root, result, value)
    nodes += len(choices)
    best = (max if player(root) == MAX else min)(values, key=values.__getitem__)
    if trace is not None:
        trace.conclude(values[best])
    return progress.answer(best, values, variations[best], nodes)
