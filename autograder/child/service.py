"""The child process, which runs a student's code and answers the grader's requests.

It is started as a fresh interpreter with a minimal environment, in a folder that contains only the submission. It has
its own copy of the engine, so changes that the student's code makes to the engine do not affect the grader.
"""

import faulthandler
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.channel import (
    WATCHED_A_MESSAGE,
    Channel,
    ChannelClosed,
    Message,
    ProtocolError,
    TreeView,
    decode_state,
)
from autograder.child.agent_answers import game_answer, tree_answer
from autograder.child.agent_making import EvaluationWatch, make_agent
from autograder.child.capped_output import CappedFile, capture_output, quiet_logging
from autograder.child.exceptions import explain_exception, explain_loading
from autograder.child.readable_places import CLOSED_PACKAGES
from autograder.child.resource_limits import confine, most_processes
from autograder.child.restrictions import apply_restrictions
from autograder.child.state_report import EdgeReport, ExploredReport
from autograder.child.student_stream import StudentStream
from autograder.child.tree_states import RecordingTree, RemoteTree, Tree
from autograder.failures import Failure, StudentFailure
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.berkeley.submission import load_submission
from pacman.errors import AgentError
from pacman.layout import Layout
from pacman.state import GameState


def main() -> None:
    """Read settings from the first line of standard input, restrict this process, and serve until disconnected."""
    settings = json.loads(sys.stdin.readline())
    _write_stack_on_demand(settings["stack"])
    channel = Channel(_connect(settings))
    printed = capture_output(settings["output"])
    try:
        reasons = apply_restrictions(settings["restrictions"], settings["grader"], Path.cwd(), settings["user"])
    except PermissionError as error:
        channel.send({"ready": False, "problem": str(error)})
        return
    in_force = {name for name, reason in reasons.items() if not reason}
    sys.dont_write_bytecode = True  # byte code of our modules is written until here, that of the submission never
    confine(settings["memory"], settings["cpu_seconds"], settings["file_size"], most_processes(in_force))
    gc.freeze()  # the engine stays: collections of the submission's objects need not look at it
    try:
        channel.send({"ready": True, "restrictions": reasons})
        Service(channel, Path.cwd(), printed).run()
    except (ChannelClosed, ProtocolError):
        os._exit(0)


def _write_stack_on_demand(descriptor: int) -> None:
    """Write the stack to a file on SIGUSR1, which the grader sends to a process that has run out of time."""
    if sys.platform != "win32":
        os.set_inheritable(descriptor, False)
        faulthandler.register(signal.SIGUSR1, descriptor, all_threads=False)


def _connect(settings: dict[str, Any]) -> socket.socket:
    if "fd" in settings:
        inherited = socket.socket(fileno=settings["fd"])
        inherited.set_inheritable(False)
        return inherited
    connection = socket.create_connection(("127.0.0.1", settings["port"]))
    connection.sendall(settings["password"].encode())
    return connection


def _close_packages() -> None:
    """Make our packages unimportable for the submission, except the engine with Berkeley's modules."""
    for name in [*sys.modules, *CLOSED_PACKAGES]:
        if name.split(".")[0] in CLOSED_PACKAGES:
            sys.modules[name] = None  # type: ignore[assignment]  # makes an import raise ModuleNotFoundError


class Service:
    """Answers the requests of the grader, one at a time."""

    def __init__(self, channel: Channel, folder: Path, printed: CappedFile) -> None:
        self._channel = channel
        self._printed = printed
        self._stream = StudentStream()
        self._folder = folder
        self._module: ModuleType | None = None
        self._agent: Any = None
        self._layout: Layout | None = None
        self._report: ExploredReport | None = None
        self._evaluation: EvaluationWatch | None = None
        self._answers: dict[str, Callable[[Message], Message]] = {
            "load": self._load,
            "tree": self._tree,
            "make": self._make,
            "start": self._start,
            "move": self._move,
            "final": self._final,
            "watch": self._watch,
        }

    def run(self) -> None:
        while True:
            message = self._channel.receive()
            assert isinstance(message, dict)
            self._printed.reset()
            self._stream.follow(message)
            self._channel.send({"id": message["id"], **self._answer(message), **self._stream.report()})

    def _answer(self, message: Message) -> Message:
        return self._guarded(lambda: self._answers[message["ask"]](message))

    def _guarded(self, answer: Callable[[], Message]) -> Message:
        """Return the answer, or a message with the failure that the student's code raised."""
        try:
            return answer()
        except (ChannelClosed, ProtocolError):
            raise
        except StudentFailure as problem:
            failure = problem.failure
        except BaseException as error:  # a student's code may raise SystemExit and KeyboardInterrupt, too
            failure = explain_exception(error, self._folder)
        return {"failure": _encode_failure(failure)}

    def _load(self, message: Message) -> Message:
        _close_packages()
        try:
            self._module = load_submission(self._folder / message["file"])
        except AgentError as error:
            raise StudentFailure(explain_loading(error, self._folder)) from error
        quiet_logging()
        return {}

    def _tree(self, message: Message) -> Message:
        tree = RemoteTree(self._channel)
        recording = RecordingTree(tree) if message.get("records") else None
        answer = self._guarded(lambda: self._solved(message, recording or tree))
        if recording is not None:
            answer["returned"] = recording.results
        return {**answer, "scored": tree.take_scored(), "evaluated": tree.evaluated}

    def _solved(self, message: Message, tree: Tree) -> Message:
        agent, is_negated = self._made(message, {"depth": message["depth"]})
        root = TreeView(*message["root"])
        action, remark = tree_answer(agent, root, message["num_agents"], tree, is_negated)
        return {"action": action, "remark": remark and _encode_failure(remark), "is_negated": is_negated}

    def _make(self, message: Message) -> Message:
        assert self._module is not None
        self._layout = _layout(message)
        self._evaluation = EvaluationWatch(self._module, message["arguments"])
        self._agent, is_negated = self._made(message, message["arguments"])
        self._report = ExploredReport(self._channel) if message["is_counted"] else None
        return {"is_negated": is_negated}

    def _made(self, message: Message, arguments: dict[str, Any]) -> tuple[Any, bool]:
        """Return the agent that a message asks for, and True if its evaluation is negated."""
        assert self._module is not None
        return make_agent(self._module, message["agent"], arguments, message["is_negated"])

    def _start(self, message: Message) -> Message:
        if hasattr(self._agent, "registerInitialState"):
            self._agent.registerInitialState(self._state(message))
        return {}

    def _move(self, message: Message) -> Message:
        state = self._state(message)
        legal = state.legal_actions(0)  # before the student's code may write to the state
        if self._report is None:
            return {"action": game_answer(self._agent, state, legal)}
        with self._report.watching(state):
            action = game_answer(self._agent, state, legal)
        return {"action": action, **self._report.take()}

    def _final(self, message: Message) -> Message:
        if hasattr(self._agent, "final"):
            self._agent.final(self._state(message))
        return {"is_unused": self._evaluation is not None and self._evaluation.is_unused}

    def _watch(self, message: Message) -> Message:
        """Create an agent and record the search of one decision."""
        self._layout = _layout(message)
        state = self._state(message)
        legal = state.legal_actions(0)
        report = EdgeReport(self._channel, WATCHED_A_MESSAGE)
        recorder = SearchRecorder(state, report, RecorderLimits(*message["limits"]))

        def answer() -> Message:
            self._agent, _ = self._made(message, message["arguments"])
            with recorder.watching(self._agent):
                return {"action": game_answer(self._agent, state, legal)}

        message = {**self._guarded(answer), **report.take(), "is_full": recorder.is_full}
        return {**message, "is_searched_again": report.is_searched_again}

    def _state(self, message: Message) -> GameState:
        assert self._layout is not None
        return decode_state(message["state"], self._layout)


def _layout(message: Message) -> Layout:
    """Return the layout that a message describes; the movement tables are built once for the games of a case."""
    return _kept_layout(tuple(message["rows"]), message["layout"])


@lru_cache(maxsize=8)  # the tables of a large maze take many megabytes, which count as memory of the submission
def _kept_layout(rows: tuple[str, ...], name: str) -> Layout:
    return Layout.from_rows(rows, name)


def _encode_failure(failure: Failure) -> Message:
    cause = failure.cause and [failure.cause.kind.value, *failure.cause[1:]]
    return {"kind": failure.kind.value, "text": failure.text, "trail": list(failure.trail), "cause": cause}
