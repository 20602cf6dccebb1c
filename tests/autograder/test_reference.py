"""The searches behind the answers and behind the diagnosis agree where they must, and the lecture's trees come out."""

import itertools
import random

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.fresh_instances import freshen
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import decide, solve_tree, trace_tree
from autograder.case_types.state_spaces import NoScoreError, PacmanSpace, TreeSpace
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.bugs import RIGHT, common_bugs
from autograder.diagnosis.search_rules import Rules
from autograder.diagnosis.wrong_searches import WouldCrash, search
from benchmarks.random_trees import TreeKind, random_tree
from pacman.layout import load_layout
from pacman.state import GameState


@pytest.mark.parametrize("agent", RIGHT)
def test_the_faulty_search_without_a_fault_is_the_right_one(agent: str) -> None:
    for seed in range(60):
        dice = random.Random(seed)
        num_agents, depth = dice.choice(((2, 1), (2, 2), (3, 1), (3, 2), (4, 1)))
        text = properties_text({"num_agents": str(num_agents), **random_tree(TreeKind(num_agents, depth), dice)})
        tree = FixedTree.read(CaseFile.from_text(text, OUR_OWN / "x.test"))
        expected = solve_tree(tree, agent, depth)
        space = TreeSpace(tree)
        assert search(space, tree.start, depth, RIGHT[agent]) == expected.actions
        assert space.generated == expected.generated


@pytest.mark.parametrize("agent", RIGHT)
@pytest.mark.parametrize("with_stop", [True, False])
def test_the_same_in_pacman(agent: str, with_stop: bool) -> None:
    dice = random.Random(1)
    state = GameState.initial(load_layout("small"))
    for _ in range(12):
        expected = decide(state, agent, 2, with_stop=with_stop)
        space = PacmanSpace(state.num_agents, with_stop)
        assert search(space, state, 2, RIGHT[agent]) == expected.actions
        assert len(space.generated) == expected.explored
        for index in range(state.num_agents):
            if not state.is_over:
                state = state.successor(index, dice.choice(state.legal_actions(index)))
        if state.is_over:
            break


@pytest.mark.thorough
def test_every_bug_shows_on_our_own_trees(search_assignments: list[Assignment]) -> None:
    """No common bug gets full points in the question about its agent, whether the trees are fixed or fresh."""
    for question in itertools.chain.from_iterable(assignment.questions for assignment in search_assignments):
        trees = [case for case in question.cases if isinstance(case, TreeCase)]
        for bug in common_bugs(trees[0].agent):
            for rules in bug.searches:
                assert any(not passes(case, rules) for case in trees) != _plays_right(rules), (bug.name, rules)


def passes(case: TreeCase, rules: Rules) -> bool:
    world = TreeSpace(case.tree)
    try:
        actions = search(world, case.tree.start, case.depth, rules)
    except (NoScoreError, WouldCrash):
        return False
    return bool(actions) and case.expected.accepts(actions[0], world.generated)


def _plays_right(rules: Rules) -> bool:
    """True if it is wrong only under the exact rule: the last of equal actions, or an end only without actions."""
    return rules.tie != "first" or (rules.stops_at != "both" and rules.empty == "score")


def test_the_lectures_trees() -> None:
    cases = {
        (question.name, case.name.partition("-")[2]): case
        for question in load_assignment(OUR_OWN).questions
        for case in question.cases
        if isinstance(case, TreeCase)
    }
    for name, action in (("three-by-three", "left"), ("unknown-leaves", "left"), ("greedy-trap", "left")):
        assert cases["q2", f"lecture-{name}"].expected.actions == (action,)
    pruned = cases["q3", "lecture-three-by-three"]
    full = cases["q2", "lecture-three-by-three"]
    assert full.expected.generated - pruned.expected.generated == {"b5", "b6"}
    assert {pruned.tree.values[name] for name in ("b5", "b6")} == {4, 6}
    chance = cases["q4", "lecture-chance"]
    assert chance.expected.actions == ("left",)
    trace = trace_tree(chance.tree, "ExpectimaxAgent", 1)
    assert trace is not None
    assert "AVERAGE 1 = 10" in trace.to_text()


def test_solutions_on_disk_are_what_the_reference_says() -> None:
    for question in load_assignment(OUR_OWN).questions:
        for case in question.cases:
            if case.has_solution:
                solution = CaseFile.read(case.file.path.with_suffix(".solution"))
                assert solution.values == case.solve(), case.path


@pytest.mark.thorough
def test_fresh_instances() -> None:
    assignment = load_assignment(OUR_OWN)
    fresh, again, other = (freshen(assignment, seed) for seed in (1, 1, 2))
    for one, another in zip(fresh.questions, other.questions, strict=True):
        assert [case.file.values for case in one.cases] != [case.file.values for case in another.cases]
    for questions in zip(assignment.questions, fresh.questions, again.questions, strict=True):
        for old, new, same in zip(*(question.cases for question in questions), strict=True):
            assert type(new) is type(old)
            assert new.file.values == same.file.values
            assert new.file.values != old.file.values
            if isinstance(new, TreeCase) and isinstance(old, TreeCase):
                assert (new.agent, new.depth, new.tree.num_agents) == (old.agent, old.depth, old.tree.num_agents)
            if isinstance(new, CountedCase) and new.decisions is None:
                assert len(new.solution.optimal) >= 15
