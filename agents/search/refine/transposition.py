"""Transposition table: the same state, reached by another order of moves, need not be searched again.

What a search learns about a state is a value and how far it can be trusted: exactly, or as a bound, because the window
cut the search short. A bound still answers when it lies outside the window that asks.

An entry holds for a state together with the plies left below it. The value of a state searched 4 plies deep is not an
answer to a search of 2 plies, even if it is better informed: the search with the table would no longer be equal to the
search without. Use one table for one game and one evaluation only.
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
    """What a remembered value says about the true one."""

    EXACT = "exact"
    LOWER = "at least"
    UPPER = "at most"

    @staticmethod
    def of(value: float, alpha: float, beta: float) -> Bound:
        """What alpha-beta's promise says about a value it returned for this window."""
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
        """Would a search this deep, with this window, return this value or as good a bound?"""
        if self.plies != plies:
            return False
        if self.bound is Bound.EXACT:
            return True
        return self.value > beta if self.bound is Bound.LOWER else self.value < alpha


class TranspositionTable(Generic[S, A]):
    """One entry a state, the newest; when there are more than `size`, the one written longest ago makes room."""

    def __init__(self, size: int = 1_000_000) -> None:
        self.size = positive("size of the transposition table", size)
        self.hits = 0
        self._entries: OrderedDict[S, Entry[A]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def remember(self, value_of: WindowSearch[S], search: DepthFirst[S, A]) -> WindowSearch[S]:
        """The recursion of a search, made to look here first and to write down what it found."""
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
        """An order for alpha-beta: first what was best here when the state was last searched, to whatever depth."""
        entry = self._entries.get(state)
        if entry is None or entry.line is None:
            return actions
        return first(entry.line[0], actions)
