"""A student's tree beside the reference tree, recorded in process and in the sandbox."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from agents.loading import load_agent
from agents.microscope.decision import infer_values, watch_decision
from agents.search.search_tree import SearchTree
from autograder.analysis_limits import EXPLAINED, GRADED
from autograder.assignment.assignment import Assignment
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.tree_case import TreeCase
from autograder.channel import ProtocolError
from autograder.diagnosis.side_by_side import compare_decision, compare_tree
from autograder.diagnosis.simulation import first_wrong_move
from autograder.failures import FailureKind
from autograder.grading import run_cases
from autograder.sandbox.child_messages import Edges, parse_message
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.reported_states import WatchedSearch
from autograder.student.student import AgentRequest, DecisionTime, Student
from pacman import load_layout
from pacman.state import GameState

SUBMISSIONS = Path(__file__).parent / "submissions"
LIMITS = Limits(case=5, load=5)

# For each wrong submission a case, and where its search diverges from the reference there, found by hand.
FIRST = {
    "bug_equality_and_root": ("q3/01-lecture-three-by-three", "surplus", ("middle", "middle")),
    "wrong_no_pruning": ("q3/01-lecture-three-by-three", "surplus", ("middle", "middle")),
    "wrong_prunes_on_equality": ("q3/04-tie-at-the-root", "missing", ("middle", "right")),
    "wrong_sums_the_chances": ("q4/01-lecture-three-by-three", None, None),
}


def case_named(assignment: Assignment, spec: str) -> TreeCase | CountedCase:
    case = assignment.only_cases(spec).questions[0].cases[0]
    assert isinstance(case, TreeCase | CountedCase)
    return case


@pytest.mark.parametrize("name", FIRST)
def test_the_first_node_where_they_part(name: str, our_assignment: Assignment) -> None:
    spec, kind, path = FIRST[name]
    case = case_named(our_assignment, spec)
    assert isinstance(case, TreeCase)
    student = InProcessStudent(SUBMISSIONS / f"{name}.py", LIMITS)
    answer = student.solve_tree(case.tree, case.agent, case.depth, DecisionTime(5))
    divergence = compare_tree(case, answer).divergence
    assert (divergence and divergence.kind, divergence and divergence.path) == (kind, path)


def test_the_first_wrong_decision_of_a_game(our_assignment: Assignment) -> None:
    case = case_named(our_assignment, "q3/99-game")
    assert isinstance(case, CountedCase)
    student = InProcessStudent(SUBMISSIONS / "bug_returns_alpha.py", LIMITS)
    wrong = first_wrong_move(case, run_cases([case], student, LIMITS)[0])
    assert wrong is not None
    watched = student.watch(AgentRequest(case.agent, {"depth": case.depth}, DecisionTime(5)), wrong[1].state, GRADED)
    trees = compare_decision(case, wrong[1], watched)
    assert trees.divergence is not None
    assert trees.divergence.kind == "surplus"  # it cuts less than it might
    assert trees.found.generated > trees.reference.generated


def shape(tree: SearchTree[GameState, str]) -> list[object]:
    return [(node.parent, node.mover, node.action, node.low, node.high, node.state.score) for node in tree.nodes]


@contextmanager
def both_students(path: Path) -> Iterator[Sequence[Student]]:
    """Yield a student in the sandbox and one in process."""
    with closing(SandboxPool(LIMITS)) as pool, closing(IsolatedStudent(path, LIMITS, pool)) as isolated:
        yield isolated, InProcessStudent(path, LIMITS)


@pytest.mark.parametrize("agent", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
def test_the_sandbox_shows_the_same_tree(agent: str) -> None:
    path = SUBMISSIONS / "recursive_pairs.py"
    state = GameState.initial(load_layout("small"))
    rule = "mean" if agent == "ExpectimaxAgent" else "min"
    here = watch_decision(load_agent(f"{path}:{agent}", depth="2"), state)
    with both_students(path) as students:
        for student in students:
            watched = student.watch(AgentRequest(agent, {"depth": 2}, DecisionTime(5)), state, GRADED)
            assert watched.failure is None
            assert watched.action == here.action
            infer_values(watched.tree, rule)
            assert shape(watched.tree) == shape(here.tree)


def test_a_watched_agent_sees_what_it_observes(tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(
        "class MinimaxAgent:\n"
        "    def observationFunction(self, state):\n"
        "        self.seen = state\n"
        "        return state\n"
        "    def getAction(self, state):\n"
        "        return self.seen.getLegalActions(0)[-1]\n"
    )
    state = GameState.initial(load_layout("small"))
    with both_students(path) as students:
        for student in students:
            watched = student.watch(AgentRequest("MinimaxAgent", {}, DecisionTime(5)), state, GRADED)
            assert (watched.failure, watched.action) == (None, state.legal_actions(0)[-1])


def test_what_was_seen_before_a_hang_is_there(tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(
        "class MinimaxAgent:\n"
        "    def __init__(self, depth): pass\n"
        "    def getAction(self, state):\n"
        "        frontier = [state]\n"
        "        for s in frontier:\n"
        "            frontier += [s.generateSuccessor(0, a) for a in s.getLegalActions(0)]\n"
    )
    pool = SandboxPool(LIMITS)
    student = IsolatedStudent(path, LIMITS, pool)
    try:
        state = GameState.initial(load_layout("small"), ghosts=0)
        watched = student.watch(AgentRequest("MinimaxAgent", {"depth": 2}, DecisionTime(0.5)), state, EXPLAINED)
        assert watched.failure is not None
        assert watched.failure.kind in (FailureKind.TIMED_OUT, FailureKind.HUNG)
        assert watched.tree.generated > 500
    finally:
        student.close()
        pool.close()


@pytest.mark.parametrize(
    "edges",
    [
        Edges([1, 0, 0]),  # of an unknown state
        Edges([0, 7, 0]),  # by an unknown agent
        Edges([0, 0, 9]),  # an unknown action
        Edges([0, 0, 3]),  # an illegal one
        Edges([], ((1, 2.0),)),  # the value of an unknown state
        Edges([], (), ((1, 2.0),)),  # the result for an unknown state
    ],
)
def test_only_what_our_engine_makes_is_believed(edges: Edges) -> None:
    watched = WatchedSearch(GameState.initial(load_layout("small")), GRADED)
    with pytest.raises(ProtocolError):
        watched.serve(edges)
    assert all(node.knowledge == "unknown" for node in watched.tree.nodes)


@pytest.mark.parametrize(
    "values", ["x", [1], [1, "2"], [1, True], [-1, 2.0], [0.5, 2.0], [1, float("inf")], [1, float("nan")], [0, None]]
)
def test_values_have_a_form(values: object) -> None:
    with pytest.raises(ProtocolError):
        parse_message({"edges": [], "values": values})
