"""Trace and GrowthTrace: record a search as a SearchTree.

    trace = Trace()
    alpha_beta(game, state, trace=trace)
    print(trace.to_text())

    trace = GrowthTrace()
    mcts(game, state, rng=rng, iterations=300, trace=trace)
    trace.tree.iterations

A depth-first search is a function that calls itself by name. With a trace, that name is bound to a wrapper that records
the arguments (state and window) and the result; without one, nothing is wrapped, and tracing has no overhead. The
search need not report cuts: a node that tried only some of its actions was cut, and its window shows why. For Monte
Carlo tree search, the leaf and the outcome of every iteration are sufficient: visits and means follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Generic, Protocol, TypeVar, cast

from agents.search.contract import CHANCE, MAX, A, Game, S
from agents.search.search_tree import ROOT, Rule, SearchNode, SearchTree, combined, interval_text, number_text

Recursion = TypeVar("Recursion", bound=Callable[..., Any])


def max_or_min(player: int) -> str:
    """Return the role of a player: player 0 maximises, the others minimise."""
    return {MAX: "MAX", 1: "MIN", CHANCE: "CHANCE"}.get(player, f"MIN {player}")


class _Recording(Generic[S, A]):
    """The tree of the last search that used this trace.

    rules: how that search combines values at the nodes of each player, for views of the tree.
    state_of: maps a state of the search to the one that is recorded; the identity by default.
    """

    def __init__(
        self, rules: dict[int, Rule] | None = None, state_of: Callable[[S], Any] = lambda state: state
    ) -> None:
        self._rules, self._state_of = rules, state_of
        self._tree: SearchTree[Any, A] | None = None

    @property
    def tree(self) -> SearchTree[Any, A]:
        if self._tree is None:
            raise LookupError("nothing traced yet: pass this trace to a search first")
        return self._tree

    def _start(self, game: Game[S, A], root: S) -> SearchTree[Any, A]:
        self._game = game
        self._tree = SearchTree(self._state_of(root), self._rules)
        return self._tree


class Trace(_Recording[S, A]):
    """Pass one to a search as `trace=`; `tree` is the tree of the last search that used it.

    A node whose search was interrupted has no value.
    """

    _role: Callable[[int], str] = staticmethod(max_or_min)
    _last_action: Any = None

    def to_text(self, describe: Callable[[S], str] | None = None, marks: Mapping[int, str] | None = None) -> str:
        """Return the tree as text, with a line for each node.

        describe: returns a text for each state. marks: remarks after some nodes, by number.

        ≤ and ≥ mark values that are bounds only, [alpha, beta] is the window on entry.
        """

        def words(node: SearchNode[Any, A]) -> str:
            text = [] if node.action is None else [f"{node.action}:"]
            if node.player is not None:
                text += [self._role(node.player), "="] if node.bound == "=" else [self._role(node.player)]
            text.append(f"({', '.join(map(number_text, node.vector))})" if node.vector else interval_text(node))
            if remark := self.tree.remark(node):
                text.append(remark)
            if describe is not None:
                text.append(describe(node.state))
            if marks and node.number in marks:
                text.append(f"◀ {marks[node.number]}")
            return " ".join(text)

        def cut_words(node: SearchNode[Any, A]) -> str:
            return f"cut: {node.reason}; skipped {', '.join(map(str, node.skipped))}"

        return "\n".join(self.tree.outline(self.tree.root, words, cut_words))

    def start(self, game: Game[S, A], root: S) -> Callable[[S, A], S]:
        """For searches: start a new tree; return the game's `result`, wrapped to record the action."""
        tree, result = self._start(game, root), game.result
        tree.root.player = game.player(root)
        self._path = [(root, ROOT)]

        def recorded_result(state: S, action: A, /) -> S:
            self._last_action = action
            return result(state, action)

        return recorded_result

    def watch(self, value: Recursion, horizon: float, role: Callable[[int], str]) -> Recursion:
        """For searches: return the recursive `value`, wrapped to fill the tree."""
        self._role = role
        game, path, tree, state_of = self._game, self._path, self.tree, self._state_of

        def recorded_value(state: S, ply: int, /, *window: float) -> Any:
            above, parent = path[-1]
            node = tree.add(parent, game.player(above), self._last_action, state_of(state))
            node.is_over = game.terminal_test(state)
            if window:
                node.window = window[0], window[1]
            path.append((state, node.number))
            found = value(state, ply, *window)
            path.pop()
            if ply == horizon or node.is_over:
                _set_value(node, found)
            else:
                self._explain(node, state, found)
            return found

        return cast(Recursion, recorded_value)

    def close(self, value: Any) -> None:
        """For searches: set the value of the root."""
        _set_value(self.tree.root, value)

    def _explain(self, node: SearchNode[Any, A], state: S, value: Any) -> None:
        """Set bounds, skipped actions and the reason of a cut from the value, the window and the children."""
        alpha, beta = node.window or (-inf, inf)
        _set_value(node, value, alpha, beta)
        below = [*self.tree.children(node)]
        if node.window is None or not below:
            return
        tried = {child.action for child in below}
        node.skipped = tuple(action for action in self._game.actions(state) if action not in tried)
        if not node.skipped:
            if combined("max" if node.player == MAX else "min", below, is_complete=True) == (value, value):
                node.set_bounds(value, value, "seen")  # outside the window, but exact, because no action was skipped
        elif node.player == MAX:
            node.reason = f"value {number_text(value)} > beta {number_text(beta)}: MIN has better"
        else:
            node.reason = f"value {number_text(value)} < alpha {number_text(alpha)}: MAX has better"


def _set_value(node: SearchNode[Any, Any], value: Any, alpha: float = -inf, beta: float = inf) -> None:
    """Record the value that a search returned for a window; outside the window, it is a bound."""
    if isinstance(value, tuple):
        node.vector, value = value, value[MAX]
    node.set_bounds(-inf if value < alpha else value, inf if value > beta else value, "seen")


class TreeNode(Protocol):
    """Interface of the nodes of a Monte Carlo tree search, as far as a trace reads them."""

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


class GrowthTrace(_Recording[S, A]):
    """Pass one to `mcts` as `trace=`; `tree` records the growth of the last search, iteration by iteration.

    Nodes are numbered in the order of their first visits; children are in the game's order.
    """

    def start(self, game: Game[S, A], root: TreeNode) -> None:
        """For the search: start a new tree with this root."""
        self._start(game, root.state)
        self._numbers = {id(root): ROOT}  # `_notes` keeps the nodes alive, so their ids stay unique
        self._notes: list[tuple[TreeNode, float, float]] = []

    def note(self, leaf: TreeNode, outcome: float, exploration: float) -> None:
        """For the search: record an iteration; `exploration` is C in the next one.

        `tree` adds it on the next access, so an interrupted search leaves complete iterations.
        """
        self._notes.append((leaf, outcome, exploration))

    @property
    def tree(self) -> SearchTree[Any, A]:
        tree = super().tree
        for leaf, outcome, exploration in self._notes[len(tree.iterations) :]:
            if id(leaf) not in self._numbers:
                self._add(tree, leaf)
            tree.play_out(self._numbers[id(leaf)], outcome, exploration)
        return tree

    def _add(self, tree: SearchTree[Any, A], leaf: TreeNode) -> None:
        assert leaf.parent is not None
        parent = self._numbers[id(leaf.parent)]
        node = tree.add(parent, leaf.mover, leaf.action, self._state_of(leaf.state))
        node.is_over = self._game.terminal_test(leaf.state)
        self._numbers[id(leaf)] = node.number
        siblings = (self._numbers.get(id(each)) for each in leaf.parent.children)
        tree.nodes[parent].children = [number for number in siblings if number is not None]
