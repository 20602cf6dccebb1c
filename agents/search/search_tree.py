"""SearchTree: the record of what a search looked at. All that records a search writes it; all that shows one reads it.

It is a table with a row, a `SearchNode`, for each state that was generated. A search that leaves a trace knows every
value and window. Of a search that is watched from outside only requests for successors and some values of leaves are
known; `infer` fills in what follows from those: the value of a node lies between `low` and `high`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Final, Generic, Literal, NamedTuple

from agents.search.bandits import ucb1
from agents.search.contract import CHANCE, MAX, A, S

Bound = Literal["=", "≤", "≥"]
Knowledge = Literal["seen", "inferred", "bounded", "unknown"]
Rule = Literal["max", "min", "mean"]

ROOT: Final = 0
_CHOOSING: Final = ("max", "min")


@dataclass(slots=True)
class SearchNode(Generic[S, A]):
    """One state of a tree.

    number: its place in the order in which states were generated; the root is 0.
    action, mover: what led here, and whose action it was; None at the root.
    player: whose move it is here, as far as the search went on; None at a leaf.
    low, high: bounds of its value for player 0. `knowledge`: the search said so ("seen"), it follows ("inferred"), only
        these bounds follow ("bounded"), or nothing does ("unknown").
    vector: of a search in which each player has a value of its own, all of them.
    window: (alpha, beta) on entry, where the search had one.
    skipped: actions that were never tried because of a cut, and `reason` for it.
    is_over: the game is over here.
    visits, total: of Monte Carlo tree search, the play-outs through this node and the sum of their outcomes for
        player 0.
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
    vector: tuple[float, ...] = ()
    window: tuple[float, float] | None = None
    skipped: tuple[A, ...] = ()
    reason: str = ""
    is_over: bool = False
    visits: int = 0
    total: float = 0.0

    @property
    def value(self) -> float | None:
        """The value, where it is known."""
        return self.low if self.low == self.high else None

    @property
    def bound(self) -> Bound:
        """Relation of the value of one of our own searches to the true one."""
        return "=" if self.low == self.high else "≤" if self.low == -inf else "≥"

    @property
    def returned(self) -> Any:
        """What the search itself returned here: a number, of which `bound` says what it is, or all players' values."""
        return self.vector or (self.high if self.bound == "≤" else self.low)

    @property
    def at_horizon(self) -> bool:
        """True at a leaf where the game goes on."""
        return not self.children and not self.is_over

    def know(self, low: float, high: float, how: Knowledge) -> None:
        self.low, self.high = low, high
        if low == high:
            self.knowledge = how
        else:
            self.knowledge = "bounded" if low > -inf or high < inf else "unknown"


class Iteration(NamedTuple):
    """One play-out of Monte Carlo tree search: its leaf, its outcome for player 0, and C of UCB1 after it."""

    leaf: int
    outcome: float
    exploration: float


class UpperBound(NamedTuple):
    """The two terms of UCB1 in the eyes of the player who chooses: what is known of a child, and how much is not."""

    exploitation: float
    exploration: float

    @property
    def score(self) -> float:
        return self.exploitation + self.exploration

    def __str__(self) -> str:
        largest = max(map(abs, self))
        decimals = next((digits for digits in range(3) if largest >= 10 ** (2 - digits)), 3)
        return "{:.{digits}f} + {:.{digits}f} = {:.{digits}f}".format(*self.rounded(decimals), digits=decimals)

    def rounded(self, decimals: int) -> tuple[float, float, float]:
        """The terms and the score as they are shown: with the same decimals each, and adding up."""
        exploitation, exploration = (round(value, decimals) + 0.0 for value in self)
        return exploitation, exploration, exploitation + exploration


class SearchTree(Generic[S, A]):
    """The nodes by number.

    rules: what is done with the values at the nodes of each player; a player that is not there is not understood.
    iterations: of Monte Carlo tree search. A node's value is the mean of its outcomes then.
    """

    def __init__(self, root: S, rules: dict[int, Rule] | None = None) -> None:
        self.nodes: list[SearchNode[S, A]] = [SearchNode(ROOT, root)]
        self.rules: dict[int, Rule] = rules or {}
        self.iterations: list[Iteration] = []

    @property
    def root(self) -> SearchNode[S, A]:
        return self.nodes[ROOT]

    @property
    def generated(self) -> int:
        """Number of states generated, the root not counted."""
        return len(self.nodes) - 1

    @property
    def deepest(self) -> int:
        return max(node.ply for node in self.nodes)

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, parent: int, mover: int, action: A, state: S) -> SearchNode[S, A]:
        """Add the state that an action leads to. What was evaluated before it was searched has that value no more."""
        above = self.nodes[parent]
        node = SearchNode(len(self.nodes), state, parent, action, mover, ply=above.ply + 1)
        if above.player is None:
            above.player = mover
        if above.knowledge == "seen":
            above.know(-inf, inf, "unknown")
        self.nodes.append(node)  # first: whoever is interrupted in between leaves no child that is not there
        above.children.append(node.number)
        return node

    def evaluate(self, number: int, value: float) -> None:
        """Note what an evaluation returned for a state; it is the value of a leaf only.

        What an agent evaluates on its way, to sort its moves perhaps, is not its value.
        """
        node = self.nodes[number]
        if not node.children:
            node.know(value, value, "seen")

    def play_out(self, leaf: int, outcome: float, exploration: float) -> None:
        """Add an iteration of Monte Carlo tree search: back-propagate its outcome from the leaf to the root."""
        self.iterations.append(Iteration(leaf, outcome, exploration))
        number: int | None = leaf
        while number is not None:
            node = self.nodes[number]
            node.visits += 1
            node.total += outcome
            mean = node.total / node.visits
            node.know(mean, mean, "seen")
            number = node.parent

    def infer(self, actions: Callable[[SearchNode[S, A]], Sequence[A]]) -> None:
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

    # -- reading ------------------------------------------------------------------------------------------------------

    def children(self, node: SearchNode[S, A]) -> Iterator[SearchNode[S, A]]:
        return (self.nodes[number] for number in node.children)

    def path(self, node: SearchNode[S, A]) -> tuple[A, ...]:
        """The actions that lead to a node."""
        actions: list[Any] = []
        while node.parent is not None:
            actions.append(node.action)
            node = self.nodes[node.parent]
        return tuple(reversed(actions))

    def by_path(self) -> dict[tuple[A, ...], SearchNode[S, A]]:
        """Nodes by the actions that lead to them; the first, where several agents move in one state by turns.

        The paths of a deep tree take quadratic memory: `path` gives that of one node.
        """
        nodes: dict[tuple[A, ...], SearchNode[S, A]] = {}
        for node in self.nodes:
            nodes.setdefault(self.path(node), node)
        return nodes

    def principal_variation(self) -> list[SearchNode[S, A]]:
        """The line that both sides would choose, as far as it is known; it ends where chance takes over."""
        line, node = [], self.root
        while (best := self.best_child(node)) is not None:
            line.append(best)
            node = best
        return line

    def best_child(self, node: SearchNode[S, A]) -> SearchNode[S, A] | None:
        """The first child that has the value of its parent, where the parent chooses one.

        In Monte Carlo tree search, the child of the highest mean in the eyes of who chooses: UCB1 with C = 0.
        """
        if self.iterations:
            if not node.children or node.player == CHANCE:
                return None
            sign = 1 if node.player == MAX else -1
            return max(self.children(node), key=lambda child: sign * child.low)
        if node.value is None or self.rules.get(node.player if node.player is not None else CHANCE) not in _CHOOSING:
            return None
        return next((child for child in self.children(node) if child.value == node.value), None)

    def upper_bound(self, node: SearchNode[S, A]) -> UpperBound | None:
        """UCB1 of a node as the next iteration would see it; None where no player chooses it."""
        if not self.iterations or node.parent is None or node.mover == CHANCE or node.mover is None:
            return None
        mean = node.low if node.mover == MAX else -node.low
        score = ucb1(mean, node.visits, self.nodes[node.parent].visits, self.iterations[-1].exploration)
        return UpperBound(mean, score - mean)

    def remark(self, node: SearchNode[S, A]) -> str:
        """What a search says of a node besides its value: visits and UCB1, or of an inner node its window."""
        if self.iterations:
            bound = self.upper_bound(node)
            return f"n {node.visits:,}" + (f"  {bound}" if bound else "")
        if not node.children or node.window is None:
            return ""
        return f"[{number_text(node.window[0])}, {number_text(node.window[1])}]"

    def below(self, number: int) -> SearchTree[S, A]:
        """The part of the tree from a node on as a tree of its own, with the iterations that came there."""
        return self if number == ROOT else self._copied_from(number)

    def copy(self) -> SearchTree[S, A]:
        return self._copied_from(ROOT)

    def _copied_from(self, number: int) -> SearchTree[S, A]:
        top = self.nodes[number]
        part: SearchTree[S, A] = SearchTree(top.state, self.rules)
        part.nodes = []
        numbers = {number: ROOT}
        for node in self.nodes[number:]:
            if node is top or node.parent in numbers:
                numbers[node.number] = len(part.nodes)
                moved = replace(node, number=len(part.nodes), ply=node.ply - top.ply)
                moved.parent = None if node is top else numbers[node.parent or 0]
                part.nodes.append(moved)
        for node in part.nodes:
            node.children = [numbers[child] for child in node.children]
        part.root.action = part.root.mover = None
        part.iterations = [each._replace(leaf=numbers[each.leaf]) for each in self.iterations if each.leaf in numbers]
        if part.iterations:
            part.iterations[-1] = part.iterations[-1]._replace(exploration=self.iterations[-1].exploration)
        return part

    def outline(
        self,
        top: SearchNode[S, A],
        words: Callable[[SearchNode[S, A]], str],
        cut_words: Callable[[SearchNode[S, A]], str],
        last_ply: float = inf,
    ) -> Iterator[str]:
        """The tree below a node as lines of text with branches before them; no node below `last_ply` is written.

        words: what is written of a node. cut_words: what is written below a node that was cut.
        """
        pending: list[tuple[SearchNode[S, A] | None, str, str]] = [(top, "", "")]
        while pending:
            node, first, rest = pending.pop()
            if node is None:
                yield first
                continue
            yield first + words(node)
            if node.ply >= last_ply:
                continue
            below: list[tuple[SearchNode[S, A] | None, str, str]] = []
            for child in self.children(node):
                is_last = child.number == node.children[-1] and not node.skipped
                branch, margin = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
                below.append((child, rest + branch, rest + margin))
            if node.skipped:
                below.append((None, f"{rest}└╴ {cut_words(node)}", ""))
            pending += reversed(below)


def _combined(rule: Rule, below: Sequence[SearchNode[Any, Any]], is_complete: bool) -> tuple[float, float]:
    lows, highs = [node.low for node in below], [node.high for node in below]
    if rule == "max":
        return max(lows), max(highs) if is_complete else inf
    if rule == "min":
        return min(lows) if is_complete else -inf, min(highs)
    if not is_complete or -inf in lows or inf in highs:
        return -inf, inf
    return sum(lows) / len(lows), sum(highs) / len(highs)


def number_text(value: float) -> str:
    """Return a number in six digits, or in up to ten if they are exact: values may differ by hardly anything."""
    exact = f"{value:.10g}"
    return (exact if float(exact) == value else f"{value:.6g}").replace("inf", "∞")


def interval_text(node: SearchNode[Any, Any]) -> str:
    """The value of a node as people write it: 3, ≤ 2, ≥ 4, between 1 and 5, or ?"""
    if node.low == node.high:
        return number_text(node.low)
    if node.low == -inf and node.high == inf:
        return "?"
    if node.low == -inf:
        return f"≤ {number_text(node.high)}"
    if node.high == inf:
        return f"≥ {number_text(node.low)}"
    return f"between {number_text(node.low)} and {number_text(node.high)}"
