"""The book-keeping of a depth-first search, so that each algorithm is its recursion and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Generic, TypeVar

from agents.search.contract import MAX, A, Game, S, SearchResult
from agents.search.support.trace import Recursion, Trace, max_or_min
from agents.search.support.validation import horizon_of, root_actions

Value = TypeVar("Value")  # a number, or a vector of them

# A line of play as linked pairs: (action, rest of the line). Lengthening a line by one action at its front is one small
# tuple, however long the line is; that matters, since it happens at almost every inner node.
Line = tuple[A, "Line[A]"] | None

WindowSearch = Callable[[S, int, float, float], float]  # (state, ply, alpha, beta) -> value


class DepthFirst(Generic[S, A]):
    """One search: where it starts, what its leaves are worth, what it counts, and how it answers.

    choices: the actions at the root.
    lines[ply]: the best line from the state last searched at that ply. Right after a child has been searched,
        lines[ply + 1] is the child's line.
    nodes: states visited, the root not counted.
    complete: no state was judged at the horizon so far.
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

    def leaves(self, utility: Callable[[S], Value], evaluate: Callable[[S], Value]) -> Callable[[S, int], Value | None]:
        """What a search asks first of every state: its value if nothing is searched below it, else None."""
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
        """The recursion, recorded if somebody wants a trace; `role` says what the player of a node does."""
        return value if self.trace is None else self.trace.watch(value, self.horizon, role)

    def root_values(self, value: Callable[[S, int], Value]) -> tuple[dict[A, Value], dict[A, Line[A]]]:
        """The value of every action at the root, and the line of play that it expects."""
        values, lines = {}, {}
        for action in self.choices:
            values[action] = value(self.result(self.root, action), 1)
            lines[action] = self.lines[1]
        return values, lines

    def answer_of(self, value: Callable[[S, int], float]) -> SearchResult[A]:
        """The answer of a search that values every action at the root."""
        return self.answer(*self.root_values(value))

    def answer(self, values: dict[A, float], lines: dict[A, Line[A]], cutoffs: int = 0) -> SearchResult[A]:
        """What the search found out; `lines` says what it expects after each action. Ties go to the first."""
        choose = max if self.game.player(self.root) == MAX else min
        best = choose(values, key=values.__getitem__)
        value = values[best]
        return SearchResult(best, value, values, cutoffs=cutoffs, **self.figures(best, lines[best], value))

    def figures(self, best: A, line: Line[A], value: object) -> dict[str, Any]:
        """The fields of a result that every search fills in the same way; the trace is closed with the root's value."""
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
    """`action` and the linked `line` after it, as a flat tuple."""
    flat = [action]
    while line is not None:
        action, line = line
        flat.append(action)
    return tuple(flat)
