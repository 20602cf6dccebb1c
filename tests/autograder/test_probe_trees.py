"""Trees by which the name of a bug is tested: they are games, and they distinguish bugs."""

import random
from dataclasses import replace

import pytest

from autograder.diagnosis.bugs import RIGHT
from autograder.diagnosis.probe_trees import SEED, chains, distinguishing, plain_trees, predict
from autograder.diagnosis.search_rules import Rules


def test_probes_are_games() -> None:
    """Exactly the states that are over have no actions, and every state below the root has a value."""
    drawn = list(distinguishing([RIGHT["MinimaxAgent"], RIGHT["ExpectimaxAgent"]], random.Random(SEED)))
    for probe in (*chains(), *plain_trees(), *drawn[:20]):
        tree = probe.tree
        below = {child for successors in tree.successors.values() for child in successors.values()}
        assert {state for state in below if not tree.actions(state)} == tree.wins | tree.losses, probe
        assert tree.wins.isdisjoint(tree.losses), probe
        assert below == tree.values.keys(), probe


def test_chains_show_every_depth() -> None:
    """No two ways to count the depth generate the same states in all chains."""
    ways = [
        Rules(),
        Rules(rounds=1),
        Rules(rounds=2),
        Rules(rounds=-1),
        Rules(counts="moves"),
        Rules(counts="ghosts"),
        Rules(counts="ghosts, seen by Pacman"),
        Rules(unfinished=1),
        Rules(unfinished=-1),
        Rules(most_rounds=1),
        Rules(most_rounds=3),
        Rules(fixed_depth=2),
        Rules(ghosts=1),
    ]
    found = [tuple(predict(probe, rules) for probe in chains()) for rules in ways]
    assert len(set(found)) == len(ways)


@pytest.mark.parametrize(
    ("rules", "other"),
    [
        (Rules(discount=0.9), Rules(discount=0.7)),
        (Rules(leaf_step=-1), Rules(leaf_step=-0.1)),
        (Rules(leaf_change="int"), Rules(leaf_change="two digits")),
        (Rules(choice="better by 1"), Rules(choice="better by 0.01")),
        (Rules(starts_at=-10, starts_root=True), Rules(starts_at=-999, starts_root=True)),
        (Rules(leaf_range=(-100, 1000)), Rules()),
    ],
)
def test_numbers_make_no_difference_in_plain_trees(rules: Rules, other: Rules) -> None:
    for probe in plain_trees():
        assert predict(probe, rules) == predict(probe, other)


@pytest.mark.parametrize(
    ("agent", "change", "other"),
    [
        ("MinimaxAgent", {"odd_place": "last of several ghosts", "odd_way": "median"}, {"others_last": "max"}),
        ("MinimaxAgent", {"odd_place": "Pacman", "odd_way": "mean"}, {"odd_place": "Pacman", "odd_way": "running"}),
        ("ExpectimaxAgent", {"others": "floor"}, {"node_change": "int for ghosts"}),
        ("AlphaBetaAgent", {"cut": "equal"}, {"cuts_at": "max"}),
    ],
)
def test_bugs_are_distinguished(agent: str, change: dict[str, str], other: dict[str, str]) -> None:
    searches = [replace(RIGHT[agent], **change), replace(RIGHT[agent], **other)]  # type: ignore[arg-type]
    probe = next(distinguishing(searches, random.Random(SEED)))
    one, two = (predict(probe, rules) for rules in searches)
    assert one is not None
    assert two is not None
    assert one.generated != two.generated or one.actions.isdisjoint(two.actions)


def test_the_same_bug_is_not_distinguished() -> None:
    rules = Rules(leaf_range=(0, float("inf")))
    assert list(distinguishing([rules, rules], random.Random(SEED))) == []
