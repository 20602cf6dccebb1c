"""Path search: a single agent without opponents looks for a path to a goal.

All five searches are the same loop. It keeps a frontier of states to expand, and a set of states already expanded, so
that it does not run in circles (graph search). They differ only in the choice of the next state of the frontier:

    depth-first         one found most recently         finds some path
    breadth-first       the one found first             fewest actions
    uniform-cost        least cost so far, g            cheapest path
    greedy best-first   least estimated cost to go, h   some path, often quickly
    A*                  least g + h                     cheapest path, if h never overestimates (is admissible)

Ties go to the state found first; successors are found in the order in which the problem lists them.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeVar

from agents.search.contract import A, S
from agents.search.errors import SearchError
from agents.search.support.validation import number_from

Heuristic = Callable[[S], float]
A_co = TypeVar("A_co", covariant=True)


class PathProblem(Protocol[S, A_co]):
    """A start, a goal test, and the successors of a state: (action, next state, cost), with costs of 0 or more."""

    @property
    def start(self) -> S: ...

    def is_goal(self, state: S, /) -> bool: ...

    def successors(self, state: S, /) -> Iterable[tuple[A_co, S, float]]: ...


@dataclass(frozen=True, slots=True)
class Path(Generic[S, A]):
    """A path from the start to a goal. `states` begins with the start; `expanded` counts the states expanded."""

    actions: tuple[A, ...]
    states: tuple[S, ...]
    cost: float
    expanded: int


def depth_first(problem: PathProblem[S, A]) -> Path[S, A] | None:
    """Return some path, or None. It follows the first successor as far as possible."""
    return _search(problem, lambda expanded, cost, state: -expanded)


def breadth_first(problem: PathProblem[S, A]) -> Path[S, A] | None:
    """Return a path with the fewest actions, or None."""
    return _search(problem, lambda expanded, cost, state: 0)


def uniform_cost(problem: PathProblem[S, A]) -> Path[S, A] | None:
    """Return a cheapest path, or None."""
    return _search(problem, lambda expanded, cost, state: cost)


def greedy_best_first(problem: PathProblem[S, A], heuristic: Heuristic[S]) -> Path[S, A] | None:
    """Return some path, or None. It always expands the state that seems nearest to a goal."""
    return _search(problem, lambda expanded, cost, state: number_from(heuristic(state), "the heuristic"))


def a_star(problem: PathProblem[S, A], heuristic: Heuristic[S], *, reopen: bool = True) -> Path[S, A] | None:
    """Return a path, or None; it is a cheapest one if the heuristic never overestimates.

    The heuristic need not be consistent: a state is expanded again when a cheaper path to it is found. Without `reopen`
    every state is expanded once, as in the simplest graph search; the heuristic must then be consistent, too. An
    estimate below 0 counts as 0: no path costs less, so this never overestimates, and a goal with a negative estimate
    would otherwise be found before cheaper ones.
    """

    def priority(expanded: int, cost: float, state: S) -> float:
        return cost + max(0, number_from(heuristic(state), "the heuristic"))

    return _search(problem, priority, reopen)


class _Step(NamedTuple, Generic[S, A]):
    """A state on the frontier, and the path to it as a linked list."""

    state: S
    cost: float
    origin: tuple[_Step[S, A], A] | None  # the step before, and the action taken there


def _search(
    problem: PathProblem[S, A], priority: Callable[[int, float, S], float], reopen: bool = False
) -> Path[S, A] | None:
    found = 0
    frontier: list[tuple[float, int, _Step[S, A]]] = [(0, found, _Step(problem.start, 0, None))]
    expanded: dict[S, float] = {}
    expansions = 0
    while frontier:
        _, _, step = heapq.heappop(frontier)
        state, cost, _ = step
        if state in expanded and not (reopen and cost < expanded[state]):  # the frontier may hold a state several times
            continue
        if problem.is_goal(state):
            return _path(step, expansions)
        expanded[state] = cost
        expansions += 1
        for action, successor, price in problem.successors(state):
            if not price >= 0:  # in this form, NaN is refused, too
                raise SearchError(f"action {action!r} in {state!r} costs {price!r}; costs must be 0 or more")
            total = cost + price
            if successor not in expanded or (reopen and total < expanded[successor]):
                found += 1  # of equal priorities, the first found is next; steps themselves cannot be compared
                onward = _Step(successor, total, (step, action))
                heapq.heappush(frontier, (priority(expansions, total, successor), found, onward))
    return None


def _path(last: _Step[S, A], expansions: int) -> Path[S, A]:
    actions, states = [], [last.state]
    step = last
    while step.origin is not None:
        step, action = step.origin
        actions.append(action)
        states.append(step.state)
    return Path(tuple(reversed(actions)), tuple(reversed(states)), last.cost, expansions)


@dataclass(frozen=True, slots=True)
class HeuristicReport(Generic[S, A]):
    """The faults of a heuristic.

    overestimates: (state, estimate, true cost to the nearest goal).
    negatives: (state, estimate) where the estimate is below 0, less than any path costs.
    inconsistencies: (state, action, next state) where the estimate falls by more than the action costs.
    """

    states: int
    overestimates: tuple[tuple[S, float, float], ...]
    negatives: tuple[tuple[S, float], ...]
    inconsistencies: tuple[tuple[S, A, S], ...]

    @property
    def admissible(self) -> bool:
        """True if estimates are never below 0 and never above the true cost; they are then 0 at goals."""
        return not self.overestimates and not self.negatives

    @property
    def consistent(self) -> bool:
        """True if it is admissible and no action lowers the estimate by more than the action costs."""
        return not self.inconsistencies and self.admissible


def check_heuristic(
    problem: PathProblem[S, A], heuristic: Heuristic[S], *, max_states: int = 100_000
) -> HeuristicReport[S, A]:
    """Compare a heuristic with the true costs in every reachable state; raise SearchError beyond `max_states`."""
    ways: dict[S, list[tuple[A, S, float]]] = {}
    pending = [problem.start]
    while pending:
        state = pending.pop()
        if state not in ways:
            ways[state] = list(problem.successors(state))
            pending += [successor for _, successor, _ in ways[state]]
        if len(ways) > max_states:
            raise SearchError(f"more than {max_states} states can be reached; check the heuristic on a smaller problem")
    estimates = {state: number_from(heuristic(state), "the heuristic") for state in ways}
    costs = _costs_to_go(problem, ways)
    slack = 1e-9  # sums of costs have rounding errors
    return HeuristicReport(
        states=len(ways),
        overestimates=tuple(
            (state, estimate, costs[state]) for state, estimate in estimates.items() if estimate > costs[state] + slack
        ),
        negatives=tuple((state, estimate) for state, estimate in estimates.items() if estimate < -slack),
        inconsistencies=tuple(
            (state, action, successor)
            for state in ways
            for action, successor, price in ways[state]
            if estimates[state] > price + estimates[successor] + slack
        ),
    )


def _costs_to_go(problem: PathProblem[S, A], ways: dict[S, list[tuple[A, S, float]]]) -> dict[S, float]:
    """Return the true cost from every state to its nearest goal, by uniform-cost search backwards from all goals."""
    backwards: dict[S, list[tuple[S, float]]] = {state: [] for state in ways}
    for state, onward in ways.items():
        for _, successor, price in onward:
            backwards[successor].append((state, price))
    costs = dict.fromkeys(ways, inf)
    goals = [state for state in ways if problem.is_goal(state)]
    frontier: list[tuple[float, int, S]] = [(0, index, goal) for index, goal in enumerate(goals)]
    found = len(frontier)
    while frontier:
        cost, _, state = heapq.heappop(frontier)
        if cost < costs[state]:
            costs[state] = cost
            for before, price in backwards[state]:
                found += 1
                heapq.heappush(frontier, (cost + price, found, before))
    return costs
