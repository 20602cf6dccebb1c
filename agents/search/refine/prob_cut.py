"""ProbCut: forward pruning by a forecast. Skip states whose value is probably outside the window.

The value of a shallow search predicts that of a deep one, up to an error that can be measured beforehand:

    deep ≈ slope · shallow + offset ± sigma

Wherever `deep` plies are left, search `shallow` plies first. If the forecast lies more than `confidence` sigmas above
beta or below alpha, skip the deep search. Like a beam, this can be wrong, but with a known probability: with normal
errors and a confidence of 1.5, one such cut in fifteen is wrong. (M. Buro, 1995, for Othello.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from agents.search.alpha_beta import alpha_beta
from agents.search.contract import CHANCE, A, Game, S, SearchResult
from agents.search.errors import SearchError
from agents.search.support.depth_first import DepthFirst, WindowSearch
from agents.search.support.validation import Evaluation, positive


class Forecast(NamedTuple):
    """Linear forecast of a search of `deep` plies from `shallow` ones: deep ≈ slope · shallow + offset ± sigma."""

    shallow: int
    deep: int
    slope: float = 1.0
    offset: float = 0.0
    sigma: float = 0.0


def measure_forecast(
    game: Game[S, A], states: Iterable[S], evaluate: Evaluation[S], *, shallow: int, deep: int
) -> Forecast:
    """Fit the line through the values of both searches in sample states, and measure the error.

    `states` should be typical for the search, three or more, with different values. If the evaluation favours the
    player who moved last, give only states with the same player to move.
    """
    from statistics import linear_regression  # not at every start: it imports fractions and decimal

    if not positive("shallow", shallow) < positive("deep", deep):
        raise SearchError(f"a shallow search must be less deep than a deep one, not {shallow} against {deep} plies")
    values = [
        [alpha_beta(game, state, depth=depth, evaluate=evaluate).value for depth in (shallow, deep)] for state in states
    ]
    if len({low for low, _ in values}) < 2 or len(values) < 3:
        raise SearchError("a forecast is measured on three or more states whose shallow values are not all the same")
    slope, offset = linear_regression(*zip(*values, strict=True))
    errors = [high - (slope * low + offset) for low, high in values]
    return Forecast(shallow, deep, slope, offset, sigma=(sum(e * e for e in errors) / (len(errors) - 2)) ** 0.5)


def prob_cut(
    game: Game[S, A],
    state: S,
    *,
    depth: int | None,
    evaluate: Evaluation[S],
    forecast: Forecast,
    confidence: float = 1.5,
) -> SearchResult[A]:
    """Return alpha-beta's action and value, probably, from fewer states; `nodes` includes the shallow searches.

    A higher `confidence` cuts less; with infinity it is alpha-beta.
    """
    margin = confidence * forecast.sigma

    def prune(value: WindowSearch[S], search: DepthFirst[S, A]) -> WindowSearch[S]:
        def value_or_forecast(state: S, ply: int, alpha: float, beta: float, /) -> float:
            if search.horizon - ply != forecast.deep or game.terminal_test(state) or game.player(state) == CHANCE:
                return value(state, ply, alpha, beta)
            shallow = alpha_beta(game, state, depth=forecast.shallow, evaluate=evaluate)
            search.nodes += shallow.nodes
            expected = forecast.slope * shallow.value + forecast.offset
            at_least, at_most = expected - margin, expected + margin
            if not (at_least > beta or at_most < alpha):
                return value(state, ply, alpha, beta)
            search.nodes += 1
            search.complete = False
            search.lines[ply] = None
            return at_least if at_least > beta else at_most

        return value_or_forecast

    return alpha_beta(game, state, depth=depth, evaluate=evaluate, prune=prune)
