"""A case whose process is killed from outside is run again, once per question; other ends of a process are not."""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.channel import Message, TreeMessage
from autograder.results import Grade, QuestionResult
from autograder.sandbox.fair_clock import Deadline
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits

SUBMISSIONS = Path(__file__).parent / "submissions"
HONEST = SUBMISSIONS / "recursive_pairs.py"
SECOND_CHANCE = SUBMISSIONS / "hostile_second_chance.py"
KILLED = "your code's process was ended by a signal: Killed"
Grader = Callable[..., Grade]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")


@pytest.fixture
def minimax(short_assignment: Assignment) -> Assignment:
    """Only the question about minimax."""
    return replace(short_assignment, questions=short_assignment.questions[:1])


@pytest.fixture
def reflex(our_assignment: Assignment) -> Assignment:
    """Only a question of games."""
    return replace(our_assignment, questions=our_assignment.questions[:1])


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Sandbox]:
    """The processes that a submission was loaded into, in order."""
    found: list[Sandbox] = []
    take = SandboxPool.take

    def noted(pool: SandboxPool) -> Sandbox:
        found.append(take(pool))
        return found[-1]

    monkeypatch.setattr(SandboxPool, "take", noted)
    return found


def kill_when_asked(monkeypatch: pytest.MonkeyPatch, ask: str, asks: set[int], number: int = signal.SIGKILL) -> None:
    """Kill the process, as if from outside, before certain requests of a kind, counted from 1 over all processes."""
    heard = 0
    send = Sandbox._send

    def interrupted(sandbox: Sandbox, message: Message | TreeMessage) -> None:
        nonlocal heard
        is_asked = isinstance(message, dict) and message["ask"] == ask
        heard += is_asked
        if is_asked and heard in asks:
            os.kill(sandbox._process.pid, number)
            os.waitid(os.P_PID, sandbox._process.pid, os.WEXITED | os.WNOWAIT)
        send(sandbox, message)

    monkeypatch.setattr(Sandbox, "_send", interrupted)


def statuses(question: QuestionResult) -> list[str]:
    return [case.status.value for case in question.cases]


@pytest.mark.parametrize(
    ("ask", "which", "number"),
    [
        ("load", 1, signal.SIGKILL),
        ("tree", 2, signal.SIGTERM),
        ("tree", 5, signal.SIGHUP),
        ("make", 1, signal.SIGKILL),
        ("start", 1, signal.SIGKILL),
        ("move", 3, signal.SIGKILL),
    ],
)
def test_who_is_killed_from_outside_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, minimax: Assignment, grade_isolated: Grader, ask: str, which: int, number: int
) -> None:
    kill_when_asked(monkeypatch, ask, {which}, number)
    graded = grade_isolated(HONEST, minimax)
    assert graded.points == graded.max_points
    assert statuses(graded.questions[0]) == ["passed"] * 6


def test_a_case_is_run_again_once_for_each_question(
    monkeypatch: pytest.MonkeyPatch, short_assignment: Assignment, grade_isolated: Grader, taken: list[Sandbox]
) -> None:
    """Two cases of the first question are killed, and one of the second."""
    kill_when_asked(monkeypatch, "tree", {2, 4, 9})
    first, second, third = grade_isolated(HONEST, short_assignment).questions
    assert statuses(first) == ["passed", "passed", "failed", "passed", "passed", "passed"]
    assert KILLED in first.cases[2].message
    assert statuses(second) == statuses(third) == ["passed"] * 6
    assert len(taken) == 4


def test_a_process_that_is_killed_twice_while_it_loads_cannot_be_loaded(
    monkeypatch: pytest.MonkeyPatch, minimax: Assignment, grade_isolated: Grader, taken: list[Sandbox]
) -> None:
    kill_when_asked(monkeypatch, "load", {1, 2})
    graded = grade_isolated(HONEST, minimax)
    assert f"your file cannot be loaded: {KILLED}" in graded.questions[0].cases[0].message
    assert len(taken) == 2


def test_games_are_played_again_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch, reflex: Assignment, grade_isolated: Grader
) -> None:
    """The score equals that of a grading without interruption."""
    lines = [case.lines for case in grade_isolated(HONEST, reflex).questions[0].cases]
    kill_when_asked(monkeypatch, "start", {3})
    again = grade_isolated(HONEST, reflex).questions[0]
    assert [case.lines for case in again.cases] == lines
    assert all(KILLED not in case.message for case in again.cases)


def test_who_kills_its_own_process_has_the_same_luck_again(
    monkeypatch: pytest.MonkeyPatch, reflex: Assignment, grade_isolated: Grader, taken: list[Sandbox]
) -> None:
    said: list[str] = []
    take_output = IsolatedStudent.take_output

    def noted(student: IsolatedStudent) -> str:
        said.append(take_output(student))
        return said[-1]

    monkeypatch.setattr(IsolatedStudent, "take_output", noted)
    graded = grade_isolated(SECOND_CHANCE, reflex)
    first, second = said[:2]
    assert first
    assert second.startswith(first)  # and then the other games, as after any crash
    games = reflex.questions[0].cases[0].series.games  # type: ignore[attr-defined]
    assert len(taken) <= games + 1
    assert KILLED in graded.questions[0].cases[0].message


def test_a_second_run_has_no_time_of_its_own(
    monkeypatch: pytest.MonkeyPatch, minimax: Assignment, grade_isolated: Grader, taken: list[Sandbox]
) -> None:
    """Both runs share the question's time, which is over here when the process is killed."""
    kill_when_asked(monkeypatch, "tree", {1})
    left = Deadline.left
    monkeypatch.setattr(Deadline, "left", lambda deadline: -1.0 if taken and not taken[0].is_alive else left(deadline))
    graded = grade_isolated(HONEST, minimax)
    assert "out of time: the question's time is up" in graded.questions[0].cases[0].message
    assert statuses(graded.questions[0]) == ["failed"] + ["not run"] * 5
    assert graded.questions[0].cases[0].bug is None  # nothing is known of the search
    assert len(taken) == 1


ENDS = {
    "a crash": "os.kill(os.getpid(), signal.SIGSEGV)",
    "an abort": "os.abort()",
    "the limit of CPU time": "\n  while True: pass",
    "the signal of that limit": "os.kill(os.getpid(), signal.SIGXCPU)",
    "the limit of files": "signal.signal(signal.SIGXFSZ, signal.SIG_DFL); open('f', 'wb').write(bytes(2**24))",
    "a refused call": "os.kill(os.getpid(), signal.SIGSYS)",
    "an alarm": "signal.alarm(1); signal.pause()",
    "an exit": "os._exit(137)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems know fewer limits")
@pytest.mark.parametrize("name", ENDS)
def test_nothing_else_is_run_again(
    name: str, minimax: Assignment, grade_isolated: Grader, taken: list[Sandbox], tmp_path: Path
) -> None:
    (tmp_path / "multiAgents.py").write_text(
        "import os, signal\nclass MinimaxAgent:\n def __init__(self, depth): pass\n"
        f" def getAction(self, state):\n  {ENDS[name]}\n"
    )
    assignment = replace(minimax, questions=(replace(minimax.questions[0], cases=minimax.questions[0].cases[:1]),))
    limits = Limits(case=60, life=1, memory=2**28)
    case = grade_isolated(tmp_path / "multiAgents.py", assignment, limits).questions[0].cases[0]
    assert "your code" in case.message
    assert case.failure is not None
    assert case.failure.kind.value == "died"
    assert len(taken) == 1


def test_the_dice_of_a_case_are_those_that_it_began_with() -> None:
    """This also holds for a case that continues the stream of the case before it."""
    student = IsolatedStudent(HONEST, Limits(), pool=None)  # type: ignore[arg-type]
    student.seed(5)
    student.allow_rerun(True)
    first = student.ghost_rng.random()
    student.seed(6)
    student.restart_case()
    assert student.ghost_rng.random() == first
    assert student._seed == 5
