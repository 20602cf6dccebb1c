"""Parse the `ghosts` of a case: a Python expression for a list of ghosts, which is never executed.

Lists and list comprehensions of known ghosts are supported, with numbers and strings as arguments:
`[RandomGhost(1), DirectionalGhost(2, prob_attack=0.5)]`, `[RandomGhost(i+1) for i in range(2)]`.
"""

import ast
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from agents.registry import GHOSTS
from autograder.errors import GradingError
from pacman.chances import RandomSource

MOST_GHOSTS: Final = 100
_OPERATIONS: Final = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


@dataclass(frozen=True)
class GhostPlan:
    """A ghost that can be created as soon as its rng is known."""

    kind: type
    arguments: tuple[Any, ...]
    options: Mapping[str, Any]

    def make(self, rng: RandomSource) -> Any:
        return self.kind(*self.arguments, **self.options, rng=rng)


def read_ghosts(expression: str) -> list[GhostPlan]:
    """Return the ghosts of an expression; raise GradingError for any other expression."""
    try:
        plans = _value(ast.parse(expression.strip(), mode="eval").body, {})
    except GradingError:
        raise
    except SyntaxError as error:
        raise GradingError(f"ghosts is {expression!r}: {error.msg}") from error
    except (RecursionError, MemoryError, ValueError) as error:
        raise GradingError(f"ghosts is {expression[:100]!r}…: {error}") from error
    if not isinstance(plans, list) or not all(isinstance(plan, GhostPlan) for plan in plans):
        raise GradingError(f"ghosts is {expression!r}; expected a list of ghosts such as [RandomGhost(1)]")
    for plan in plans:
        try:
            plan.make(rng=_ZeroRng())
        except (TypeError, ValueError) as error:
            raise GradingError(f"ghosts is {expression!r}: {plan.kind.__name__}: {error}") from error
    return plans


class _ZeroRng:
    """An rng for ghosts that are created only to check their arguments."""

    def random(self) -> float:
        return 0.0


def _value(node: ast.expr, names: Mapping[str, int]) -> Any:
    match node:
        case ast.Constant(value=int() | float() | str() as value):
            return value
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand, names)
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _OPERATIONS:
            return _OPERATIONS[type(op)](_number(left, names), _number(right, names))
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return _some([_value(item, names) for item in items])
        case ast.ListComp(elt=item, generators=[ast.comprehension(target=ast.Name(id=name), iter=source, ifs=[])]):
            return _some([_value(item, {**names, name: number}) for number in _numbers(source, names)])
        case ast.Call(func=ast.Name(id=kind), args=arguments, keywords=options) if kind in GHOSTS:
            return GhostPlan(
                GHOSTS[kind],
                tuple(_value(argument, names) for argument in arguments),
                {str(option.arg): _value(option.value, names) for option in options},
            )
        case ast.Call(func=ast.Name(id=kind)) if kind != "range":
            raise GradingError(GHOSTS.message(kind))
    raise GradingError(f"{ast.unparse(node)!r} in ghosts is not understood; expected a list such as [RandomGhost(1)]")


def _number(node: ast.expr, names: Mapping[str, int]) -> Any:
    value = _value(node, names)
    if not isinstance(value, int | float) or abs(value) > 1e6:
        raise GradingError(f"{ast.unparse(node)!r} in ghosts is not a number")
    return value


def _numbers(node: ast.expr, names: Mapping[str, int]) -> list[int]:
    """Return the numbers that a comprehension iterates over."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        bounds = [_number(argument, names) for argument in node.args]
        if not 1 <= len(bounds) <= 3 or not all(isinstance(bound, int) for bound in bounds) or bounds[2:] == [0]:
            raise GradingError(f"{ast.unparse(node)!r} in ghosts is not a valid range")
        numbers = range(*bounds)
        return list(numbers[: MOST_GHOSTS + 1])
    return list(_value(node, names))


def _some(items: list[Any]) -> list[Any]:
    if len(items) > MOST_GHOSTS:
        raise GradingError(f"more than {MOST_GHOSTS} ghosts")
    return items
