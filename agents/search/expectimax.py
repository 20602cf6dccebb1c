"""Expectimax: player 0 maximises; the others do not fight back but play by a known distribution.

    value(s) = utility(s)                                        if the game is over
               evaluate(s)                                       at the horizon
               max over a of value(result(s, a))                 if player 0 moves
               sum over a of P(a) * value(result(s, a))          if anybody else moves

P is a model of the opponents: a function from a state to (action, probability) pairs. Any belief will do, for instance
"with 80 % its minimax move, otherwise a random one"; without a model they choose uniformly. There is nothing to cut
here: one more outcome may always change an average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from agents.search.errors import SearchError
from agents.search.game import CHANCE, MAX, A, Game, S, SearchResult
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
    """Search `depth` plies ahead (None: to the end of the game) for the action of player 0 with the best expectation.

    Ties go to the first action; `values` holds the value of every root action. The principal variation ends where
    chance takes over. Chance nodes of the game keep their own probabilities, whatever the model says of the players.
    """
    root, choices = state, root_actions(game, state)
    if game.player(root) != MAX:
        raise SearchError(f"expectimax chooses for player 0, but player {game.player(root)} moves in {root!r}")
    player, actions, result, terminal = game.player, game.actions, game.result, game.terminal_test
    utility, estimate, horizon = checked_utility(game), checked_evaluation(evaluate), horizon_of(depth)
    chances: Model[S, A] | None = getattr(game, "probabilities", None)
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
        legal = actions(state)
        mover = player(state)
        if mover == MAX:
            best: float | None = None
            for action in legal:
                nodes += 1
                child_value = value(result(state, action), ply + 1)
                if best is None or child_value > best:
                    best = child_value
                    lines[ply] = action, lines[ply + 1]
            if best is None:
                raise no_actions(state)
            return best
        if not legal:
            raise no_actions(state)
        distribution = chances if mover == CHANCE else model
        total: float = 0
        weight: float = 0
        if distribution is None:  # uniform: dividing once keeps equal averages exactly equal
            for action in legal:
                nodes += 1
                total += value(result(state, action), ply + 1)
            total, weight = total / len(legal), 1
        else:
            for action, probability in distribution(state):
                if probability:
                    nodes += 1
                    total += probability * value(result(state, action), ply + 1)
                weight += probability if probability >= 0 else inf
        if total != total or not 0.999999 < weight < 1.000001:
            raise bad_average(total, weight, state)
        return total

    if trace is not None:
        result, value = trace.watch(game, root, result, value, progress, role=max_or_average)
    values, variations = progress.try_all(choices, root, result, value)
    nodes += len(choices)
    best = max(values, key=values.__getitem__)
    if trace is not None:
        trace.conclude(values[best])
    return progress.answer(best, values, variations[best], nodes)


def max_or_average(player: int) -> str:
    """What the player of a node does here, for traces."""
    return {MAX: "MAX", CHANCE: "CHANCE"}.get(player, f"AVERAGE {player}")
