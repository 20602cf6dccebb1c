"""The student's code in a process of its own. The grader keeps the engine, the ghosts, the dice and the answers."""

import math
import os
import random
import time
from collections.abc import Mapping, Set
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.case_types.fixed_tree import FixedTree
from autograder.channel import Message, encode_state
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.sandbox.replies import Answer
from autograder.sandbox.sandbox import Sandbox, Serve
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.explored_count import ExploredCount
from autograder.student.limits import Limits, wall
from autograder.student.student import MOST_WATCHED, START_SEED, DecisionTime, TreeAnswer, WatchedAnswer
from autograder.student.submission_files import read_submission
from autograder.student.tree_server import TreeServer
from autograder.student.watched_search import WatchedSearch
from pacman.agent_code.error_messages import without_our_frames
from pacman.berkeley.editions import edition_of
from pacman.directions import Action
from pacman.layout import Layout
from pacman.state import GameState


class IsolatedStudent:
    """A submission in a process of its own, loaded into the next one when that has come to its end.

    files: its content, if that has been read already; the path is only its name then.
    """

    def __init__(
        self,
        path: Path,
        limits: Limits,
        pool: SandboxPool,
        dice_key: DiceKey = PUBLIC_KEY,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        self.ghost_rng = random.Random(START_SEED)
        self._dice_key = dice_key
        self._files = read_submission(path) if files is None else dict(files)
        self._name = path.name
        self.edition = edition_of(self._files[path.name])
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
        self.ghost_rng.seed(seed)
        self._seed = seed  # told with the next message

    def start_game(self, series: str, number: int, seed: int | str | None) -> None:
        """Dice of their own for the ghosts and for the student, whose process is told nothing of the ghosts'."""
        self.ghost_rng.seed(self._dice_key.seed("ghosts", series, number))
        self._seed = self._dice_key.seed("student", series, number)

    def solve_tree(self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime) -> TreeAnswer:
        server = TreeServer(tree)
        message = {"agent": agent, "depth": depth, "num_agents": tree.num_agents, "root": server.root()}
        try:
            reply = self.decide("tree", message, seconds, serve=server.serve)
        except StudentFailure as problem:
            return TreeAnswer(None, server.generated, problem.failure, asks=server.asks)
        return TreeAnswer(reply.action, server.generated, remark=reply.remark or "no action came", asks=server.asks)

    def agent(
        self, name: str, arguments: dict[str, Any], layout: Layout, seconds: DecisionTime, *, most_explored: int = 0
    ) -> "IsolatedAgent":
        return IsolatedAgent(self, name, arguments, layout, seconds, most_explored)

    def watch(self, name: str, arguments: dict[str, Any], state: GameState, seconds: DecisionTime) -> WatchedAnswer:
        watched = WatchedSearch(state, MOST_WATCHED)
        layout = state.layout
        message = {
            "agent": name,
            "arguments": arguments,
            "layout": layout.name,
            "rows": list(layout.rows),
            "state": encode_state(state),
            "most": MOST_WATCHED,
        }
        try:
            reply = self.decide("watch", message, seconds, serve=watched.serve)
        except StudentFailure as problem:
            return WatchedAnswer(None, watched.recorder, problem.failure)
        return WatchedAnswer(reply.action, watched.recorder)

    def decide(
        self, ask: str, message: Message, left: DecisionTime, wait_until: float = math.inf, serve: Serve | None = None
    ) -> Answer:
        """Put a decision to the student's process. One that takes too long by itself is told from a slow game."""
        try:
            return self.ask(ask, message, min(left.total, left.single), wait_until, serve)
        except StudentFailure as problem:
            is_hung = left.single < left.total and problem.failure.kind is FailureKind.TIMED_OUT
            if is_hung and time.monotonic() < self._deadline:
                raise StudentFailure(replace(problem.failure, kind=FailureKind.HUNG)) from problem
            raise

    def ask(
        self, ask: str, message: Message, seconds: float, wait_until: float = math.inf, serve: Serve | None = None
    ) -> Answer:
        """Put something to the student's process; if there is none, one is started and the submission loaded first."""
        sandbox = self.loaded()
        if self._seed is not None:
            message["seed"], self._seed = self._seed, None
        return _checked(sandbox.ask({"ask": ask, **message}, seconds, self._deadline, serve, wait_until))

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
            _checked(sandbox.ask({"ask": "load", "file": self._name}, self._limits.load, self._deadline))
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
        self._collect_output()
        printed, self._printed = self._printed, ""
        return printed

    def forget(self) -> None:
        self._leave()
        self._printed = ""  # what a thread of it has printed since it answered

    def close(self) -> None:
        self._leave()

    def _leave(self) -> None:
        self._collect_output()
        if self._sandbox is not None:
            self._sandbox.end()
            self._sandbox = None

    def _collect_output(self) -> None:
        if self._sandbox is not None:
            printed = self._sandbox.take_output().replace(f"{self._sandbox.folder}{os.sep}", "")
            self._printed += without_our_frames(printed)


class IsolatedAgent:
    """An agent in the student's process. If the process ends, the agent is made anew in the next one."""

    def __init__(
        self,
        student: IsolatedStudent,
        name: str,
        arguments: dict[str, Any],
        layout: Layout,
        seconds: DecisionTime,
        most_explored: int,
    ) -> None:
        self.explored: Set[GameState] = frozenset()
        self._student = student
        self._seconds = seconds
        self._used = 0.0
        self._wait_until = math.inf
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
        self._wait_until = time.monotonic() + wall(self._seconds.total)
        self._settle()
        self._decide("start", state)

    def getAction(self, state: GameState) -> Action:
        if not self._most_explored:
            return self._decide("move", state).action or "None"
        count = ExploredCount(state, self._most_explored)
        action = self._decide("move", state, count.serve).action
        self.explored = count.states
        return action or "None"

    def final(self, state: GameState) -> None:
        self._decide("final", state)

    def _settle(self) -> None:
        """Make sure that the agent is there."""
        home = self._student.loaded()
        if home is not self._home:
            self._student.decide("make", dict(self._description), self._seconds)
            self._home = home

    def _decide(self, ask: str, state: GameState, serve: Serve | None = None) -> Answer:
        left = DecisionTime(self._seconds.total - self._used, self._seconds.single)
        reply = self._student.decide(ask, {"state": encode_state(state)}, left, self._wait_until, serve)
        assert self._home is not None
        self._used += self._home.answer_time
        return reply


def _checked(answer: Answer) -> Answer:
    """The answer, if it is one; a reported failure is raised."""
    if answer.failure is not None:
        raise StudentFailure(answer.failure)
    return answer
