"""The student's code inside the grader itself: for code one trusts, and for comparing with the original grader.

There is one stream of random numbers for everybody, as in the original, but each question begins it anew; nothing is
interrupted and nothing protected.
"""

import io
import random
from collections.abc import Callable, Iterator, Set
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, TypeVar, cast

from autograder.case_types.fixed_tree import FixedTree
from autograder.child.agent_making import make_agent
from autograder.child.exceptions import explain_exception, explain_loading
from autograder.child.tree_states import TreeState
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.student.limits import Limits
from autograder.student.student import START_SEED, DecisionTime, TreeAnswer
from autograder.student.tree_server import TreeServer
from pacman.berkeley.explored import counting_explored
from pacman.berkeley.submission import load_submission
from pacman.chances import Dice
from pacman.directions import Action
from pacman.errors import AgentError
from pacman.layout import Layout
from pacman.state import GameState

T = TypeVar("T")


class InProcessStudent:
    """A submission loaded into this interpreter."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.dice = cast(Dice, random)
        self.folder = path.resolve().parent
        self._limits = limits
        self._printed = io.StringIO()
        self._module: ModuleType | None = None
        self._failure: Failure | None = None
        try:
            with self._capturing():
                self._module = load_submission(path.resolve())
        except AgentError as error:
            self._failure = explain_loading(error, self.folder)

    def start_question(self, seconds: float) -> None:
        """Nothing is interrupted here."""
        self.seed(START_SEED)

    def seed(self, seed: int | str) -> None:
        random.seed(seed)

    def start_game(self, series: str, number: int, seed: int | str | None) -> None:
        if seed is not None:
            random.seed(seed)

    def solve_tree(self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime) -> TreeAnswer:
        server = TreeServer(tree)
        try:
            made = self.make(agent, {"depth": depth})
            root = TreeState(server.root(), tree.num_agents, server.successor)
            action = self.call(made.getAction, root)
        except StudentFailure as problem:
            return TreeAnswer(None, server.generated, problem.failure)
        return TreeAnswer(action if isinstance(action, str) else None, server.generated)

    def agent(
        self, name: str, arguments: dict[str, Any], layout: Layout, seconds: DecisionTime, *, most_explored: int = 0
    ) -> "InProcessAgent":
        return InProcessAgent(self, self.make(name, arguments), seconds.total, most_explored > 0)

    def make(self, name: str, arguments: dict[str, Any]) -> Any:
        if self._module is None:
            assert self._failure is not None
            raise StudentFailure(self._failure)
        module = self._module
        return self.call(lambda: make_agent(module, name, arguments))

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a piece of the student's code; what goes wrong is raised as StudentFailure."""
        try:
            with self._capturing():
                return function(*arguments)
        except StudentFailure:
            raise
        except (Exception, SystemExit) as error:
            raise StudentFailure(explain_exception(error, self.folder)) from error

    def take_output(self) -> str:
        text = self._printed.getvalue()
        self._printed.seek(0)
        self._printed.truncate()
        limit = self._limits.output
        return text if len(text) <= limit else f"{text[:limit]}…\n"

    def close(self) -> None:
        """Nothing to end here."""

    @contextmanager
    def _capturing(self) -> Iterator[None]:
        with redirect_stdout(self._printed), redirect_stderr(self._printed):
            yield


class InProcessAgent:
    """An agent of the submission; its time is judged when it has answered."""

    def __init__(self, student: InProcessStudent, agent: Any, seconds: float, is_counted: bool) -> None:
        self.explored: Set[GameState] = frozenset()
        self._student = student
        self._agent = agent
        self._seconds = seconds
        self._used = 0.0
        self._is_counted = is_counted

    def registerInitialState(self, state: GameState) -> None:
        self._used = 0.0
        if hasattr(self._agent, "registerInitialState"):
            self._timed(self._agent.registerInitialState, state.deepCopy())

    def getAction(self, state: GameState) -> Action:
        state = state.deepCopy()  # the student may write to it
        observe = getattr(self._agent, "observationFunction", None)
        counting: AbstractContextManager[set[GameState]] = nullcontext(set())
        if self._is_counted:
            counting = counting_explored()
        with counting as explored:
            seen = state if observe is None else self._timed(observe, state)
            action: Action = self._timed(self._agent.getAction, seen)
            self.explored = frozenset(explored)
        return action

    def final(self, state: GameState) -> None:
        if hasattr(self._agent, "final"):
            self._student.call(self._agent.final, state)

    def _timed(self, function: Callable[[GameState], T], state: GameState) -> T:
        started = perf_counter()
        answer = self._student.call(function, state)
        self._used += perf_counter() - started
        if self._used > self._seconds:
            text = f"out of time: the moves of one game took more than {self._seconds:g} s"
            raise StudentFailure(Failure(FailureKind.TIMED_OUT, text))
        return answer
