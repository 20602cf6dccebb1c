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
from collections.abc import Callable, Container, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from dis import get_instructions
from functools import lru_cache, wraps
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from math import isnan
from numbers import Real
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, cast

from pacman.state import GameState

K = TypeVar("K")
_Return: TypeAlias = tuple[float, int, int]  # value, function and number of requests so far
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

    def note_return(self, state: Any, value: float, code: CodeType, /) -> None:
        """Take the value that a function returned for a state; it counts if the function is expected, now or later."""

    def expect(self, code: CodeType, /) -> None:
        """Count a function as part of the search, unless there is evidence against it: see `ReturnedValues`."""

    def open_evaluation(self) -> None: ...
    def close_evaluation(self, state: Any, value: Any, /) -> None: ...


class ReturnedValues(Generic[K]):
    """The values that functions returned for states, from which `items` selects those of the search.

    For nested calls on one state, the outermost counts: it returns last. If a function returns more than once for one
    state, and successors are generated in between, each number is about an action: the state's value is not known.

    A function that is expected belongs to the search, unless it returns numbers for states of which successors were
    generated, but never for one of which a child has a value: it may, for example, count the successors.
    """

    def __init__(self) -> None:
        self._expected: set[int] = set()  # functions, by the identity of their code
        self._last: dict[K, _Return] = {}
        self._earlier: dict[K, list[_Return]] = {}  # in order, of states with several

    def expect(self, code: CodeType) -> None:
        self._expected.add(id(code))

    def add(self, key: K, value: float, code: CodeType, requests: int) -> None:
        """Take a value; `requests` is the number of successors that have been generated so far."""
        if key in self._last:
            self._earlier.setdefault(key, []).append(self._last[key])
        self._last[key] = value, id(code), requests

    def is_concluded(self, key: K) -> bool:
        """True if a function that is expected to be part of the search has returned a value for a state."""
        return any(function in self._expected for _, function, _ in self._of(key))

    def items(self, successors: Mapping[tuple[K, Any, Any], K], evaluated: Container[K]) -> Iterator[tuple[K, float]]:
        """Yield the value of each state that has one.

        successors: the generated states by the state before, and two more. evaluated: the states with an evaluation.
        """
        earlier = self._earlier
        search = self._search(successors, evaluated)
        for key, (value, function, _) in self._last.items():
            if key not in earlier:
                if function in search:
                    yield key, value
            elif entries := [each for each in self._of(key) if each[1] in search]:
                value, function, requests = entries[-1]
                if all(each[1] != function or each[2] == requests for each in entries):
                    yield key, value

    def _search(self, successors: Mapping[tuple[K, Any, Any], K], evaluated: Container[K]) -> set[int]:
        """Return the functions that are part of the search."""
        last = self._last
        unproven = self._expected.intersection(function for _, function, _ in last.values())
        unproven |= self._expected.intersection(each[1] for earlier in self._earlier.values() for each in earlier)
        for (parent, _, _), child in successors.items():
            if not unproven:
                break
            if parent in last and (child in last or child in evaluated):
                unproven.difference_update(function for _, function, _ in self._of(parent))
        if not unproven:
            return self._expected
        expanded = {parent for parent, _, _ in successors}
        refuted = {function for key in expanded for _, function, _ in self._of(key)}
        search = self._expected - (unproven & refuted)
        return search - (unproven & self._helpers(search))

    def _of(self, key: K) -> list[_Return]:
        return [*self._earlier.get(key, ()), self._last[key]] if key in self._last else []

    def _helpers(self, search: Set[int]) -> set[int]:
        """Return the functions that on some state are called only before another one."""
        found = set()
        for key in self._earlier:
            functions = [function for _, function, _ in self._of(key) if function in search]
            found |= {function for function in functions if function != functions[-1]}
        return found


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

    argument: the name of the one that is a state; empty for an evaluation that has none.
    is_search: True for a function that names a method for successors. Any other may be a helper until successors are
        generated during one of its calls.
    needs_start: its calls are followed from their start. Otherwise the state is read when it returns.
    returns, depth: the number of finished and of open calls while it may be a helper.
    """

    code: CodeType
    argument: str
    is_evaluation: bool
    is_search: bool
    needs_start: bool
    returns: int = 0
    depth: int = 0


class _Calls:
    """The agent's functions, and those calls that have not returned yet.

    A function that returned some times, without successors that were generated meanwhile, is a helper, and is not
    followed any more: most of an agent's calls are to helpers.

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
        if not argument and not is_evaluation:
            return None
        is_search = not is_evaluation and _generates_successors(code)
        if is_search:
            self._listener.expect(code)
        needs_start = not is_search or _rebinds(code, argument)
        return _Function(code, argument, is_evaluation, is_search, needs_start)

    def begin(self, function: _Function, frame: FrameType) -> None:
        """Follow a call from its start."""
        state = frame.f_locals.get(function.argument)
        self._open[id(frame)] = state, self._listener.requests
        function.depth += 1
        if function.is_evaluation:
            self._listener.open_evaluation()

    def end(self, function: _Function, frame: FrameType, result: Any) -> None:
        """Report the value of a call that returns; the result of one that fails is None."""
        if not function.needs_start:
            self._has_search = True
            state = frame.f_locals.get(function.argument)
        elif id(frame) in self._open:
            state, requests_before = self._open.pop(id(frame))
            function.depth -= 1
            if function.is_evaluation:
                self._listener.close_evaluation(state if isinstance(state, self._kind) else None, result)
                return
            if not function.is_search:
                self._look_for_search(function, requests_before)
        else:
            return
        value = result if type(result) is float else _only_number(result)  # a float by far most often
        if value is not None and value == value and isinstance(state, self._kind):
            self._listener.note_return(state, value, function.code)

    def _look_for_search(self, function: _Function, requests_before: int) -> None:
        if self._listener.requests > requests_before:
            function.is_search = self._has_search = True
            function.needs_start = _rebinds(function.code, function.argument)
            self._listener.expect(function.code)
        elif not function.depth:  # a search that calls itself is known when its outermost call returns
            function.returns += 1
            if function.returns >= (_HELPER_RETURNS if self._has_search else _FIRST_RETURNS):
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


def _only_state(code: CodeType, frame: FrameType, kind: type) -> str:
    """Return the name of the argument that is a state; empty if there is not exactly one."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    values = frame.f_locals
    states = [name for name in names if isinstance(values.get(name), kind)]
    return states[0] if len(states) == 1 else ""


def _only_number(result: Any) -> float | None:
    """Return the number in a function's result, or None if there is not exactly one."""
    kind = type(result)
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
