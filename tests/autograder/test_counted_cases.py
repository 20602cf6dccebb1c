"""Counted games: results of scripted answers, and the random stream of the original."""

import json
import random
import re
import threading
from collections.abc import Callable, Sized
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from autograder.analysis_limits import NodeBudget
from autograder.assignment.assignment import OUR_OWN, Assignment, Question, load_assignment
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.questions import QuestionConfig
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.game_case import GameCase
from autograder.case_types.reference import decide
from autograder.channel import Channel
from autograder.child.state_report import EdgeReport, ExploredReport
from autograder.errors import GradingError
from autograder.failures import UNCOUNTABLE, Failure, FailureKind, StudentFailure
from autograder.results import Grade
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, DecisionTime
from pacman.berkeley.submission import load_submission
from pacman.game import play
from pacman.layout import load_layout
from pacman.state import GameState
from tests.wording import Naming, facts

SUBMISSIONS = Path(__file__).parent / "submissions"
LIMITS = Limits()


class ScriptedStudent:
    """A student with scripted answers: a function from the state and the right decisions to an action and a count."""

    def __init__(self, answer: Callable[[GameState, int], tuple[str, int]]) -> None:
        self.ghost_rng = random.Random()
        self.explored: Sized = ()
        self.is_negated = False
        self._answer = answer
        self._moves = 0

    def seed(self, seed: int) -> None:
        self.ghost_rng.seed(seed)

    def agent(self, *_: Any, **__: Any) -> "ScriptedStudent":
        return self

    def registerInitialState(self, state: GameState) -> None:
        pass

    def getAction(self, state: GameState) -> str:
        action, explored = self._answer(state, self._moves)
        self.explored = range(explored)  # not states, but the right number of items
        self._moves += 1
        return action


@pytest.fixture(scope="module")
def our_game() -> CountedCase:
    case = load_assignment(OUR_OWN).only_cases("q2/99-game").questions[0].cases[0]
    assert isinstance(case, CountedCase)
    return case


@pytest.fixture(scope="module")
def game(our_game: CountedCase) -> CountedCase:
    """A game with the original's rule, which only counts states."""
    values = {key: value for key, value in our_game.file.values.items() if key != "explored"}
    file = CaseFile.from_text(properties_text(values), our_game.file.path)
    return CountedCase(file, our_game.folder, CaseFile.read(our_game.file.path.with_suffix(".solution")))


def judged(case: CountedCase, answer: Callable[[GameState, int], tuple[str, int]]) -> list[str]:
    return case.run(ScriptedStudent(answer), LIMITS).lines  # type: ignore[arg-type]


def right(case: CountedCase, move: int, variant: int = 0) -> tuple[str, int]:
    decision = case.solution.optimal[move][variant]
    return decision.actions[-1], decision.explored


def test_either_count_and_any_of_the_best_actions(game: CountedCase) -> None:
    assert judged(game, lambda state, move: right(game, move, 0)) == ["PASS: cases/q2/99-game.test"]
    assert judged(game, lambda state, move: right(game, move, 1)) == ["PASS: cases/q2/99-game.test"]


def test_counts_may_be_mixed_from_move_to_move(game: CountedCase) -> None:
    answers = judged(game, lambda state, move: (right(game, move, 0)[0], right(game, move, move % 2)[1]))
    assert answers[0].startswith("PASS")


COUNTERFEIT = """
import json
from game import Agent

ANSWERS = json.loads({answers!r})

class MinimaxAgent(Agent):
    def __init__(self, depth):
        self.moves = 0

    def getAction(self, state):
        action, count = ANSWERS[self.moves]
        self.moves += 1
        seen, queue = {{state}}, [state]
        while len(seen) < count:
            here = queue.pop(0)
            for agent in range(here.getNumAgents()):
                for move in here.getLegalActions(agent):
                    child = here.generateSuccessor(agent, move) if len(seen) < count else here
                    if child not in seen:
                        seen.add(child)
                        queue.append(child)
        return action
"""


def test_as_many_states_are_not_the_right_ones(
    our_game: CountedCase,
    game: CountedCase,
    tmp_path: Path,
    grade_isolated: Callable[..., Grade],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Known answers with the expected number of states pass by the original's rule, but not by ours."""
    monkeypatch.setattr("autograder.diagnosis.diagnose.NodeBudget", lambda: NodeBudget(1))  # no bug is to be named
    answers = [right(our_game, move) for move in range(len(our_game.solution.optimal))]
    path = tmp_path / "multiAgents.py"
    path.write_text(COUNTERFEIT.format(answers=json.dumps(answers)))
    question = Question(QuestionConfig("q2", "PassAllTestsQuestion", 5, 0, ()), (our_game, game))
    ours, originals = grade_isolated(path, Assignment(OUR_OWN, (question,)), LIMITS).questions[0].cases
    assert originals.passed
    assert "Bug: Wrong states expanded." in ours.lines
    assert Naming("in round 1", "other states") in ours.lines


def test_a_rule_that_is_not_known(our_game: CountedCase) -> None:
    file = CaseFile.from_text(properties_text({**our_game.file.values, "explored": "sett"}), our_game.file.path)
    with pytest.raises(GradingError, match=facts("99-game.test:", "'sett'", "'set'")):
        CountedCase(file, our_game.folder)


def test_one_wrong_count_fails_before_any_look_at_the_actions(game: CountedCase) -> None:
    answers = judged(game, lambda state, move: ("nonsense", 1 if move == 4 else right(game, move)[1]))
    assert answers[1] == "Bug: Wrong number of states expanded."
    assert answers[2] == Naming("in round 5", "1 different states", "expected ")


def test_the_named_bugs(game: CountedCase) -> None:
    def other(lists: list[list[list[str]]], variant: int) -> list[str]:
        return judged(game, lambda state, move: (lists[move][variant][0], right(game, move)[1]))

    assert other(game.solution.partial_rounds, 0)[1] == "Bug: Partial Ply Bug"
    assert other(game.solution.other_depths, 0)[1] == "Bug: Search depth off by 1"
    assert judged(game, lambda state, move: ("East", right(game, move)[1]))[1] == "Bug: Suboptimal moves"


def test_the_example_is_no_right_answer(game: CountedCase) -> None:
    """Stop, where it ties with the best action, is right in the variant with Stop; only the next move is wrong."""
    last = len(game.solution.optimal) - 1
    assert any("Stop" in with_stop.actions for with_stop, _ in game.solution.optimal[:last])

    def stops(state: GameState, move: int) -> tuple[str, int]:
        actions = game.solution.optimal[move][0].actions
        answer = "Stop" if "Stop" in actions else actions[0]
        return "nonsense" if move == last else answer, right(game, move)[1]

    lines = judged(game, stops)
    assert lines[1] == "Bug: Suboptimal moves"
    assert lines[2].startswith(f"in round {last + 1} expected ")


def test_a_crash_is_no_credit_and_an_exit_costs_the_question(game: CountedCase) -> None:
    def fails(kind: FailureKind) -> Callable[[GameState, int], tuple[str, int]]:
        def answer(state: GameState, move: int) -> tuple[str, int]:
            raise StudentFailure(Failure(kind, "sorry"))

        return answer

    assert judged(game, fails(FailureKind.TIMED_OUT))[1:] == ["Agent timed out on small: no credit", "sorry"]
    assert judged(game, fails(FailureKind.CRASHED))[1:] == ["Agent crashed on small: no credit", "sorry"]
    with pytest.raises(StudentFailure):
        judged(game, fails(FailureKind.EXITED))


@pytest.mark.parametrize("draws", [1, 3])
def test_the_ghosts_are_seeded_anew_after_each_decision(game: CountedCase, draws: int) -> None:
    """Every submission decides in the same states, regardless of its own random draws."""

    def states_met(draws: int) -> list[GameState]:
        states: list[GameState] = []

        def answer(state: GameState, move: int) -> tuple[str, int]:
            states.append(state)
            for _ in range(draws):
                student.ghost_rng.random()
            return right(game, move)

        student = ScriptedStudent(answer)
        game.run(student, LIMITS)  # type: ignore[arg-type]
        return states

    assert states_met(draws) == states_met(0)


def test_a_solution_is_what_the_reference_decides(game: CountedCase) -> None:
    state = GameState.initial(game.layout, ghosts=2)
    line = json.loads(game.solve()["optimalActions"].split("\n")[0])
    for (actions, explored), with_stop in zip(line, (True, False), strict=True):
        decision = decide(state, "MinimaxAgent", game.depth, with_stop=with_stop)
        assert (tuple(actions), explored) == (decision.actions, decision.explored)


@pytest.mark.parametrize("line", ["[[[], 3]]", "[3]", "{", "[[[[1]]]]"])
def test_a_broken_solution_is_told(game: CountedCase, line: str, tmp_path: Path) -> None:
    text = f'optimalActions: """\n{line}\n"""\naltDepthActions: """\n"""\npartialPlyBugActions: """\n"""\n'
    with pytest.raises(ValueError, match=r"x.solution:2: not the JSON of a move"):
        CountedCase(game.file, game.folder, CaseFile.from_text(text, Path("x.solution")))


def test_both_sides_count_the_same_states(game: CountedCase) -> None:
    """Each decision has the same number of explored states in the grader's own process and in a child process."""
    path = SUBMISSIONS / "wrong_prunes_on_equality.py"
    counts = []
    pool = SandboxPool(LIMITS)
    isolated = IsolatedStudent(path, LIMITS, pool)
    try:
        for student in (InProcessStudent(path, LIMITS), isolated):
            agent = student.agent(AgentRequest("AlphaBetaAgent", {"depth": 2}, DecisionTime(60)), game.layout, 10_000)
            state = GameState.initial(game.layout, ghosts=2)
            explored = []
            for _ in range(10):
                agent.getAction(state)
                explored.append(len(agent.explored))
                state = state.successor(0, state.legal_actions(0)[0])
                state = state.successor(1, state.legal_actions(1)[0])
            counts.append(explored)
    finally:
        isolated.close()
        pool.close()
    assert counts[0] == counts[1]
    assert min(counts[0]) > 5


WRITER = """
from game import Agent
class MinimaxAgent(Agent):
    def __init__(self, depth=1):
        self.index = 0
    def getAction(self, state):
        {before}
        for action in state.getLegalActions():
            child = state.generateSuccessor(0, action)
            {inside}
            for reply in child.getLegalActions(1):
                child.generateSuccessor(1, reply)
        return "Stop"
"""


def decision(game: CountedCase, path: Path, *, is_isolated: bool) -> int:
    """Return the number of states that are counted for one decision."""
    pool = SandboxPool(LIMITS)
    student = IsolatedStudent(path, LIMITS, pool) if is_isolated else InProcessStudent(path, LIMITS)
    try:
        agent = student.agent(AgentRequest("MinimaxAgent", {}, DecisionTime(60)), game.layout, 10_000)
        agent.getAction(GameState.initial(game.layout, ghosts=2))
        return len(agent.explored)
    finally:
        student.close()
        pool.close()


@pytest.mark.parametrize(
    "inside", ["child.getFood().asList()", "child.data.score", "child.note = state", "child.getGhostStates()"]
)
def test_reading_a_state_changes_no_count(game: CountedCase, tmp_path: Path, inside: str) -> None:
    path = tmp_path / "multiAgents.py"
    counts = set()
    for line in ("pass", inside):
        path.write_text(WRITER.format(before="pass", inside=line))
        counts |= {decision(game, path, is_isolated=isolated) for isolated in (False, True)}
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("before", "inside"),
    [
        ("pass", "child.data.score += 5"),
        ("state.data.score = 7", "pass"),
        ("pass", "child.getFood()[1][1] = False"),
    ],
)
def test_a_decision_that_goes_on_from_a_written_state_fails_with_a_line(
    game: CountedCase, tmp_path: Path, before: str, inside: str
) -> None:
    """The grader cannot recreate such states; in its own process they are counted as in the original."""
    path = tmp_path / "multiAgents.py"
    path.write_text(WRITER.format(before=before, inside=inside))
    assert decision(game, path, is_isolated=False) > 1
    with pytest.raises(StudentFailure, match=re.escape(UNCOUNTABLE.text)):
        decision(game, path, is_isolated=True)


def test_a_written_state_is_never_taken_for_the_one_that_was_asked(game: CountedCase) -> None:
    """A dict may find the same object under another hash: about every eighth score in a small one."""
    for score in range(100):
        state = GameState.initial(game.layout, ghosts=2).writable_copy()
        report = ExploredReport(Mock(Channel))
        with report.watching(state):
            state.data.score = score + 1
            state.generateSuccessor(0, state.getLegalActions()[0])
        with pytest.raises(StudentFailure, match=re.escape(UNCOUNTABLE.text)):
            report.take()


def test_two_threads_report_a_state_once(game: CountedCase, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second thread generates the same state while the first one is about to report it."""
    state = GameState.initial(game.layout, ghosts=2)
    action = state.legal_actions(0)[0]
    report = ExploredReport(Mock(Channel))
    is_second_inside = threading.Event()
    second = threading.Thread(target=lambda: state.generateSuccessor(0, action))
    plain = EdgeReport.add

    def add(self: EdgeReport, *edge: Any) -> None:
        if threading.current_thread() is second:
            is_second_inside.set()
        else:
            second.start()
            is_second_inside.wait(0.1)
        plain(self, *edge)

    monkeypatch.setattr(EdgeReport, "add", add)
    with report.watching(state):
        state.generateSuccessor(0, action)
        second.join()
    assert len(report.take()["edges"]) == 3


def test_a_leaf_that_is_written_to_and_made_again(game: CountedCase, tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    plain = tmp_path / "plain.py"
    plain.write_text(WRITER.format(before="pass", inside="pass"))
    # In the original a state that was modified later no longer equals a new one from the same move: both count.
    twice = WRITER.format(before="pass", inside="child.data.score = 99; child = state.generateSuccessor(0, action)")
    path.write_text(twice)
    first = len(GameState.initial(game.layout, ghosts=2).legal_actions(0))
    assert decision(game, path, is_isolated=False) == decision(game, plain, is_isolated=False) + first
    with pytest.raises(StudentFailure, match=re.escape(UNCOUNTABLE.text)):
        decision(game, path, is_isolated=True)


def test_what_a_student_writes_stays_with_the_student(game: CountedCase, tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(
        "from game import Agent\nclass MinimaxAgent(Agent):\n"
        "  def getAction(self, state):\n    state.data.score = 9\n    state.data.agentStates.pop()\n    return 'Stop'\n"
    )
    state = GameState.initial(game.layout, ghosts=2)
    before = state.packed()
    agent = InProcessStudent(path, LIMITS).agent(AgentRequest("MinimaxAgent", {}, DecisionTime(60)), game.layout)
    agent.registerInitialState(state)
    assert agent.getAction(state) == "Stop"
    agent.final(state)
    assert state.packed() == before


def test_games_run_on_the_original_stream(tmp_path: Path) -> None:
    """The stream is seeded once; agent and ghosts draw from it in all games, which one agent plays."""
    text = (
        'class: "EvalAgentTest"\nagentName: "ReflexAgent"\nlayoutName: "small"\nnumGames: "4"\nmaxTime: "9"\n'
        'ghosts: "[RandomGhost(1), DirectionalGhost(2)]"\nrandomSeed: "5"\nscoreThresholds: "0"'
    )
    case = GameCase(CaseFile.from_text(text, tmp_path / "q" / "a.test"), tmp_path)
    path = SUBMISSIONS / "recursive_pairs.py"
    result = case.run(InProcessStudent(path, LIMITS), LIMITS)

    from agents import DirectionalGhost, RandomGhost

    agent = load_submission(path).ReflexAgent()
    random.seed(5)
    ghosts = [RandomGhost(1), DirectionalGhost(2)]
    scores = [play(load_layout("small"), agent, ghosts).outcome.score for _ in range(4)]
    assert f"scores: {', '.join(map(str, scores))}" in result.lines
