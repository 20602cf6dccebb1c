"""max^n: any number of players, each of which maximises its own value.

The value of a state is a vector with one number for each player. The player to move takes the successor whose vector is
best in its own component and ignores the others. With two players whose utilities add up to zero this is minimax; with
more players, or other sums, the players need not be adversaries.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.search.contract import A, Game, S, SearchResult
from agents.search.errors import GameError
from agents.search.support.depth_first import DepthFirst
from agents.search.support.trace import Trace
from agents.search.support.validation import (
    Vector,
    VectorEvaluation,
    checked_utility,
    checked_vectors,
    explain_recursion,
    no_actions,
    positive,
)


@dataclass(frozen=True, slots=True)
class MaxNResult(SearchResult[A]):
    """`value` and `values` are for the player who moves at the root; `vector` and `vectors` for all players."""

    vector: Vector = ()
    vectors: dict[A, Vector] = field(default_factory=dict)


@explain_recursion
def max_n(
    game: Game[S, A],
    state: S,
    *,
    players: int,
    depth: int | None = None,
    evaluate: VectorEvaluation[S] | None = None,
    trace: Trace[S, A] | None = None,
) -> MaxNResult[A]:
    """Search `depth` plies ahead (None: to the end of the game); `evaluate` returns a number for each of `players`.

    Ties go to the first action.
    """
    search = DepthFirst(game, state, depth, trace)
    utilities = [checked_utility(game, each) for each in range(positive("players", players))]
    leaf = search.leaves_of(
        lambda state: tuple(utility(state) for utility in utilities), checked_vectors(evaluate, players)
    )
    player, actions, result, lines = game.player, game.actions, search.result, search.lines

    def value(state: S, ply: int, /) -> Vector:
        known = leaf(state, ply)
        if known is not None:
            return known
        mover = checked_player(state)
        best: Vector | None = None
        for action in actions(state):
            vector = value(result(state, action), ply + 1)
            if best is None or vector[mover] > best[mover]:
                best = vector
                lines[ply] = action, lines[ply + 1]
        if best is None:
            raise no_actions(state)
        return best

    def checked_player(state: S) -> int:
        mover = player(state)
        if 0 <= mover < players:
            return mover
        raise GameError(f"max^n got players={players}, but player {mover} moves in {state!r}")

    value = search.traced(value, "PLAYER {}".format)
    mover = checked_player(state)
    vectors, expected = search.root_values(value)
    best = max(vectors, key=lambda action: vectors[action][mover])
    return MaxNResult(
        best,
        vectors[best][mover],
        {action: vector[mover] for action, vector in vectors.items()},
        vector=vectors[best],
        vectors=vectors,
        **search.figures(best, expected[best], vectors[best]),
    )
