"""The values of the student's own code: recorded in many styles, and the first node whose value does not follow."""

import re
import sys
from collections.abc import Callable
from functools import cache
from math import inf, isclose
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from agents.microscope.own_values import WrongValue, own_values
from autograder.assignment.assignment import OUR_OWN, read_question
from autograder.case_types.tree_case import TreeCase
from autograder.channel import ProtocolError
from autograder.child.tree_states import RecordingTree, TreeState
from autograder.diagnosis.side_by_side import compare_tree, record_values
from autograder.sandbox.child_messages import parse_message
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.student import DecisionTime
from autograder.student.tree_server import TreeServer
from pacman.berkeley import return_listener

from .search_styles import HEAD, HELPER_MODULE, RIGHT, SOFT, STYLES, UNUSUAL, UNUSUAL_WRONG, WRONG

LIMITS = Limits()
QUESTIONS = {"MinimaxAgent": "q2", "AlphaBetaAgent": "q3", "ExpectimaxAgent": "q4"}
WANTED = (
    *("lecture-three-by-three", "fractions", "fractions-below-zero", "two-ghosts", "three-rounds", "great-debts"),
    *("nothing-won-nothing-lost-2", "many-actions", "fractions-of-two-ghosts", "three-ghosts-in-debt"),
)
Log = list[tuple[str, float, dict[str, Any]]]


@cache
def trees(agent: str) -> tuple[TreeCase, ...]:
    cases = read_question(OUR_OWN, QUESTIONS[agent]).cases
    found = [case for case in cases if isinstance(case, TreeCase) and case.name[3:] in WANTED]
    assert len(found) >= 6, "the trees have other names"
    return tuple(found)


def agent_of(source: str) -> str:
    return next(name for name in QUESTIONS if f"class {name}(" in source)


def write(folder: Path, source: str) -> Path:
    path = folder / "multiAgents.py"
    path.write_text(HEAD + source)
    (folder / "searching.py").write_text(HELPER_MODULE)
    return path


def instrumented(source: str, case: TreeCase) -> Log:
    """Run a copy of an agent that logs each value when it returns it, with its local variables."""
    log: Log = []

    def note(state: TreeState, value: float) -> None:
        log.append((state._view.name, float(value), dict(sys._getframe(1).f_locals)))

    names: dict[str, Any] = {"LOG": note}
    helper: Any = type(sys)("searching")
    helper.LOG = note
    exec(_logging(HELPER_MODULE), vars(helper))
    before = sys.modules.get("searching")
    sys.modules["searching"] = helper
    try:
        exec(_logging(HEAD + source), names)
    finally:
        if before is None:
            del sys.modules["searching"]
    server = TreeServer(case.tree)
    names[case.agent](depth=case.depth).getAction(TreeState(server.root(), case.tree.num_agents, server))
    return log


def _logging(source: str) -> str:
    return re.sub(r"#LOG (.*)", r"LOG(\1)", source)


@pytest.fixture
def recorded(tmp_path: Path) -> Callable[[str, TreeCase], Any]:
    """Return a function that runs an agent, and again with its values recorded, and compares it with the reference."""
    students: dict[str, InProcessStudent] = {}

    def compared(source: str, case: TreeCase) -> Any:
        student = students.get(source)
        if student is None:
            student = students[source] = InProcessStudent(write(tmp_path, source), LIMITS)
        answer = student.solve_tree(case.tree, case.agent, case.depth, case.tree_seconds(LIMITS))
        assert answer.returned == {}
        return compare_tree(case, record_values(case, answer, student, LIMITS))

    return compared


def test_every_value_equals_that_of_an_instrumented_copy_and_most_nodes_have_one(
    recorded: Callable[[str, TreeCase], Any],
) -> None:
    covered = set()
    for style, source in STYLES.items():
        shares = []
        for case in trees("MinimaxAgent"):
            found = recorded(source, case).found
            right = {name: value for name, value, _ in instrumented(source, case)}
            values = {found.nodes[number].state: value for number, value in own_values(found).items()}
            assert values.items() <= right.items(), (style, case.name)
            below = [node.state for node in found.nodes[1:]]
            shares.append(sum(state in values for state in below) / len(below))
        if min(shares) >= 0.95:
            covered.add(style)
    assert len(covered) >= 9, covered
    assert {"recursive pair", "closures", "methods", "memo", "tuples", "dictionaries", "negamax"} <= covered


@pytest.mark.parametrize("style", RIGHT)
def test_right_agents_have_no_wrong_node(style: str, recorded: Callable[[str, TreeCase], Any]) -> None:
    for case in trees(agent_of(RIGHT[style])):
        trees_ = recorded(RIGHT[style], case)
        assert trees_.wrong is None, case.name
        assert own_values(trees_.found)


def _below(names: dict[str, Any]) -> list[float] | None:
    found: list[float] | None = names.get("values", names.get("below"))
    return found


def keeps_order(leaves: dict[float, float]) -> bool:
    """True if the values of leaves, by their evaluations, lie on a rising line: such a scale changes no decision."""
    (low, first), (high, last) = min(leaves.items()), max(leaves.items())
    return all(
        isclose((value - first) * (high - low), (last - first) * (known - low), abs_tol=1e-6)
        for known, value in leaves.items()
    ) and (last > first or low == high)


def first_wrong(source: str, case: TreeCase) -> str | None:
    """Return the state whose logged value does not follow from what its function had found; the root for its choice."""
    log = instrumented(source, case)
    rule = mean if case.agent == "ExpectimaxAgent" else min
    leaves = {case.tree.values[name]: value for name, value, names in log if not _below(names)}
    for name, value, names in log:
        below = _below(names)
        if not below and keeps_order(leaves):
            continue
        if not below:
            low = high = case.tree.values[name]
        else:
            is_ghost = "child" in names if "values" in names else names["agent"] > 0
            right = rule(below) if is_ghost else max(below)
            alpha, beta = names.get("window", (-inf, inf))
            low, high = sorted((right, min(max(right, alpha), beta)))
        if not (value >= low or isclose(value, low)) or not (value <= high or isclose(value, high)):
            return name
    return None


def test_the_first_wrong_node_of_wrong_agents_is_where_their_code_goes_wrong(
    recorded: Callable[[str, TreeCase], Any],
) -> None:
    assert len(WRONG) == 30
    for source, old, new in WRONG:
        assert old in source
        changed = source.replace(old, new)
        shown = missed = 0
        for case in trees(agent_of(source)):
            wrong = recorded(changed, case).wrong
            state = case.tree.start if wrong is not None else None
            for action in wrong.path if wrong is not None else ():
                state = case.tree.successors[state or ""][action]
            expected = first_wrong(changed, case)
            if expected is None and wrong is not None:
                assert wrong.kind == "root", (new, case.name)
                chosen = recorded(changed, case)
                assert chosen.action not in chosen.expected
                shown += 1
                continue
            missed += wrong is None and expected is not None  # if another form explains most of the values
            assert state == expected or wrong is None, (new, case.name, wrong)
            shown += wrong is not None
        assert shown > missed, new


def test_bounds_that_are_infinite_are_shown_as_such(recorded: Callable[[str, TreeCase], Any]) -> None:
    """They fit the bounds of any form, which is no evidence for one."""
    source = "        return alpha\n".join(SOFT.rsplit("        return value\n", maxsplit=1))
    source = source.replace("1, alpha, float", '1, float("-inf"), float')
    case = next(each for each in trees("AlphaBetaAgent") if each.name.endswith("three-by-three"))
    both = recorded(source, case)
    assert both.wrong is not None
    assert (both.wrong.path, both.wrong.found, both.wrong.low) == (("left",), -inf, 3.0)


@pytest.mark.parametrize("style", UNUSUAL)
def test_unusual_right_agents_have_no_invented_value_and_no_wrong_node(
    style: str, recorded: Callable[[str, TreeCase], Any]
) -> None:
    source = UNUSUAL[style]
    for case in trees(agent_of(source)):
        both = recorded(source, case)
        assert both.wrong is None, (case.name, both.wrong)
        found = both.found
        right = {name: value for name, value, _ in instrumented(source, case)}
        values = {found.nodes[number].state: value for number, value in own_values(found).items()}
        assert values.items() <= right.items(), case.name


def test_the_first_wrong_node_in_another_form_of_values(recorded: Callable[[str, TreeCase], Any]) -> None:
    """The sentence has the numbers that the code returned. The first wrong node was logged last but for those above."""
    for source, old, new in UNUSUAL_WRONG:
        assert old in source
        changed = source.replace(old, new)
        shown = 0
        for case in trees(agent_of(source)):
            right, log = instrumented(source, case), instrumented(changed, case)
            first = next(
                (name for (name, value, _), (_, other, _) in zip(log, right, strict=True) if value != other), None
            )
            both = recorded(changed, case)
            if both.wrong is not None and first is not None and both.wrong.kind != "root":
                assert both.found.nodes[both.wrong.number].state == first, (new, case.name, both.wrong)
                assert both.wrong.found == {name: value for name, value, _ in log}[first]
                shown += 1
        assert shown, new


def test_a_value_that_cannot_be_matched_is_unknown(recorded: Callable[[str, TreeCase], Any]) -> None:
    for style in ("iterative with a stack", "generators"):
        found = recorded(STYLES[style], trees("MinimaxAgent")[0])
        assert not own_values(found.found)
        assert found.wrong is None


NOISE = """
    def steps(self, state):
        return 7
"""


def test_numbers_of_helpers_are_not_values(recorded: Callable[[str, TreeCase], Any]) -> None:
    """A helper that is called for a state after its search, and returns a number, is no part of the search."""
    source = STYLES["methods"] + NOISE
    source = source.replace(
        "children = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]",
        "children = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]\n"
        "        self.seen = [self.steps(child) for child in children]",
    )
    assert "self.seen" in source
    for case in trees("MinimaxAgent"):
        assert recorded(source, case).wrong is None


@pytest.mark.parametrize(
    ("result", "number"),
    [
        (3, 3.0),
        ((2.5, "West"), 2.5),
        (["West", -1], -1.0),
        ({"value": 4, "action": "Stop"}, 4.0),
        ((1, 2), None),
        (True, None),
        (float("nan"), None),
        (10**400, None),
        ("3", None),
        (None, None),
    ],
)
def test_the_only_number_of_a_result(result: object, number: float | None) -> None:
    assert return_listener._only_number(result) == number


def test_without_recording_nothing_is_hooked(tmp_path: Path) -> None:
    case = trees("MinimaxAgent")[0]
    hooked: list[tuple[Any, ...]] = []
    source = STYLES["methods"].replace("        if self", "        SEEN.append(HOOKS())\n        if self", 1)
    student = InProcessStudent(write(tmp_path, source), LIMITS)
    names: dict[str, Any] = vars(student._module)
    names |= {"SEEN": hooked, "HOOKS": hooks}
    before = hooks()
    student.solve_tree(case.tree, case.agent, case.depth, case.tree_seconds(LIMITS))
    assert hooked
    assert all(each == before for each in hooked)
    hooked.clear()
    student.solve_tree(case.tree, case.agent, case.depth, case.tree_seconds(LIMITS), records=True)
    assert all(each != before for each in hooked)
    assert hooks() == before
    student.close()


def hooks() -> tuple[Any, ...]:
    """Return the profile function and the tools that watch calls in this interpreter."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return sys.getprofile(), [monitoring.get_tool(each) for each in range(6)] if monitoring else None


@pytest.mark.parametrize("returned", ["x", [["a1"]], [["a1", "b"]], [["a1", 1e301]], [["a1", None]], [[1, 2.0]]])
def test_claims_of_the_child_process_are_checked(returned: object) -> None:
    with pytest.raises(ProtocolError):
        parse_message({"id": 1, "action": "left", "returned": returned})


def test_claims_about_states_that_were_not_served_are_dropped() -> None:
    case = trees("MinimaxAgent")[0]
    server = TreeServer(case.tree)
    answer = server.answer("left", returned=[(case.tree.start, 1.0), ("elsewhere", 2.0)])
    assert answer.returned == {case.tree.start: 1.0}


def test_the_messages_name_both_values() -> None:
    from agents.microscope.own_values import own_values_line
    from agents.search.search_tree import SearchTree
    from pacman.display.messages import LANGUAGES, Words

    tree: SearchTree[str, str] = SearchTree("start")
    wrong: WrongValue[str] = WrongValue("inner", ("left", "right"), 4, 3.0, 5.0, 5.0)
    (line,) = own_values_line(tree, wrong, Words())
    assert "after left, right" in line
    assert "Your value is 3; your values of its children give 5." in line
    for language in LANGUAGES:
        for kind in ("leaf", "inner", "root"):
            (line,) = own_values_line(tree, WrongValue(kind, (), 0, 3.0, 5.0, 5.0), Words(language))
            assert "3" in line


def test_the_child_process_reports_the_same_values(tmp_path: Path) -> None:
    case = trees("AlphaBetaAgent")[0]
    path = write(tmp_path, RIGHT["fail-hard"])
    inside = InProcessStudent(path, LIMITS)
    pool = SandboxPool(LIMITS)
    isolated = IsolatedStudent(path, LIMITS, pool)
    try:
        isolated.start_question(60)
        asked = case.tree, case.agent, case.depth, DecisionTime(30)
        assert isolated.solve_tree(*asked).returned == {}
        found = isolated.solve_tree(*asked, records=True)
        assert found.returned == inside.solve_tree(*asked, records=True).returned != {}
        assert found.action == isolated.solve_tree(*asked).action
    finally:
        isolated.close()
        pool.close()
        inside.close()


REBINDING = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: self.value(state.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        here, agents = state, state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            found = self.evaluationFunction(state)
        else:
            agent, below = ply % agents, []
            for action in here.getLegalActions(agent):
                state = here.generateSuccessor(agent, action)
                below.append(self.value(state, ply + 1))
            found = min(below) if agent else max(below)
        #LOG here, found
        return found
"""
OUTER_SIGN = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: -self.value(state.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        found = -self.searched(state, ply)
        #LOG state, found
        return found

    def searched(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            return self.evaluationFunction(state)
        agent = ply % agents
        below = [-self.value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
        return min(below) if agent else max(below)
"""
COROUTINES = """
import asyncio


class MinimaxAgent(Search):
    def getAction(self, state):
        return asyncio.run(self.root(state))

    async def root(self, state):
        actions = state.getLegalActions(0)
        values = await asyncio.gather(*(self.value(state.generateSuccessor(0, a), 1) for a in actions))
        return actions[values.index(max(values))]

    async def value(self, state, ply):
        agents = state.getNumAgents()
        await asyncio.sleep(0)
        if self.is_leaf(state, ply // agents):
            return self.evaluationFunction(state)
        agent = ply % agents
        children = [state.generateSuccessor(agent, a) for a in state.getLegalActions(agent)]
        below = await asyncio.gather(*(self.value(child, ply + 1) for child in children))
        return min(below) if agent else max(below)
"""


@pytest.mark.parametrize("source", [REBINDING, OUTER_SIGN])
def test_a_value_belongs_to_the_state_of_the_outermost_call(
    source: str, recorded: Callable[[str, TreeCase], Any]
) -> None:
    """An argument that is rebound is the state of the start; a sign that the outer function gives is part of it."""
    for case in trees("MinimaxAgent"):
        found = recorded(source, case).found
        right = {name: value for name, value, _ in instrumented(source, case)}
        assert {found.nodes[number].state: value for number, value in own_values(found).items()} == right


def test_coroutines_which_may_pause_have_no_values(recorded: Callable[[str, TreeCase], Any]) -> None:
    found = recorded(COROUTINES, trees("MinimaxAgent")[0])
    assert not own_values(found.found)
    assert found.wrong is None


def test_functions_of_ours_are_not_listened_to() -> None:
    """Before Python 3.12, the profile hook would cost time at each of their calls."""
    seen: list[tuple[Any, ...]] = []
    with return_listener.listening_to_returns(RecordingTree(TreeServer(trees("MinimaxAgent")[0].tree))) as unheard:
        outside = sys.getprofile()
        unheard(lambda: seen.append((sys.getprofile(),)))()
        with pytest.raises(ValueError, match="none"):
            unheard(lambda: int("none"))()
        assert sys.getprofile() is outside
    assert seen == [(None,)]
