"""Transposition table: a state reached again, by another order of moves, need not be searched again.

An entry holds the value of a state, which is exact or, because of a cut, a bound. A bound is usable if it lies outside
the window of the new search.

An entry is valid for a state together with the plies left below it. The value of a state searched 4 plies deep must not
replace a search of 2 plies, although it is better informed: the search with the table would no longer return the same
as the search without. Use a table for one game and one evaluation only.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from enum import Enum
from typing import Generic, NamedTuple

from agents.search.contract import A, S
from agents.search.refine.ordering import first
from agents.search.support.depth_first import DepthFirst, Line, WindowSearch
from agents.search.support.validation import positive


class Bound(Enum):
    """Relation of a stored value to the true one."""

    EXACT = "exact"
    LOWER = "at least"
    UPPER = "at most"

    @staticmethod
    def of(value: float, alpha: float, beta: float) -> Bound:
        """Return the relation of a value that alpha-beta returned for this window to the true one."""
        if value < alpha:
            return Bound.UPPER
        return Bound.LOWER if value > beta else Bound.EXACT


class Entry(NamedTuple, Generic[A]):
    plies: float  # left below the state when it was searched
    value: float
    bound: Bound
    line: Line[A]
    complete: bool

    def answers(self, plies: float, alpha: float, beta: float) -> bool:
        """True if a search to this depth, with this window, would return this value or an equally good bound."""
        if self.plies != plies:
            return False
        if self.bound is Bound.EXACT:
            return True
        return self.value > beta if self.bound is Bound.LOWER else self.value < alpha


class TranspositionTable(Generic[S, A]):
    """The newest entry of each state; beyond `size` entries, the one written longest ago is removed."""

    def __init__(self, size: int = 1_000_000) -> None:
        self.size = positive("size of the transposition table", size)
        self.hits = 0
        self._entries: OrderedDict[S, Entry[A]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def remember(self, value_of: WindowSearch[S], search: DepthFirst[S, A]) -> WindowSearch[S]:
        """Return the recursion of a search, wrapped to look up states first and to store results."""
        entries, lines, horizon, size = self._entries, search.lines, search.horizon, self.size

        def look_up_or_search(state: S, ply: int, alpha: float, beta: float, /) -> float:
            plies = horizon - ply
            entry = entries.get(state)
            if entry is not None and entry.answers(plies, alpha, beta):
                self.hits += 1
                search.nodes += 1
                lines[ply] = entry.line
                search.complete = search.complete and entry.complete
                return entry.value
            complete_so_far, search.complete = search.complete, True
            value = value_of(state, ply, alpha, beta)
            entries[state] = Entry(plies, value, Bound.of(value, alpha, beta), lines[ply], search.complete)
            entries.move_to_end(state)
            if len(entries) > size:
                entries.popitem(last=False)
            search.complete = search.complete and complete_so_far
            return value

        return look_up_or_search

    def best_first(self, state: S, actions: Sequence[A], /) -> Sequence[A]:
        """Order for alpha-beta: first the action that was best when the state was last searched, at any depth."""
        entry = self._entries.get(state)
        if entry is None or entry.line is None:
            return actions
        return first(entry.line[0], actions)
