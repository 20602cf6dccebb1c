"""Record the values that an agent's functions return for states.

If a function is called with one state and returns a number, alone or as the only number in a tuple, list or dict, this
number is taken as the value of the state in the search. The agent's code is not modified. Calls of the agent's
evaluation are recorded in the same way, wherever they come from: a cache may hold a reference to it.

From Python 3.12 on, the interpreter reports calls by `sys.monitoring`, for which other code does not pay; before, by
the profile hook.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import CO_GENERATOR
from math import isnan
from numbers import Real
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Final, Generic, Protocol, TypeVar

from pacman.state import GameState

K = TypeVar("K")
_OURS: Final = ("pacman.", "agents.", "autograder.")
_SUCCESSORS: Final = frozenset(("generateSuccessor", "getNextState", "generateNextState", "generatePacmanSuccessor"))
_HELPER_RETURNS: Final = 3
_TOOLS: Final = (2, 3, 4)  # numbers of tools for sys.monitoring, of which one may be free


class Listener(Protocol):
    """Receiver of the values.

    requests: the number of successors that have been generated so far.
    """

    requests: int

    def conclude(self, state: Any, value: float, code: CodeType, /) -> None:
        """Take the value that a function of the search returned for a state."""

    def settle(self, state: Any, value: float, code: CodeType, /) -> None:
        """Take the value that a function returned for a state, if it should turn out to be part of the search."""

    def open_evaluation(self) -> None: ...
    def close_evaluation(self, state: Any, value: Any, /) -> None: ...


class LeafValues(Generic[K]):
    """The values that functions returned for leaves before it was known that they are part of the search.

    For nested calls on one state, the outermost counts: it returns last.
    """

    def __init__(self) -> None:
        self._noted: dict[K, list[tuple[float, CodeType]]] = {}
        self._codes: dict[int, CodeType] = {}  # of the search

    def add_search(self, code: CodeType) -> None:
        self._codes[id(code)] = code

    def add(self, key: K, value: float, code: CodeType) -> None:
        self._noted.setdefault(key, []).append((value, code))

    def items(self) -> Iterator[tuple[K, float]]:
        for key, noted in self._noted.items():
            values = [value for value, code in noted if id(code) in self._codes]
            if values:
                yield key, values[-1]


@contextmanager
def listening_to_returns(
    listener: Listener, evaluation: CodeType | None = None, kind: type = GameState
) -> Iterator[None]:
    """Report to the listener each value that a function returns in this thread, and each call of `evaluation`.

    kind: the class of the states.
    """
    calls = _Calls(listener, evaluation, kind)
    tool = _free_tool()
    with _profiling(calls) if tool is None else _monitoring(calls, tool):
        yield


def _free_tool() -> int | None:
    """Return the number of a free tool of sys.monitoring; None before Python 3.12, or if other tools use all."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return next((each for each in _TOOLS if monitoring and monitoring.get_tool(each) is None), None)


class _Calls:
    """The agent's functions that have not returned yet, with their states.

    A function that returned some times, neither generates successors nor calls itself in between, is a helper, and is
    not followed any more: most of an agent's calls are to helpers.
    """

    def __init__(self, listener: Listener, evaluation: CodeType | None, kind: type) -> None:
        self._listener = listener
        self._evaluation = evaluation
        self._kind = kind
        self._open: list[tuple[Any, int]] = []
        self._depth: dict[int, int] = {}  # by the identity of the code object, as below: hashing one is slow
        self._is_agents: dict[int, bool] = {}
        self._states: dict[int, str | None] = {}  # the argument that is a state
        self._returns: dict[int, int] = {}  # of functions that may be helpers
        self._alive: list[CodeType] = []

    def is_agents(self, code: CodeType, frame: FrameType) -> bool:
        known = self._is_agents.get(id(code))
        if known is None:
            known = self._is_agents[id(code)] = code is self._evaluation or _may_search(code, frame)
            self._alive.append(code)
            if known and code is not self._evaluation and not _generates_successors(code):
                self._returns[id(code)] = 0
        return known

    def is_known(self, code: CodeType) -> bool:
        """True for a function of the agent's that has been called before."""
        return self._is_agents.get(id(code), False)

    def begin(self, code: CodeType, frame: FrameType) -> None:
        number = id(code)
        name = self._states.get(number, "")
        if name == "":
            name = self._states[number] = _only_state(code, frame, self._kind)
        state = None if name is None else frame.f_locals.get(name)
        self._open.append((state if isinstance(state, self._kind) else None, self._listener.requests))
        if number in self._returns:
            self._depth[number] = self._depth.get(number, 0) + 1
        if code is self._evaluation:
            self._listener.open_evaluation()

    def end(self, code: CodeType, result: Any) -> None:
        if not self._open:
            return
        number = id(code)
        state, before = self._open.pop()
        if code is self._evaluation:
            self._listener.close_evaluation(state, result)
            return
        is_search = self._listener.requests > before
        if number in self._returns:
            self._depth[number] -= 1
            self._count_return(number, is_search or self._depth[number] > 0)
        if state is not None and (value := _only_number(result)) is not None:
            tell = self._listener.settle if number in self._returns else self._listener.conclude
            tell(state, value, code)

    def _count_return(self, number: int, is_search: bool) -> None:
        self._returns[number] += 1
        if is_search:
            del self._returns[number]
        elif self._returns[number] >= _HELPER_RETURNS:
            self._is_agents[number] = False


@contextmanager
def _profiling(calls: _Calls) -> Iterator[None]:
    def listen(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call" and event != "return":  # faster than a look-up in a set
            return
        code = frame.f_code
        if not calls.is_agents(code, frame):
            return
        if event == "call":
            calls.begin(code, frame)
        else:
            calls.end(code, argument)

    previous = sys.getprofile()
    sys.setprofile(listen)
    try:
        yield
    finally:
        sys.setprofile(previous)


@contextmanager
def _monitoring(calls: _Calls, tool: int) -> Iterator[None]:
    monitoring: Any = vars(sys)["monitoring"]  # which the oldest supported Python does not have
    events, thread = monitoring.events, get_ident()

    def started(code: CodeType, offset: int) -> Any:
        frame = sys._getframe(1)
        if not calls.is_agents(code, frame):
            return monitoring.DISABLE
        if get_ident() == thread:
            calls.begin(code, frame)
        return None

    def returned(code: CodeType, offset: int, result: Any) -> Any:
        if not calls.is_known(code):
            return monitoring.DISABLE
        if get_ident() == thread:
            calls.end(code, result)
        return None

    def unwound(code: CodeType, offset: int, error: BaseException) -> None:
        if get_ident() == thread and calls.is_known(code):
            calls.end(code, None)

    callbacks: dict[int, Callable[..., Any]] = {
        events.PY_START: started,
        events.PY_RETURN: returned,
        events.PY_UNWIND: unwound,
    }
    monitoring.use_tool_id(tool, "pacman-search")
    try:
        for event, callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)
        monitoring.restart_events()  # events that an earlier recording has disabled
        monitoring.set_events(tool, sum(callbacks))
        yield
    finally:
        monitoring.set_events(tool, 0)
        for event in callbacks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)


def code_of_evaluation(evaluation: Any) -> CodeType | None:
    """Return the code of an evaluation of states; None if it is not written in Python or takes an action as well."""
    code = getattr(inspect.unwrap(evaluation) if callable(evaluation) else None, "__code__", None)
    if not isinstance(code, CodeType):
        return None
    arguments = code.co_argcount - inspect.ismethod(evaluation)
    return code if arguments == 1 and not code.co_flags & CO_GENERATOR else None


def _generates_successors(code: CodeType) -> bool:
    """True if the code of a function, or of one inside it, names a method that generates successors."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return not _SUCCESSORS.isdisjoint(code.co_names) or any(map(_generates_successors, inner))


def _may_search(code: CodeType, frame: FrameType) -> bool:
    """True for a function of the agent's that takes arguments and is no generator, whose yields are not results."""
    name = str(frame.f_globals.get("__name__", ""))
    return bool(code.co_argcount) and not code.co_flags & CO_GENERATOR and not name.startswith(_OURS)


def _only_state(code: CodeType, frame: FrameType, kind: type) -> str | None:
    """Return the name of the argument that is a state, or None if there is not exactly one."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    values = frame.f_locals
    states = [name for name in names if isinstance(values.get(name), kind)]
    return states[0] if len(states) == 1 else None


def _only_number(result: Any) -> float | None:
    """Return the number in a function's result, or None if there is not exactly one."""
    kind = type(result)
    if kind is float:
        return None if isnan(result) else float(result)
    if kind is dict:
        parts: Any = result.values()
    else:
        parts = result if kind is list or isinstance(result, tuple) else (result,)
    numbers = [part for part in parts if isinstance(part, Real) and not isinstance(part, bool)]
    if len(numbers) != 1:
        return None
    try:
        number = float(numbers[0])
    except (TypeError, ValueError, OverflowError):
        return None
    return None if isnan(number) else number
