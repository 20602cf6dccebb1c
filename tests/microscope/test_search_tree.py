"""The tree of alpha-beta, compared with an independent brute force; and the truth of its printed text."""

import random
import re
import tracemalloc
from math import inf
from typing import Any

import pytest

from agents.microscope.divergence import first_divergence
from agents.microscope.tree_text import TreeExcerpt, tree_lines
from agents.search import Trace, alpha_beta, minimax
from agents.search.search_tree import SearchTree
from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.case_explanation import explain_reference

RULES: dict[int, Any] = {0: "max", 1: "min", 2: "min"}


class RandomTree:
    """A game from nested lists; a number is a leaf. Agents move in turn."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        self.agents = dice.choice((2, 3))

        def grow(plies: int) -> Any:
            if plies == 0 or dice.random() < 0.1:
                return dice.randint(-5, 5)
            return [grow(plies - 1) for _ in range(dice.randint(1, 3))]

        self.nested = [grow(dice.choice((3, 4, 5))) for _ in range(dice.randint(2, 3))]

    def at(self, path: tuple[int, ...]) -> Any:
        nested = self.nested
        for action in path:
            nested = nested[action]
        return nested

    def player(self, path: tuple[int, ...], /) -> int:
        return len(path) % self.agents

    def actions(self, path: tuple[int, ...], /) -> tuple[int, ...]:
        nested = self.at(path)
        return tuple(range(len(nested))) if isinstance(nested, list) else ()

    def result(self, path: tuple[int, ...], action: int, /) -> tuple[int, ...]:
        return (*path, action)

    def terminal_test(self, path: tuple[int, ...], /) -> bool:
        return not isinstance(self.at(path), list)

    def utility(self, path: tuple[int, ...], player: int, /) -> float:
        value = float(self.at(path))
        return value if player == 0 else -value


def brute_force(game: RandomTree) -> set[tuple[int, ...]]:
    """Return the nodes of alpha-beta without its recursion: a child is generated if no ancestor was cut before it.

    The bound of a node is made of the true minimax values of its finished elder siblings and those of its ancestors, as
    far as they matter; written with windows that are computed from the path alone.
    """
    generated: set[tuple[int, ...]] = set()

    def visit(path: tuple[int, ...], alpha: float, beta: float) -> float:
        nested = game.at(path)
        if not isinstance(nested, list):
            return float(nested)
        values: list[float] = []
        is_max = len(path) % game.agents == 0
        for action in range(len(nested)):
            best = (max if is_max else min)(values) if values else None
            if best is not None and (best > beta if is_max else best < alpha):
                break
            generated.add((*path, action))
            low = max([alpha, *values]) if is_max else alpha
            high = beta if is_max else min([beta, *values])
            values.append(visit((*path, action), low, high))
        return (max if is_max else min)(values)

    visit((), -inf, inf)
    return generated


def searched(game: RandomTree, search: Any) -> tuple[SearchTree[Any, int], Any]:
    trace: Trace[Any, int] = Trace(RULES)
    result = search(game, (), trace=trace)
    return trace.tree, result


def requested(root: Any, *requests: tuple[int, int, Any, Any]) -> SearchTree[Any, Any]:
    """Return the tree of a search of which only the requests are known: state number, agent, action, next state."""
    tree: SearchTree[Any, Any] = SearchTree(root, RULES)
    for request in requests:
        tree.add(*request)
    return tree


INEQUALITY = re.compile(r"value (\S+) ([<>]) (?:alpha|beta) (\S+):")


def check_cuts(tree: SearchTree[Any, Any]) -> int:
    """Check that every printed inequality is true, and is about the window and the value of its node."""
    cuts = [node for node in tree.nodes if node.skipped]
    for node in cuts:
        found = INEQUALITY.match(node.reason)
        assert found
        assert node.window
        value, bound = float(found[1].replace("∞", "inf")), float(found[3].replace("∞", "inf"))
        assert value < bound if found[2] == "<" else value > bound
        assert bound == pytest.approx(node.window[0 if found[2] == "<" else 1])
        assert value == pytest.approx(node.high if found[2] == "<" else node.low)
    return len(cuts)


def test_two_hundred_random_trees() -> None:
    cuts = 0
    for seed in range(200):
        game = RandomTree(seed)
        tree, result = searched(game, alpha_beta)
        paths = set(tree.by_path()) - {()}
        assert paths == brute_force(game)
        assert len(paths) == tree.generated == result.nodes
        assert tree.root.value == minimax(game, ()).value
        found = check_cuts(tree)
        assert found == result.cutoffs
        cuts += found
    assert cuts > 200


def test_every_alpha_beta_case_of_our_assignment() -> None:
    cases = [case for each in load_assignment(OUR_OWN, ["q3"]).questions for case in each.cases]
    trees = [case for case in cases if isinstance(case, TreeCase) and case.agent == "AlphaBetaAgent"]
    assert len(trees) > 15
    for case in trees:
        tree = explain_reference(case).trees.reference
        assert {node.state for node in tree.nodes} == case.expected.generated
        check_cuts(tree)
        best = tree.best_child(tree.root)
        assert best is not None
        assert best.action in case.expected.actions


def test_a_tree_of_requests_knows_what_follows() -> None:
    """Alpha-beta observed from outside: the bounds left by cuts are sufficient for the value of the root."""
    for seed in range(100):
        game = RandomTree(seed)
        traced, _ = searched(game, alpha_beta)
        tree = requested(
            (), *((node.parent or 0, node.mover or 0, node.action, node.state) for node in traced.nodes[1:])
        )
        for node in tree.nodes:
            node.is_over = game.terminal_test(node.state)
            if node.is_over:
                tree.evaluate(node.number, game.utility(node.state, 0))
        tree.infer(lambda node, game=game: game.actions(node.state))  # type: ignore[misc]
        assert tree.root.value == traced.root.value
        assert first_divergence(tree, traced) is None


def test_an_evaluation_of_an_inner_state_is_not_its_value() -> None:
    """The evaluation of a state counts only if the search never expands it."""
    tree = requested("root")
    tree.evaluate(0, 5.0)
    assert (tree.root.value, tree.root.knowledge) == (5.0, "seen")
    tree.add(0, 0, "go", "a")
    assert (tree.root.value, tree.root.knowledge) == (None, "unknown")
    tree.evaluate(0, 7.0)
    assert tree.root.knowledge == "unknown"
    tree.evaluate(1, 3.0)
    tree.infer(lambda node: ["go"])
    assert (tree.root.value, tree.root.knowledge) == (3.0, "inferred")


def test_an_edge_of_a_window_that_is_the_negated_value_is_no_sign_of_negamax() -> None:
    """Two ghosts' nodes of value -5 returned alpha, which is 5; a third one returned its value."""
    tree = requested("root")
    tree.rules = {0: "max", 1: "min"}
    for number, (leaf, result) in enumerate([(3.0, 3.0), (-5.0, 5.0), (-5.0, 5.0)]):
        ghost = tree.add(0, 0, f"go {number}", f"ghost {number}").number
        tree.evaluate(tree.add(ghost, 1, "go", f"leaf {number}").number, leaf)
        tree.conclude(ghost, result)
    tree.infer(lambda node: [str(child.action) for child in tree.children(node)])
    assert all(child.low <= (child.result or 0) <= child.high for child in tree.children(tree.root))


def test_a_search_that_is_interrupted_leaves_a_tree() -> None:
    """Nodes whose search was interrupted have no value, and all views can read the tree."""

    class Interrupted(RandomTree):
        left = 19

        def terminal_test(self, path: tuple[int, ...], /) -> bool:
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
            return super().terminal_test(path)

    game, trace = Interrupted(3), Trace[Any, int](RULES)
    with pytest.raises(KeyboardInterrupt):
        minimax(game, (), trace=trace)
    tree = trace.tree
    assert {node.knowledge for node in tree.nodes} == {"seen", "unknown"}
    assert tree.root.knowledge == "unknown"
    assert len(tree_lines(tree, TreeExcerpt(plies=99))) == len(tree.nodes) == len(trace.to_text().splitlines())


def test_the_first_divergence_is_the_first() -> None:
    """Plain minimax differs from alpha-beta first at the first cut."""
    seen = 0
    for seed in range(100):
        game = RandomTree(seed)
        full, _ = searched(game, minimax)
        pruned, _ = searched(game, alpha_beta)
        divergence = first_divergence(full, pruned)
        left_out = sorted(set(full.by_path()) - set(pruned.by_path()))  # paths of numbers sort depth first
        assert (divergence is None) == (not left_out)
        if divergence is not None:
            seen += 1
            assert (divergence.path, divergence.kind) == (left_out[0], "surplus")
            assert "the reference cuts here: value" in divergence.difference.text
            assert first_divergence(pruned, full).kind == "missing"  # type: ignore[union-attr]
    assert seen > 50


def test_a_wrong_value_is_found_where_it_arises() -> None:
    game = RandomTree(3)
    right, _ = searched(game, minimax)
    wrong, _ = searched(game, minimax)
    leaf = next(node for node in wrong.nodes if not node.children and node.ply > 1)
    node = leaf
    while True:  # the leaf is wrong, and so are all values derived from it
        node.set_bounds(99, 99, "seen")
        if node.parent is None:
            break
        node = wrong.nodes[node.parent]
    divergence = first_divergence(wrong, right)
    assert divergence is not None
    assert (divergence.kind, divergence.found) == ("value", leaf.number)


def test_several_agents_may_move_in_one_state() -> None:
    """A search that lets each ghost move alone requests the same action of one state twice, and expands both."""
    asked = [(0, 0, "go", "a"), (1, 1, "West", "b"), (2, 0, "North", "c"), (1, 2, "West", "d"), (4, 0, "South", "e")]
    both, short = requested("root", *asked), requested("root", *asked[:2])
    for found, expected in ((both, short), (short, both)):
        divergence = first_divergence(found, expected)
        assert divergence is not None
        assert divergence.path == ("go", "West", "North")


def test_comparing_takes_memory_by_the_size_of_the_trees() -> None:
    """The paths of all nodes of a chain would take quadratic memory."""
    chain = requested(0, *((number, 0, "Stop", number + 1) for number in range(2_000)))
    tracemalloc.start()
    try:
        divergence = first_divergence(chain, SearchTree(0, RULES))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert divergence is not None
    assert (divergence.path, divergence.kind) == (("Stop",), "surplus")
    assert peak < 500 * len(chain.nodes)


def test_text_folds_what_does_not_fit() -> None:
    tree, _ = searched(RandomTree(12), minimax)
    everything = tree_lines(tree, TreeExcerpt(plies=99))
    assert len(everything) == len(tree.nodes)
    folded = tree_lines(tree, TreeExcerpt(most_lines=len(tree.nodes) // 2))
    below = sum(int(found[1]) for line in folded if (found := re.search(r"… (\d+) states? below", line)))
    assert len(folded) + below == len(tree.nodes)
