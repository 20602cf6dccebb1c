"""max^n: any number of players, each for itself.

The value of a state is a vector with one number for each player. The player to move takes the successor whose vector is
best in its own component and does not care about the rest. With two players whose utilities add up to zero this is
minimax; with more, or with other sums, nobody need be anybody's enemy.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.search.errors import GameError
from agents.search.game import A, Game, S, SearchResult
from agents.search.inputs import (
    Vector,
    VectorEvaluation,
    checked_utility,
    checked_vectors,
    explain_recursion,
    horizon_of,
    no_actions,
    positive,
    root_actions,
)
from agents.search.progress import Progress
from agents.search.trace import Trace


@dataclass(frozen=True, slots=True)
class MaxNResult(SearchResult[A]):
    """`value` and `values` are those of the player who moves at the root; here are everybody's."""

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
    root, choices = state, root_actions(game, state)
    player, actions, result, terminal = game.player, game.actions, game.result, game.terminal_test
    utilities = [checked_utility(game, each) for each in range(positive("players", players))]
    estimates, horizon = checked_vectors(evaluate, players), horizon_of(depth)
    progress = Progress[A](horizon)
    lines, nodes = progress.lines, 0

    def value(state: S, ply: int, /) -> Vector:
        nonlocal nodes
        lines[ply] = None
        if terminal(state):
            return tuple(utility(state) for utility in utilities)
        if ply == horizon:
            progress.complete = False
            return estimates(state)
        mover = seat(state)
        best: Vector | None = None
        for action in actions(state):
            nodes += 1
            vector = value(result(state, action), ply + 1)
            if best is None or vector[mover] > best[mover]:
                best = vector
                lines[ply] = action, lines[ply + 1]
        if best is None:
            raise no_actions(state)
        return best

    def seat(state: S) -> int:
        mover = player(state)
        if 0 <= mover < players:
            return mover
        raise GameError(f"max^n was told of {players} players, but player {mover} moves in {state!r}")

    if trace is not None:
        result, value = trace.watch(game, root, result, value, progress, role="PLAYER {}".format)
    mover = seat(root)
    vectors, variations = progress.try_all(choices, root, result, value)
    nodes += len(choices)
    best = max(vectors, key=lambda action: vectors[action][mover])
    if trace is not None:
        trace.conclude(vectors[best])
    return MaxNResult(
        action=best,
        value=vectors[best][mover],
        values={action: vector[mover] for action, vector in vectors.items()},
        nodes=nodes,
        principal_variation=progress.unroll(best, variations[best]),
        depth=progress.depth,
        seconds=progress.seconds,
        complete=progress.complete,
        vector=vectors[best],
        vectors=vectors,
    )
