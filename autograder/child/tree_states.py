"""States of a fixed tree, as a submission sees them.

The tree itself is not sent to the child process: the grader hands out its states one by one and records the requests.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import wraps
from itertools import islice
from math import isfinite
from threading import Lock
from types import CodeType
from typing import Any, Final, NoReturn, Protocol

from autograder.channel import SCORES_A_MESSAGE, Channel, ProtocolError, TreeView, bounded
from pacman.berkeley.return_listener import ReturnedValues, listening_to_returns
from pacman.errors import IllegalActionError, PacmanError

NO_SCORE: Final = "getScore() called on non-terminal state or before maximum depth achieved."
IN_WORDS: Final = "a state of the test tree"


class Tree(Protocol):
    """The source of a tree's states, which records all requests."""

    def successor(self, state: str, action: str, agent: int) -> TreeView: ...
    def note_score(self, state: str) -> None: ...
    def note_evaluation(self, state: str, value: float) -> None: ...


class RemoteTree:
    """A tree that the grader holds; its states are requested over a channel, by one thread at a time."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lock = Lock()
        self._calls = 0
        self._scored: list[str] = []  # not reported yet
        self._evaluated: dict[str, float] = {}

    def successor(self, state: str, action: str, agent: int) -> TreeView:
        with self._lock:
            self._calls += 1
            self._channel.send([self._calls, state, action, agent, self.take_scored()])
            number, *view = self._channel.receive()
            if number != self._calls:
                raise ProtocolError("not the reply to this call")
            return TreeView(*view)

    def note_score(self, state: str) -> None:
        if len(self._scored) < SCORES_A_MESSAGE:
            self._scored.append(state)

    def note_evaluation(self, state: str, value: float) -> None:
        if len(self._evaluated) < SCORES_A_MESSAGE:
            self._evaluated[state] = value

    @property
    def evaluated(self) -> list[tuple[str, float]]:
        """The states for which the agent's evaluation returned another value than their score, and these values."""
        return list(self._evaluated.items())

    def take_scored(self) -> list[str]:
        scored, self._scored = self._scored, []
        return scored


class RecordingTree:
    """A tree that passes requests on, and records the values that the submission's functions return for its states.

    Nothing is recorded of a search that expands a state again after it has returned its value: a state that the last
    pass has cut would keep its value of an earlier one.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.requests = 0
        self._returned: ReturnedValues[str] = ReturnedValues()
        self._requested: dict[tuple[str, str, int], str] = {}
        self._scored: set[str] = set()
        self._is_searched_again = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to the submission's functions."""
        with listening_to_returns(self, kind=TreeState) as unheard:
            self.successor = unheard(self.successor)  # type: ignore[method-assign]
            yield

    def successor(self, state: str, action: str, agent: int) -> TreeView:
        self.requests += 1
        request = state, action, agent
        if request in self._requested and self._returned.is_concluded(state):
            self._is_searched_again = True
        view = self._tree.successor(state, action, agent)
        self._requested[request] = view.name
        return view

    def note_score(self, state: str) -> None:
        self._scored.add(state)
        self._tree.note_score(state)

    def note_evaluation(self, state: str, value: float) -> None:
        self._tree.note_evaluation(state, value)

    def note_return(self, state: "TreeState", value: float, code: CodeType, /) -> None:
        self._returned.add(state._view.name, value, code, self.requests)

    def expect(self, code: CodeType, /) -> None:
        self._returned.expect(code)

    def open_evaluation(self) -> None: ...
    def close_evaluation(self, state: Any, value: Any, /) -> None: ...

    @property
    def results(self) -> list[tuple[str, float]]:
        """The states with the values that were returned for them, at most as many as fit into a message."""
        found = () if self._is_searched_again else self._returned.items(self._requested, self._scored)
        return [
            (state, value if isfinite(value) else bounded(value)) for state, value in islice(found, SCORES_A_MESSAGE)
        ]


class TreeState:
    """A state with only the methods that a search needs, because a general search must not use others."""

    def __init__(self, view: TreeView, num_agents: int, tree: Tree) -> None:
        self._view = view
        self._num_agents = num_agents
        self._tree = tree

    def getNumAgents(self) -> int:
        return self._num_agents

    def isWin(self) -> bool:
        return self._view.is_win

    def isLose(self) -> bool:
        return self._view.is_lose

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        return list(self._view.actions)

    def generateSuccessor(self, agentIndex: int, action: str) -> "TreeState":
        if action not in self._view.actions:
            legal = ", ".join(self._view.actions) or "none"
            raise IllegalActionError(f"Illegal action {action} in state {self._view.name}; legal: {legal}")
        agent = agentIndex if type(agentIndex) is int and 0 <= agentIndex < self._num_agents else 0
        return TreeState(self._tree.successor(self._view.name, action, agent), self._num_agents, self._tree)

    # Names of the same methods in other editions of the course.
    getAvailableActions = getLegalActions
    getNextState = generateNextState = generateSuccessor

    def __deepcopy__(self, memo: dict[int, Any]) -> "TreeState":
        """Copy the attributes that a submission has added; the tree itself is shared, so that it records requests."""
        copied = memo[id(self)] = TreeState(self._view, self._num_agents, self._tree)
        own = vars(copied)
        own |= {name: deepcopy(value, memo) for name, value in vars(self).items() if name not in own}
        return copied

    def getScore(self) -> float:
        self._tree.note_score(self._view.name)
        if self._view.score is None:
            raise PacmanError(NO_SCORE)
        return self._view.score

    def _note_evaluation(self, value: Any, *, is_negated: bool) -> None:
        """Report the value that the agent's evaluation returned, unless it is the score."""
        score = self._view.score
        with suppress(TypeError, ValueError, OverflowError):
            found = float(value)
            if score is not None and found == found and found != (0 - score if is_negated else score):
                self._tree.note_evaluation(self._view.name, bounded(found))

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"{IN_WORDS} has no {name}: it has getLegalActions, generateSuccessor, getNumAgents, isWin, isLose and "
            "getScore; only self.evaluationFunction may use more of a state",
            name=name,
            obj=self,
        )

    def __repr__(self) -> str:
        return f"<state {self._view.name} of the test tree>"


def note_evaluations(agent: Any, *, is_negated: bool) -> None:
    """Let the states of a tree report what the agent's evaluation returns for them.

    Nothing is noted of an evaluation that the agent does not keep as its own attribute `evaluationFunction`.
    """
    with suppress(Exception):  # a property may raise anything
        evaluation = vars(agent)["evaluationFunction"]

        @wraps(evaluation)
        def noted(*values: Any, **named: Any) -> Any:
            value = evaluation(*values, **named)
            if values and isinstance(values[0], TreeState):
                values[0]._note_evaluation(value, is_negated=is_negated)
            return value

        agent.evaluationFunction = noted


def in_students_words(text: str) -> str:
    """Replace the name of the class TreeState in Python's error messages by a term that students know."""
    name = TreeState.__name__
    return text.replace(f"'{name}' object", IN_WORDS).replace(f"'{name}'", IN_WORDS).replace(f"{name}.", "")
