"""Growth of a Monte Carlo tree in its trace, compared with the search's own nodes and with a recount."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import log, sqrt
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import MCTSAgent
from agents.microscope.decision import watch_decision
from agents.search import GraphGame, MCTSResult, MonteCarloTreeSearch, SearchError, mcts, tree
from agents.search.search_tree import SearchNode, SearchTree
from agents.search.support.trace import GrowthTrace
from pacman.layout import Layout
from pacman.state import GameState

Tree: TypeAlias = SearchTree[Any, Any]
NIM = tree([[[1, [0, 1]], [[1, 0], 0]], [[0, [1, 1]], 1], [0, [[1, 0], [0, [1, 0]]]]])


def grown(game: GraphGame, seed: int, iterations: int) -> tuple[MonteCarloTreeSearch[Any, Any], Tree]:
    trace: GrowthTrace[Any, Any] = GrowthTrace({0: "max", 1: "min"})
    search = MonteCarloTreeSearch(game, game.root, rng=random.Random(seed), trace=trace)
    for _ in range(iterations):
        search.iterate()
    return search, trace.tree


def own_nodes(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Return the search's own nodes by their paths."""
    yield path, node
    for child in node.children or ():
        if child.visits:
            yield from own_nodes(child, (*path, child.action))


@given(seed=st.integers(0, 10**6), iterations=st.integers(1, 120))
@settings(max_examples=60, deadline=None)
def test_visits_and_means_are_those_of_the_search(seed: int, iterations: int) -> None:
    search, found = grown(NIM, seed, iterations)
    nodes = found.by_path()
    own = dict(own_nodes(search.root))
    assert nodes.keys() == own.keys()
    for path, node in own.items():
        assert nodes[path].visits == node.visits
        assert nodes[path].value == node.value
        assert [child.action for child in found.children(nodes[path])] == [
            child.action for child in node.children or () if child.visits
        ]


@given(seed=st.integers(0, 10**6), iterations=st.integers(1, 120))
@settings(max_examples=60, deadline=None)
def test_visits_add_up(seed: int, iterations: int) -> None:
    """A node is visited whenever a child is, and whenever a play-out begins from it."""
    _, found = grown(NIM, seed, iterations)
    begun = Counter(leaf for leaf, _, _ in found.iterations)
    assert found.root.visits == iterations
    for node in found.nodes:
        assert node.visits == begun[node.number] + sum(child.visits for child in found.children(node))
        assert begun[node.number] == 1 or node.is_over or node.number == 0
    assert begun[0] == 0


def by_hand(found: Tree, node: SearchNode[Any, Any], constant: float) -> tuple[float, float]:
    """Return mean and bonus from the outcomes below a node, for the player who moved into it."""

    def outcomes(of: int) -> list[float]:
        return [outcome for leaf, outcome, _ in found.iterations if of in (each for each in lineage(found, leaf))]

    assert node.parent is not None
    mine, all_of_them = outcomes(node.number), outcomes(node.parent)
    mean = sum(mine) / len(mine) * (1 if node.mover == 0 else -1)
    return mean, constant * sqrt(2 * log(len(all_of_them)) / len(mine))


def lineage(found: Tree, number: int | None) -> Iterator[int]:
    while number is not None:
        yield number
        number = found.nodes[number].parent


@pytest.mark.parametrize("seed", range(5))
def test_the_terms_of_ucb1(seed: int) -> None:
    """Recompute them from scratch, with C times the spread of the outcomes, as the agent does."""
    state = GameState.initial(Layout.from_text("%%%%%%%\n%P.. .%\n%.%G%.%\n%.....%\n%%%%%%%", name="ring"))
    agent = MCTSAgent(iterations=80, rng=random.Random(seed))
    decision = watch_decision(agent, state)
    found = decision.tree
    assert found.iterations
    outcomes = [outcome for _, outcome, _ in found.iterations]
    spread = max(outcomes) - min(outcomes)
    for node in found.nodes[1:]:
        bound = found.upper_bound(node)
        assert bound is not None
        mean, bonus = by_hand(found, node, spread or 1.0)
        assert bound.exploitation == pytest.approx(mean)
        assert bound.exploration == pytest.approx(bonus, abs=1e-9)
        assert bound.score == pytest.approx(mean + bonus)
        exploitation, exploration, score = (float(term) for term in re.split(" [+=] ", str(bound)))
        assert exploitation + exploration == pytest.approx(score, abs=1e-9)
        assert score == pytest.approx(bound.score, rel=0.02, abs=2)
    best = max(decision.candidates, key=lambda node: node.low)
    assert decision.action == best.action


def test_every_iteration_went_where_ucb1_is_highest() -> None:
    """Each iteration follows the UCB1 terms that the microscope shows before it."""
    for seed in range(10):
        _, found = grown(NIM, seed, 60)
        for done in range(1, 60):
            _, before = grown(NIM, seed, done)
            way = [*lineage(found, found.iterations[done].leaf)][::-1]
            for parent, child in pairwise(way):
                if child >= len(before.nodes):
                    break
                bound = before.upper_bound(before.nodes[child])
                assert bound is not None
                rivals = [before.upper_bound(node) for node in before.children(before.nodes[parent])]
                assert len(rivals) == len(NIM.actions(before.nodes[parent].state)), "an unvisited child goes first"
                assert bound.score == max(rival.score for rival in rivals if rival)


def test_the_compiled_search_answers_as_the_tree_does() -> None:
    """Observation uses Python, but must show the decision that the agent makes in the kernel."""
    state = GameState.initial("small")
    for seed in range(3):
        answer = MCTSAgent(iterations=200, rng=random.Random(seed)).search(state)
        assert isinstance(answer, MCTSResult)
        decision = watch_decision(MCTSAgent(iterations=200, rng=random.Random(seed)), state)
        found = decision.tree
        assert found.iterations
        assert decision.action == answer.action
        assert {node.action: node.visits for node in decision.candidates} == answer.visits
        assert tuple(node.action for node in found.principal_variation()) == answer.principal_variation


def test_a_part_of_the_tree_has_the_iterations_that_came_there() -> None:
    _, found = grown(NIM, 3, 90)
    for top in found.children(found.root):
        part = found.below(top.number)
        assert len(part.iterations) == top.visits
        whole = {path[1:]: node for path, node in found.by_path().items() if path[:1] == (top.action,)}
        for path, node in part.by_path().items():
            assert node.visits == whole[path].visits
            assert node.value == pytest.approx(whole[path].value)
            if path:
                assert part.upper_bound(node) == pytest.approx(found.upper_bound(whole[path]))


def test_a_search_that_is_ended_shows_what_it_did() -> None:
    decision = watch_decision(MCTSAgent(iterations=10**9, engine="python"), GameState.initial("small"), seconds=0.3)
    assert decision.action is None
    assert "no answer within 0.3 s" in decision.problem
    assert decision.tree.root.visits == len(decision.tree.iterations) > 0


def test_a_trace_knows_ucb1_only() -> None:
    with pytest.raises(SearchError, match="PUCT"):
        mcts(NIM, NIM.root, rng=random.Random(1), iterations=1, prior=lambda state: {}, trace=GrowthTrace())
    with pytest.raises(LookupError, match="nothing traced yet"):
        _ = GrowthTrace[Any, Any]().tree
