"""An agent of a submission by the name of its class. Runs where the student's code runs."""

import difflib
import inspect
from types import ModuleType
from typing import Any

from autograder.failures import Failure, FailureKind, StudentFailure


def make_agent(module: ModuleType, name: str, arguments: dict[str, Any]) -> Any:
    """Class(**arguments); a class or method that is not there is a StudentFailure, other errors are the student's."""
    kind = vars(module).get(name)
    if kind is None:
        classes = [key for key, member in vars(module).items() if inspect.isclass(member)]
        near = difflib.get_close_matches(name, classes, n=1, cutoff=0.5)
        hint = f"; there is {near[0]}" if near else ""
        raise StudentFailure(Failure(FailureKind.MISSING, f"no class {name} in your file{hint}"))
    agent = kind(**arguments)
    if not callable(getattr(agent, "getAction", None)):
        raise StudentFailure(Failure(FailureKind.MISSING, f"{name} has no method getAction(self, gameState)"))
    return agent
