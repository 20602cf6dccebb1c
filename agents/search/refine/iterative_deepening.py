"""Iterative deepening: search 1 ply, then 2, then 3, … until the time is up.

The depth that a search reaches in a second is not known in advance. Deepening step by step costs little more than the
last step alone, because each step is several times as large as all before it, and there is a result at any moment. A
search that is interrupted is discarded: it may have seen only the poor actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from time import perf_counter

from agents.search.alpha_beta import alpha_beta
from agents.search.contract import A, Game, S, SearchResult
from agents.search.errors import SearchError
from agents.search.refine.ordering import PreviousBest
from agents.search.support.timed_game import TimedGame, TimeUp
from agents.search.support.validation import DepthSearch, Evaluation, horizon_of


def iterative_deepening(
    game: Game[S, A],
    state: S,
    *,
    evaluate: Evaluation[S],
    seconds: float,
    max_depth: int | None = None,
    search: DepthSearch[S, A] | None = None,
    clock: Callable[[], float] = perf_counter,
) -> SearchResult[A]:
    """Return the result of the deepest search finished within `seconds`; the search of one ply is always finished.

    Its `depth` is the depth reached, and `complete` is True if it saw the whole game (deepening then stops by itself).
    `nodes` counts all generated states, including those of the search that was discarded.

    `search` may be any search with a depth; the default is alpha-beta, which tries the best action of the previous
    search first.
    """
    if not seconds >= 0:
        raise SearchError(f"seconds must be 0 or more, not {seconds!r}")
    deepest = horizon_of(max_depth)
    timed = TimedGame(game, clock)
    previous_best = PreviousBest[S, A](state)

    def search_to(depth: int) -> SearchResult[A]:
        if search is not None:
            return search(timed, state, depth=depth, evaluate=evaluate)
        return alpha_beta(timed, state, depth=depth, evaluate=evaluate, order=previous_best)

    started = clock()
    answer = search_to(1)
    timed.deadline = started + seconds
    for depth in count(2):
        if answer.complete or depth > deepest:
            break
        previous_best.action = answer.action
        try:
            answer = search_to(depth)
        except TimeUp:
            break
    return replace(answer, nodes=timed.nodes, seconds=clock() - started)
