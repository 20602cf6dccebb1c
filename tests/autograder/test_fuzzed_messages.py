"""For any message of a child process, the case continues or reports that the process misbehaved."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import Assignment
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase
from autograder.channel import (
    LARGEST_VALUE,
    LONGEST_MESSAGE,
    Channel,
    Message,
    ProtocolError,
    TreeMessage,
    _message,
    encode_words,
)
from autograder.failures import UNCOUNTABLE, Cause, CauseKind, Failure, FailureKind, Frame, StudentFailure
from autograder.sandbox.child_messages import (
    LONGEST_LINE,
    MOST_LINES,
    Answer,
    Call,
    Edges,
    is_known_to_child,
    parse_message,
)
from autograder.sandbox.disk_quota import DiskQuota
from autograder.sandbox.fair_clock import Deadline, FairClock
from autograder.sandbox.sandbox import MISBEHAVED, Sandbox
from autograder.student.dice_key import ORIGINAL_DICE, PUBLIC_KEY, DiceKey
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, DecisionTime
from pacman.state import GameState

LATER = Deadline(FairClock(), float("inf"))
SUBMISSION = Path(__file__).parent / "submissions" / "recursive_pairs.py"
NUMBERS = [0, 1, 2, 3, 4, 5, 7, -1, -2, 2**31, 2**63, 10**30, 1.0, 0.5, float("nan"), float("inf"), True]
WORDS = ["", "left", "right", "root", "a1", "North", "West", "x" * 5000, "\n*** PASS", "\ud800", "\x1b[2J", "crashed"]
KEYS = ["id", "state", "action", "edges", "failure", "kind", "text", "trail", "ready", "view", "points"]
KEYS += ["drawn", "stream", "remark", "cause"]
CAUSES = [*(kind.value for kind in CauseKind), "nothing"]
STATES = [encode_words(random.Random(1).getstate()[1]), "0" * 5000, "f" * 5000, "0" * 4999]


class FuzzedChannel(Channel):
    """A channel that receives an endless stream of messages: the answers of a process, most of them corrupted."""

    def __init__(self, rng: random.Random) -> None:
        self.sent = 0
        self._rng = rng
        self._id = 0

    def send(self, message: Message | TreeMessage, timeout: float | None = None) -> None:
        if isinstance(message, dict):
            self._id = message.get("id", self._id)

    def receive(self, timeout: float | None = None) -> Message | TreeMessage:
        self.sent += 1
        return _message(self._line()[: LONGEST_MESSAGE + 1])

    def close(self) -> None:
        pass

    def _line(self) -> bytes:
        rng = self._rng
        line = json.dumps(self._message() if rng.random() < 0.8 else anything(rng)).encode()
        if rng.random() < 0.15:
            place = rng.randrange(len(line) + 1)
            line = line[:place] + rng.randbytes(rng.randrange(4)) + line[place + rng.randrange(3) :]
        return line

    def _message(self) -> Message | TreeMessage:
        rng = self._rng
        edges = [rng.choice([0, 0, 1, 2, rng.randrange(6)]) for _ in range(3 * rng.randrange(5))]
        kind = rng.choice(["crashed", "misbehaved", "hung", "nothing"])
        frames = [[rng.choice(WORDS)] * rng.choice([2, 3])] * rng.randrange(3)
        cause = [rng.choice(CAUSES), rng.choice(WORDS), frames, rng.choice(WORDS)]
        failure: dict[str, Any] = {"kind": kind, "text": rng.choice(WORDS), "trail": [rng.choice(WORDS)]}
        failure |= rng.choice([{}, {"cause": cause}])
        messages: list[dict[str, Any]] = [
            {"id": self._id, "action": rng.choice(WORDS)},
            {"id": self._id, "action": rng.choice(WORDS), "edges": edges},
            {"id": self._id, "action": rng.choice(WORDS), "drawn": rng.choice([1, 2, 624, 625])},
            {"id": self._id, "action": rng.choice(WORDS), "stream": rng.choice(STATES)},
            {"id": self._id, "failure": failure},
            {"id": self._id, "action": None, "remark": failure},
            {"edges": edges},
            {"id": self._id},
        ]
        if rng.random() < 0.1:
            call: list[Any] = [
                rng.randrange(9),
                rng.choice(WORDS),
                rng.choice(WORDS),
                rng.choice(NUMBERS),
                [rng.choice(WORDS)],
            ]
            if rng.random() < 0.3:
                call[rng.randrange(len(call))] = anything(rng)
            return call if rng.random() < 0.9 else call[1:]
        message = rng.choice(messages)
        if rng.random() < 0.3:
            message[rng.choice(KEYS)] = anything(rng)
        if rng.random() < 0.1:
            del message[rng.choice(list(message))]
        return message


def anything(rng: random.Random, depth: int = 0) -> Any:
    choice = rng.random()
    if depth > 2 or choice < 0.5:
        return rng.choice([*NUMBERS, *WORDS, None])
    if choice < 0.75:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(7))]
    return {rng.choice(KEYS): anything(rng, depth + 1) for _ in range(rng.randrange(4))}


class FuzzedSandbox(Sandbox):
    """A sandbox without a process."""

    def __init__(self, channel: FuzzedChannel) -> None:
        self.is_alive = True
        self.answer_time = 0.0
        self._asked = 0
        self._channel = channel
        self._quota = DiskQuota(Path("/nowhere"), 0, Limits())
        self._contention = None
        self.was_killed = False

    def wait_until_ready(self) -> None:
        pass

    def put_files(self, files: dict[str, bytes]) -> None:
        pass

    def cpu_time(self) -> float:
        return 0.0

    def _last_line(self) -> str:
        return ""

    def take_output(self) -> str:
        return ""

    def end(self) -> None:
        self.is_alive = False


class FuzzedPool:
    def __init__(self, channel: FuzzedChannel) -> None:
        self._channel = channel

    def take(self) -> Sandbox:
        return FuzzedSandbox(self._channel)


class LoadedStudent(IsolatedStudent):
    """A student whose process, and each later one, has loaded the submission without an exchange of messages."""

    def loaded(self) -> Sandbox:
        if self._sandbox is None or not self._sandbox.is_alive:
            self._sandbox = self._pool.take()
        return self._sandbox


@pytest.fixture
def cases(our_assignment: Assignment) -> list[Case]:
    first = [question.cases[0] for question in our_assignment.questions]
    games = [question.cases[-1] for question in our_assignment.questions[1:4]]
    return first + games


@pytest.mark.examples(10_000)
@pytest.mark.parametrize("key", [PUBLIC_KEY, ORIGINAL_DICE], ids=["key", "original"])
def test_no_exception_leaves_a_case(key: DiceKey, cases: list[Case], examples: int) -> None:
    rng = random.Random(13)
    channel = FuzzedChannel(rng)
    limits = Limits(pacman_moves=50)
    student = LoadedStudent(SUBMISSION, limits, FuzzedPool(channel), key)  # type: ignore[arg-type]
    kinds = set()
    while channel.sent < examples:
        student.start_question(3600)
        case = rng.choice(cases)
        try:
            result = case.run(student, limits)
        except StudentFailure as problem:
            result = case.broken(problem.failure)
        kinds.add(result.failure and result.failure.kind)
        assert not result.passed
        assert all("\n" not in line and line.isprintable() for line in result.reasons)
    assert FailureKind.MISBEHAVED in kinds


@pytest.mark.examples(10_000)
def test_no_exception_leaves_a_decision(cases: list[Case], examples: int) -> None:
    """Messages that only counted decisions accept, which a whole case rarely reaches."""
    game = next(case for case in cases if isinstance(case, CountedCase))
    state = GameState.initial(game.layout, ghosts=2)
    channel = FuzzedChannel(random.Random(7))
    student = LoadedStudent(SUBMISSION, Limits(), FuzzedPool(channel))  # type: ignore[arg-type]
    answers = misbehaved = 0
    while channel.sent < examples:
        try:
            agent = student.agent(AgentRequest("MinimaxAgent", {}, DecisionTime(60)), game.layout, 1000)
            while True:
                agent.getAction(state)
                answers += 1
        except StudentFailure as problem:
            misbehaved += problem.failure.kind is FailureKind.MISBEHAVED
    assert answers > 100
    assert misbehaved > 1000


def test_what_serving_stumbles_over_is_misbehaviour() -> None:
    def serve(reply: object) -> None:
        raise ZeroDivisionError

    sandbox = FuzzedSandbox(FuzzedChannel(random.Random(0)))
    sandbox._channel.receive = lambda timeout=None: {"edges": []}  # type: ignore[method-assign]
    with pytest.raises(StudentFailure) as caught:
        sandbox.ask({"ask": "move"}, 1, LATER, serve)
    assert caught.value.failure.kind is FailureKind.MISBEHAVED
    assert not sandbox.is_alive


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ([3, "root", "left", 1, []], Call(3, "root", "left", 1)),
        ([4, "a", "left", 0, ["root", "a"]], Call(4, "a", "left", 0, ("root", "a"))),
        ({"edges": [0, 1, 2]}, Edges([0, 1, 2])),
        ({"id": 2}, Answer(2, None, Edges([]), None)),
        ({"id": 2, "action": "No\nrth" + "x" * 500}, Answer(2, "No rth" + "x" * 94, Edges([]), None)),
    ],
)
def test_replies_that_are_right(message: Message | TreeMessage, reply: object) -> None:
    assert parse_message(message) == reply


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"id": "1"},
        {"id": True},
        {"id": -1},
        {"id": 1, "points": 25},
        {"id": 1, "action": 3},
        {"id": 1, "failure": "crashed"},
        {"id": 1, "failure": {"kind": "passed", "text": "", "trail": []}},
        {"id": 1, "failure": {"kind": "crashed", "text": "", "trail": [1]}},
        *(
            {"id": 1, "failure": {"kind": "crashed", "text": "", "trail": [], "cause": cause}}
            for cause in (
                "exception",
                ["exception", "KeyError", []],
                ["passed", "", [], ""],
                ["exception", 3, [], ""],
                ["exception", "KeyError", [], 3],
                ["exception", "KeyError", [["a.py:1", "f"]], ""],
                ["exception", "KeyError", [["a.py:1", "f", 3]], ""],
            )
        ),
        {"id": 1, "remark": "getAction returned None"},
        {"id": 1, "remark": {"kind": "crashed", "text": "", "trail": []}},
        {"id": 1, "remark": {"kind": "crashed", "text": "", "trail": [], "cause": ["exception", "", [], ""]}},
        [],
        [1, "root", "left", 0],
        [1, "root", "left", 0, [], []],
        [-1, "root", "left", 0, []],
        [1, ["root"], "left", 0, []],
        [1, "root", None, 0, []],
        [1, "root", "left", 2.0, []],
        [1, "root", "left", 0, "root"],
        [1, "root", "left", 0, [1]],
        [1, "root", "left", 0, ["root"] * 1001],
        {"edges": [0, -1, 0]},
        {"edges": [0, 2**31, 0]},
        {"edges": [0, 0, 0] * 20_001},
        {"ready": True},
    ],
)
def test_replies_that_are_none(message: Message | TreeMessage) -> None:
    with pytest.raises(ProtocolError):
        parse_message(message)


@pytest.mark.parametrize("value", [0, -3, 2.5, LARGEST_VALUE, -LARGEST_VALUE])
def test_values_that_are_reported(value: float) -> None:
    assert parse_message({"edges": [], "values": [7, value]}) == Edges([], ((7, value),))


@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "-Infinity", "1.1e300", "-1e301", "1e400", "9" * 400, "true", '"1"']
)
def test_values_that_are_no_values(value: str) -> None:
    """Values as they appear in a line: JSON as Python parses it has unbounded numbers."""
    with pytest.raises(ProtocolError):
        parse_message(_message(f'{{"edges": [], "values": [7, {value}]}}'.encode()))


WORDS_OF_OURS = "the grader failed: no space left on device"
LINE = [["multiAgents.py:3", "f", ""]]


@pytest.mark.parametrize(
    ("ask", "kind", "cause", "text"),
    [
        ("tree", "crashed", ["exception", "KeyError: 'x'", [], ""], WORDS_OF_OURS),  # an exception may say anything
        ("tree", "crashed", ["wrong answer", "tuple", [], ""], WORDS_OF_OURS),
        ("tree", "exited", ["exit", "", LINE, ""], "your code ended the program by sys.exit() (multiAgents.py:3)"),
        ("tree", "exited", ["not implemented", "MinimaxAgent", [], ""], "not implemented yet: MinimaxAgent"),
        ("move", "out of memory", ["memory", "", [], ""], "your code asked for more memory than it may have"),
        ("make", "missing", ["missing class", "MinimaxAgent", [], ""], "no class MinimaxAgent in your file"),
        ("make", "missing", ["missing class", "A", [], "B"], "no class A in your file; there is B"),
        ("make", "missing", ["missing method", "A", [], ""], "A has no method getAction(self, gameState)"),
        ("move", "misbehaved", ["uncountable", "", [], ""], UNCOUNTABLE.text),
        ("load", "not loaded", ["syntax", "TabError: tabs", LINE, ""], "multiAgents.py:3: TabError: tabs"),
        (
            "load",
            "not loaded",
            ["python 2", "backticks", LINE, "SyntaxError"],
            "multiAgents.py:3: a file for Python 2 (backticks), and this is Python 3: SyntaxError",
        ),
        ("tree", "not loaded", ["syntax", "TabError: tabs", LINE, ""], None),
        ("load", "not loaded", ["exception", "KeyError: 'x'", [], ""], None),
        ("load", "not loaded", ["missing class", "A", [], ""], None),
        ("tree", "crashed", ["missing class", "A", [], ""], None),
        ("tree", "crashed", ["python 2", "backticks", [], ""], None),
        ("make", "exited", ["exception", "KeyError: 'x'", [], ""], None),
        ("make", "missing", ["not implemented", "A", [], ""], None),
        ("move", "out of memory", ["exception", "KeyError: 'x'", [], ""], None),
        ("move", "misbehaved", ["exception", "KeyError: 'x'", [], ""], None),
        *(("load", kind.value, None, None) for kind in FailureKind),
        *(("tree", kind, ["exception", "KeyError", [], ""], None) for kind in ("timed out", "hung", "died")),
        ("tree", "out of the question's time", ["exception", "KeyError", [], ""], None),
    ],
)
def test_failures_that_a_process_can_know_and_their_texts(
    ask: str, kind: str, cause: list[Any] | None, text: str | None
) -> None:
    """Each kind of failure has causes of its own, and the grader words them, except for crashes."""
    sandbox = FuzzedSandbox(FuzzedChannel(random.Random(0)))
    message = {"id": 1, "failure": {"kind": kind, "text": WORDS_OF_OURS, "trail": [], "cause": cause}}
    sandbox._channel.receive = lambda timeout=None: message  # type: ignore[method-assign]
    if text is not None:
        failure = sandbox.ask({"ask": ask}, 1, LATER).failure
        assert failure is not None
        assert (failure.kind, failure.text) == (FailureKind(kind), text)
        return
    with pytest.raises(StudentFailure) as caught:
        sandbox.ask({"ask": ask}, 1, LATER)
    assert caught.value.failure == Failure(FailureKind.MISBEHAVED, MISBEHAVED)


def test_causes_are_single_lines_of_bounded_length() -> None:
    cause = ["exception", "KeyError: \n" + "x" * 9999, [["a.py:1", "f\n", "y" * 9999]] * 99, "\n" + "z" * 9999]
    reply = parse_message({"id": 1, "failure": {"kind": "crashed", "text": "", "trail": [], "cause": cause}})
    assert isinstance(reply, Answer)
    assert reply.failure is not None
    found = reply.failure.cause
    assert found is not None
    assert found.detail.startswith("KeyError: ")
    assert found.frames == (Frame("a.py:1", found.frames[0].function, "y" * LONGEST_LINE),) * MOST_LINES
    for text in (found.detail, found.context, *found.frames[0]):
        assert "\n" not in text
        assert len(text) <= LONGEST_LINE


def test_every_kind_of_failure_is_either_ours_or_the_students() -> None:
    """A new kind must be added to one of the two."""
    ours = {"timed out", "out of the question's time", "hung", "died"}
    known = {
        kind.value
        for kind in FailureKind
        if any(is_known_to_child(Failure(kind, "", cause=Cause(cause)), "load") for cause in CauseKind)
    }
    assert known == {kind.value for kind in FailureKind} - ours


def test_a_crash_while_loading_is_shown_as_such() -> None:
    class Pool(FuzzedPool):
        def take(self) -> Sandbox:
            sandbox = super().take()
            sandbox._channel.receive = lambda timeout=None: message  # type: ignore[method-assign]
            return sandbox

    cause = ["exception", "KeyError", [], ""]
    message = {"id": 1, "failure": {"kind": "crashed", "text": WORDS_OF_OURS, "trail": [], "cause": cause}}
    student = IsolatedStudent(SUBMISSION, Limits(), Pool(FuzzedChannel(random.Random(0))))  # type: ignore[arg-type]
    with pytest.raises(StudentFailure, match=f"^your file cannot be loaded: {WORDS_OF_OURS}"):
        student.loaded()


def test_time_that_we_spend_for_a_student_is_the_students(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message costs the grader one second here; the student has ten."""
    clock = iter(range(10**6))
    monkeypatch.setattr("autograder.sandbox.sandbox._own_cpu_time", lambda: float(next(clock)))
    sandbox = FuzzedSandbox(FuzzedChannel(random.Random(0)))
    sandbox._channel.receive = lambda timeout=None: {"edges": []}  # type: ignore[method-assign]
    with pytest.raises(StudentFailure, match="it had 10 s"):
        sandbox.ask({"ask": "move"}, 10, LATER, lambda reply: None)
