"""Minimax: player 0 takes the largest value, every other player the smallest.

    value(s) = utility(s)                                 if the game is over
               evaluate(s)                                at the horizon
               max over a of value(result(s, a))          if player 0 moves
               min over a of value(result(s, a))          if anybody else moves

Any number of minimising players may move in a row; they act as one team. Chance, if the game has any, counts as one of
them (the worst luck); for fair dice see expectiminimax.
"""

from __future__ import annotations

from agents.search.game import MAX, A, Game, S, SearchResult
from agents.search.inputs import (
    Evaluation,
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
def minimax(
    game: Game[S, A],
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluation[S] | None = None,
    trace: Trace[S, A] | None = None,
) -> SearchResult[A]:
    """Search `depth` plies ahead (None: to the end of the game) and return the best action for the player to move.

    Terminal states are worth their utility; other states at the horizon are worth what `evaluate` says. Ties go to the
    first action. `values` holds the exact value of every root action.
    """
    root, choices = state, root_actions(game, state)
    player, actions, result, terminal = game.player, game.actions, game.result, game.terminal_test
    utility, estimate, horizon = checked_utility(game), checked_evaluation(evaluate), horizon_of(depth)
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
        sign = 1 if player(state) == MAX else -1  # what is good for the others is bad for player 0
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
