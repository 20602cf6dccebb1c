"""An agent of a submission by the name of its class. Runs where the student's code runs."""

import difflib
import inspect
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from autograder.failures import Failure, FailureKind, StudentFailure
from pacman.agent_code.agent_arguments import as_spelled_by

ALIKE: Final = 0.7  # a typing error, not another of the assignment's agents

NEGATED_EVALUATION: Final = "negatedEvaluationFunction"  # the evalFn under which a constructor finds it


def make_agent(module: ModuleType, name: str, arguments: dict[str, Any]) -> Any:
    """Class(**arguments); a class or method that is not there is a StudentFailure, other errors are the student's."""
    kind = vars(module).get(name)
    if kind is None:
        near = difflib.get_close_matches(name, _own_classes(module), n=1, cutoff=ALIKE)
        hint = f"; there is {near[0]}" if near else ""
        raise StudentFailure(Failure(FailureKind.MISSING, f"no class {name} in your file{hint}"))
    agent = kind(**as_spelled_by(kind, arguments))
    if not hasattr(agent, "getAction") and hasattr(agent, "get_action"):
        agent.getAction = agent.get_action
    if not callable(getattr(agent, "getAction", None)):
        raise StudentFailure(Failure(FailureKind.MISSING, f"{name} has no method getAction(self, gameState)"))
    return agent


def make_negated_agent(module: ModuleType, name: str, arguments: dict[str, Any]) -> tuple[Any, bool]:
    """Make an agent whose evaluation is its own one negated, and return it with True.

    The negated function is handed to the constructor as `evalFn`, by name, as a player's would be: whatever the
    constructor does with an evaluation is done with this one. Where it does not become the agent's
    `evaluationFunction`, nothing can be said about a search that ignores it: the agent is made as usual, with False.
    """
    own = _evaluation_of(make_agent(module, name, arguments))
    if callable(own):

        def negated(*values: Any, **named: Any) -> Any:
            return -own(*values, **named)

        for names in _namespaces(module, vars(module)[name]):
            names[NEGATED_EVALUATION] = negated
            with suppress(Exception):
                agent = make_agent(module, name, {**arguments, "evalFn": NEGATED_EVALUATION})
                if _evaluation_of(agent) is negated:
                    return agent, True
            del names[NEGATED_EVALUATION]  # in two files it would be ambiguous for util.lookup
    return make_agent(module, name, arguments), False


def _evaluation_of(agent: Any) -> Any:
    with suppress(Exception):  # a property may raise anything
        return agent.evaluationFunction
    return None


def _namespaces(module: ModuleType, kind: Any) -> Iterator[dict[str, Any]]:
    """The names of the submission's file, then of those beside it in which a constructor of the agent is written."""
    yield vars(module)
    seen = {str(module.__file__)}
    for each in getattr(kind, "__mro__", ()):
        names = getattr(vars(each).get("__init__"), "__globals__", {})
        file = str(names.get("__file__"))
        if file not in seen and Path(file).parent == Path(str(module.__file__)).parent:
            seen.add(file)
            yield names


def _own_classes(module: ModuleType) -> list[str]:
    """The classes that a file defines itself, without those that it imports."""
    members = vars(module).items()
    return [key for key, member in members if inspect.isclass(member) and member.__module__ == module.__name__]
