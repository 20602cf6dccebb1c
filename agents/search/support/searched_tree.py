"""SearchedTree: what a search really looked at, as plain data to be drawn, compared and told.

It is made from a `Trace` of one of our own searches, which knows every value and window, or from bare requests for
successors, where only leaves have a value. What follows from those is inferred: a node lies between `low` and `high`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Final, Generic, Literal, NamedTuple

from agents.search.contract import CHANCE, MAX, A, S
from agents.search.support.trace import Trace, TraceNode, number_text

Knowledge = Literal["seen", "inferred", "bounded", "unknown"]
Rule = Literal["max", "min", "mean"]

ROOT: Final = 0


@dataclass(slots=True)
class SearchedNode(Generic[S, A]):
    """One state of a tree.

    number: its place in the order in which states were generated; the root is 0.
    action, mover: what led here, and whose action it was; None at the root.
    player: whose move it is here, as far as the search went on; None at a leaf.
    low, high: its value lies between them. `knowledge`: the search said so ("seen"), it follows ("inferred"), only
        these bounds follow ("bounded"), or nothing does.
    window: (alpha, beta) on entry, where the search had one.
    skipped: actions that were never tried because of a cut, and `reason` for it.
    is_over: the game is over here.
    at_horizon: a leaf where the game goes on.
    """

    number: int
    state: S
    parent: int | None = None
    action: A | None = None
    mover: int | None = None
    player: int | None = None
    ply: int = 0
    children: list[int] = field(default_factory=list)
    low: float = -inf
    high: float = inf
    knowledge: Knowledge = "unknown"
    window: tuple[float, float] | None = None
    skipped: tuple[A, ...] = ()
    reason: str = ""
    is_over: bool = False
    at_horizon: bool = False

    @property
    def value(self) -> float | None:
        """The value, where it is known."""
        return self.low if self.low == self.high else None

    def know(self, low: float, high: float, how: Knowledge) -> None:
        self.low, self.high = low, high
        if low == high:
            self.knowledge = how
        else:
            self.knowledge = "bounded" if low > -inf or high < inf else "unknown"


class SearchedTree(Generic[S, A]):
    """The nodes by number.

    rules: what is done with the values at the nodes of each player; a player that is not there is not understood.
    """

    def __init__(self, root: S, rules: dict[int, Rule] | None = None) -> None:
        self.nodes: list[SearchedNode[S, A]] = [SearchedNode(ROOT, root)]
        self.rules: dict[int, Rule] = rules or {}

    @property
    def root(self) -> SearchedNode[S, A]:
        return self.nodes[ROOT]

    @property
    def generated(self) -> int:
        """States generated, the root not counted."""
        return len(self.nodes) - 1

    @property
    def deepest(self) -> int:
        return max(node.ply for node in self.nodes)

    def add(self, parent: int, mover: int, action: A, state: S) -> SearchedNode[S, A]:
        above = self.nodes[parent]
        node = SearchedNode(len(self.nodes), state, parent, action, mover, ply=above.ply + 1)
        if above.player is None:
            above.player = mover
        above.children.append(node.number)
        self.nodes.append(node)
        return node

    def children(self, node: SearchedNode[S, A]) -> Iterator[SearchedNode[S, A]]:
        return (self.nodes[number] for number in node.children)

    def path(self, node: SearchedNode[S, A]) -> tuple[A, ...]:
        """The actions that lead to a node."""
        actions: list[Any] = []
        while node.parent is not None:
            actions.append(node.action)
            node = self.nodes[node.parent]
        return tuple(reversed(actions))

    def paths(self) -> list[tuple[A, ...]]:
        """The actions that lead to each node, by its number."""
        paths: list[tuple[Any, ...]] = [()]
        for node in self.nodes[1:]:
            assert node.parent is not None
            paths.append((*paths[node.parent], node.action))
        return paths

    def by_path(self) -> dict[tuple[A, ...], SearchedNode[S, A]]:
        """Nodes by the actions that lead to them; the first, where several agents move in one state by turns."""
        nodes: dict[tuple[A, ...], SearchedNode[S, A]] = {}
        for path, node in zip(self.paths(), self.nodes, strict=True):
            nodes.setdefault(path, node)
        return nodes

    def principal_variation(self) -> list[SearchedNode[S, A]]:
        """The line that both sides would choose, as far as it is known; it ends where chance takes over."""
        line, node = [], self.root
        while (best := self.best_child(node)) is not None:
            line.append(best)
            node = best
        return line

    def best_child(self, node: SearchedNode[S, A]) -> SearchedNode[S, A] | None:
        """The first child that has the value of its parent, where the parent chooses one."""
        if node.value is None or self.rules.get(node.player if node.player is not None else CHANCE) not in _CHOOSING:
            return None
        return next((child for child in self.children(node) if child.value == node.value), None)

    def below(self, number: int) -> SearchedTree[S, A]:
        """The part of the tree from a node on, as a tree of its own."""
        if number == ROOT:
            return self
        part: SearchedTree[S, A] = SearchedTree(self.nodes[number].state, self.rules)
        self._move_below(number, part)
        return part

    def _move_below(self, number: int, part: SearchedTree[S, A]) -> dict[int, int]:
        """Copy the nodes from one on to another tree; their numbers there, by those here."""
        top = self.nodes[number]
        numbers = {number: ROOT}
        part.nodes = []
        for node in self.nodes[number:]:
            if node is top or node.parent in numbers:
                numbers[node.number] = len(part.nodes)
                moved = replace(node, number=len(part.nodes), ply=node.ply - top.ply)
                moved.parent = None if node is top else numbers[node.parent or 0]
                part.nodes.append(moved)
        for node in part.nodes:
            node.children = [numbers[child] for child in node.children]
        part.root.action = part.root.mover = None
        return numbers

    def remark(self, node: SearchedNode[S, A]) -> str:
        """What a search has to say of an inner node besides its value: its window, where it had one."""
        if not node.children or node.window is None:
            return ""
        return f"[{number_text(node.window[0])}, {number_text(node.window[1])}]"

    def infer(self, actions: Callable[[SearchedNode[S, A]], Sequence[A]]) -> None:
        """Fill in what follows from the leaves that are known; `actions` says what was possible at a node.

        A cut leaves bounds: the largest of some values is at least that, whatever the rest may be.
        """
        for node in reversed(self.nodes):
            if not node.children or node.knowledge == "seen":
                continue
            rule = self.rules.get(node.player if node.player is not None else CHANCE)
            below = [*self.children(node)]
            tried = {child.action for child in below}
            if rule is not None:
                node.know(*_combined(rule, below, all(action in tried for action in actions(node))), "inferred")


_CHOOSING: Final = ("max", "min")


def _combined(rule: Rule, below: Sequence[SearchedNode[Any, Any]], is_complete: bool) -> tuple[float, float]:
    lows, highs = [node.low for node in below], [node.high for node in below]
    if rule == "max":
        return max(lows), max(highs) if is_complete else inf
    if rule == "min":
        return min(lows) if is_complete else -inf, min(highs)
    if not is_complete or -inf in lows or inf in highs:
        return -inf, inf
    return sum(lows) / len(lows), sum(highs) / len(highs)


def tree_of_trace(
    trace: Trace[Any, A],
    state_of: Callable[[Any], S],
    is_over: Callable[[Any], bool],
    rules: dict[int, Rule],
) -> SearchedTree[S, A]:
    """The tree of one of our own searches. A node whose search was interrupted has no value."""
    tree: SearchedTree[S, A] = SearchedTree(state_of(trace.root.state), rules)
    tree.root.player = trace.player(trace.root)
    _copy(trace.root, tree.root, is_over)
    pending = [(trace.root, ROOT, child) for child in reversed(trace.root.children)]
    while pending:
        above, number, traced = pending.pop()
        assert traced.action is not None
        node = tree.add(number, trace.player(above), traced.action, state_of(traced.state))
        _copy(traced, node, is_over)
        pending += [(traced, node.number, child) for child in reversed(traced.children)]
    return tree


def _copy(traced: TraceNode[Any, Any], node: SearchedNode[Any, Any], is_over: Callable[[Any], bool]) -> None:
    node.window, node.skipped, node.reason = traced.window, traced.skipped, traced.reason
    node.is_over = is_over(traced.state)
    node.at_horizon = not traced.children and not node.is_over
    value = traced.value[MAX] if isinstance(traced.value, tuple) else traced.value
    if value is not None:
        node.know(-inf if traced.bound == "≤" else value, inf if traced.bound == "≥" else value, "seen")


class Request(NamedTuple, Generic[S, A]):
    """A successor that was asked for: of the state of which number, by whose action, and what came of it."""

    parent: int
    mover: int
    action: A
    state: S


def tree_of_requests(
    root: S,
    requests: Iterable[Request[S, A]],
    evaluations: Iterable[tuple[int, float]],
    is_over: Callable[[S], bool],
    rules: dict[int, Rule],
) -> SearchedTree[S, A]:
    """The tree of a search of which only the requests for successors are known, and what was evaluated."""
    tree: SearchedTree[S, A] = SearchedTree(root, rules)
    for request in requests:
        tree.add(*request)
    for node in tree.nodes:
        node.is_over = is_over(node.state)
        node.at_horizon = not node.children and not node.is_over
    for number, value in evaluations:
        node = tree.nodes[number]
        if not node.children:  # what an agent evaluates on its way, to sort its moves perhaps, is not its value
            node.know(value, value, "seen")
    return tree
