"""Book-keeping of a depth-first search, so that each algorithm consists only of its recursion."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Generic, TypeVar

from agents.search.contract import MAX, A, Game, S, SearchResult
from agents.search.support.trace import Recursion, Trace, max_or_min
from agents.search.support.validation import (
    Evaluation,
    checked_evaluation,
    checked_utility,
    horizon_of,
    root_actions,
)

Value = TypeVar("Value")  # a number, or a vector of them

# A line of play as linked pairs: (action, rest of the line). Prepending an action takes one small tuple, however long
# the line is; that matters, because it happens at almost every inner node.
Line = tuple[A, "Line[A]"] | None

WindowSearch = Callable[[S, int, float, float], float]  # (state, ply, alpha, beta) -> value


class DepthFirst(Generic[S, A]):
    """State of one search: its root, leaf values, counters and result.

    choices: the actions at the root.
    lines[ply]: the best line from the state last searched at that ply. Right after a child has been searched,
        lines[ply + 1] is the child's line.
    nodes: states visited, not counting the root.
    complete: no state has been evaluated at the horizon so far.
    """

    __slots__ = ("_started", "choices", "complete", "game", "horizon", "lines", "nodes", "result", "root", "trace")

    def __init__(self, game: Game[S, A], root: S, depth: int | None, trace: Trace[S, A] | None = None) -> None:
        self._started = perf_counter()
        self.game, self.root, self.trace = game, root, trace
        self.choices = root_actions(game, root)
        self.horizon = horizon_of(depth)
        self.result = game.result if trace is None else trace.start(game, root)
        self.lines: dict[int, Line[A]] = {}
        self.nodes = 0
        self.complete = True

    def leaves(self, evaluate: Evaluation[S] | None) -> Callable[[S, int], float | None]:
        """Return the first step of a recursion: a function that returns the value of a leaf, None for other states."""
        return self.leaves_of(checked_utility(self.game), checked_evaluation(evaluate))

    def leaves_of(
        self, utility: Callable[[S], Value], evaluate: Callable[[S], Value]
    ) -> Callable[[S, int], Value | None]:
        """Return the same as `leaves`, with values of any type."""
        terminal, horizon, lines = self.game.terminal_test, self.horizon, self.lines

        def leaf(state: S, ply: int, /) -> Value | None:
            self.nodes += 1
            lines[ply] = None
            if terminal(state):
                return utility(state)
            if ply == horizon:
                self.complete = False
                return evaluate(state)
            return None

        return leaf

    def traced(self, value: Recursion, role: Callable[[int], str] = max_or_min) -> Recursion:
        """Return the recursion, wrapped if there is a trace; `role` returns the name of a player's role."""
        return value if self.trace is None else self.trace.watch(value, self.horizon, role)

    def root_values(self, value: Callable[[S, int], Value]) -> tuple[dict[A, Value], dict[A, Line[A]]]:
        """Return the value of every action at the root, and its expected line of play."""
        values, lines = {}, {}
        for action in self.choices:
            values[action] = value(self.result(self.root, action), 1)
            lines[action] = self.lines[1]
        return values, lines

    def answer_of(self, value: Callable[[S, int], float]) -> SearchResult[A]:
        """Return the result of a search that computes the value of every action at the root."""
        return self.answer(*self.root_values(value))

    def answer(self, values: dict[A, float], lines: dict[A, Line[A]], cutoffs: int = 0) -> SearchResult[A]:
        """Return the result; `lines` holds the expected line after each action. Ties go to the first action."""
        choose = max if self.game.player(self.root) == MAX else min
        best = choose(values, key=values.__getitem__)
        value = values[best]
        return SearchResult(best, value, values, cutoffs=cutoffs, **self.figures(best, lines[best], value))

    def figures(self, best: A, line: Line[A], value: object) -> dict[str, Any]:
        """Return the fields of a result that all searches share, and close the trace with the root's value."""
        if self.trace is not None:
            self.trace.close(value)
        return {
            "nodes": self.nodes,
            "principal_variation": unrolled(best, line),
            "depth": max(self.lines),
            "seconds": perf_counter() - self._started,
            "complete": self.complete,
        }


def unrolled(action: A, line: Line[A]) -> tuple[A, ...]:
    """Return `action` and the linked `line` after it as a flat tuple."""
    flat = [action]
    while line is not None:
        action, line = line
        flat.append(action)
    return tuple(flat)
