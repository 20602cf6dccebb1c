"""Record the tree of an arbitrary search by observing the successors that it generates.

    recorder = SearchRecorder(state, record)
    with recorder.watching(agent):
        action = agent.getAction(state)

`record` receives the tree in the order of the search: it is a `SearchTree`, or a report to another process. The agent's
code is not modified: while the recorder watches, `GameState.successor` is replaced by a function that records, and so
are the evaluations that the agent can reach; the values that its functions return are recorded by `return_listener`.
Outside of `watching`, nothing is recorded and searches run at full speed.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from threading import get_ident
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, Protocol

from pacman.berkeley.return_listener import ReturnedValues, code_of_evaluation, listening_to_returns
from pacman.directions import Action
from pacman.state import GameState

REPEATS: Final = 10  # repeated requests are recorded up to this multiple of the limit on states
_BEYOND: Final = -1  # the number of every state that is too deep to be recorded
_SUCCESSOR: Final = ("successor", "generateSuccessor")


class RecorderLimits(NamedTuple):
    """Limits on the recorded part of a decision: states besides the root, and plies."""

    states: int = 1_000_000
    plies: int = 300


DEFAULT_LIMITS: Final = RecorderLimits()


class Record(Protocol):
    """Destination of a recorder. States are identified by numbers in the order of `add`; the root is 0."""

    def add(self, parent: int, mover: int, action: Action, state: GameState) -> object: ...
    def evaluate(self, number: int, value: float) -> None: ...
    def expand_again(self, number: int) -> None: ...
    def conclude(self, number: int, value: float) -> None: ...
    def search_again(self) -> None: ...


class SearchRecorder:
    """Recorder of the states that a decision generates, numbered in the order of the first request; the root is 0.

    record: receives the states, their evaluations, and the values that the agent's functions return for them.
    states, plies: the state of each number, and the number of moves that lead to it.
    requests: the number of all requests; a repeated request for the same successor adds no state.
    is_full: True if a part was not recorded. Too many states, or too many repeated requests, end the recording; a state
        that is too deep is left out with its whole subtree.
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
        self._alive: list[GameState] = []  # keeps states alive, so that their id() is not reused
        self._by_value: dict[GameState, int] | None = None  # built when the first unknown object (a copy) is met
        self._other_evaluations: dict[int, float] = {}
        self._records_own = False
        self._evaluations_open = 0
        self._returned: ReturnedValues[int] = ReturnedValues()
        self._evaluated: set[int] = set()

    @property
    def deepest(self) -> int:
        """Number of plies that the search looked ahead."""
        return max(self.plies)

    @contextmanager
    def watching(self, agent: Any = None) -> Iterator[None]:
        """Record the successors that this thread generates and, if an agent is given, its evaluations and values."""
        plain, thread = GameState.successor, get_ident()

        def noting(state: GameState, agentIndex: int, action: Action) -> GameState:
            child = plain(state, agentIndex, action)
            if get_ident() == thread and not self._evaluations_open:
                self.note_successor(state, agentIndex % state.num_agents, action, child)
            return child

        with ExitStack() as stack:
            if agent is not None:
                stack.enter_context(self._recording_evaluations(agent))
                stack.callback(self._conclude)
                evaluation = code_of_evaluation(getattr(agent, "evaluationFunction", None))
                unheard = stack.enter_context(listening_to_returns(self, evaluation))
                noting = unheard(noting)
            for name in _SUCCESSOR:
                stack.enter_context(_replaced(GameState, name, noting))
            yield

    def note_successor(self, state: GameState, mover: int, action: Action, child: GameState) -> None:
        self.requests += 1
        if self._is_closed:
            return
        parent = self._known(state)
        if parent is None:  # a state that was not generated from the root
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
            self._record.expand_again(parent)
            if self._returned.is_concluded(parent):
                self._record.search_again()
        self._by_identity[id(child)] = number

    @property
    def _has_many_repeats(self) -> bool:
        return len(self._alive) >= REPEATS * self._limits.states

    def number_of(self, state: GameState) -> int | None:
        """Return the number of a recorded state, or None; a copy has the number of the last state that equals it."""
        number = self._known(state)
        return None if number == _BEYOND else number

    def _known(self, state: GameState) -> int | None:
        number = self._by_identity.get(id(state))
        if number is None:
            if self._by_value is None:
                self._by_value = {known: number for number, known in enumerate(self.states)}
            number = self._by_value.get(state)
        return number

    def note_return(self, state: GameState, value: float, code: CodeType, /) -> None:
        """Take the value that a function of the agent's returned for a state."""
        number = self._by_identity.get(id(state), _BEYOND)
        if number != _BEYOND:
            self._returned.add(number, value, code, self.requests)

    def expect(self, code: CodeType, /) -> None:
        """Count a function as part of the search, unless there is evidence against it."""
        self._returned.expect(code)

    def _conclude(self) -> None:
        """Record the values that functions of the search returned."""
        for number, value in self._returned.items(self._numbers, self._evaluated):
            self._record.conclude(number, value)

    def open_evaluation(self) -> None:
        """Begin a call of the agent's own evaluation: successors that it generates are not part of the search."""
        self._evaluations_open += 1

    def close_evaluation(self, state: GameState | None, value: Any, /) -> None:
        """End a call of the agent's own evaluation; state and value are None if it failed."""
        self._evaluations_open -= 1
        if state is not None and value is not None:
            self.note_evaluation((state,), value)

    def note_evaluation(self, arguments: tuple[Any, ...], value: Any, *, is_own: bool = True) -> None:
        """Record the evaluation of a state, or of a state and an action, as reflex agents have it.

        is_own: True for the agent's `evaluationFunction`. Any other function counts only if that one is never called:
        it may serve another purpose, such as move ordering.
        """
        if not arguments or not isinstance(arguments[0], GameState):
            return
        number = self.number_of(arguments[0])
        if number is not None and len(arguments) > 1:
            number = self._numbers.get((number, 0, arguments[1])) if isinstance(arguments[1], str) else None
        if number is None:
            return
        self._evaluated.add(number)
        with suppress(TypeError, ValueError, OverflowError):
            if is_own:
                self._records_own = True
                self._record.evaluate(number, float(value))
            else:
                self._other_evaluations[number] = float(value)

    @contextmanager
    def _recording_evaluations(self, agent: Any) -> Iterator[None]:
        """Wrap the agent's own evaluation, and those functions of its file whose name contains "eval".

        An evaluation whose own code is listened to needs no wrapper.
        """
        with ExitStack() as stack:
            stack.callback(self._note_other_evaluations)
            own = getattr(agent, "evaluationFunction", None)
            if callable(own) and code_of_evaluation(own) is not getattr(own, "__code__", None):
                with suppress(AttributeError):  # a read-only attribute
                    stack.enter_context(_replaced(agent, "evaluationFunction", self._recorded(own, is_own=True)))
            names = _names_of(agent)
            for name, function in [*names.items()]:
                if "eval" in name.lower() and isinstance(function, FunctionType):
                    names[name] = self._recorded(function, is_own=False)
                    stack.callback(names.__setitem__, name, function)
            yield

    def _recorded(self, evaluation: Callable[..., Any], *, is_own: bool) -> Callable[..., Any]:
        @wraps(evaluation)
        def recorded(*arguments: Any, **named: Any) -> Any:
            value = evaluation(*arguments, **named)
            self.note_evaluation((*arguments, *named.values()), value, is_own=is_own)
            return value

        return recorded

    def _note_other_evaluations(self) -> None:
        if not self._records_own:
            for number, value in self._other_evaluations.items():
                self._record.evaluate(number, value)


def _names_of(agent: Any) -> dict[str, Any]:
    """Return the globals of the file that defines an agent's getAction; empty for built-in agents."""
    method = getattr(agent, "getAction", None)
    names = getattr(getattr(method, "__func__", method), "__globals__", {})
    return names if not str(names.get("__name__", "")).startswith(("pacman.", "agents.")) else {}


@contextmanager
def counting_explored() -> Iterator[set[GameState]]:
    """Add every successor that is generated in this context, and its parent, to `GameState.explored`.

    `GameState.successor` is replaced only inside the context, so that searches outside run at full speed.
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
    """Replace an attribute inside the context."""
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
