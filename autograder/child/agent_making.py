"""An agent of a submission by the name of its class. Runs where the student's code runs."""

import difflib
import inspect
from types import ModuleType
from typing import Any, Final

from autograder.failures import Failure, FailureKind, StudentFailure
from pacman.agent_code.agent_arguments import as_spelled_by

ALIKE: Final = 0.7  # a typing error, not another of the assignment's agents


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


def _own_classes(module: ModuleType) -> list[str]:
    """The classes that a file defines itself, without those that it imports."""
    members = vars(module).items()
    return [key for key, member in members if inspect.isclass(member) and member.__module__ == module.__name__]
