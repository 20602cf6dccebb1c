"""Validation of the arguments of a search: the depth, the leaf values, the root."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from math import inf
from numbers import Integral, Real
from typing import Any, NoReturn, Protocol, TypeVar, cast

from agents.search.contract import CHANCE, MAX, A, Game, S, SearchResult
from agents.search.errors import EmptyTreeError, EvaluationError, GameError, SearchError
from agents.search.support.game_proxy import original

Evaluation = Callable[[S], float]
Vector = tuple[float, ...]  # one number for each player
VectorEvaluation = Callable[[S], Sequence[float]]
Search = TypeVar("Search", bound=Callable[..., Any])


class DepthSearch(Protocol[S, A]):
    """Any search of this package that looks a number of plies ahead."""

    def __call__(
        self, game: Game[S, A], state: S, /, *, depth: int | None, evaluate: Evaluation[S] | None
    ) -> SearchResult[A]: ...


def horizon_of(depth: int | None) -> float:
    """Return the ply at which a search stops; infinity for None."""
    if depth is None:
        return inf
    return positive("depth", depth)


def positive(name: str, number: int) -> int:
    """Return `number`; raise SearchError unless it is a positive integer."""
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 1:
        raise SearchError(f"{name} must be a positive whole number, not {number!r}")
    return int(number)


def number_from(value: object, source: str) -> float:
    """Return `value` as a plain number; raise EvaluationError for NaN and strings.

    Infinities, numpy's numbers and bools are numbers.
    """
    if isinstance(value, Integral):
        return int(value)
    if not isinstance(value, Real):
        raise EvaluationError(f"{source} returned {value!r}, which is not a number")
    plain = float(value)
    if plain != plain:
        raise EvaluationError(f"{source} returned NaN")
    return plain


def checked_evaluation(evaluate: Evaluation[S] | None) -> Evaluation[S]:
    """Return `evaluate` wrapped for use at the horizon: it returns a number or raises EvaluationError."""
    if evaluate is None:
        return _missing_evaluation
    return _checked(evaluate, f"evaluation {_name_of(evaluate)}")


def checked_vectors(evaluate: VectorEvaluation[S] | None, players: int) -> Callable[[S], Vector]:
    """Return `evaluate` wrapped for max^n: it returns a number for each player or raises EvaluationError."""
    if evaluate is None:
        return _missing_evaluation
    source = f"evaluation {_name_of(evaluate)}"

    def vector(state: S) -> Vector:
        try:
            numbers = tuple(evaluate(state))
        except (SearchError, RecursionError):
            raise
        except Exception as cause:
            raise _raised(source, cause) from cause
        if len(numbers) != players:
            raise EvaluationError(f"{source} returned {numbers!r} in {state!r}; expected {players} numbers")
        return tuple(number_from(number, source) for number in numbers)

    return vector


def checked_utility(game: Game[S, A], player: int = MAX) -> Evaluation[S]:
    """Return the utility for one player as a function, checked like an evaluation."""
    utility = game.utility
    return _checked(lambda state: utility(state, player), f"utility of {type(original(game)).__name__}")


def root_actions(game: Game[S, A], state: S) -> Sequence[A]:
    """Return the actions at the root; raise EmptyTreeError if there is no choice."""
    if game.terminal_test(state):
        raise EmptyTreeError(f"nothing to search: the game is over in {state!r}")
    if game.player(state) == CHANCE:
        raise EmptyTreeError(f"nothing to choose: chance moves in {state!r}")
    actions = game.actions(state)
    if not actions:
        raise EmptyTreeError(f"nothing to search: no actions in {state!r}")
    return actions


def no_actions(state: S) -> GameError:
    """Return the error for a state that is not terminal but has no actions."""
    return GameError(f"no actions although the state is not terminal: {state!r}")


def bad_average(total: float, weight: float, state: S) -> SearchError:
    """Return the error for an undefined average: the weights are not a distribution, or both infinities occur."""
    if total != total and 0.999999 < weight < 1.000001:
        return EvaluationError(f"the values below {state!r} include both infinities; they have no average")
    return GameError(f"the probabilities in {state!r} are not a distribution; expected none below 0 and a sum of 1")


def explain_recursion(search: Search) -> Search:
    """Decorate a search: raise SearchError for lines too long for Python's stack, which are usually endless."""

    @functools.wraps(search)
    def explained(*arguments: Any, **options: Any) -> Any:
        try:
            return search(*arguments, **options)
        except RecursionError as cause:
            raise SearchError(
                f"{search.__name__} met lines longer than Python can recurse; is the game endless? Give a smaller depth"
            ) from cause

    return cast(Search, explained)


def _checked(leaf: Evaluation[S], source: str) -> Evaluation[S]:
    """Wrap a leaf value. It runs at every leaf, so the usual case, a float that is not NaN, takes two comparisons."""

    def value(state: S) -> float:
        try:
            value = leaf(state)
        except (SearchError, RecursionError):
            raise
        except Exception as cause:
            raise _raised(source, cause) from cause
        kind = type(value)
        if (kind is float and value == value) or kind is int:
            return value
        return number_from(value, source)

    return value


def _raised(source: str, cause: Exception) -> EvaluationError:
    return EvaluationError(f"{source} raised {type(cause).__name__}: {cause}")


def _missing_evaluation(state: object) -> NoReturn:
    raise SearchError(f"the search reached its depth limit in {state!r}; pass an evaluation, or a larger depth")


def _name_of(function: object) -> str:
    return getattr(function, "__name__", None) or type(function).__name__
