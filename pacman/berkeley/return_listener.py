"""Record the values that an agent's functions return for states, by means of the interpreter's profile hook.

If a function is called with one state, generates successors and returns a number, alone or in a tuple with other
objects, this number is taken as the value of the state in the search. The agent's code is not modified. Calls of the
agent's evaluation are recorded in the same way, wherever they come from: a cache may hold a reference to it.
"""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_GENERATOR
from math import isnan
from types import CodeType, FrameType
from typing import Any, Final, Protocol

from pacman.state import GameState

_OURS: Final = ("pacman.", "agents.", "autograder.")


class Listener(Protocol):
    """Receiver of the values.

    requests: the number of successors that have been generated so far.
    """

    requests: int

    def conclude(self, state: GameState, value: float, /) -> None: ...
    def open_evaluation(self) -> None: ...
    def close_evaluation(self, state: GameState | None, value: Any, /) -> None: ...


@contextmanager
def listening_to_returns(listener: Listener, evaluation: CodeType | None = None) -> Iterator[None]:
    """Report to the listener each value that a function returns in this thread, and each call of `evaluation`."""
    calls: list[tuple[GameState | None, int]] = []  # the agent's functions that have not returned yet
    is_agents: dict[int, bool] = {}  # by the identity of the code object: hashing one is slow
    alive: list[CodeType] = []

    def listen(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call" and event != "return":  # faster than a look-up in a set
            return
        code = frame.f_code
        is_agent = is_agents.get(id(code))
        if is_agent is None:
            is_agent = is_agents[id(code)] = code is evaluation or _may_search(code, frame)
            alive.append(code)
        if not is_agent:
            return
        if event == "call":
            calls.append((_only_state(code, frame), listener.requests))
            if code is evaluation:
                listener.open_evaluation()
        elif calls:
            state, before = calls.pop()
            if code is evaluation:
                listener.close_evaluation(state, argument)
            elif state is not None and listener.requests > before and (value := _only_number(argument)) is not None:
                listener.conclude(state, value)

    previous = sys.getprofile()
    sys.setprofile(listen)
    try:
        yield
    finally:
        sys.setprofile(previous)


def code_of_evaluation(evaluation: Any) -> CodeType | None:
    """Return the code of an evaluation of states; None if it is not written in Python or takes an action as well."""
    code = getattr(inspect.unwrap(evaluation) if callable(evaluation) else None, "__code__", None)
    if not isinstance(code, CodeType):
        return None
    arguments = code.co_argcount - inspect.ismethod(evaluation)
    return code if arguments == 1 and not code.co_flags & CO_GENERATOR else None


def _may_search(code: CodeType, frame: FrameType) -> bool:
    """True for a function of the agent's that takes arguments and is no generator, whose yields are not results."""
    name = str(frame.f_globals.get("__name__", ""))
    return bool(code.co_argcount) and not code.co_flags & CO_GENERATOR and not name.startswith(_OURS)


def _only_state(code: CodeType, frame: FrameType) -> GameState | None:
    """Return the state among a function's arguments, or None if there is not exactly one."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    values = frame.f_locals
    states = [value for name in names if isinstance(value := values.get(name), GameState)]
    return states[0] if len(states) == 1 else None


def _only_number(result: Any) -> float | None:
    """Return the number in a function's result, or None if there is not exactly one."""
    parts = result if isinstance(result, tuple) else (result,)
    numbers = [float(part) for part in parts if isinstance(part, int | float) and not isinstance(part, bool)]
    return numbers[0] if len(numbers) == 1 and not isnan(numbers[0]) else None
