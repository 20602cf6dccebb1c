"""Wall-clock limits on a busy machine."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.child.restrictions import SECCOMP
from autograder.errors import GradingError
from autograder.failures import FailureKind, StudentFailure
from autograder.results import Grade
from autograder.sandbox import fair_clock
from autograder.sandbox import sandbox as sandbox_module
from autograder.sandbox.fair_clock import MOST_STRETCH, Contention, Deadline, FairClock, MachineTooBusy, _Thread
from autograder.sandbox.sandbox import QUESTION_OVER, WAITS, Sandbox, _Stopwatch
from autograder.student import in_process
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, DecisionTime
from pacman.layout import load_layout
from pacman.state import GameState
from tests.conftest import a_third

LIMITS = Limits(memory=2**28)
HONEST = Path(__file__).parent / "submissions" / "recursive_pairs.py"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell how busy they are")


class Clocks:
    """The clocks that the tested modules read, set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = self.own_cpu = self.cpu = self.own_queue = 0.0
        self.threads: dict[str, _Thread] = {}
        monkeypatch.setattr(time, "monotonic", lambda: self.wall)
        monkeypatch.setattr(time, "thread_time", lambda: self.own_cpu)
        monkeypatch.setattr("autograder.sandbox.sandbox._own_cpu_time", lambda: self.own_cpu)
        monkeypatch.setattr(fair_clock, "own_queue_seconds", lambda: self.own_queue)
        monkeypatch.setattr(Contention, "_read_threads", lambda contention: iter(self.threads.items()))

    def contention(self) -> Contention:
        return Contention(1, lambda: self.cpu)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


def thread(is_ready: bool, switches: int, scheduled: float) -> _Thread:
    return _Thread(is_ready, switches, scheduled, scheduled)


def test_a_deadline_is_put_off_by_what_is_taken_off(clocks: Clocks) -> None:
    clock = FairClock()
    deadline = Deadline(clock, 10)
    clocks.wall = 12
    assert deadline.left() == -2
    clock.lost += 5
    assert deadline.left() == 3


def test_no_limit_is_put_off_for_ever(clocks: Clocks) -> None:
    clock = FairClock()
    deadline = Deadline(clock, 10)
    clocks.wall = 10 * MOST_STRETCH
    clock.lost += clocks.wall
    with pytest.raises(MachineTooBusy, match="the machine is too busy: .* grade again"):
        deadline.left()
    rest = Deadline(clock, 0.1)  # of a limit; a queue of two seconds does not mean that the machine is too busy
    clocks.wall += 2
    clock.lost += 2
    assert rest.left() == pytest.approx(0.1)
    assert issubclass(MachineTooBusy, GradingError)  # no grade, because it is not the student's fault


def test_a_machine_that_is_too_busy_gives_no_grade(
    monkeypatch: pytest.MonkeyPatch, short_assignment: Assignment, grade_isolated: Callable[..., Grade]
) -> None:
    monkeypatch.setattr(fair_clock, "MOST_STRETCH", 0)
    with pytest.raises(GradingError, match="the machine is too busy"):
        grade_isolated(HONEST, short_assignment)


# A thread at two measurements a second apart, the CPU time of the process, and the seconds that were ready and lost.
LOOKS = {
    "in the queue all the time": (thread(True, 3, 5.0), thread(True, 3, 5.0), 0.0, 1.0, 1.0),
    "runs all the time": (thread(True, 3, 5.0), thread(True, 3, 6.0), 1.0, 1.0, 0.0),
    "runs and is kept from running": (thread(True, 3, 5.0), thread(True, 3, 5.2), 0.2, 1.0, 0.8),
    "sleeps all the time": (thread(False, 3, 5.0), thread(False, 3, 5.0), 0.0, 0.0, 0.0),
    "sleeps, and is awake when looked at": (thread(True, 3, 5.0), thread(True, 4, 5.1), 0.1, 0.1, 0.0),
    "sleeps, and has queued before": (thread(False, 3, 5.0), thread(False, 4, 5.7), 0.2, 0.7, 0.5),
    "has stopped itself": (thread(True, 3, 5.0), thread(False, 4, 5.0), 0.0, 0.0, 0.0),
}


@pytest.mark.parametrize("name", LOOKS)
def test_only_who_is_ready_is_kept_from_running(clocks: Clocks, name: str) -> None:
    before, after, computed, ready, lost = LOOKS[name]
    clocks.threads = {"1": before}
    contention, clock = clocks.contention(), FairClock()
    clocks.threads = {"1": after}
    clocks.wall, clocks.cpu = 1.0, computed
    assert contention.look(clock) == pytest.approx(ready)
    assert clocks.wall - clock.now() == pytest.approx(lost)


def test_time_in_a_queue_counts_once(clocks: Clocks) -> None:
    """The kernel adds it at the end of the queue, when it is already counted."""
    clocks.threads = {"1": thread(True, 3, 0.0)}
    contention, clock = clocks.contention(), FairClock()
    clocks.wall = 1.0
    contention.look(clock)
    clocks.threads = {"1": thread(False, 4, 1.1)}
    clocks.wall, clocks.cpu = 2.0, 0.1
    assert contention.look(clock) == pytest.approx(0.1)
    assert clocks.wall - clock.now() == pytest.approx(1.0)


def test_threads_gain_nothing_by_queueing_for_one_another(clocks: Clocks) -> None:
    """Twenty threads wake up together, and each waits for those before it: the last one for the time of all others."""
    clocks.threads = {str(number): thread(False, 0, 0.0) for number in range(20)}
    contention, clock = clocks.contention(), FairClock()
    clocks.threads = {str(number): thread(False, 1, 0.01 * (number + 1)) for number in range(20)}
    clocks.threads["new"] = thread(False, 1, 0.9)  # its start is unknown
    clocks.wall, clocks.cpu = 1.0, 0.2
    assert contention.look(clock) == pytest.approx(0.2)
    assert clocks.wall - clock.now() == pytest.approx(0.0)


def test_what_keeps_the_grader_from_running_is_not_the_students(clocks: Clocks) -> None:
    contention, clock = clocks.contention(), FairClock()
    clocks.wall, clocks.own_queue = 1.0, 0.4
    contention.look(clock)
    assert clocks.wall - clock.now() == pytest.approx(0.4)
    clocks.wall, clocks.own_queue, clocks.cpu, clocks.own_cpu = 2.0, 1.4, 0.5, 0.2
    contention.look(clock)
    assert clocks.wall - clock.now() == pytest.approx(0.7)  # no more than the time in which neither has computed


def stopwatch(clocks: Clocks, seconds: float, wait: float = 100, question: float = 100) -> _Stopwatch:
    clock = FairClock()
    return _Stopwatch(
        lambda: clocks.cpu, clocks.contention(), seconds, Deadline(clock, wait), Deadline(clock, question)
    )


def test_waiting_adds_up(clocks: Clocks) -> None:
    """Waiting counts before the first message and between messages, while nothing is computed."""
    watch = stopwatch(clocks, 1.0)
    watch.look(0.3)
    watch.received()
    watch.look(0.3)
    assert watch.used() == pytest.approx(0.6)
    clocks.cpu += 0.02  # it computes, so the silence since the message was not waiting
    watch.look(0.3)
    assert watch.used() == pytest.approx(0.32)
    for _ in range(3):
        assert watch.patience() > 0
        watch.look(0.3)
    with pytest.raises(TimeoutError, match=WAITS):
        watch.patience()


@on_linux
def test_a_process_in_a_queue_does_not_wait(clocks: Clocks) -> None:
    clocks.threads = {"1": thread(True, 0, 0.0)}
    watch = stopwatch(clocks, 1.0, wait=2)
    for second in range(1, 10):
        clocks.wall = float(second)
        watch.look(1.0)
        assert watch.used() == 0
        assert 0 < watch.patience() <= 1
    clocks.threads = {"1": thread(False, 1, 9.0)}  # and now it does
    for second in range(10, 12):
        clocks.wall = float(second)
        watch.look(0.5)
    with pytest.raises(TimeoutError, match=WAITS):
        watch.patience()


def test_the_reason_is_the_limit_that_was_reached(clocks: Clocks) -> None:
    for wait, question, reason in ((5, 100, WAITS), (100, 5, QUESTION_OVER)):
        clocks.wall = 0
        watch = stopwatch(clocks, 50.0, wait, question)
        clocks.wall = 5
        with pytest.raises(TimeoutError, match=reason):
            watch.patience()
    watch = stopwatch(clocks, 5.0)
    clocks.cpu += 5
    watch.look(1.0)
    with pytest.raises(TimeoutError, match=r"^$"):  # it has computed for all of its time
        watch.patience()
    watch = stopwatch(clocks, 0.002)  # the rest of a case's time
    watch.look(0.01)
    with pytest.raises(TimeoutError, match=r"^$"):  # a hundredth of a second says nothing about the code
        watch.patience()


@pytest.mark.parametrize(("share", "moves"), [(0.0, 2), (0.75, 8)])
def test_a_busy_machine_costs_nothing_inside_the_grader_either(
    share: float, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move takes a second of the clock, of which the machine takes a share; the agent has two seconds."""
    clock = count()
    asked: list[int] = []
    monkeypatch.setattr(in_process, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(in_process, "own_queue_seconds", lambda: share * len(asked))
    layout = load_layout("small")
    agent = InProcessStudent(HONEST, Limits()).agent(AgentRequest("ReflexAgent", {}, DecisionTime(2.0)), layout)
    for _ in range(moves):
        asked.append(1)
        agent.getAction(GameState.initial(layout))
    asked.append(1)
    with pytest.raises(StudentFailure, match="took more than 2 s"):
        agent.getAction(GameState.initial(layout))


@contextmanager
def busy_core(core: set[int]) -> Iterator[None]:
    """Six endless loops on one core, each in a session of its own: another process there gets a seventh of it."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True) for _ in range(6)]
    try:
        for loop in loops:
            os.sched_setaffinity(loop.pid, core)
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(LIMITS)
    made.wait_until_ready()
    if made.restrictions[SECCOMP]:
        made.end()
        pytest.skip("code that can start processes makes the machine busy itself")
    yield made
    made.end()


COMPUTES = "import time\nuntil = time.process_time() + 0.4\nwhile time.process_time() < until: pass"


@on_linux
def test_computing_on_a_busy_core_is_not_late(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """It needs 0.4 s of CPU time, which take seven times as long on a busy core; it may wait for half of that."""
    monkeypatch.setattr(sandbox_module, "wall_clock_limit", lambda seconds: 1.2)
    sandbox.put_files({"code.py": COMPUTES.encode()})
    started = time.monotonic()
    with busy_core(os.sched_getaffinity(sandbox._process.pid)):
        question = Deadline(FairClock(), 1.5)
        assert sandbox.ask({"ask": "load", "file": "code.py"}, 1, question).failure is None
    assert time.monotonic() - started > 1.5
    assert question.left() > 0


@on_linux
@pytest.mark.parametrize(
    "code",
    a_third(
        [
            "import time; time.sleep(600)",
            "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
            "import threading; threading.Lock().acquire(); lock = threading.Lock(); lock.acquire(); lock.acquire()",
        ]
    ),
)
def test_waiting_on_a_busy_core_is_waiting(sandbox: Sandbox, code: str) -> None:
    sandbox.put_files({"code.py": code.encode()})
    with busy_core(os.sched_getaffinity(sandbox._process.pid)), pytest.raises(StudentFailure, match=WAITS) as caught:
        sandbox.ask({"ask": "load", "file": "code.py"}, 0.3, Deadline(FairClock(), 600))
    assert caught.value.failure.kind is FailureKind.TIMED_OUT
