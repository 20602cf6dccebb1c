"""Our own trees behave like the game, and where several actions are equally good, each of them is right."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.assignment import Assignment
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.tree_case import TreeCase
from autograder.errors import GradingError
from autograder.reporters.json_report import grade_data, read_grade
from autograder.results import Grade, QuestionResult
from autograder.student.limits import Limits
from autograder.student.student import DecisionTime, TreeAnswer
from benchmarks.random_trees import TreeKind, random_tree

SHAPES = [(1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1)]  # agents, depth


def check_that_it_behaves_as_the_game(tree: FixedTree, plies: int) -> None:
    """A state is won or lost exactly if it has no actions. Only a move of Pacman wins."""

    def check(state: str, ply: int) -> None:
        assert tree.is_over(state) == (not tree.actions(state)), state
        assert not (state in tree.wins and state in tree.losses), state
        if tree.is_over(state) or ply == plies:
            assert state in tree.values, state
        if state in tree.wins and ply < plies:
            assert (ply - 1) % tree.num_agents == 0, state
        for action in tree.actions(state):
            check(tree.successors[state][action], ply + 1)

    assert tree.actions(tree.start)
    check(tree.start, 0)


@pytest.mark.thorough
def test_our_own_trees_behave_as_the_game_does(search_assignments: list[Assignment]) -> None:
    questions = [question for assignment in search_assignments for question in assignment.questions]
    for case in (case for question in questions for case in question.cases if isinstance(case, TreeCase)):
        check_that_it_behaves_as_the_game(case.tree, case.depth * case.tree.num_agents)
        assert case.ties == "any", case.path


@given(seed=st.integers(min_value=0), shape=st.sampled_from(SHAPES))
def test_fresh_trees_behave_as_the_game_does(seed: int, shape: tuple[int, int]) -> None:
    num_agents, depth = shape
    properties = {"num_agents": str(num_agents), **random_tree(TreeKind(num_agents, depth), random.Random(seed))}
    assert properties["ties"] == "any"
    tree = FixedTree.read(CaseFile.from_text(properties_text(properties), Path("x.test")))
    check_that_it_behaves_as_the_game(tree, depth * num_agents)


# Of four actions three are worth 5; alpha-beta must see b4, whose sister equals alpha, and must not see b6.
TEXT = '''
class: "GraphGameTreeTest"
alg: "AlphaBetaAgent"
depth: "1"
num_agents: "2"
start_state: "root"
win_states: "b1 b2 b3 b4 b5 b6 a4"
lose_states: ""
successors: """
root left a1
root middle a2
root right a3
root far a4
a1 left b1
a1 right b2
a2 left b3
a2 right b4
a3 left b5
a3 right b6
"""
evaluation: """
b1 5
b2 9
b3 5
b4 7
b5 4
b6 20
a4 5
"""
'''
GENERATED = "a1 a2 a3 a4 b1 b2 b3 b4 b5 root"


class TreeStudent:
    """A student with a scripted answer."""

    def __init__(self, action: str | None, generated: str = GENERATED) -> None:
        self._answer = TreeAnswer(action, frozenset(generated.split()))

    def solve_tree(self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime) -> TreeAnswer:
        return self._answer


def tree_case(ties: str | None = None, solution: dict[str, str] | None = None) -> TreeCase:
    file = CaseFile.from_text(TEXT + (f'ties: "{ties}"\n' if ties else ""), Path("q3/tie.test"))
    solution = solution or TreeCase(file, Path("cases")).solve()
    return TreeCase(file, Path("cases"), CaseFile.from_text(properties_text(solution), Path("q3/tie.solution")))


def passes(case: TreeCase, *answer: str | None) -> bool:
    return case.run(TreeStudent(*answer), Limits()).passed  # type: ignore[arg-type]


def test_each_of_the_best_actions_is_right_where_the_file_says_so() -> None:
    case = tree_case("any")
    assert [passes(case, action) for action in ("left", "middle", "far", "right", None)] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("ties", [None, "first"])
def test_otherwise_the_first_alone_as_in_the_original(ties: str | None) -> None:
    case = tree_case(ties)
    assert [passes(case, action) for action in ("left", "middle", "far", "right")] == [True] + [False] * 3


@pytest.mark.parametrize("action", ["left", "middle", "far"])
def test_what_is_generated_is_judged_apart(action: str) -> None:
    """A cut on equality omits b4; without pruning, b6 is generated."""
    for generated in (GENERATED.replace("b4 ", ""), f"{GENERATED} b6"):
        assert not passes(tree_case("any"), action, generated)


def test_a_solution_says_which_actions_are_accepted() -> None:
    plain = {"action": "left", "generated": GENERATED}
    assert tree_case().solve() == plain
    assert tree_case("any").solve() == {**plain, "ties": "any", "best_actions": "left middle far"}


def test_a_solution_in_the_format_of_the_original_will_do() -> None:
    assert passes(tree_case("any", {"action": "left", "generated": GENERATED}), "far")


def test_averages_that_differ_by_rounding_are_equal() -> None:
    """0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in floating-point arithmetic."""
    text = TEXT.replace("AlphaBeta", "Expectimax").partition("successors")[0]
    rows, values = [], []
    for action, ghost, numbers in (("left", "a1", (0.1, 0.2, 0.3)), ("right", "a2", (0.3, 0.2, 0.1))):
        rows.append(f"root {action} {ghost}")
        for number, value in enumerate(numbers):
            rows.append(f"{ghost} {number} {ghost}{number}")
            values.append(f"{ghost}{number} {value}")
    properties = {"ties": "any", "successors": "\n".join(rows), "evaluation": "\n".join(values)}
    file = CaseFile.from_text(text + properties_text(properties), Path("q4/tie.test"))
    assert TreeCase(file, Path("cases")).solve()["best_actions"] == "left right"


def test_an_unknown_rule_for_ties_is_told() -> None:
    with pytest.raises(GradingError, match=r"q3/tie.test:\d+: unknown rule for ties 'anny'; did you mean 'any'"):
        tree_case("anny")


def test_a_wrong_action_is_told_all_that_were_right() -> None:
    result = tree_case("any").run(TreeStudent("right"), Limits())  # type: ignore[arg-type]
    assert result.lines[1] == "expected action left or middle or far, got right"


def test_a_grade_records_the_answer_and_a_digest_of_the_generated_states() -> None:
    """`similar` compares them. The digest has one length, and does not depend on the order of the states."""
    answers = [("left", GENERATED), ("left", "root b5 a1"), ("left", "b5 a1 root"), ("x" * 1000, GENERATED)]
    results = [tree_case().run(TreeStudent(*answer), Limits()) for answer in answers]  # type: ignore[arg-type]
    digests = [result.generated_digest for result in results]
    assert [digests[0] == digests[3], digests[1] == digests[2], digests[0] == digests[1]] == [True, True, False]
    assert {len(digest) for digest in digests} == {12}
    assert results[0].answer_text == "left"
    assert len(results[3].answer_text) < 60
    grade = Grade("m.py", "none", [QuestionResult("q3", 0, 5, [results[1]])])
    data = grade_data(grade)
    (case,) = data["questions"][0]["cases"]
    assert (case["answer"], case["generated"]) == ("left", digests[1])
    assert grade_data(read_grade(data)) == data
