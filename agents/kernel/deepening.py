"""Iterative deepening in the kernel: alpha-beta with a transposition table, until a budget is spent."""

import mmap
from array import array
from collections.abc import Callable
from ctypes import addressof, c_char
from dataclasses import dataclass, replace
from math import ceil, inf, isfinite, log2
from time import perf_counter
from typing import Final

from agents.evaluation import Evaluation, LinearEvaluation
from agents.kernel.machine import library
from agents.kernel.memory import deep_stack as m
from agents.kernel.memory import encoding as e
from agents.kernel.packing.packed_layout import PackedLayout, address
from agents.kernel.packing.packed_problem import PackedBoard, PackedEvaluation, Problem, pack_problem
from agents.kernel.search import line_at
from agents.kernel.time_slices import TimeSlices
from agents.search import SearchResult
from agents.search.errors import SearchError
from pacman.directions import Action
from pacman.scoring import GHOST_SCORE, WIN_SCORE
from pacman.state import GameState

ASPIRATION: Final = 25  # points that a value may change from one depth to the next before it is searched again
VALUE_BITS: Final = 61  # bits of the largest value in units
WEIGHT_BITS: Final = 24  # minimal bits of a weight in units: enough to distinguish 1/2047 from 1/2046
LARGEST_RATIO: Final = 2.0**60  # of a weight to the score's
UNIT_BITS: Final = 36  # a unit is 2 ** -36: fine enough for nine digits, too coarse for rounding errors of floats


def deepen(
    state: GameState,
    evaluation: Evaluation,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    max_depth: int | None = None,
    clock: Callable[[], float] = perf_counter,
) -> SearchResult[Action] | None:
    """Return the result of the deepest search that was finished in `seconds` and within `nodes` states.

    It searches one ply, then one round more at a time, up to `max_depth` plies. Value and ties are alpha-beta's at the
    depth of the result (values to 1e-9); `nodes` counts all generated states. Return None if the kernel does not
    support the problem, so that the caller uses `agents.search`.
    """
    if seconds is None and nodes is None and max_depth is None:
        raise SearchError("give a budget: seconds, nodes or a depth")
    budget = _Budget(inf if seconds is None else seconds, inf if nodes is None else nodes, clock)
    problem = pack_problem(state, evaluation)
    if problem is None or not isinstance(evaluation, LinearEvaluation):
        return None
    point = _point(problem.layout, state, evaluation)
    if point is None:
        return None
    return _Deepening(problem, state, evaluation, point, budget).run(min(max_depth or e.MOST_PLIES, e.MOST_PLIES - 1))


class _Spent(Exception):
    """Raised when the budget is spent; caught in this module."""


class _Budget:
    """Limits of seconds and states; counts the states searched and decides when to check the clock next."""

    def __init__(self, seconds: float, nodes: float, clock: Callable[[], float]) -> None:
        self.started = clock()
        self.nodes = 0
        self._deadline, self._limit, self._clock = self.started + seconds, nodes, clock
        self._slices = TimeSlices(clock)

    def seconds(self) -> float:
        return self._clock() - self.started

    def next_slice(self) -> int:
        """Return the number of states to search before the next check; raise _Spent at a limit."""
        if self._slices.begin() >= self._deadline or self.nodes >= self._limit:
            raise _Spent
        return int(min(self._slices.states, self._limit - self.nodes))

    def spend(self, nodes: int) -> None:
        self.nodes += nodes
        self._slices.end(nodes, self._deadline)


class _Table:
    """A transposition table. Allocating and freeing its pages is slow, so searches reuse it."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8 * m.TABLE_SIZE)
        self.address = addressof(c_char.from_buffer(self._memory))
        self._age = 0

    def next_age(self) -> int:
        """Start a new age and return it. A search reads only entries of its age, so earlier ones cannot affect it."""
        self._age += 1
        if self._age == m.AGES:
            self._memory[:] = bytes(len(self._memory))
            self._age = 1
        return self._age


_spare_tables: list[_Table] = []


def _spare_table() -> _Table:
    try:
        return _spare_tables.pop()
    except IndexError:
        return _Table()


@dataclass
class _Child:
    """The state after a root action, its value in units so far, and the line after it."""

    action: Action
    state: PackedBoard | None  # None if the game is over in it
    value: int
    line: list[Action]


class _Deepening:
    """A search by deepening: the root's children, and the memory of the kernel."""

    def __init__(
        self, problem: Problem, state: GameState, evaluation: LinearEvaluation, point: int, budget: _Budget
    ) -> None:
        self._budget = budget
        self._layout = layout = problem.layout
        self._num_agents = state.num_agents
        self._scale = _scale(evaluation)
        self._point = point
        self._is_whole = problem.evaluation.is_whole
        self._control = _control(layout, state.num_agents, evaluation, point)
        self._evaluation = _without_score(layout, evaluation, point)
        self._frames = array("q", bytes(8 * m.FRAME_SIZE * e.MOST_PLIES))
        self._lines = array("q", bytes(8 * e.LINE_SIZE * (e.MOST_PLIES + 1)))
        self._table = _spare_table()
        self._control[m.AGE] = self._table.next_age()
        self._kernel = library.functions()
        self._sees_horizon = False
        self._children = [self._child(state, action, evaluation) for action in state.legal_actions(0)]

    def _child(self, state: GameState, action: Action, evaluation: LinearEvaluation) -> _Child:
        self._budget.nodes += 1
        child = state.successor(0, action)
        if child.is_over:
            return _Child(action, None, self._control[m.END_UNITS] * child.score, [])
        self._sees_horizon = True
        value = round(evaluation(child) / self._scale * self._point)
        return _Child(action, PackedBoard(self._layout, child), value, [])

    def run(self, max_depth: int) -> SearchResult[Action]:
        depth = 1
        answer = self._answer(depth)
        try:
            while self._sees_horizon and depth < max_depth:
                depth = min(depth - depth % self._num_agents + self._num_agents, max_depth)
                self._search_to(depth)
                answer = self._answer(depth)
        except _Spent:
            pass
        finally:
            _spare_tables.append(self._table)
        return replace(
            answer,
            nodes=self._budget.nodes,
            cutoffs=self._control[m.CUTOFFS],
            seconds=self._budget.seconds(),
        )

    def _search_to(self, depth: int) -> None:
        """Find the best children with all ties; the others are only shown to be worse."""
        self._sees_horizon = False
        first, *others = sorted(self._children, key=lambda child: -child.value)
        guess, margin = first.value, ASPIRATION * self._point
        best = self._search(first, depth, guess - margin, guess + margin)
        if abs(best - guess) >= margin:
            best = self._search(first, depth, -m.UNREACHED, m.UNREACHED)
        for child in others:
            if self._search(child, depth, best - 1, best + 1) > best:
                best = self._search(child, depth, best, m.UNREACHED)

    def _search(self, child: _Child, depth: int, lower: int, upper: int) -> int:
        """Return the child's value if it lies between the bounds; otherwise a bound of it on the same side."""
        if child.state is None:
            return child.value
        control, budget = self._control, self._budget
        control[m.PLIES], control[m.LOWER], control[m.UPPER] = depth - 1, lower, upper
        state, maze, items, *_ = child.state.addresses
        own = address(control), address(self._frames)
        self._kernel.begin_deep(*own, state, items, maze)
        arguments = (
            *own,
            address(self._lines),
            self._table.address,
            *child.state.addresses,
            *self._evaluation.addresses,
        )
        while control[m.OUTCOME] == e.PAUSED:  # in slices, so that Python can handle signals in between
            before = control[m.NODES]
            self._kernel.run_deep(*arguments, budget.next_slice())
            budget.spend(control[m.NODES] - before)
        self._sees_horizon |= bool(control[m.SEES_HORIZON])
        child.value = control[m.VALUE]
        child.line = line_at(self._lines, 0)
        return child.value

    def _answer(self, depth: int) -> SearchResult[Action]:
        best = max(self._children, key=lambda child: child.value)  # the first of equals
        value = best.value / self._point * self._scale
        if self._is_whole:
            value = float(round(value))
        return SearchResult(
            action=best.action,
            value=value,
            values={child.action: value for child in self._children if child.value == best.value},
            nodes=0,
            principal_variation=(best.action, *best.line),
            depth=depth,
            complete=not self._sees_horizon,
        )


def _scale(evaluation: LinearEvaluation) -> float:
    """Return the value of a point; values are divided by it, so that the score is an integer."""
    return abs(evaluation.weights.get("score", 0)) or 1


def _point(layout: PackedLayout, state: GameState, evaluation: LinearEvaluation) -> int | None:
    """Return the number of units of a point: the wanted resolution, or the finest one that fits into VALUE_BITS.

    None if integer units do not represent all values with enough digits of the smallest weight.
    """
    scale, weights = _scale(evaluation), [abs(weight) for weight in evaluation.weights.values()]
    if max(weights, default=1.0) / scale >= LARGEST_RATIO:
        return None
    features = sum(weights) * e.MOST_GHOSTS * layout.num_cells / scale
    scores = abs(state.score) + WIN_SCORE + e.MOST_PLIES * e.MOST_GHOSTS * GHOST_SCORE
    fitting = VALUE_BITS - ceil(log2(features + scores))
    point = 1 << max(0, min(fitting, UNIT_BITS + int(scale).bit_length()))
    is_fine = min(filter(None, weights), default=1.0) / scale * point >= 1 << WEIGHT_BITS
    is_finite = isfinite(point / scale)  # the score's weight may be so small that the units overflow
    return point if is_fine and is_finite else None


def _control(layout: PackedLayout, num_agents: int, evaluation: LinearEvaluation, point: int) -> "array[int]":
    weight = evaluation.weights.get("score", 0)
    control = array("q", bytes(8 * m.CONTROL_SIZE))
    control[m.CELLS] = layout.num_cells
    control[m.AGENT] = 1 % num_agents
    control[m.SCORE_UNITS] = control[m.END_UNITS] = (weight > 0) * point - (weight < 0) * point
    if "score" not in evaluation.weights:  # only final states use the score, so the table must distinguish scores
        control[m.END_UNITS] = point
        control[m.KEYS_SCORE] = 1
    return control


def _without_score(layout: PackedLayout, evaluation: LinearEvaluation, point: int) -> PackedEvaluation:
    """Return the evaluation without the score, in units."""
    others = {name: weight for name, weight in evaluation.weights.items() if name != "score"}
    packed = PackedEvaluation(others, layout, 0 if others else e.SCORE_ALONE)
    packed.weights[0] = point / _scale(evaluation)
    return packed
