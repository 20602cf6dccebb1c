"""Intervals: known values, and how often they cover the truth."""

import math
import random

import pytest

from experiments.rows import Row
from experiments.sequential import ERROR, difference, planned_looks
from experiments.statistics import mean_and_deviation, mean_interval, quantile, t_quantile, wilson
from experiments.tally import Tally


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (4, 2.77645), (7, 2.36462), (30, 2.04227), (999, 1.96234), (9999, 1.96)],
)
def test_t_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(expected, rel=2e-4)


def test_wilson_is_that_of_the_books() -> None:
    assert wilson(1, 5) == pytest.approx((0.03622, 0.62446), abs=1e-5)
    assert wilson(5, 5) == pytest.approx((0.56551, 1.0), abs=1e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_quantiles_and_small_samples() -> None:
    assert [quantile([1, 2, 4], share) for share in (0, 0.25, 0.5, 1)] == [1, 1.5, 2, 4]
    assert mean_and_deviation([2, 4]) == pytest.approx((3, math.sqrt(2)))
    assert mean_interval(3, math.nan, 1) == (-math.inf, math.inf)


@pytest.mark.parametrize(("chance", "games"), [(0.5, 30), (0.2083, 50), (0.9, 40), (0.02, 100)])
def test_wilson_covers_the_true_rate(chance: float, games: int) -> None:
    """Exactly: the probability, over all samples, that the interval holds the truth."""
    covered = sum(
        math.comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)
        for wins in range(games + 1)
        if wilson(wins, games)[0] <= chance <= wilson(wins, games)[1]
    )
    assert 0.92 <= covered <= 0.985


def score(dice: random.Random, chance: float) -> float:
    """Like a game on the lecture's boards: won or lost by a thousand points, less some moves."""
    return (500 if dice.random() < chance else -500) - dice.randrange(30)


@pytest.mark.parametrize(("chance", "games"), [(0.5, 30), (0.2083, 40), (0.85, 100)])
def test_the_interval_of_the_mean_score_covers_the_true_mean(chance: float, games: int) -> None:
    dice = random.Random(5)
    truth = 1000 * chance - 500 - 14.5
    trials = 1000
    covered = 0
    for _ in range(trials):
        low, high = mean_interval(*mean_and_deviation([score(dice, chance) for _ in range(games)]), games)
        covered += low <= truth <= high
    assert 0.92 <= covered / trials <= 0.97  # as its docstring says


def test_looks_spend_the_error_and_no_more() -> None:
    for games in (2, 25, 60, 400, 1000):
        looks = planned_looks(games)
        assert math.fsum(look.error for look in looks) == pytest.approx(ERROR)
        assert looks[-1].games == games
        assert [look.games for look in looks] == sorted({look.games for look in looks})
    assert [look.games for look in planned_looks(400)] == [25, 50, 100, 200, 400]


def called_different(dice: random.Random, first: float, second: float, games: int = 200) -> tuple[bool, bool]:
    """Whether a comparison ends in a difference, and whether its interval was right at every look."""
    pairs = [score(dice, second) - score(dice, first) for _ in range(games)]
    truth = 1000 * (second - first)
    is_right = True
    for look in planned_looks(games):
        found = difference(pairs[: look.games], look)
        is_right &= found.interval[0] <= truth <= found.interval[1]
        if found.is_clear:
            return True, is_right
    return False, is_right


@pytest.mark.parametrize("chance", [0.5, 0.2083, 0.95])
def test_equals_are_called_different_at_most_at_the_stated_rate(chance: float) -> None:
    dice = random.Random(9)
    trials = 400
    called = sum(called_different(dice, chance, chance)[0] for _ in range(trials))
    assert called <= ERROR * trials


def test_a_real_difference_is_found_and_its_interval_holds() -> None:
    dice = random.Random(2)
    found = [called_different(dice, 0.3, 0.55) for _ in range(100)]
    assert sum(is_different for is_different, _ in found) >= 95
    assert sum(is_right for _, is_right in found) >= 0.95 * 100


def test_a_tally_sums_up() -> None:
    tally = Tally()
    for game, (points, reason) in enumerate([(500, "won"), (-500, "lost"), (480, "won"), (-3, "crashed")]):
        tally.add(Row(game, game, points, reason, 10, 0.5, "KeyError" if reason == "crashed" else None))
    summary = tally.summary()
    assert (summary.games, summary.wins, summary.win_rate) == (4, 2, 0.5)
    assert summary.mean_score == tally.mean_score == 119.25
    assert summary.score_quantiles["median"] == 238.5
    assert summary.seconds_per_move == 0.05
    assert summary.reasons == {"crashed": 1, "lost": 1, "won": 2}
    assert tally.first_error == "game 3: crashed: KeyError"


def test_a_single_game_has_no_interval_in_json() -> None:
    tally = Tally()
    tally.add(Row(0, 0, 500, "won", 10, 0.5))
    assert tally.summary().as_json()["mean_score_interval"] == [None, None]
