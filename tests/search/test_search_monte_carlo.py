"""Monte Carlo tree search and the bandits behind it, with the numbers of the lectures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from agents.search import CHANCE, Chance, EvaluationError, MonteCarloTreeSearch, SearchError, mcts, tree
from agents.search.bandits import (
    Record,
    Run,
    Strategy,
    UniformArm,
    epsilon_greedy,
    greedy,
    play,
    ucb1,
    upper_confidence,
)
from agents.search.mcts import Node

ARMS = [UniformArm(mean) for mean in (0.3, 0.4, 0.5, 0.6, 0.7)]
PULLS = 10_000


def test_ucb1_of_the_lecture() -> None:
    assert ucb1(10, visits=1, all_visits=2) == pytest.approx(11.18, abs=0.005)
    assert ucb1(5, visits=1, all_visits=2) == pytest.approx(6.18, abs=0.005)
    assert ucb1(10, visits=1, all_visits=2, exploration=0) == 10


def lecture_search() -> MonteCarloTreeSearch[str, Any]:
    """Play-outs return 10 from L, 5 from R, and 3 from C, the child of L."""
    game = tree({"L": {"C": [0]}, "R": {"D": [0]}})
    worth = {"L": 10, "R": 5, "L.C": 3}.__getitem__
    return MonteCarloTreeSearch(game, game.root, rng=random.Random(0), evaluate=worth, playout_plies=0)


def children_of(node: Node[str, Any]) -> dict[Any, Node[str, Any]]:
    assert node.children is not None
    return {child.action: child for child in node.children}


def test_selection_and_back_propagation_of_the_lecture() -> None:
    search = lecture_search()
    search.iterate()
    search.iterate()
    root, children = search.root, children_of(search.root)
    left, right = children["L"], children["R"]
    assert [(node.total, node.visits) for node in (root, left, right)] == [(-15, 2), (10, 1), (5, 1)]
    assert search.score(root, left) == pytest.approx(11.18, abs=0.005)
    assert search.score(root, right) == pytest.approx(6.18, abs=0.005)
    assert search.select(root) is left
    search.iterate()
    below = children_of(left)["C"]
    assert [(node.total, node.visits) for node in (below, left, root)] == [(-3, 1), (13, 2), (-18, 3)]


def test_the_four_steps_by_hand() -> None:
    search = lecture_search()
    first = search.expand(search.select(search.root))
    assert first.parent is search.root
    outcome = search.simulate(first.state)
    assert outcome == {"L": 10, "R": 5}[first.action]
    search.back_propagate(first, outcome)
    assert (first.total, first.visits, search.root.visits) == (outcome, 1, 1)


def test_all_opponents_count_the_negative() -> None:
    game = tree([[[5]]], players=(0, 1, 2))
    search = MonteCarloTreeSearch(game, game.root, rng=random.Random(0))
    for _ in range(3):
        search.iterate()
    line = [search.root]
    while line[-1].children:
        line.append(line[-1].children[0])
    assert [(node.mover, node.total) for node in line[1:]] == [(0, 15), (1, -10), (2, -5)]


def test_the_answer_is_the_highest_mean_or_the_most_visited() -> None:
    game = tree([[1, 1], [0, 0]])
    result = mcts(game, game.root, rng=random.Random(1), iterations=100)
    assert (result.action, result.value) == (0, 1)
    assert sum(result.visits.values()) == result.iterations == 100
    assert result.visits[0] > result.visits[1] > 0
    assert result.values == {0: 1, 1: 0}
    assert not result.complete
    assert result.depth == 2
    assert mcts(game, game.root, rng=random.Random(1), iterations=100, answer="visits").action == 0


def test_a_seed_replays_the_search() -> None:
    rng = random.Random(2)
    game = tree([[[rng.random() for _ in range(4)] for _ in range(4)] for _ in range(4)])
    runs = [mcts(game, game.root, rng=random.Random(seed), iterations=200) for seed in (5, 5, 6)]
    assert runs[0] == runs[1]
    assert runs[0].visits != runs[2].visits


def test_the_player_at_the_root_may_be_the_opponent() -> None:
    game = tree([[1, 1], [-1, -1]], players=(1, 0))
    result = mcts(game, game.root, rng=random.Random(1), iterations=200)
    assert (result.action, result.value) == (1, -1)


def test_chance_nodes_are_sampled() -> None:
    game = tree([Chance((0.9, 0), (0.1, 100)), Chance((0.5, 6), (0.5, 4)), 7])
    result = mcts(game, game.root, rng=random.Random(3), iterations=6000, exploration=50)
    assert result.action == 0
    assert result.values == pytest.approx({0: 10, 1: 5, 2: 7}, abs=1)
    assert result.principal_variation == (0,)


def test_chance_is_played_out_by_its_probabilities() -> None:
    game = tree([[[0, 1]]], players=(0, 0, CHANCE))
    loaded = tree([[Chance((0.9, 0), (0.1, 1))]], players=(0, 0))
    for each, expected in ((game, 0.5), (loaded, 0.1)):
        search = MonteCarloTreeSearch(each, each.root, rng=random.Random(4))
        outcomes = [search.simulate("0") for _ in range(4000)]
        assert sum(outcomes) / len(outcomes) == pytest.approx(expected, abs=0.05)


class Walk:
    """A walk that random play rarely finishes: 1000 steps to the right win 500 points."""

    def player(self, state: int, /) -> int:
        return 0

    def actions(self, state: int, /) -> Sequence[str]:
        return ("left", "right")

    def result(self, state: int, action: str, /) -> int:
        return state + (1 if action == "right" else -1)

    def terminal_test(self, state: int, /) -> bool:
        return state == 1000

    def utility(self, state: int, player: int, /) -> float:
        return 500


def test_play_outs_may_be_stopped_and_evaluated() -> None:
    result = mcts(
        Walk(), 0, rng=random.Random(5), iterations=500, evaluate=lambda state: state, playout_plies=3, normalise=True
    )
    assert result.action == "right"
    assert result.nodes <= 500 * (3 + 1)


def test_infinite_outcomes_have_no_average() -> None:
    game = tree([[0.5], [float("-inf")]])
    with pytest.raises(EvaluationError, match=r"a play-out was worth -inf in '1\.0'; only finite numbers"):
        mcts(game, game.root, rng=random.Random(0), iterations=10)


def test_normalising_makes_the_scale_of_scores_irrelevant() -> None:
    rng = random.Random(6)
    leaves = [[[rng.random() for _ in range(3)] for _ in range(3)] for _ in range(3)]
    # Powers of two scale and shift without rounding, so the visits are the same to the last one.
    grids = [[[[round(v * 64) / 64 * scale for v in a] for a in b] for b in leaves] for scale in (1, 1024)]
    small, large = (
        mcts(game, game.root, rng=random.Random(7), iterations=300, normalise=True) for game in map(tree, grids)
    )
    assert small.visits == large.visits
    raw = tree(grids[1])
    assert mcts(raw, raw.root, rng=random.Random(7), iterations=300).visits != small.visits


def test_puct_follows_a_strong_prior_first() -> None:
    game = tree([[0, 0], [0, 0], [0, 0]])

    def prior(state: str) -> dict[Any, float]:
        return {0: 0.1, 1: 0.8, 2: 0.1} if state == "root" else {0: 0.5, 1: 0.5}

    result = mcts(game, game.root, rng=random.Random(8), iterations=50, prior=prior)
    assert result.visits[1] > 30
    search = MonteCarloTreeSearch(game, game.root, rng=random.Random(8), prior=prior, exploration=2)
    search.iterate()
    search.iterate()
    root = search.root
    for child in root.children or ():
        assert search.score(root, child) == pytest.approx(2 * child.prior * 2**0.5 / (1 + child.visits))


@pytest.mark.parametrize("player", [0, 1])
def test_puct_takes_a_child_without_visits_to_be_as_good_as_its_parent(player: int) -> None:
    game = tree([[5, 5], [5, 5], [5, 5]], players=(player, 1 - player))

    def prior(state: str) -> dict[Any, float]:
        return {0: 0.1, 1: 0.8, 2: 0.1} if state == "root" else {0: 0.5, 1: 0.5}

    search = MonteCarloTreeSearch(game, game.root, rng=random.Random(8), prior=prior, exploration=2)
    search.iterate()
    search.iterate()
    root = search.root
    assert root.value == 5
    unseen = [child for child in root.children or () if not child.visits]
    assert unseen
    sign = 1 if player == 0 else -1
    for child in unseen:
        assert search.score(root, child) == pytest.approx(sign * 5 + 2 * child.prior * root.visits**0.5)


def test_seconds_bound_the_search() -> None:
    game = tree([[1, 2], [3, 4]])
    ticks = count()
    result = mcts(game, game.root, rng=random.Random(9), seconds=10, clock=lambda: next(ticks))
    assert result.iterations == 10
    hurried = mcts(game, game.root, rng=random.Random(9), seconds=0, iterations=10)
    assert hurried.iterations == 1
    assert hurried.action in (0, 1)


def runs(strategy: Strategy, seeds: range) -> list[Run]:
    return [play(ARMS, strategy, PULLS, random.Random(seed)) for seed in seeds]


def test_greedy_sticks_to_a_wrong_arm_on_some_runs() -> None:
    wrong = [run for run in runs(greedy, range(20)) if run.favourite != 4]
    assert 2 <= len(wrong) <= 18
    # 9 000 pulls of an arm that is worth at least 0.1 less
    assert all(run.record.pulls[run.favourite] > 9_000 and run.regret > 800 for run in wrong)


def test_epsilon_greedy_finds_the_best_arm() -> None:
    for run in runs(epsilon_greedy(0.1), range(8)):
        assert run.favourite == 4
        assert run.record.pulls[4] > 0.8 * PULLS
        assert run.regret < 500  # exploring alone costs 0.1 * 10 000 * 0.2 = 200


def test_ucb1_finds_the_best_arm() -> None:
    for run in runs(upper_confidence(), range(8)):
        assert run.favourite == 4
        assert run.record.pulls[4] > 0.6 * PULLS
        assert run.regret < 600
        assert all(run.record.pulls)


def test_regret_is_what_the_best_arm_would_have_paid_more() -> None:
    arms = [UniformArm(0.25, width=0), UniformArm(1.0, width=0)]
    run = play(arms, lambda record, rng: 0, 10, random.Random(0))
    assert run.record == Record([9, 1], [2.25, 1.0])
    assert run.regret == 10 * 1.0 - (9 * 0.25 + 1.0)
    assert run.favourite == 0


def test_arms_pay_within_their_width() -> None:
    rng = random.Random(1)
    pays = [ARMS[0].pull(rng) for _ in range(1000)]
    assert 0.1 <= min(pays) < 0.11
    assert 0.49 < max(pays) <= 0.5


def test_bad_bandits() -> None:
    with pytest.raises(SearchError, match="epsilon"):
        epsilon_greedy(1.5)
    with pytest.raises(SearchError, match="at least one arm"):
        play([], greedy, 5, random.Random(0))
    with pytest.raises(SearchError, match="not enough"):
        play(ARMS, greedy, 4, random.Random(0))
    with pytest.raises(SearchError, match="pulls"):
        play(ARMS, greedy, 0, random.Random(0))
