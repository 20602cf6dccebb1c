"""Record the values that an agent's functions return for states.

If a function is called with one state and returns a number, alone or as the only number in a tuple, list or dict, this
number is taken as the value of the state in the search. The agent's code is not modified. Calls of the agent's
evaluation are recorded in the same way, wherever they come from: a cache may hold a reference to it.

From Python 3.12 on, the interpreter reports calls by `sys.monitoring`, for which other code does not pay; before, by
the profile hook, which costs time at every call. Few events are needed: a function that names a method for successors
and does not rebind its state is observed only where it returns.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from dis import get_instructions
from functools import lru_cache, wraps
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from math import isnan
from numbers import Real
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from pacman.state import GameState

K = TypeVar("K")
_OURS: Final = ("pacman.", "agents.", "autograder.")
_SUCCESSORS: Final = frozenset(("generateSuccessor", "getNextState", "generateNextState", "generatePacmanSuccessor"))
_PAUSES: Final = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR  # a call that may pause has no single result
_HELPER_RETURNS: Final = 3
_FIRST_RETURNS: Final = 30  # before any search has returned: the first calls of a search may all be for leaves
_TOOLS: Final = (2, 3, 4)  # numbers of tools for sys.monitoring, of which one may be free

F = TypeVar("F", bound=Callable[..., Any])


class Listener(Protocol):
    """Receiver of the values.

    requests: the number of successors that have been generated so far.
    """

    requests: int

    def conclude(self, state: Any, value: float, /) -> None:
        """Take the value that a function of the search returned for a state."""

    def settle(self, state: Any, value: float, code: CodeType, /) -> None:
        """Take the value that a function returned for a state, if it should turn out to be part of the search."""

    def admit(self, code: CodeType, /) -> None:
        """Count a function as part of the search."""

    def open_evaluation(self) -> None: ...
    def close_evaluation(self, state: Any, value: Any, /) -> None: ...


class LeafValues(Generic[K]):
    """The values that functions returned for leaves before it was known that they are part of the search.

    For nested calls on one state, the outermost counts: it returns last.
    """

    def __init__(self) -> None:
        self._noted: dict[K, list[tuple[float, CodeType]]] = {}
        self._codes: dict[int, CodeType] = {}  # of the search

    def admit(self, code: CodeType) -> None:
        """Count a function as part of the search."""
        self._codes[id(code)] = code

    def add(self, key: K, value: float, code: CodeType) -> None:
        self._noted.setdefault(key, []).append((value, code))

    def discard(self, key: K) -> None:
        """Forget the values so far: a function of the search has returned one."""
        if self._noted:
            self._noted.pop(key, None)

    def items(self) -> Iterator[tuple[K, float]]:
        for key, noted in self._noted.items():
            values = [value for value, code in noted if id(code) in self._codes]
            if values:
                yield key, values[-1]


@contextmanager
def listening_to_returns(
    listener: Listener, evaluation: CodeType | None = None, kind: type = GameState
) -> Iterator[Callable[[F], F]]:
    """Report to the listener each value that a function returns in this thread, and each call of `evaluation`.

    Yield a decorator for functions of ours that the agent calls: while they run, there is nothing to listen to, and
    calls that they make cost no time.

    kind: the class of the states.
    """
    calls = _Calls(listener, evaluation, kind)
    tool = _free_tool()
    with _profiling(calls) if tool is None else _monitoring(calls, tool) as unheard:
        yield unheard


def _free_tool() -> int | None:
    """Return the number of a free tool of sys.monitoring; None before Python 3.12, or if other tools use all."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return next((each for each in _TOOLS if monitoring and monitoring.get_tool(each) is None), None)


@dataclass(slots=True, eq=False)
class _Function:
    """A function of the agent's that is followed.

    argument: the name of the one that is a state; None if there is not exactly one, which only evaluations may have.
    is_search: True for a function that names a method for successors. Any other may be a helper until one of its calls
        generates successors, or calls it again.
    needs_start: its calls are followed from their start. Otherwise the state is read when it returns.
    returns, depth: the number of finished and of open calls while it may be a helper.
    """

    code: CodeType
    argument: str | None
    is_evaluation: bool
    is_search: bool
    needs_start: bool
    returns: int = 0
    depth: int = 0


class _Calls:
    """The agent's functions, and those calls that have not returned yet.

    A function that returned some times, and neither generated successors nor called itself in between, is a helper, and
    is not followed any more: most of an agent's calls are to helpers.

    functions: by the identity of the code object, because hashing one is slow; None for those that are not followed.
    """

    def __init__(self, listener: Listener, evaluation: CodeType | None, kind: type) -> None:
        self.functions: dict[int, _Function | None] = {}
        self._listener = listener
        self._evaluation = evaluation
        self._kind = kind
        self._open: dict[int, tuple[Any, int]] = {}  # state and requests at the start, by the identity of the frame
        self._has_search = False
        self._alive: list[CodeType] = []

    def followed(self, code: CodeType, frame: FrameType) -> _Function | None:
        """Return the function of a call that begins; None if it is not followed."""
        try:
            return self.functions[id(code)]
        except KeyError:
            self._alive.append(code)
            function = self.functions[id(code)] = self._met(code, frame)
            return function

    def _met(self, code: CodeType, frame: FrameType) -> _Function | None:
        is_evaluation = code is self._evaluation
        if not is_evaluation and not _may_search(code, frame):
            return None
        argument = _only_state(code, frame, self._kind)
        if argument is None and not is_evaluation:
            return None
        is_search = not is_evaluation and _generates_successors(code)
        needs_start = not is_search or _rebinds(code, str(argument))
        return _Function(code, argument, is_evaluation, is_search, needs_start)

    def begin(self, function: _Function, frame: FrameType) -> None:
        """Follow a call from its start."""
        state = None if function.argument is None else frame.f_locals.get(function.argument)
        self._open[id(frame)] = state, self._listener.requests
        function.depth += 1
        if function.is_evaluation:
            self._listener.open_evaluation()

    def end(self, function: _Function, frame: FrameType, result: Any) -> None:
        """Report the value of a call that returns; the result of one that fails is None."""
        if not function.needs_start:
            state, before = frame.f_locals.get(function.argument or ""), 0
        elif id(frame) in self._open:
            state, before = self._open.pop(id(frame))
            function.depth -= 1
        else:
            return
        if not isinstance(state, self._kind):
            state = None
        if function.is_evaluation:
            self._listener.close_evaluation(state, result)
            return
        if function.is_search:
            self._has_search = True
        else:
            self._look_for_search(function, before)
        if state is not None and (value := _only_number(result)) is not None:
            if function.is_search:
                self._listener.conclude(state, value)
            else:
                self._listener.settle(state, value, function.code)

    def _look_for_search(self, function: _Function, requests_before: int) -> None:
        function.returns += 1
        if function.depth or self._listener.requests > requests_before:
            function.is_search = True
            function.needs_start = _rebinds(function.code, str(function.argument))
            self._listener.admit(function.code)
        elif function.returns >= (_HELPER_RETURNS if self._has_search else _FIRST_RETURNS):
            self.functions[id(function.code)] = None


@contextmanager
def _profiling(calls: _Calls) -> Iterator[Callable[[F], F]]:
    functions, thread = calls.functions, get_ident()

    def listen(frame: FrameType, event: str, result: Any) -> None:
        if event == "return":
            function = functions.get(id(frame.f_code))
            if function is not None:
                calls.end(function, frame, result)
        elif event == "call":
            function = calls.followed(frame.f_code, frame)
            if function is not None and function.needs_start:
                calls.begin(function, frame)

    def unheard(function: F) -> F:
        @wraps(function)
        def quiet(*arguments: Any, **named: Any) -> Any:
            if get_ident() != thread:
                return function(*arguments, **named)
            sys.setprofile(None)
            try:
                return function(*arguments, **named)
            finally:
                sys.setprofile(listen)

        return cast(F, quiet)

    previous = sys.getprofile()
    sys.setprofile(listen)
    try:
        yield unheard
    finally:
        sys.setprofile(previous)


@contextmanager
def _monitoring(calls: _Calls, tool: int) -> Iterator[Callable[[F], F]]:
    monitoring: Any = vars(sys)["monitoring"]  # which the oldest supported Python does not have
    events, thread = monitoring.events, get_ident()
    functions, frame_above = calls.functions, sys._getframe

    def started(code: CodeType, offset: int) -> Any:
        frame = frame_above(1)
        function = calls.followed(code, frame)
        if function is None or not function.needs_start:
            return monitoring.DISABLE
        if get_ident() == thread:
            calls.begin(function, frame)
        return None

    def returned(code: CodeType, offset: int, result: Any) -> Any:
        function = functions.get(id(code))
        if function is None:
            return monitoring.DISABLE
        if get_ident() == thread:
            calls.end(function, frame_above(1), result)
        return None

    def unwound(code: CodeType, offset: int, error: BaseException) -> None:
        function = functions.get(id(code))
        if function is not None and get_ident() == thread:
            calls.end(function, frame_above(1), None)

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
        yield lambda function: function
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
    return code if arguments == 1 and not code.co_flags & _PAUSES else None


def _generates_successors(code: CodeType) -> bool:
    """True if the code of a function, or of one inside it, names a method that generates successors."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return not _SUCCESSORS.isdisjoint(code.co_names) or any(map(_generates_successors, inner))


@lru_cache(maxsize=256)  # disassembling takes as long as searching hundreds of states
def _rebinds(code: CodeType, name: str) -> bool:
    """True if a function, or one inside it, assigns to or deletes a variable of this name."""
    for each in get_instructions(code):
        names = each.argval if isinstance(each.argval, tuple) else (each.argval,)
        if name in names and ("STORE" in each.opname or "DELETE" in each.opname):
            return True
    return any(_rebinds(inner, name) for inner in code.co_consts if isinstance(inner, CodeType))


def _may_search(code: CodeType, frame: FrameType) -> bool:
    """True for a function of the agent's that takes arguments and is neither a generator nor a coroutine."""
    name = str(frame.f_globals.get("__name__", ""))
    return bool(code.co_argcount) and not code.co_flags & _PAUSES and not name.startswith(_OURS)


def _only_state(code: CodeType, frame: FrameType, kind: type) -> str | None:
    """Return the name of the argument that is a state, or None if there is not exactly one."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    values = frame.f_locals
    states = [name for name in names if isinstance(values.get(name), kind)]
    return states[0] if len(states) == 1 else None


def _only_number(result: Any) -> float | None:
    """Return the number in a function's result, or None if there is not exactly one."""
    kind = type(result)
    found: float
    if kind is float:  # by far the most frequent
        found = result
        return found if found == found else None
    if kind is dict:
        parts: Any = result.values()
    else:
        parts = result if kind is list or isinstance(result, tuple) else (result,)
    number: Any = None
    for part in parts:
        kind = type(part)
        if kind is not float and (kind is str or part is None or kind is bool or not isinstance(part, Real)):
            continue
        if number is not None:
            return None
        number = part
    try:
        found = float(number)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if isnan(found) else found
