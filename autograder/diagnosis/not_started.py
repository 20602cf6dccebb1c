"""Code that the student has not started to write: stubs, answers without a search, evaluations that are the score."""

import ast
from collections.abc import Sequence, Set
from typing import Final

from autograder.case_types.case import Case
from autograder.case_types.game_case import GameCase
from autograder.diagnosis.bug_names import NO_SEARCH
from autograder.diagnosis.crashes import is_stub
from autograder.failures import FailureKind
from autograder.results import CaseResult
from pacman.berkeley.submission import parsed

SCORES: Final = frozenset(("getScore", "get_score"))
EVALUATION: Final = "evaluationFunction"  # Berkeley's name of the reflex agent's method


def mark_not_started(cases: Sequence[Case], results: Sequence[CaseResult], source: bytes) -> None:
    """Set `not_started` of the failed cases about code that is as a template leaves it; `source` is the student's file.

    The names of the bugs must be known.
    """
    scores: Set[str] | None = None
    for case, result in zip(cases, results, strict=True):
        if result.passed:
            continue
        if result.failure is not None and (is_stub(result.failure.cause) or result.failure.kind is FailureKind.MISSING):
            result.not_started = result.failure.text
        elif result.bug == NO_SEARCH:
            result.not_started = f"{case.agent}.getAction returns an action without a search"
        elif isinstance(case, GameCase) and not result.points:
            scores = functions_of_the_score(source) if scores is None else scores
            evaluation = case.arguments.get("evalFn", f"{case.agent}.{EVALUATION}")
            if evaluation in scores:
                result.not_started = f"{evaluation} returns the score and nothing else"


def functions_of_the_score(source: bytes) -> Set[str]:
    """Return the functions and methods of a file that return the score of a state, as the templates do.

    Methods are named `Class.method`. A file that cannot be parsed has none.
    """
    module = parsed(source)
    if module is None:
        return frozenset()
    found: set[str] = set()
    for statement in module.body:
        match statement:
            case ast.FunctionDef(name=name) if _returns_score(statement):
                found.add(name)
            case ast.ClassDef(name=name, body=body):
                methods = (each for each in body if isinstance(each, ast.FunctionDef) and _returns_score(each))
                found |= {f"{name}.{method.name}" for method in methods}
            case ast.Assign(targets=[ast.Name(id=alias)], value=ast.Name(id=name)) if name in found:
                found.add(alias)
    return found


def _returns_score(function: ast.FunctionDef) -> bool:
    """True if a function assigns some variables, at most, and returns `state.getScore()`."""
    *before, last = function.body
    is_plain = all(isinstance(each, ast.Assign | ast.AnnAssign) or _is_text(each) for each in before)
    match last:
        case ast.Return(value=ast.Call(func=ast.Attribute(value=ast.Name(), attr=name), args=[], keywords=[])):
            return is_plain and name in SCORES
    return False


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
