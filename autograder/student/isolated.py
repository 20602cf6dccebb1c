"""The student's code in a process of its own. The grader keeps the engine, the ghosts, the dice and the answers."""

import random
import time
from pathlib import Path
from typing import Any, Final

from autograder.case_types.fixed_tree import FixedTree
from autograder.channel import Message, ProtocolError, encode_state
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.sandbox.sandbox import Sandbox, Serve
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.explored_count import ExploredCount
from autograder.student.limits import Limits
from autograder.student.student import START_SEED, TreeAnswer
from autograder.student.submission_files import read_submission
from autograder.student.tree_server import TreeServer
from pacman.directions import Action
from pacman.layout import Layout
from pacman.state import GameState

LONGEST_ACTION: Final = 100
LONGEST_LINE: Final = 600
MOST_LINES: Final = 10


class IsolatedStudent:
    """A submission in a process of its own, loaded into the next one when that has come to its end."""

    def __init__(self, path: Path, limits: Limits, pool: SandboxPool) -> None:
        self.dice = random.Random(START_SEED)
        self._files = read_submission(path)
        self._name = path.name
        self._limits = limits
        self._pool = pool
        self._sandbox: Sandbox | None = None
        self._printed = ""
        self._deadline = float("inf")
        self._seed: int | str | None = None
        self._cannot_load: Failure | None = None

    def start_question(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self.seed(START_SEED)

    def seed(self, seed: int | str) -> None:
        self.dice.seed(seed)
        self._seed = seed  # told with the next message

    def solve_tree(self, tree: FixedTree, agent: str, depth: int) -> TreeAnswer:
        server = TreeServer(tree)
        message = {"agent": agent, "depth": depth, "num_agents": tree.num_agents, "root": server.root()}
        try:
            reply = self.ask("tree", message, self._limits.tree, lambda call: _serve_tree(server, call))
            return TreeAnswer(_action(reply), server.generated)
        except StudentFailure as problem:
            return TreeAnswer(None, server.generated, problem.failure)

    def agent(
        self, name: str, arguments: dict[str, Any], layout: Layout, seconds: float, *, is_counted: bool = False
    ) -> "IsolatedAgent":
        return IsolatedAgent(self, name, arguments, layout, seconds, self._limits.explored if is_counted else 0)

    def ask(self, ask: str, message: Message, seconds: float, serve: Serve | None = None) -> Message:
        """Put something to the student's process; if there is none, one is started and the submission loaded first."""
        sandbox = self.loaded()
        if self._seed is not None:
            message["seed"], self._seed = self._seed, None
        return _answer(sandbox.ask({"ask": ask, **message}, seconds, self._deadline, serve))

    def loaded(self) -> Sandbox:
        """The process, with the submission in it; StudentFailure if it cannot be loaded."""
        if self._cannot_load is not None:
            raise StudentFailure(self._cannot_load)
        if self._sandbox is not None and self._sandbox.is_alive:
            return self._sandbox
        if time.monotonic() >= self._deadline:
            raise StudentFailure(Failure(FailureKind.TIMED_OUT, "out of time: the question's time is up"))
        self._leave()
        sandbox = self._sandbox = self._pool.take()
        sandbox.put_files(self._files)
        try:
            _answer(sandbox.ask({"ask": "load", "file": self._name}, self._limits.load, self._deadline))
        except StudentFailure as problem:
            failure = problem.failure
            if time.monotonic() >= self._deadline:
                raise  # another question may have time for it
            if failure.kind is not FailureKind.NOT_LOADED:
                failure = Failure(FailureKind.NOT_LOADED, f"your file cannot be loaded: {failure.text}", failure.trail)
            self._cannot_load = failure
            raise StudentFailure(failure) from problem
        if self._seed is None:
            self._seed = START_SEED  # a process that takes another's place begins as the first did
        return sandbox

    def take_output(self) -> str:
        if self._sandbox is not None:
            self._printed += self._sandbox.take_output()
        printed, self._printed = self._printed, ""
        return _clean(printed)

    def close(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._sandbox is not None:
            self._printed += self._sandbox.take_output()
            self._sandbox.end()
            self._sandbox = None


class IsolatedAgent:
    """An agent in the student's process. If the process ends, the agent is made anew in the next one."""

    def __init__(
        self,
        student: IsolatedStudent,
        name: str,
        arguments: dict[str, Any],
        layout: Layout,
        seconds: float,
        most_explored: int,
    ) -> None:
        self.explored = 0
        self._student = student
        self._seconds = seconds
        self._used = 0.0
        self._most_explored = most_explored
        self._description = {
            "agent": name,
            "arguments": arguments,
            "layout": layout.name,
            "rows": list(layout.rows),
            "is_counted": bool(most_explored),
        }
        self._home: Sandbox | None = None
        self._settle()

    def registerInitialState(self, state: GameState) -> None:
        self._used = 0.0
        self._settle()
        self._ask("start", state)

    def getAction(self, state: GameState) -> Action:
        count = ExploredCount(state, self._most_explored) if self._most_explored else None
        reply = self._ask("move", state, None if count is None else count.serve)
        if count is not None:
            self.explored = len(count.states)
        return _action(reply) or "None"

    def final(self, state: GameState) -> None:
        self._ask("final", state)

    def _settle(self) -> None:
        """Make sure that the agent is there."""
        home = self._student.loaded()
        if home is not self._home:
            self._student.ask("make", dict(self._description), self._seconds)
            self._home = home

    def _ask(self, ask: str, state: GameState, serve: Serve | None = None) -> Message:
        reply = self._student.ask(ask, {"state": encode_state(state)}, self._seconds - self._used, serve)
        assert self._home is not None
        self._used += self._home.answer_time
        return reply


def _serve_tree(server: TreeServer, message: Message) -> Message | None:
    if "id" in message:
        return None
    call, state, action = message.get("call"), message.get("state"), message.get("action")
    if not (type(call) is int and isinstance(state, str) and isinstance(action, str)):
        raise ProtocolError("not a call")
    try:
        return {"call": call, "view": server.successor(state, action)}
    except KeyError as error:
        raise ProtocolError("a state that is not in the tree") from error


def _answer(reply: Message) -> Message:
    """The reply, if it is one; a reported failure is raised."""
    failure = reply.get("failure")
    if failure is None:
        return reply
    try:
        kind = FailureKind(failure["kind"])
        trail = tuple(_clean(str(line)[:LONGEST_LINE]) for line in failure["trail"][:MOST_LINES])
        text = _clean(str(failure["text"])[:LONGEST_LINE]).replace("\n", " ")
    except (KeyError, TypeError, ValueError):
        kind, text, trail = FailureKind.MISBEHAVED, "your code's process sent something that is no answer", ()
    raise StudentFailure(Failure(kind, text, trail))


def _action(reply: Message) -> Action | None:
    """The action as a string that is safe to show; whether it is legal, the game decides."""
    action = reply.get("action")
    return _clean(action[:LONGEST_ACTION]) if isinstance(action, str) else None


def _clean(text: str) -> str:
    """Without signs that could steer a terminal."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "�" for sign in text)
