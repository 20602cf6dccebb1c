"""Intervals and verdicts: known values, coverage and error rates."""

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import RandomGhost
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.rows import Row
from experiments.statistics.intervals import CONFIDENCE, Interval, mean_interval, quantile
from experiments.statistics.sequential import ERROR, difference, planned_looks
from experiments.statistics.tally import Tally
from pacman import GameState, Layout, load_layout, play
from tests.conftest import a_third

LECTURE = Matchup.on(load_layout("lecture"), PlayerSpec("GreedyAgent"), PlayerSpec("RandomGhost"))


def binomial_tail(wins: int, games: int, chance: float) -> float:
    """Return the probability of at least `wins` wins."""
    return math.fsum(binomial(k, games, chance) for k in range(wins, games + 1))


def binomial(wins: int, games: int, chance: float) -> float:
    return math.comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)


@pytest.mark.parametrize(
    ("games", "low"),
    [(1, 0.0250), (2, 0.1581), (5, 0.4782), (30, 0.8843), (100, 0.9638)],
)
def test_games_all_won_leave_room_for_a_loss_not_seen(games: int, low: float) -> None:
    """By hand: a chance p of winning shows n wins in n with p^n, so the lower limit is the n-th root of 0.025."""
    assert 0.025 ** (1 / games) == pytest.approx(low, abs=5e-5)
    assert mean_interval([1] * games, (0, 1)) == pytest.approx((low, 1), abs=0.0025)
    scores = mean_interval([500] * games, (-500, 500))
    assert scores == pytest.approx((1000 * low - 500, 500), abs=2.5), "in any unit"


@pytest.mark.parametrize(
    ("wins", "games", "expected"),
    [(1, 5, (0.0051, 0.7164)), (9, 10, (0.5550, 0.9975)), (28, 30, (0.7793, 0.9918)), (50, 100, (0.3983, 0.6017))],
)
def test_win_rates_have_the_exact_interval_of_clopper_and_pearson(wins: int, games: int, expected: Interval) -> None:
    low, high = expected  # as published tables have them: both tails 2.5 %
    assert binomial_tail(wins, games, low) == pytest.approx(0.025, rel=0.02)
    assert 1 - binomial_tail(wins + 1, games, high) == pytest.approx(0.025, rel=0.02)
    assert mean_interval([1] * wins + [0] * (games - wins), (0, 1)) == pytest.approx(expected, abs=1e-3)


def test_the_interval_of_a_mean_is_the_quantile_of_weighted_means() -> None:
    """By its definition: random weights for the values and one more at the bound."""
    values, rng = [3.0, 4.0, 4.0, 7.0, 1.0, 6.0, 5.0, 5.0, 2.0, 8.0], np.random.default_rng(1)
    weights = rng.dirichlet(np.ones(11), size=400_000)
    low = np.quantile(weights @ np.array([*values, 0.0]), 0.025)
    high = np.quantile(weights @ np.array([*values, 10.0]), 0.975)
    assert mean_interval(values, (0, 10)) == pytest.approx((low, high), abs=0.02)
    assert (low, high) == pytest.approx((2.72, 6.50), abs=0.02)


def test_many_games_without_rare_outcomes_have_the_interval_of_student() -> None:
    """By hand: scores of 300 and 500, half each, deviate by 100 from 400; 1.96 * 100 / sqrt(10 000) = 1.96."""
    assert mean_interval([300, 500] * 5_000, (-1000, 2000)) == pytest.approx((398.04, 401.96), abs=0.2)


def test_nothing_seen_and_nothing_possible() -> None:
    assert mean_interval([], (-500, 500)) == (-500, 500)
    assert mean_interval([7, 7, 7], (7, 7)) == (7, 7)
    assert mean_interval([9] * 30, (0, 5))[1] == 9, "an observed value is possible, even outside the bounds"


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40), st.integers(1, 100), st.sampled_from([0.8, 0.95, 0.99]))
def test_intervals_hold_the_mean_and_grow_with_what_is_possible(
    values: list[int], more: int, confidence: float
) -> None:
    narrow, wide = (mean_interval(values, (-50 - k, 50 + k), confidence) for k in (0, more))
    mean = sum(values) / len(values)
    assert -50 - more <= wide[0] <= narrow[0] + 1e-4 <= mean + 2e-4
    assert 50 + more >= wide[1] >= narrow[1] - 1e-4 >= mean - 2e-4
    mirrored = mean_interval([-value for value in values], (-50, 50), confidence)
    assert mirrored == pytest.approx((-narrow[1], -narrow[0]), abs=1e-4)
    assert mean_interval(values[::-1], (-50, 50), confidence) == narrow, "the order of games does not matter"


@pytest.mark.parametrize("games", [30, 57, 100])
@pytest.mark.parametrize("chance", [0.5, 0.2083, 0.9, 0.9907, 0.995])
def test_win_rates_are_covered(chance: float, games: int) -> None:
    """Compute exactly the probability, over all samples, that the interval contains the true rate."""
    covered = math.fsum(
        binomial(wins, games, chance)
        for wins in range(games + 1)
        if _holds(mean_interval([1] * wins + [0] * (games - wins), (0, 1)), chance)
    )
    assert covered >= CONFIDENCE


def _holds(interval: Interval, truth: float) -> bool:
    return interval[0] <= truth <= interval[1]


@pytest.mark.parametrize("games", [30, 100])
@pytest.mark.parametrize("chance", a_third([0.2083, 0.9, 0.9907, 0.9995]))
def test_mean_scores_are_covered(chance: float, games: int) -> None:
    """As on the lecture's boards: win and loss differ by a thousand points, minus some moves; some lose rarely."""
    rng = random.Random(5)
    trials = 300
    truth = 1000 * chance - 500 - 14.5
    covered = 0
    for _ in range(trials):
        scores = [(500 if rng.random() < chance else -500) - rng.randrange(30) for _ in range(games)]
        covered += _holds(mean_interval(scores, (-560, 508)), truth)
    assert covered >= 0.93 * trials


def test_looks_spend_the_error_and_no_more() -> None:
    for games in (2, 25, 60, 400, 1000):
        looks = planned_looks(games)
        assert math.fsum(look.error for look in looks) == pytest.approx(ERROR)
        assert looks[-1].games == games
        assert [look.games for look in looks] == sorted({look.games for look in looks})
    assert [look.games for look in planned_looks(400)] == [25, 50, 100, 200, 400]
    assert [look.error for look in planned_looks(100)] == pytest.approx([0.05 / 64, 0.05 * 7 / 64, 0.05 * 7 / 8])


def verdict(pairs: list[float], largest: float) -> tuple[int, list[Interval]]:
    """Return the verdict of a comparison, as the sign of the difference, and its intervals."""
    intervals = []
    for look in planned_looks(len(pairs)):
        found = difference(pairs[: look.games], look, largest)
        intervals.append(found.interval)
        if found.is_clear:
            return (1 if found.mean > 0 else -1), intervals
    return 0, intervals


def rare_loss(chance: float, loss: int) -> Callable[[random.Random], float]:
    """Return a game that gains a point, or rarely loses much, with mean 0."""
    assert chance * loss + 1 - chance == pytest.approx(0)
    return lambda rng: loss if rng.random() < chance else 1


@pytest.mark.parametrize("loss", a_third([-49, -199, -1, -9]))
def test_equals_are_called_different_at_most_at_the_stated_rate(loss: int) -> None:
    """With the tightest valid bounds, which is the hardest case."""
    chance = 1 / (1 - loss)
    rng, draw = random.Random(9), rare_loss(chance, loss)
    trials = 120
    called = sum(verdict([draw(rng) for _ in range(400)], -loss)[0] != 0 for _ in range(trials))
    assert called <= ERROR * trials


def test_gains_all_alike_decide_nothing_before_the_loss_that_may_be_missing_could_not_outweigh_them() -> None:
    """By hand: 400 games without a loss leave it a chance of 1 - (0.05 * 7 / 8 / 2)^(1 / 400) = 0.951 %."""
    missing = 1 - (ERROR * 7 / 16) ** (1 / 400)
    assert missing == pytest.approx(0.00951, abs=1e-5)
    most = (1 - missing) / missing  # the loss that cancels a gain of one point per game
    assert verdict([1.0] * 400, 0.97 * most)[0] == 1
    assert verdict([1.0] * 400, 1.03 * most)[0] == 0


def test_a_quarter_of_a_standard_deviation_is_found_and_its_intervals_hold() -> None:
    rng = random.Random(2)
    found = [verdict([rng.gauss(0.25, 1) for _ in range(400)], 5) for _ in range(40)]
    assert sum(sign == 1 for sign, _ in found) >= 36
    assert sum(all(_holds(interval, 0.25) for interval in intervals) for _, intervals in found) >= 38


def test_a_tally_sums_up() -> None:
    tally = Tally(LECTURE)
    for game, (points, reason) in enumerate([(500, "won"), (-500, "lost"), (480, "won"), (-3, "crashed")]):
        tally.add(Row(game, game, points, reason, 10 + game, 0.5, "KeyError" if reason == "crashed" else None))
    summary = tally.summary()
    assert (summary.games, summary.wins, summary.win_rate) == (4, 2, 0.5)
    assert summary.mean_score == tally.mean_score == 119.25
    assert summary.score_quantiles["median"] == 238.5
    assert summary.seconds_per_move == 2 / 46
    assert summary.reasons == {"crashed": 1, "lost": 1, "won": 2}
    assert summary.score_bounds == (-513, 509), "one ghost, one piece of food, 13 moves of Pacman in twice 13"
    assert summary.mean_score_interval == mean_interval(tally.scores, (-513, 509))
    assert summary.win_rate_interval == mean_interval([1, 0, 1, 0], (0, 1))
    assert tally.summary(0.99).mean_score_interval == mean_interval(tally.scores, (-513, 509), 0.99)
    assert tally.first_error == "game 3: crashed: KeyError"


def test_no_game_is_a_summary_too() -> None:
    summary = Tally(LECTURE).summary().as_json()
    assert (summary["mean_score"], summary["mean_score_interval"]) == (None, [-500, 509])


def test_quantiles_lie_between_the_nearest_values() -> None:
    assert [quantile([1, 2, 4], share) for share in (0, 0.25, 0.5, 1)] == [1, 1.5, 2, 4]


@pytest.mark.parametrize(
    ("rows", "moves", "score"),
    [
        (["%%%%%", "%P.G%", "%%%%%"], ["East"], 509),  # the last food at once
        (["%%%%%", "%PG.%", "%%%%%"], ["East"], -501),
        (["%%%%%%", "%P  1%", "%.%2%%", "%%%%%%"], ["East", "West", "North", "East"], -1002),  # into two ghosts
    ],
)
def test_bounds_are_reached_by_the_rules(rows: list[str], moves: list[str], score: int) -> None:
    layout = Layout.from_text(rows, name="tiny")
    state = GameState.initial(layout)
    for number, action in enumerate(moves):
        state = state.successor(number % state.num_agents, action)
    assert state.is_over
    matchup = Matchup.on(
        layout, PlayerSpec("GreedyAgent"), PlayerSpec("RandomGhost"), limits=GameLimits(max_moves=len(moves))
    )
    assert state.score == score
    assert score in matchup.score_bounds(len(moves))


def test_bounds_know_ghosts_capsules_and_limits() -> None:
    small = load_layout("small")  # 55 pieces of food, 2 capsules
    matchup = Matchup.on(small, PlayerSpec("GreedyAgent"), PlayerSpec("RandomGhost"), limits=GameLimits(max_moves=300))
    assert matchup.score_bounds(90) == (-1000 - 60, 55 * 9 + 500 + 800)
    assert matchup.score_bounds(200) == (-1000 - 100, 1795), "no game is longer than the limit"
    alone = Matchup.on(
        small, PlayerSpec("GreedyAgent"), PlayerSpec("RandomGhost"), ghosts=0, limits=GameLimits(max_moves=None)
    )
    assert alone.score_bounds(200) == (-400, 995)


class Wanderer:
    """Goes anywhere."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def getAction(self, state: GameState) -> str:
        return self.rng.choice(state.legal_actions(0))


@pytest.mark.examples(100)
@given(st.integers(0, 10_000), st.integers(0, 4))
def test_no_game_leaves_its_bounds(seed: int, ghosts: int) -> None:
    layout = load_layout("tricky")
    players = [RandomGhost(index) for index in range(1, ghosts + 1)]
    record = play(layout, Wanderer(seed), players, seed=seed, max_moves=400)
    limits = GameLimits(max_moves=len(record.moves))
    low, high = Matchup.on(layout, PlayerSpec(""), PlayerSpec(""), ghosts, limits).score_bounds(len(record.moves))
    assert low <= record.outcome.score <= high
