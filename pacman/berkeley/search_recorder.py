"""Watching a search of which nothing is known but that it asks states for their successors.

    recorder = SearchRecorder(state, record)
    with recorder.watching(agent):
        action = agent.getAction(state)

`record` receives the tree in the order in which it was asked for: a `SearchTree`, or a report to another process. The
agent's code is not touched: while the recorder watches, the rule that makes successors is one that takes notes, and the
evaluations that the agent can reach are heard. Outside, nothing is noted and nothing is paid.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from threading import get_ident
from types import FunctionType
from typing import Any, Final, NamedTuple, Protocol

from pacman.directions import Action
from pacman.state import GameState

REPEATS: Final = 10  # requests that make no new state are followed up to so many times the number of states
_BEYOND: Final = -1  # the number of every state that is too deep to be written down
_SUCCESSOR: Final = ("successor", "generateSuccessor")


class RecorderLimits(NamedTuple):
    """How much of a decision is written down: states besides the root, and plies."""

    states: int = 1_000_000
    plies: int = 300


DEFAULT_LIMITS: Final = RecorderLimits()


class Record(Protocol):
    """What a recorder writes to. A state is known by a number, in the order of `add`; the root is 0."""

    def add(self, parent: int, mover: int, action: Action, state: GameState) -> object: ...
    def evaluate(self, number: int, value: float) -> None: ...


class SearchRecorder:
    """The states that a decision asks for, numbered in the order of the first request; the root is 0.

    record: where they are written, with what the evaluation says of them.
    states, plies: of each number the state, and how many moves lead there.
    requests: all of them; asking again for what was asked before makes no new state.
    is_full: there was more than is written down. Too many states, or too many repeated requests, end the notes; a state
        that is too deep is left out with all below it.
    """

    def __init__(self, root: GameState, record: Record, limits: RecorderLimits = DEFAULT_LIMITS) -> None:
        self.states = [root]
        self.plies = [0]
        self.requests = 0
        self.is_full = False
        self._record = record
        self._limits = limits
        self._is_closed = False
        self._numbers: dict[tuple[int, int, Action], int] = {}
        self._by_identity = {id(root): 0}
        self._alive: list[GameState] = []  # while they are, no other object has their identity
        self._by_value: dict[GameState, int] | None = None  # made when a copy turns up

    @property
    def deepest(self) -> int:
        """How many moves ahead the search looked."""
        return max(self.plies)

    @contextmanager
    def watching(self, agent: Any = None) -> Iterator[None]:
        """Note what this thread asks for; and what the agent's evaluations say, if one is given."""
        plain, thread = GameState.successor, get_ident()

        def noting(state: GameState, agentIndex: int, action: Action) -> GameState:
            child = plain(state, agentIndex, action)
            if get_ident() == thread:
                self.note_successor(state, agentIndex % state.num_agents, action, child)
            return child

        with ExitStack() as stack:
            for name in _SUCCESSOR:
                stack.enter_context(_replaced(GameState, name, noting))
            if agent is not None:
                stack.enter_context(self._hearing(agent))
            yield

    def note_successor(self, state: GameState, mover: int, action: Action, child: GameState) -> None:
        self.requests += 1
        if self._is_closed:
            return
        parent = self._known(state)
        if parent is None:  # a state that was not made here
            return
        is_too_deep = parent == _BEYOND or self.plies[parent] >= self._limits.plies
        number = _BEYOND if is_too_deep else self._numbers.get((parent, mover, action), len(self.states))
        is_new = number == len(self.states)
        self._is_closed = len(self.states) > self._limits.states if is_new else self._has_many_repeats
        self.is_full = self.is_full or is_too_deep or self._is_closed
        if self._is_closed:
            return
        if is_new:
            self._numbers[parent, mover, action] = number
            self.states.append(child)
            self.plies.append(self.plies[parent] + 1)
            if self._by_value is not None:
                self._by_value[child] = number
            self._record.add(parent, mover, action, child)
        else:
            self._alive.append(child)
        self._by_identity[id(child)] = number

    @property
    def _has_many_repeats(self) -> bool:
        return len(self._alive) >= REPEATS * self._limits.states

    def number_of(self, state: GameState) -> int | None:
        """The number of a state that was noted; a copy has the number of the last state that equals it."""
        number = self._known(state)
        return None if number == _BEYOND else number

    def _known(self, state: GameState) -> int | None:
        number = self._by_identity.get(id(state))
        if number is None:
            if self._by_value is None:
                self._by_value = {known: number for number, known in enumerate(self.states)}
            number = self._by_value.get(state)
        return number

    def note_evaluation(self, arguments: tuple[Any, ...], value: Any) -> None:
        """Of a state, or of an action in a state, as the evaluation of a reflex agent is."""
        if not arguments or not isinstance(arguments[0], GameState):
            return
        number = self.number_of(arguments[0])
        if number is not None and len(arguments) > 1:
            number = self._numbers.get((number, 0, arguments[1])) if isinstance(arguments[1], str) else None
        if number is not None:
            with suppress(TypeError, ValueError, OverflowError):
                self._record.evaluate(number, float(value))

    @contextmanager
    def _hearing(self, agent: Any) -> Iterator[None]:
        """Hear the agent's own evaluation, and those of its file that it may call by name."""
        with ExitStack() as stack:
            own = getattr(agent, "evaluationFunction", None)
            if callable(own):
                with suppress(AttributeError):  # it lets nobody write to it
                    stack.enter_context(_replaced(agent, "evaluationFunction", self._heard(own)))
            names = _names_of(agent)
            for name, function in [*names.items()]:
                if "eval" in name.lower() and isinstance(function, FunctionType):
                    names[name] = self._heard(function)
                    stack.callback(names.__setitem__, name, function)
            yield

    def _heard(self, evaluation: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(evaluation)
        def heard(*arguments: Any, **named: Any) -> Any:
            value = evaluation(*arguments, **named)
            self.note_evaluation((*arguments, *named.values()), value)
            return value

        return heard


def _names_of(agent: Any) -> dict[str, Any]:
    """The names of the file that an agent's decision was written in."""
    method = getattr(agent, "getAction", None)
    names = getattr(getattr(method, "__func__", method), "__globals__", {})
    return names if not str(names.get("__name__", "")).startswith(("pacman.", "agents.")) else {}


@contextmanager
def counting_explored() -> Iterator[set[GameState]]:
    """While this is open every successor that is made adds itself and its parent to `GameState.explored`.

    Outside, nothing is counted and nothing is paid: the counting rule takes the place of the plain one only meanwhile.
    """
    plain, explored = GameState.successor, GameState.explored

    def counting(state: GameState, agentIndex: int, action: Action) -> GameState:
        child = plain(state, agentIndex, action)
        explored.update((state.packed_form(), child))
        return child

    explored.clear()
    try:
        with _replaced(GameState, "successor", counting), _replaced(GameState, "generateSuccessor", counting):
            yield explored
    finally:
        explored.clear()


@contextmanager
def _replaced(thing: Any, name: str, value: Any) -> Iterator[None]:
    """An attribute that is another one meanwhile."""
    had = vars(thing).get(name)
    is_own = name in vars(thing)
    setattr(thing, name, value)
    try:
        yield
    finally:
        if is_own:
            setattr(thing, name, had)
        else:
            delattr(thing, name)
