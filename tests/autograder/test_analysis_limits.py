"""The analysis of an answer has limits, and an error in it costs a name or a picture, never a grade."""

from collections.abc import Callable
from pathlib import Path
from socket import socketpair
from typing import Any

import pytest

from agents.search.search_tree import SearchTree
from autograder.analysis_limits import (
    EXPLAINED,
    GRADED,
    AnalysisLimitError,
    NodeBudget,
    check_size,
)
from autograder.assignment.assignment import Assignment
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.fixed_tree import FixedTree
from autograder.channel import Channel
from autograder.child.state_report import EdgeReport
from autograder.diagnosis.failed_searches import keep_searches
from autograder.diagnosis.side_by_side import evaluated
from autograder.failures import Failure, FailureKind
from autograder.grading import grade, run_cases
from autograder.results import CaseResult, Grade, QuestionResult
from autograder.sandbox.child_messages import Answer, Edges
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.reported_states import WatchedSearch
from autograder.student.student import AgentRequest, WatchedAnswer
from autograder.student.tree_server import TreeServer
from pacman.berkeley.search_recorder import REPEATS, RecorderLimits, SearchRecorder
from pacman.layout import load_layout
from pacman.state import GameState
from tests.wording import Naming

SUBMISSIONS = Path(__file__).parent / "submissions"
LIMITS = Limits()


@pytest.fixture
def graded(our_assignment: Assignment, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], QuestionResult]:
    """Grade one case of a submission that does not prune; pairs of bugs, which take long, are not tried."""
    monkeypatch.setattr("autograder.diagnosis.diagnose.pairs_of_bugs", lambda agent: ())

    def run(case: str) -> QuestionResult:
        chosen = our_assignment.only_cases(case)
        student = InProcessStudent(SUBMISSIONS / "wrong_no_pruning.py", LIMITS)
        (question,) = grade(chosen, student, Grade("wrong_no_pruning.py", "none"), LIMITS).questions
        return question

    return run


TREE, GAME = "q3/01-lecture-three-by-three", "q3/99-game"


def _fail(error: BaseException) -> Callable[..., Any]:
    def failing(*_: Any, **__: Any) -> Any:
        raise error

    return failing


MEMORY, DEPTH, DIVISION = MemoryError(), RecursionError("too deep"), ZeroDivisionError("division by zero")


@pytest.mark.parametrize(
    ("case", "place", "left_out", "error"),
    [
        *(
            (TREE, "autograder.diagnosis.diagnose.diagnose", "name of a bug", error)
            for error in (MEMORY, DEPTH, DIVISION)
        ),
        (TREE, "autograder.diagnosis.failed_searches.compare_tree", "picture of the search", MEMORY),
        (TREE, "autograder.case_types.tree_case.trace_tree", "drawing of the tree", DEPTH),
        (GAME, "autograder.diagnosis.failed_searches.compare_decision", "picture of the search", DIVISION),
        (GAME, "autograder.case_types.counted_case.replay_data", "picture of the game", MEMORY),
    ],
)
def test_a_failure_of_the_grader_costs_no_grade(
    graded: Callable[[str], QuestionResult],
    monkeypatch: pytest.MonkeyPatch,
    case: str,
    place: str,
    left_out: str,
    error: Exception,
) -> None:
    monkeypatch.setattr(place, _fail(error))
    question = graded(case)
    assert (question.points, question.max_points) == (0, 5)  # as without the failure
    (result,) = question.cases
    assert not result.passed
    assert Naming(f"no {left_out}:", "the grader failed", f"{type(error).__name__}: {error}") in result.lines
    assert (not result.seen) == (left_out == "name of a bug")


def test_naming_stops_after_so_many_nodes(
    graded: Callable[[str], QuestionResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    named = graded(GAME).cases[0]
    assert named.seen[0].startswith("by this case alone, the answer fits: ")
    monkeypatch.setattr("autograder.diagnosis.diagnose.NodeBudget", lambda: NodeBudget(100))
    (result,) = graded(GAME).cases
    assert not result.seen
    assert Naming("no name of a bug:", "more than 100 states") in result.lines
    assert result.points == named.points


def test_a_budget_is_spent_to_its_last_node() -> None:
    budget = NodeBudget(2)
    budget.spend()
    budget.spend()
    with pytest.raises(AnalysisLimitError, match="more than 2 states"):
        budget.spend()


def test_seconds_cost_a_picture_and_no_name(
    graded: Callable[[str], QuestionResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_time = graded(TREE).cases[0]
    monkeypatch.setattr("autograder.diagnosis.failed_searches.PICTURE_SECONDS", -1.0)
    (result,) = graded(TREE).cases
    assert in_time.search is not None
    assert "trees" in in_time.search
    assert result.search is not None
    assert "trees" not in result.search
    assert Naming("no picture of the search:", "question", "-1 s") in result.lines
    assert (result.seen, result.points) == (in_time.seen, in_time.points)


@pytest.mark.parametrize(
    ("failure", "is_shown"),
    [
        (Failure(FailureKind.TIMED_OUT, "out of time"), False),
        (Failure(FailureKind.HUNG, "out of time"), False),
        (Failure(FailureKind.CRASHED, "IndexError"), True),
    ],
)
def test_a_decision_that_takes_too_long_to_watch_is_not_shown_in_part(
    our_assignment: Assignment, monkeypatch: pytest.MonkeyPatch, failure: Failure, is_shown: bool
) -> None:
    case, result, student = failed_game(our_assignment)

    def watch(request: AgentRequest, state: GameState, limits: RecorderLimits) -> WatchedAnswer:
        tree: SearchTree[GameState, str] = SearchTree(state)
        recorder = SearchRecorder(state, tree, limits)
        with recorder.watching():
            state.successor(0, state.legal_actions(0)[0])
        return WatchedAnswer(None, tree, recorder.is_full, failure)

    monkeypatch.setattr(student, "watch", watch)
    keep_searches([case], [result], student, LIMITS)
    assert result.search is not None
    assert ("trees" in result.search) == is_shown
    assert (Naming("no picture of the search:", "10 s") in result.lines) != is_shown


def test_a_search_that_is_too_large_is_not_asked_for_again(
    our_assignment: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, result, student = failed_game(our_assignment)
    monkeypatch.setattr("autograder.diagnosis.failed_searches.GRADED", RecorderLimits(states=20))
    monkeypatch.setattr(student, "watch", _fail(AssertionError("it is known to be too large")))
    keep_searches([case], [result], student, LIMITS)
    assert Naming("no picture of the search:", "more than 20 states") in result.lines


def failed_game(assignment: Assignment) -> tuple[CountedCase, CaseResult, InProcessStudent]:
    (case,) = assignment.only_cases(GAME).questions[0].cases
    assert isinstance(case, CountedCase)
    student = InProcessStudent(SUBMISSIONS / "wrong_no_pruning.py", LIMITS)
    (result,) = run_cases([case], student, LIMITS)
    return case, result, student


def test_states_are_kept_only_where_their_number_is_right(our_assignment: Assignment) -> None:
    """87 decisions of 20,000 states each would fill hundreds of megabytes."""
    case, result, _ = failed_game(our_assignment)
    assert isinstance(result.answer, tuple)
    for answer, variants in zip(result.answer, case.solution.optimal, strict=True):
        is_right = answer.explored in [variant.explored for variant in variants]
        assert len(answer.states) == (answer.explored if is_right else 0)
    assert {bool(answer.states) for answer in result.answer} == {True, False}


@pytest.mark.parametrize(
    ("states", "plies", "told"),
    [(3_001, 1, "more than 3,000 states"), (3_000, 101, "more than 100 plies"), (3_000, 100, None)],
)
def test_sizes(states: int, plies: int, told: str | None) -> None:
    if told is None:
        check_size(GRADED, states, plies)
    else:
        with pytest.raises(AnalysisLimitError, match=told):
            check_size(GRADED, states, plies)


def test_a_file_with_a_circle_makes_no_endless_tree() -> None:
    circle = FixedTree("a", 1, frozenset(), frozenset(), {"a": {"go": "b"}, "b": {"go": "a"}}, {})
    server = TreeServer(circle)
    for number in range(200):
        server.successor("ab"[number % 2], "go", 0)
    assert evaluated(server.searched(), circle, {}).deepest == 200
    for number in range(800):
        server.successor("ab"[number % 2], "go", 0)
    with pytest.raises(AnalysisLimitError, match="more than 200 plies"):
        evaluated(server.searched(), circle, {})
    with pytest.raises(AnalysisLimitError, match="more than 100 plies"):
        evaluated(server.searched(), circle, {}, GRADED)
    with pytest.raises(AnalysisLimitError, match="more than 5 states"):
        evaluated(server.searched(), circle, {}, RecorderLimits(5, 100))


def test_of_a_search_without_end_in_a_tree_so_much_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.student.tree_server.TREE_REQUESTS", 4)
    chain = {f"s{number}": {"go": f"s{number + 1}", "back": "s0"} for number in range(10)}
    server = TreeServer(FixedTree("s0", 1, frozenset(), frozenset(), chain, {"s3": 3.0, "s9": 9.0}))
    for number in range(3):
        server.successor(f"s{number}", "go", 0)
    server.note_score("s3")
    for number in range(3, 9):
        server.successor(f"s{number}", "go", 0)
    server.note_score("s9")
    server.successor("s9", "back", 0)
    found = [(node.state, node.ply, node.value) for node in server.searched().nodes]
    assert found == [("s0", 0, None), ("s1", 1, None), ("s2", 2, None), ("s3", 3, 3.0)]
    assert (server.requests, server.scored_last) == (12, "s9")


# -- what is written down of a decision that is watched ----------------------------------------------------------------


@pytest.fixture
def root() -> GameState:
    return GameState.initial(load_layout("small"), ghosts=0)


def test_what_is_too_deep_is_left_out_with_all_below_it(root: GameState) -> None:
    recorder = SearchRecorder(root, SearchTree(root), RecorderLimits(states=1_000, plies=3))
    with recorder.watching():
        state = root
        for _ in range(50):
            state = state.successor(0, "Stop")
        assert recorder.number_of(state) is None
        state.deepCopy().successor(0, "Stop")
        beside = root.successor(0, root.legal_actions(0)[0])
    assert recorder.is_full
    assert recorder.plies == [0, 1, 2, 3, 1]
    assert recorder.number_of(beside) == 4


def test_requests_that_make_nothing_new_are_followed_so_far(root: GameState) -> None:
    limits = RecorderLimits(states=5)
    recorder = SearchRecorder(root, SearchTree(root), limits)
    with recorder.watching():
        for _ in range(REPEATS * limits.states + 1):
            root.successor(0, "Stop")
        assert not recorder.is_full
        root.successor(0, "Stop")
    assert recorder.is_full
    assert len(recorder.states) == 2


def test_the_last_words_on_a_state_are_kept(root: GameState) -> None:
    tree: SearchTree[GameState, str] = SearchTree(root)
    recorder = SearchRecorder(root, tree, RecorderLimits(states=5))
    for value in range(1_000):
        recorder.note_evaluation((root,), value)
    assert tree.root.value == 999.0


def test_a_process_that_reports_values_for_ever_fills_no_memory(root: GameState) -> None:
    """A value replaces the one before, in the grader and in the process that reports it."""
    watched = WatchedSearch(root, RecorderLimits(states=5))
    near, far = socketpair()
    report = EdgeReport(Channel(near))
    for _ in range(100):
        watched.serve(Edges([], tuple((0, float(value)) for value in range(20))))
        for value in range(20):
            report.evaluate(0, float(value))
    assert watched.tree.root.value == 19.0
    assert report.take() == {"edges": [], "values": [0, 19.0]}
    near.close()
    far.close()


def test_a_process_says_that_there_was_more(root: GameState) -> None:
    watched = WatchedSearch(root, EXPLAINED)
    watched.serve(Answer(1, "Stop", Edges([]), None))
    assert not watched.is_full
    watched.serve(Answer(1, "Stop", Edges([]), None, is_full=True))
    assert watched.is_full
