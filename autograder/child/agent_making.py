"""Create agents of a submission by the name of their class. Runs in the process of the student's code."""

import gc
import inspect
from collections.abc import Iterator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

from autograder.failures import Cause, CauseKind, FailureKind, StudentFailure, worded
from pacman.agent_code.agent_arguments import as_spelled_by

ALIKE: Final = 0.7  # similarity of names: high enough for a typo, too high for another of the assignment's agents

_IS_CALLED: Final = "_is_called"  # an attribute of a watched function
NEGATED_EVALUATION: Final = "negatedEvaluationFunction"  # passed to a constructor as evalFn


def make_agent(module: ModuleType, name: str, arguments: dict[str, Any], is_negated: bool) -> tuple[Any, bool]:
    """Return an instance of the class of this name, and True if its evaluation is negated, as `is_negated` requests.

    Raise StudentFailure if the class or its getAction is missing. Exceptions of the student's constructor are not
    caught.
    """
    if is_negated and (agent := _made_negated(module, name, arguments)) is not None:
        return agent, True
    return _made(module, name, arguments), False


def _made(module: ModuleType, name: str, arguments: dict[str, Any]) -> Any:
    kind = vars(module).get(name)
    if kind is None:
        from difflib import get_close_matches  # seldom needed, and every child would load it

        near = get_close_matches(name, _own_classes(module), n=1, cutoff=ALIKE)
        cause = Cause(CauseKind.MISSING_CLASS, name, context="".join(near))
        raise StudentFailure(worded(FailureKind.MISSING, cause))
    agent = kind(**as_spelled_by(kind, arguments))
    if not hasattr(agent, "getAction") and hasattr(agent, "get_action"):
        agent.getAction = agent.get_action
    if not callable(getattr(agent, "getAction", None)):
        raise StudentFailure(worded(FailureKind.MISSING, Cause(CauseKind.MISSING_METHOD, name)))
    return agent


class EvaluationWatch:
    """Notes whether the evaluation that a constructor is given by its name in the submission is ever called."""

    def __init__(self, module: ModuleType, arguments: dict[str, Any]) -> None:
        name = arguments.get("evalFn")
        evaluation = vars(module).get(name) if isinstance(name, str) else None
        self._watched: FunctionType | None = None
        if isinstance(evaluation, FunctionType):
            self._watched = evaluation if hasattr(evaluation, _IS_CALLED) else _watched(evaluation)
        if self._watched is not None:
            setattr(self._watched, _IS_CALLED, False)

    @property
    def is_unused(self) -> bool:
        """True if the evaluation is watched, and was not called so far."""
        return self._watched is not None and not getattr(self._watched, _IS_CALLED, True)


def _watched(evaluation: FunctionType) -> FunctionType | None:
    """Replace a function in all modules by one that notes its calls, and return that.

    Return None and replace nothing if anything but modules refers to the function, such as a table of evaluations: the
    agent may take it from there.
    """
    # A nested function or comprehension that used `evaluation` here would refer to it, too.
    holders = [holder for holder in gc.get_referrers(evaluation) if not isinstance(holder, FrameType)]
    if not all(isinstance(holder, dict) and "__builtins__" in holder for holder in holders):
        return None
    noted = _noting_calls(evaluation)
    for names in holders:
        _replace(names, evaluation, noted)
    return noted


def _replace(names: dict[str, Any], old: object, new: object) -> None:
    for key in [key for key, value in names.items() if value is old]:  # better has two names
        names[key] = new


def _noting_calls(evaluation: FunctionType) -> FunctionType:
    @wraps(evaluation)
    def noted(*values: Any, **named: Any) -> Any:
        setattr(noted, _IS_CALLED, True)
        return evaluation(*values, **named)

    assert isinstance(noted, FunctionType)
    return noted


def _made_negated(module: ModuleType, name: str, arguments: dict[str, Any]) -> Any:
    """Return an agent whose evaluation is its own evaluation negated; None if none can be created.

    The negated function is passed to the constructor by name, as `evalFn`, like any other evaluation, so that the
    constructor treats it in the same way. If it does not become the agent's `evaluationFunction`, a test with it would
    say nothing about the search.
    """
    own = _evaluation_of(_made(module, name, arguments))
    if callable(own):

        def negated(*values: Any, **named: Any) -> Any:
            return -own(*values, **named)

        for names in _namespaces(module, vars(module)[name]):
            names[NEGATED_EVALUATION] = negated
            with suppress(Exception):
                agent = _made(module, name, {**arguments, "evalFn": NEGATED_EVALUATION})
                if _evaluation_of(agent) is negated:
                    return agent
            del names[NEGATED_EVALUATION]  # util.lookup rejects a name that is defined in two files
    return None


def _evaluation_of(agent: Any) -> Any:
    with suppress(Exception):  # a property may raise anything
        return agent.evaluationFunction
    return None


def _namespaces(module: ModuleType, kind: Any) -> Iterator[dict[str, Any]]:
    """Yield the namespaces of the submission's file and of the files beside it that define the agent's constructor."""
    yield vars(module)
    seen = {str(module.__file__)}
    for each in getattr(kind, "__mro__", ()):
        names = getattr(vars(each).get("__init__"), "__globals__", {})
        file = str(names.get("__file__"))
        if file not in seen and Path(file).parent == Path(str(module.__file__)).parent:
            seen.add(file)
            yield names


def _own_classes(module: ModuleType) -> list[str]:
    """Return the names of the classes that a module defines itself, without imported ones."""
    members = vars(module).items()
    return [key for key, member in members if inspect.isclass(member) and member.__module__ == module.__name__]
