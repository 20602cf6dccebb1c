"""What a running depth-first search knows about itself: the best line below every ply, and whether it saw an end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Generic, TypeVar

from agents.search.game import A, S, SearchResult

Value = TypeVar("Value")  # a number, or a vector of them

# A line of play as linked pairs: (action, rest of the line). Lengthening a line by one action at its front is one small
# tuple, however long the line is; that matters, since it happens at almost every inner node.
Line = tuple[A, "Line[A]"] | None


class Progress(Generic[A]):
    """Shared between a search, its trace and its transposition table.

    lines[ply]: the best line from the state last searched at that ply. Right after a child has been searched,
        lines[ply + 1] is the child's line.
    complete: no state was judged at the horizon so far.
    """

    __slots__ = ("_started", "complete", "horizon", "lines")

    def __init__(self, horizon: float) -> None:
        self._started = perf_counter()
        self.horizon = horizon
        self.lines: dict[int, Line[A]] = {}
        self.complete = True

    @property
    def depth(self) -> int:
        """The deepest ply that was visited."""
        return max(self.lines)

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return perf_counter() - self._started

    def try_all(
        self, choices: Iterable[A], root: S, result: Callable[[S, A], S], value: Callable[[S, int], Value]
    ) -> tuple[dict[A, Value], dict[A, Line[A]]]:
        """The value of every action at the root, and the line of play that it expects."""
        values, lines = {}, {}
        for action in choices:
            values[action] = value(result(root, action), 1)
            lines[action] = self.lines[1]
        return values, lines

    def answer(self, best: A, values: dict[A, float], line: Line[A], nodes: int, cutoffs: int = 0) -> SearchResult[A]:
        """What the search found out; `line` is what it expects after the best action."""
        return SearchResult(
            action=best,
            value=values[best],
            values=values,
            nodes=nodes,
            cutoffs=cutoffs,
            principal_variation=self.unroll(best, line),
            depth=self.depth,
            seconds=self.seconds,
            complete=self.complete,
        )

    @staticmethod
    def unroll(action: A, line: Line[A]) -> tuple[A, ...]:
        """`action` and the linked `line` after it, as a flat tuple."""
        flat = [action]
        while line is not None:
            action, line = line
            flat.append(action)
        return tuple(flat)
