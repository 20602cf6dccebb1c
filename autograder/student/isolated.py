"""A submission that runs in a child process. The game, the ghosts, their rng and the answers stay in the grader."""

import math
import os
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from autograder.case_types.fixed_tree import FixedTree
from autograder.channel import Message, encode_state
from autograder.failures import Failure, FailureKind, StudentFailure, not_loaded
from autograder.sandbox.child_messages import Answer
from autograder.sandbox.fair_clock import Deadline, FairClock
from autograder.sandbox.sandbox import QUESTION_OVER, Sandbox, Serve
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits, wall_clock_limit
from autograder.student.reported_states import ExploredCount, WatchedSearch
from autograder.student.stream_rng import StreamRng
from autograder.student.student import START_SEED, AgentRequest, DecisionTime, TreeAnswer, WatchedAnswer
from autograder.student.submission_files import code_and_examples
from autograder.student.tree_server import TreeServer
from pacman.agent_code.error_messages import without_our_frames
from pacman.berkeley.editions import edition_of
from pacman.berkeley.search_recorder import RecorderLimits
from pacman.directions import Action
from pacman.layout import Layout
from pacman.state import GameState

NO_ANSWER: Final = Failure(FailureKind.CRASHED, "no action came")


class IsolatedStudent:
    """A submission in a child process; when that process has ended, the next request loads it into a new one.

    files: the content of the submission, if it has already been read; only the name of `path` is used then.
    """

    def __init__(
        self,
        path: Path,
        limits: Limits,
        pool: SandboxPool,
        dice_key: DiceKey = PUBLIC_KEY,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        self.ghost_rng = StreamRng(START_SEED)
        self.keys = dice_key.keys
        self.can_skip_games = True
        self._first_key = self._dice_key = dice_key
        self._files, self.examples = code_and_examples(path, files)
        self._name = path.name
        self.source = self._files[path.name]
        self.edition = edition_of(self.source)
        self._limits = limits
        self._pool = pool
        self._sandbox: Sandbox | None = None
        self._printed = ""
        self._clock = FairClock()
        self._deadline = Deadline(self._clock, math.inf)
        self._case_start: tuple[Any, int | str | None] | None = None  # rng state and seed, if the case may run again
        self._interruption: Failure | None = None
        self._seed: int | str | None = None
        self._is_stream_known = False  # True if the present process has the state of the shared stream
        self._cannot_load: Failure | None = None

    def start_question(self, seconds: float) -> None:
        self.limit_time(seconds)
        self.seed(START_SEED)

    def limit_time(self, seconds: float) -> None:
        self._deadline = Deadline(self._clock, seconds)

    def question_seconds_left(self) -> float:
        return self._deadline.left()

    def use_key(self, number: int) -> None:
        self._dice_key = self._first_key.numbered(number)
        if number > 1:
            self.forget()

    def start_case(self, is_last: bool) -> None:
        self.can_skip_games = is_last or not self._dice_key.is_original

    def allow_rerun(self, is_allowed: bool) -> None:
        self._case_start = (self.ghost_rng.getstate(), self._seed) if is_allowed else None
        self._interruption = None

    @property
    def is_interrupted(self) -> bool:
        return self._interruption is not None

    def restart_case(self) -> None:
        assert self._case_start is not None
        dice, self._seed = self._case_start
        self.ghost_rng.setstate(dice)
        self.forget()
        self.allow_rerun(False)

    def seed(self, seed: int | str) -> None:
        self.ghost_rng.start(seed)
        self._seed = seed  # sent with the next message

    def start_game(self, series: str, number: int, seed: int | str | None) -> None:
        """Seed the ghosts' rng and the student's separately; the child process never learns the ghosts' seed.

        With the original's dice there is one stream for both, seeded as in the original.
        """
        if self._dice_key.is_original:
            if seed is not None:
                self.seed(seed)
            return
        self.ghost_rng.seed(self._dice_key.seed("ghosts", series, number))
        self._seed = self._dice_key.seed("student", series, number)

    def solve_tree(
        self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime, *, records: bool = False
    ) -> TreeAnswer:
        server = TreeServer(tree)
        message = {
            "agent": agent,
            "depth": depth,
            "is_negated": tree.is_negated,
            "num_agents": tree.num_agents,
            "root": server.root(),
            "records": records,
        }
        try:
            reply = self.ask("tree", message, seconds, serve=server.serve)
        except StudentFailure as problem:
            return server.answer(None, problem.failure, is_negated=tree.is_negated)
        is_negated = tree.is_negated and reply.is_negated
        remark = None if reply.action is not None else reply.remark or NO_ANSWER
        return server.answer(reply.action, remark=remark, is_negated=is_negated, returned=reply.returned)

    def agent(self, request: AgentRequest, layout: Layout, most_explored: int = 0) -> "IsolatedAgent":
        return IsolatedAgent(self, request, layout, most_explored)

    def watch(self, request: AgentRequest, state: GameState, limits: RecorderLimits) -> WatchedAnswer:
        watched = WatchedSearch(state, limits)
        message = {**_description(request, state.layout), "state": encode_state(state), "limits": limits}
        try:
            reply = self.ask("watch", message, request.seconds, serve=watched.serve)
        except StudentFailure as problem:
            return WatchedAnswer(None, watched.tree, watched.is_full, problem.failure)
        return WatchedAnswer(reply.action, watched.tree, watched.is_full)

    def ask(
        self, ask: str, message: Message, left: DecisionTime, wait: float = math.inf, serve: Serve | None = None
    ) -> Answer:
        """Send a request to the child process and return the answer.

        If there is no process, start one and load the submission first. Raise StudentFailure for every failure. A
        timeout is reported as HUNG if this decision alone exceeded its time: the caller then stops, while after a
        timeout of a whole game the next game may still be played.
        """
        sandbox = self.loaded()
        try:
            request = {"ask": ask, **message, **self._dice_report()}
            answer = self._put(sandbox, request, min(left.total, left.single), wait, serve)
        except StudentFailure as problem:
            if left.single < left.total and problem.failure.kind is FailureKind.TIMED_OUT:
                raise StudentFailure(replace(problem.failure, kind=FailureKind.HUNG)) from problem
            raise
        if self._dice_key.is_original and answer.drawn:
            self.ghost_rng.follow(answer.drawn)
        if answer.failure is not None:
            raise StudentFailure(answer.failure)
        return answer

    def _dice_report(self) -> Message:
        """Return the part of the next message that synchronises the child's rng."""
        if self._dice_key.is_original:
            is_known, self._is_stream_known = self._is_stream_known, True
            return self.ghost_rng.report(is_new=not is_known)
        seed, self._seed = self._seed, None
        return {} if seed is None else {"seed": seed}

    @contextmanager
    def stream_kept(self) -> Iterator[None]:
        """Restore the ghosts' stream at the end, so that draws of the student's code inside have no effect on it."""
        state = self.ghost_rng.getstate()
        try:
            yield
        finally:
            self.ghost_rng.setstate(state)
            self._is_stream_known = False

    def _put(
        self, sandbox: Sandbox, message: Message, seconds: float, wait: float = math.inf, serve: Serve | None = None
    ) -> Answer:
        """Return the answer, which may report a failure; raise StudentFailure if there is no answer."""
        try:
            return sandbox.ask(message, seconds, self._deadline, serve, wait)
        except StudentFailure as problem:
            if sandbox.was_killed and self._case_start is not None:
                self._interruption = problem.failure
            raise

    def loaded(self) -> Sandbox:
        """Return a process that has loaded the submission; raise StudentFailure if it cannot be loaded."""
        if self._interruption is not None:  # the case will be run again, so the rest of this run is skipped
            raise StudentFailure(self._interruption)
        if self._cannot_load is not None:
            raise StudentFailure(self._cannot_load)
        if self._sandbox is not None and self._sandbox.is_alive:
            return self._sandbox
        if self._deadline.left() <= 0:
            raise StudentFailure(Failure(FailureKind.QUESTION_OVER, f"out of time: {QUESTION_OVER}"))
        self.close()
        sandbox = self._sandbox = self._pool.take()
        sandbox.put_files(self._files)
        try:
            answer = self._put(sandbox, {"ask": "load", "file": self._name, "seed": START_SEED}, self._limits.load)
            if answer.failure is not None:
                raise StudentFailure(answer.failure)
        except StudentFailure as problem:
            failure = problem.failure
            if self._interruption is not None or failure.kind is FailureKind.QUESTION_OVER:
                raise  # not a fault of the file: the rerun, or another question, may load it
            self._cannot_load = not_loaded(failure)
            raise StudentFailure(self._cannot_load) from problem
        self._is_stream_known = False
        if self._seed is None:
            self._seed = START_SEED  # a replacement process starts with the same seed as the first one
        return sandbox

    def take_output(self) -> str:
        self._collect_output()
        printed, self._printed = self._printed, ""
        return printed

    def forget(self) -> None:
        self.close()
        self._printed = ""  # a thread of the code may have printed something since the last answer

    def close(self) -> None:
        self._collect_output()
        if self._sandbox is not None:
            self._sandbox.end()
            self._sandbox = None

    def _collect_output(self) -> None:
        if self._sandbox is not None:
            printed = self._sandbox.take_output().replace(f"{self._sandbox.folder}{os.sep}", "")
            self._printed += without_our_frames(printed)


def _description(request: AgentRequest, layout: Layout) -> Message:
    """Return the part of a message from which the child process creates an agent."""
    return {
        "agent": request.name,
        "arguments": request.arguments,
        "is_negated": request.is_negated,
        "layout": layout.name,
        "rows": list(layout.rows),
    }


class IsolatedAgent:
    """An agent in the child process. If that process ends, the agent is recreated in the next one."""

    def __init__(
        self,
        student: IsolatedStudent,
        request: AgentRequest,
        layout: Layout,
        most_explored: int,
    ) -> None:
        self.explored: Set[GameState] = frozenset()
        self.is_negated = False
        self.has_unused_evaluation = False
        self._student = student
        self._seconds = request.seconds
        self._used = 0.0
        self._waited = 0.0
        self._most_explored = most_explored
        self._description = {**_description(request, layout), "is_counted": bool(most_explored)}
        self._sandbox: Sandbox | None = None  # the process that has the agent
        self._ensure_made()

    def registerInitialState(self, state: GameState) -> None:
        self._used = self._waited = 0.0
        self._ensure_made()
        self._decide("start", state)

    def getAction(self, state: GameState) -> Action:
        if not self._most_explored:
            return self._decide("move", state).action or "None"
        count = ExploredCount(state.frozen_copy(), self._most_explored)
        action = self._decide("move", state, count.serve).action
        self.explored = count.states
        return action or "None"

    def final(self, state: GameState) -> None:
        self.has_unused_evaluation = self._decide("final", state).is_unused

    def _ensure_made(self) -> None:
        """Create the agent, unless the present process has it."""
        sandbox = self._student.loaded()
        if sandbox is not self._sandbox:
            # The original creates an agent once: draws of a constructor that runs again must not shift the stream.
            with self._student.stream_kept() if self._sandbox else nullcontext():
                made = self._student.ask("make", self._description, self._seconds)
            self.is_negated = bool(self._description["is_negated"]) and made.is_negated
            self._sandbox = sandbox

    def _decide(self, ask: str, state: GameState, serve: Serve | None = None) -> Answer:
        left = DecisionTime(self._seconds.total - self._used, self._seconds.single)
        wait = wall_clock_limit(self._seconds.total) - self._waited
        reply = self._student.ask(ask, {"state": encode_state(state)}, left, wait, serve)
        assert self._sandbox is not None
        self._used += self._sandbox.answer_time
        self._waited += self._sandbox.elapsed
        return reply
