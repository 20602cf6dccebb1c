"""The child process for a student's code, and the channel to it."""

import errno
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from autograder.channel import (
    LONGEST_MESSAGE,
    Channel,
    ChannelClosed,
    ProtocolError,
    decode_state,
    encode_state,
)
from autograder.child.resource_limits import most_processes
from autograder.failures import UNCOUNTABLE, FailureKind, StudentFailure
from autograder.sandbox import sandbox as sandbox_module
from autograder.sandbox.child_messages import Answer, Edges, parse_message
from autograder.sandbox.fair_clock import Deadline, FairClock
from autograder.sandbox.sandbox import Sandbox
from autograder.student.limits import Limits
from autograder.student.reported_states import ExploredCount
from commands import cli
from commands.shared.exit_codes import BAD_INPUT
from pacman.berkeley.submission import BERKELEY_MODULES
from pacman.errors import InternalError
from pacman.layout import load_layout
from pacman.packages import ROOT
from pacman.state import GameState
from tests.wording import assert_refusal

LIMITS = Limits(memory=2**28)
LATER = Deadline(FairClock(), float("inf"))


@pytest.fixture
def channel_pair() -> Iterator[tuple[Channel, socket.socket]]:
    ours, theirs = socket.socketpair()
    yield Channel(ours), theirs
    ours.close()
    theirs.close()


def test_messages_arrive_whole(channel_pair: tuple[Channel, socket.socket]) -> None:
    channel, other = channel_pair
    other.sendall(b'{"id": 1}\n{"id"')
    assert channel.receive(1) == {"id": 1}
    with pytest.raises(TimeoutError):
        channel.receive(0.01)
    other.sendall(b": 2}\n")
    assert channel.receive(1) == {"id": 2}
    Channel(other).send({"text": "two\nlines – é"})
    assert channel.receive(1) == {"text": "two\nlines – é"}


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[1, 2", b'"text"', b"12", b"\xff\xfe", b"", b"[" * 5000, b"1" * 5000, b'{"a": 1} {"b": 2}']
)
def test_what_is_no_message_is_refused(channel_pair: tuple[Channel, socket.socket], line: bytes) -> None:
    channel, other = channel_pair
    other.sendall(line + b"\n")
    with pytest.raises(ProtocolError):
        channel.receive(1)


def test_messages_have_a_limit(channel_pair: tuple[Channel, socket.socket]) -> None:
    channel, other = channel_pair
    flood = threading.Thread(target=other.sendall, args=(b"x" * (LONGEST_MESSAGE + 2**16),))
    flood.start()
    with pytest.raises(ProtocolError, match="without end"):
        channel.receive(5)
    flood.join()


def test_a_message_that_nobody_reads_ends_in_time(channel_pair: tuple[Channel, socket.socket]) -> None:
    channel, other = channel_pair
    with pytest.raises(TimeoutError):
        channel.send({"text": "x" * LONGEST_MESSAGE}, timeout=0.05)
    other.sendall(b"[1]\n")
    assert channel.receive(1) == [1]
    with pytest.raises(TimeoutError):  # the limit of receiving is in force again
        channel.receive(0.01)


def test_a_message_larger_than_the_buffer_arrives(channel_pair: tuple[Channel, socket.socket]) -> None:
    channel, other = channel_pair
    message = {"text": "x" * (LONGEST_MESSAGE // 2)}
    sender = threading.Thread(target=channel.send, args=(message, 30))
    sender.start()
    assert Channel(other).receive(30) == message
    sender.join()


def test_a_trickle_does_not_hold_us(channel_pair: tuple[Channel, socket.socket]) -> None:
    """The timeout is that of the whole message, not of each piece."""
    channel, other = channel_pair
    is_over = threading.Event()

    def trickle() -> None:
        while not is_over.wait(0.02):
            other.sendall(b"x")

    sender = threading.Thread(target=trickle)
    sender.start()
    watchdog = threading.Timer(30, is_over.set)
    watchdog.start()
    with pytest.raises(TimeoutError):
        channel.receive(0.2)
    assert not is_over.is_set()
    is_over.set()
    watchdog.cancel()
    sender.join()


def test_the_other_side_is_gone(channel_pair: tuple[Channel, socket.socket]) -> None:
    channel, other = channel_pair
    other.close()
    with pytest.raises(ChannelClosed):
        channel.receive(1)


def test_states_travel() -> None:
    layout = load_layout("capsules")
    state = GameState.initial(layout)
    for number in range(60):
        agent = number % state.num_agents
        if state.is_over:
            break
        state = state.successor(agent, state.legal_actions(agent)[-1])
        copy = decode_state(json.loads(json.dumps(encode_state(state))), layout)
        assert copy == state
        assert (copy.is_win, copy.is_lose) == (state.is_win, state.is_lose)
        assert (copy.data._agentMoved, copy.data.scoreChange) == (agent, state.data.scoreChange)
        assert copy.data._eaten == state.data._eaten
        assert [copy.position(i) for i in range(copy.num_agents)] == [state.position(i) for i in range(copy.num_agents)]


NO_REPORTS = [None, "West", [1], [0, 0], [0, 0, 9], [0, 0, -1], [5, 0, 0], [-1, 0, 0], [0, 7, 0], [0, 0, 3]]


@pytest.mark.parametrize("edges", [*NO_REPORTS, [0.0, 0.0, 0.0], [True, 0, 0], [[0, 0, 0]]])
def test_reports_of_states_that_cannot_be(edges: object) -> None:
    start = GameState.initial(load_layout("small"))
    count = ExploredCount(start, 100)
    count.serve(parse_message({"edges": [0, 0, 0]}))  # West, which is legal
    assert count.states == {start, start.successor(0, "West")}
    with pytest.raises(ProtocolError):
        count.serve(parse_message({"edges": edges}))


def test_a_state_that_is_reported_twice_was_written_to() -> None:
    count = ExploredCount(GameState.initial(load_layout("small")), 100)
    with pytest.raises(StudentFailure, match=re.escape(UNCOUNTABLE.text)):
        count.serve(Edges([0, 0, 0, 0, 0, 0]))


def test_reports_have_a_limit() -> None:
    """Messages beyond the limit are not evaluated."""
    count = ExploredCount(GameState.initial(load_layout("small")), 3)
    back_and_forth = [number for step in range(20) for number in (step, 0, 0 if step % 2 == 0 else 2)]
    count.serve(Edges([*back_and_forth, 10**6, 10**6, 10**6]))
    assert len(count.states) == 4


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(LIMITS)
    made.wait_until_ready()
    yield made
    made.end()


def load(sandbox: Sandbox, code: str, seconds: float = 5) -> Answer:
    sandbox.put_files({"code.py": code.encode()})
    return sandbox.ask({"ask": "load", "file": "code.py"}, seconds, LATER)


def test_the_process_is_bare(sandbox: Sandbox) -> None:
    code = """
        import json, os, sys
        facts = [sorted(os.environ), os.getcwd(), os.listdir(), os.getsid(0) == os.getpid(), sys.stdin.read()]
        open("facts", "w").write(json.dumps(facts))
    """
    os.environ["SECRET_OF_THE_GRADER"] = "1"
    assert load(sandbox, "\n".join(line.strip() for line in code.splitlines())).failure is None
    names, folder, files, leads_session, input_left = json.loads((sandbox.folder / "facts").read_text())
    assert "SECRET_OF_THE_GRADER" not in names
    assert "HOME" in names
    assert folder == str(sandbox.folder)
    assert files == ["code.py"]
    assert leads_session
    assert input_left == ""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems know fewer limits")
def test_the_process_is_limited(sandbox: Sandbox) -> None:
    code = "import json, resource\nnames = ('AS', 'CPU', 'FSIZE', 'NOFILE', 'NPROC', 'CORE')\n"
    code += "limits = {name: resource.getrlimit(getattr(resource, 'RLIMIT_' + name)) for name in names}\n"
    code += "open('facts', 'w').write(json.dumps(limits))\n"
    load(sandbox, code)
    limits = json.loads((sandbox.folder / "facts").read_text())
    assert limits["AS"] == [LIMITS.memory] * 2
    in_force = {name for name, reason in sandbox.restrictions.items() if not reason}
    assert limits["NPROC"] == [most_processes(in_force)] * 2
    assert limits["CORE"] == [1, 1]
    assert all(soft == hard > -1 for soft, hard in limits.values())


def test_what_may_be_imported(sandbox: Sandbox) -> None:
    """Berkeley's modules, also when a file beside the submission imports them, and no other packages of ours."""
    names = list(BERKELEY_MODULES)
    sandbox.put_files({"helper.py": f"import {names[0]}, {names[1]}".encode()})
    assert load(sandbox, f"import helper, {', '.join(names[2:])}\npacmanAgents.GreedyAgent").failure is None


@pytest.mark.parametrize(
    "name",
    ["agents", "agents.search", "agents.pacmen", "autograder.case_types.reference", "experiments", "jobs", "lab"],
)
def test_what_may_not_be_imported(sandbox: Sandbox, name: str) -> None:
    reply = load(sandbox, f"import pacmanAgents\nimport {name}")
    assert reply.failure is not None
    assert "ModuleNotFoundError" in reply.failure.text


def test_compiled_modules_are_kept_of_ours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    ours = Path(cache_from_source(str(ROOT / "autograder" / "child" / "service.py")))
    ours.unlink(missing_ok=True)
    sandbox = Sandbox(LIMITS)
    try:
        sandbox.wait_until_ready()
        assert ours.exists()
        sandbox.put_files({"helper.py": b""})
        by_pythons_own_way = "import sys, importlib; sys.path.append('.'); importlib.import_module('helper')"
        assert load(sandbox, by_pythons_own_way).failure is None
        assert {entry.name for entry in sandbox.folder.iterdir()} == {"code.py", "helper.py"}
    finally:
        sandbox.end()


def test_what_is_printed_is_kept(sandbox: Sandbox) -> None:
    load(sandbox, "print('héllo')\nimport sys\nprint('oops', file=sys.stderr)")
    assert sandbox.take_output() == "héllo\noops\n"
    assert sandbox.take_output() == ""


def test_time_is_cpu_time(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_module, "wall_clock_limit", lambda seconds: 300)
    started = time.monotonic()
    with pytest.raises(StudentFailure) as caught:
        load(sandbox, "while True: pass", seconds=0.3)
    assert caught.value.failure.kind is FailureKind.TIMED_OUT
    assert time.monotonic() - started < 100
    assert not sandbox.is_alive
    assert not sandbox.folder.exists()


def test_a_deadline_of_the_question(sandbox: Sandbox) -> None:
    sandbox.put_files({"code.py": b"while True: pass"})
    with pytest.raises(StudentFailure, match="the question's time is up"):
        sandbox.ask({"ask": "load", "file": "code.py"}, 100, Deadline(FairClock(), 0.2))


def test_a_process_that_closes_its_door(sandbox: Sandbox) -> None:
    with pytest.raises(StudentFailure, match="closed the connection"):
        load(sandbox, "import os\nos.closerange(3, 4096)\nwhile True: pass")


def test_ending_twice_is_ending_once(sandbox: Sandbox) -> None:
    sandbox.end()
    sandbox.end()
    assert sandbox.take_output() == ""


def test_what_cannot_be_cleared_away_is_told_and_ends_nothing(
    sandbox: Sandbox, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    close = sandbox._output.close

    def stumble() -> None:
        close()
        raise FileNotFoundError(2, "No such file\nor directory")

    monkeypatch.setattr(sandbox._output, "close", stumble)
    sandbox.end()
    assert_refusal(capsys.readouterr().err, "the process of a submission", "No such file")
    assert not sandbox.folder.exists()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not tell")
def test_grader_and_student_take_turns_on_one_core_and_no_longer() -> None:
    all_cores = os.sched_getaffinity(0)
    one, other = Sandbox(LIMITS), Sandbox(LIMITS)
    one.wait_until_ready()
    load(one, "import os\nopen('cores', 'w').write(str(os.sched_getaffinity(0)))")
    assert (one.folder / "cores").read_text() == str(os.sched_getaffinity(0))
    assert len(os.sched_getaffinity(0)) == 1
    other.wait_until_ready()
    one.end()
    other.end()
    assert os.sched_getaffinity(0) == all_cores


DAEMONS = """
import os, time
def start(parent_stays):
    inside, outside = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.set_inheritable(outside, True)
            script = f"import os, time; os.write({outside}, b'%d ' % os.getpid()); os.close({outside}); time.sleep(600)"
            os.execve(PYTHON, [PYTHON, "-c", script], {})
        if parent_stays:
            os.close(outside)
            time.sleep(600)
        os._exit(0)
    os.close(outside)
    with open("started", "ab") as file:
        file.write(os.read(inside, 100))
start(True), start(False)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell whose child a process was")
@pytest.mark.parametrize("is_leader_gone", [False, True])
def test_daemons_are_ended_too(is_leader_gone: bool) -> None:
    """Daemons in sessions of their own, with a clean environment and live or dead parents, do not survive.

    With seccomp in force, none can be started.
    """
    sandbox = Sandbox(LIMITS, restrictions=())
    sandbox.wait_until_ready()
    load(sandbox, f"PYTHON = {sys.executable!r}\n{DAEMONS}")
    started = [int(number) for number in (sandbox.folder / "started").read_text().split()]
    assert len(started) == 2
    assert all(os.path.exists(f"/proc/{process}") for process in started)
    if is_leader_gone:
        with pytest.raises(StudentFailure, match="ended its process with status 3"):
            load(sandbox, "import os; os._exit(3)")
    sandbox.end()
    assert not any(os.path.exists(f"/proc/{process}") for process in started)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the process group is ended")
@pytest.mark.parametrize("is_leader_gone", [False, True])
def test_bystanders_are_left_alone(is_leader_gone: bool) -> None:
    """An older child of the grader, which also has a session of its own."""
    waiting = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, start_new_session=True) as bystander:
        time.sleep(2 / os.sysconf("SC_CLK_TCK"))  # start times are measured in ticks
        made = Sandbox(LIMITS)
        made.wait_until_ready()
        if is_leader_gone:
            with pytest.raises(StudentFailure):
                load(made, "import os; os._exit(0)")
        made.end()
        assert bystander.poll() is None
        bystander.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell CPU time")
def test_slow_progress_is_not_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process with a small share of a busy machine computes a little between two measurements."""
    monkeypatch.setattr(sandbox_module, "LOOK_SECONDS", 0.01)
    sandbox = Sandbox(LIMITS)
    sandbox.wait_until_ready()
    times = iter([0.0] + [0.004 * look for look in range(1000)])
    sandbox.cpu_time = lambda: next(times)  # type: ignore[method-assign]
    with pytest.raises(StudentFailure, match="it had 0.1 s"):
        load(sandbox, "import time; time.sleep(60)", seconds=0.1)


def test_a_broken_engine_is_our_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sandbox_module, "_START", "raise ValueError('no engine here')")
    made = Sandbox(LIMITS)
    with pytest.raises(InternalError, match="does not start: ValueError: no engine here"):
        made.wait_until_ready()


def test_the_connection_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """If sockets cannot be inherited, the process connects to a local port and sends a password."""
    monkeypatch.setattr(sandbox_module, "INHERITS_SOCKETS", False)
    made = Sandbox(LIMITS)
    try:
        made.wait_until_ready()
        assert load(made, "x = 1").failure is None
    finally:
        made.end()


@pytest.mark.parametrize("isolation", ["auto", "none"])
def test_a_full_scratch_disk_is_named(
    isolation: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The system does not name the file to which writing failed, and it is not standard output."""

    def full(path: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", full)
    submission = Path(__file__).parent / "submissions" / "recursive_pairs.py"
    assert cli.main(["grade", str(submission), "-q", "q2", "--isolation", isolation]) == BAD_INPUT
    assert_refusal(capsys.readouterr().err, f"run.py grade: {tmp_path}:", "written", "No space left on device")
    assert not list(tmp_path.glob("submission-*"))
