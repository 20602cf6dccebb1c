"""How a Monte Carlo tree grew: a trace of `mcts`, and the tree that it leaves, iteration by iteration.

    trace = GrowthTrace()
    mcts(game, state, rng=rng, iterations=300, trace=trace)
    tree = trace.tree()

Of every iteration only its leaf and its outcome are written down: visits and means follow from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, Protocol

from agents.search.bandits import ucb1
from agents.search.contract import CHANCE, MAX, A, S
from agents.search.support.searched_tree import ROOT, Rule, SearchedNode, SearchedTree


class TreeNode(Protocol):
    """What a trace reads of the nodes of a search."""

    @property
    def action(self) -> Any: ...
    @property
    def mover(self) -> int: ...
    @property
    def parent(self) -> TreeNode | None: ...
    @property
    def children(self) -> Any: ...
    @property
    def state(self) -> Any: ...


class Iteration(NamedTuple):
    """One play-out: from which node it began, its outcome for player 0, and C of UCB1 after it."""

    leaf: int
    outcome: float
    exploration: float


class UpperBound(NamedTuple):
    """Why a child is chosen: what is known of it in the eyes of who chooses, and how much is not known."""

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


class GrownTree(SearchedTree[S, A]):
    """A tree of `mcts`. A node's value is the mean of its outcomes for player 0; children are in the game's order.

    visits, totals: of each node, by number; totals are for player 0.
    """

    def __init__(self, root: S, rules: dict[int, Rule]) -> None:
        super().__init__(root, rules)
        self.iterations: list[Iteration] = []
        self.visits: list[int] = []
        self.totals: list[float] = []

    def grow(self, iterations: list[Iteration]) -> None:
        """Back-propagate every outcome; all nodes are there."""
        self.iterations = iterations
        self.visits, self.totals = [0] * len(self.nodes), [0.0] * len(self.nodes)
        for leaf, outcome, _ in iterations:
            number: int | None = leaf
            while number is not None:
                self.visits[number] += 1
                self.totals[number] += outcome
                number = self.nodes[number].parent
        for node in self.nodes:
            if self.visits[node.number]:
                mean = self.totals[node.number] / self.visits[node.number]
                node.know(mean, mean, "seen")

    def upper_bound(self, node: SearchedNode[S, A]) -> UpperBound | None:
        """UCB1 of a node as the next iteration would see it; None where nobody chooses it."""
        if node.parent is None or node.mover == CHANCE or node.mover is None:
            return None
        mean = node.low if node.mover == MAX else -node.low
        exploration = self.iterations[-1].exploration
        score = ucb1(mean, self.visits[node.number], self.visits[node.parent], exploration)
        return UpperBound(mean, score - mean)

    def best_child(self, node: SearchedNode[S, A]) -> SearchedNode[S, A] | None:
        """The child of the highest mean in the eyes of who chooses: UCB1 with C = 0."""
        if not node.children or node.player == CHANCE:
            return None
        sign = 1 if node.player == MAX else -1
        return max(self.children(node), key=lambda child: sign * child.low)

    def remark(self, node: SearchedNode[S, A]) -> str:
        bound = self.upper_bound(node)
        return f"n {self.visits[node.number]:,}" + (f"  {bound}" if bound else "")

    def below(self, number: int) -> GrownTree[S, A]:
        """The part from a node on, with the iterations that came there."""
        if number == ROOT:
            return self
        part: GrownTree[S, A] = GrownTree(self.nodes[number].state, self.rules)
        numbers = self._move_below(number, part)
        iterations = [each._replace(leaf=numbers[each.leaf]) for each in self.iterations if each.leaf in numbers]
        iterations[-1] = iterations[-1]._replace(exploration=self.iterations[-1].exploration)
        part.grow(iterations)
        return part


class GrowthTrace(Generic[S, A]):
    """Hand one to `mcts` as `trace=`; it holds how the tree of the last search grew."""

    def __init__(self) -> None:
        self._root: TreeNode | None = None
        self._notes: list[tuple[TreeNode, float, float]] = []

    @property
    def is_begun(self) -> bool:
        """At least one iteration is done."""
        return bool(self._notes)

    def start(self, root: TreeNode) -> None:
        """For the search: this is its root."""
        self._root, self._notes = root, []

    def note(self, leaf: TreeNode, outcome: float, exploration: float) -> None:
        """For the search: an iteration is done; `exploration` is C in the next one."""
        self._notes.append((leaf, outcome, exploration))

    def tree(
        self,
        rules: dict[int, Rule] | None = None,
        state_of: Callable[[Any], S] = lambda state: state,
        is_over: Callable[[Any], bool] = lambda state: False,
    ) -> GrownTree[S, A]:
        """The tree as far as it has grown; its nodes are numbered in the order of their first visits."""
        if self._root is None:
            raise LookupError("nothing traced yet: hand this trace to a search first")
        tree: GrownTree[S, A] = GrownTree(state_of(self._root.state), rules or {MAX: "max", CHANCE: "mean"})
        numbers = {id(self._root): ROOT}
        tree.root.is_over = is_over(self._root.state)
        iterations = []
        for leaf, outcome, exploration in self._notes:
            if id(leaf) not in numbers:
                node = tree.add(numbers[id(leaf.parent)], leaf.mover, leaf.action, state_of(leaf.state))
                node.is_over = is_over(leaf.state)
                numbers[id(leaf)] = node.number
            iterations.append(Iteration(numbers[id(leaf)], outcome, exploration))
        for traced in _nodes(self._root, numbers):
            order = [numbers[id(child)] for child in traced.children or () if id(child) in numbers]
            tree.nodes[numbers[id(traced)]].children = order
        for node in tree.nodes:
            node.at_horizon = not node.children and not node.is_over
        tree.grow(iterations)
        return tree


def _nodes(root: TreeNode, numbers: dict[int, int]) -> Iterator[TreeNode]:
    """All nodes that were visited."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += [child for child in node.children or () if id(child) in numbers]
