"""A submission that runs inside the grader: for trusted code, and for comparisons with the original grader.

Ghosts and submission share one stream of random numbers, as in the original, except that each question seeds it again.
With a dice key, they have separate streams, which draw the same numbers as in a child process.
Nothing is interrupted and nothing protected. A copy of the submission runs in a scratch folder, where it may write
files.
"""

import io
import math
import os
import random
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import (
    AbstractContextManager,
    ExitStack,
    chdir,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
)
from pathlib import Path
from time import monotonic, perf_counter
from types import ModuleType
from typing import Any, Final, TypeVar, cast

from agents.search.search_tree import SearchTree
from autograder.case_types.fixed_tree import FixedTree
from autograder.child.agent_answers import answer_to, checked_answer, game_answer, tree_answer
from autograder.child.agent_making import EvaluationWatch, make_agent
from autograder.child.capped_output import CappedFile
from autograder.child.exceptions import explain_exception, explain_loading, students_frames
from autograder.child.tree_states import RecordingTree
from autograder.failures import Failure, FailureKind, StudentFailure, not_loaded
from autograder.sandbox.fair_clock import own_queue_seconds
from autograder.sandbox.scratch_folder import on_scratch_disk
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits
from autograder.student.student import START_SEED, AgentRequest, DecisionTime, TreeAnswer, WatchedAnswer
from autograder.student.submission_files import code_and_examples
from autograder.student.tree_server import TreeServer
from pacman.agent_code.error_messages import without_our_frames
from pacman.berkeley.editions import edition_of
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder, counting_explored
from pacman.berkeley.submission import load_submission
from pacman.chances import RandomSource
from pacman.directions import Action
from pacman.errors import AgentError
from pacman.layout import Layout
from pacman.state import GameState

T = TypeVar("T")


class InProcessStudent:
    """A submission loaded into this interpreter.

    files: the content of the submission, if it has already been read; only the name of `path` is used then.
    dice_key: the source of the random numbers of scored games; None: one stream for all, as in the original.
    """

    keys = 0

    def __init__(
        self,
        path: Path,
        limits: Limits,
        files: Mapping[str, bytes] | None = None,
        dice_key: DiceKey | None = None,
    ) -> None:
        self._dice_key = dice_key
        self.can_skip_games = dice_key is not None
        self._ghosts = None if dice_key is None else random.Random(START_SEED)
        self.ghost_rng = cast(RandomSource, self._ghosts or random)
        code, self.examples = code_and_examples(path, files)
        self.folder = _scratch_copy(code)
        self.source = code[path.name]
        self.edition = edition_of(self.source)
        self._remove_folder = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.interrupted_at = ""  # the student's line that was running when the user pressed Ctrl-C
        self._printed = io.BytesIO()
        self._capped = CappedFile(self._printed.write, limits.output)
        self._output = self._capped.as_text()
        self._deadline = math.inf
        self._name = path.name
        self._module: ModuleType | None = None
        self._failure: Failure | None = None
        self.load()

    def load(self) -> None:
        """Load the submission, or load it again; the module may draw meanwhile, the same numbers in every run."""
        random.seed(START_SEED)
        try:
            with self._running():
                self._module = load_submission(self.folder / self._name)
        except AgentError as error:
            self._failure = not_loaded(explain_loading(error, self.folder))

    def start_question(self, seconds: float) -> None:
        """Start a question; its time is checked between cases, since running code cannot be interrupted."""
        self.limit_time(seconds)
        self.seed(START_SEED)

    def limit_time(self, seconds: float) -> None:
        self._deadline = monotonic() + seconds - own_queue_seconds()

    def question_seconds_left(self) -> float:
        return self._deadline - monotonic() + own_queue_seconds()

    def use_key(self, number: int) -> None:
        """Do nothing: there are no keys."""

    def start_case(self, is_last: bool) -> None:
        """Do nothing: every case is played to its end."""

    def allow_rerun(self, is_allowed: bool) -> None:
        """Do nothing: no process could be killed without the grader."""

    is_interrupted: Final = False

    def restart_case(self) -> None:
        """Do nothing: no case is ever interrupted."""

    def seed(self, seed: int | str) -> None:
        random.seed(seed)
        if self._ghosts is not None:
            self._ghosts.seed(seed)

    def start_game(self, series: str, number: int, seed: int | str | None) -> None:
        if self._ghosts is not None and self._dice_key is not None:
            self._ghosts.seed(self._dice_key.seed("ghosts", series, number))
            random.seed(self._dice_key.seed("student", series, number))
        elif seed is not None:
            random.seed(seed)

    def solve_tree(
        self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime, *, records: bool = False
    ) -> TreeAnswer:
        server = TreeServer(tree)
        recording = RecordingTree(server) if records else None
        try:
            made, is_negated = self._make(agent, {"depth": depth}, tree.is_negated)
            asked = server.root(), tree.num_agents, recording or server, is_negated
            action, remark = self.call(tree_answer, made, *asked)
        except StudentFailure as problem:
            return server.answer(None, problem.failure, is_negated=tree.is_negated)
        returned = recording.results if recording else ()
        return server.answer(action, remark=remark, is_negated=is_negated, returned=returned)

    def agent(self, request: AgentRequest, layout: Layout, most_explored: int = 0) -> "InProcessAgent":
        evaluation = EvaluationWatch(self._loaded(), request.arguments)
        made, is_negated = self._make(request.name, request.arguments, request.is_negated)
        return InProcessAgent(self, made, request.seconds.total, most_explored > 0, is_negated, evaluation)

    def watch(self, request: AgentRequest, state: GameState, limits: RecorderLimits) -> WatchedAnswer:
        seen, legal = state.deepCopy(), state.legal_actions(0)
        tree: SearchTree[GameState, Action] = SearchTree(seen)
        recorder = SearchRecorder(seen, tree, limits)
        try:
            made, _ = self._make(request.name, request.arguments, request.is_negated)
            with recorder.watching(made):
                action = self.call(game_answer, made, seen, legal)
        except StudentFailure as problem:
            return WatchedAnswer(None, tree, recorder.is_full, problem.failure)
        return WatchedAnswer(action, tree, recorder.is_full)

    def _make(self, name: str, arguments: dict[str, Any], is_negated: bool) -> tuple[Any, bool]:
        """Return an agent, and True if its evaluation is negated, as requested."""
        return self.call(make_agent, self._loaded(), name, arguments, is_negated)

    def _loaded(self) -> ModuleType:
        """Return the submission; raise StudentFailure if it could not be loaded."""
        if self._module is None:
            assert self._failure is not None
            raise StudentFailure(self._failure)
        return self._module

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function of the student's code; raise StudentFailure for its exceptions."""
        try:
            with self._running():
                return function(*arguments)
        except StudentFailure:
            raise
        except (Exception, SystemExit) as error:
            raise StudentFailure(explain_exception(error, self.folder)) from error
        except KeyboardInterrupt as interrupt:
            self.interrupted_at = "".join(map(str, students_frames(interrupt, self.folder)[-1:]))
            raise

    def take_output(self) -> str:
        text = self._printed.getvalue().decode("utf-8", "replace")
        self._printed.seek(0)
        self._printed.truncate()
        self._capped.reset()
        return without_our_frames(text.replace(f"{self.folder}{os.sep}", ""))

    def forget(self) -> None:
        """Do nothing: code inside the grader cannot be restarted."""

    def close(self) -> None:
        self._remove_folder()

    @contextmanager
    def _running(self) -> Iterator[None]:
        with redirect_stdout(self._output), redirect_stderr(self._output), chdir(self.folder):
            yield


def _scratch_copy(files: Mapping[str, bytes]) -> Path:
    """Return a new folder that contains the submission."""
    with on_scratch_disk(), ExitStack() as on_failure:
        folder = Path(tempfile.mkdtemp(prefix="submission-")).resolve()
        on_failure.callback(shutil.rmtree, folder, ignore_errors=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        on_failure.pop_all()
    return folder


class InProcessAgent:
    """An agent of the submission; its time, without delays by a busy machine, is checked after each answer."""

    def __init__(
        self,
        student: InProcessStudent,
        agent: Any,
        seconds: float,
        is_counted: bool,
        is_negated: bool,
        evaluation: EvaluationWatch,
    ) -> None:
        self.explored: Set[GameState] = frozenset()
        self.is_negated = is_negated
        self.has_unused_evaluation = False
        self._evaluation = evaluation
        self._student = student
        self._agent = agent
        self._seconds = seconds
        self._used = 0.0
        self._queued = own_queue_seconds()
        self._is_counted = is_counted

    def registerInitialState(self, state: GameState) -> None:
        self._used = 0.0
        self._queued = own_queue_seconds()
        if hasattr(self._agent, "registerInitialState"):
            self._timed(self._agent.registerInitialState, state.deepCopy())

    def getAction(self, state: GameState) -> Action:
        legal = state.legal_actions(0)
        state = state.deepCopy()  # the student's code may modify it
        counting: AbstractContextManager[set[GameState]] = nullcontext(set())
        if self._is_counted:
            counting = counting_explored()
        with counting as explored:
            answer = self._timed(answer_to, self._agent, state)
            self.explored = frozenset(explored)
        return self._student.call(checked_answer, self._agent, answer, legal)

    def final(self, state: GameState) -> None:
        if hasattr(self._agent, "final"):
            self._student.call(self._agent.final, state)
        self.has_unused_evaluation = self._evaluation.is_unused

    def _timed(self, function: Callable[..., T], *arguments: Any) -> T:
        started = perf_counter()
        answer = self._student.call(function, *arguments)
        self._used += perf_counter() - started
        if self._used > self._seconds and self._used - own_queue_seconds() + self._queued > self._seconds:
            text = f"out of time: the moves of one game took more than {self._seconds:g} s"
            raise StudentFailure(Failure(FailureKind.TIMED_OUT, text))
        return answer
