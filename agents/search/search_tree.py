"""SearchTree: the record of a search, written by all recorders and read by all views.

It is a table with a row, a `SearchNode`, for each generated state. A search with a trace provides every value and
window. For a search that is observed from outside, only requests for successors and some leaf values are known; `infer`
derives the rest from those: the value of a node lies between `low` and `high`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isclose
from typing import Any, Final, Generic, Literal, NamedTuple

from agents.search.bandits import ucb1
from agents.search.contract import CHANCE, MAX, A, S

Bound = Literal["=", "≤", "≥"]
Knowledge = Literal["seen", "evaluated", "inferred", "bounded", "unknown"]
Rule = Literal["max", "min", "mean"]

ROOT: Final = 0
_CHOOSING: Final = ("max", "min")
ROUNDING: Final = 1e-9  # relative difference between two ways to compute the same value


@dataclass(slots=True)
class SearchNode(Generic[S, A]):
    """One state of a tree.

    number: index in the order in which states were generated; the root is 0.
    action, mover: the action that led here and the player who took it; None at the root.
    player: the player to move, if the search expanded the state; None at a leaf.
    low, high: bounds of its value for player 0. `knowledge` is their origin: the search reported it ("seen"), it is the
        evaluation at a leaf of an observed search ("evaluated"), it is derived ("inferred"), only bounds are derived
        ("bounded"), or nothing is known ("unknown").
    vector: the values of all players, in a search in which each player has its own.
    window: (alpha, beta) on entry, if the search has one.
    skipped: actions not tried because of a cut; `reason` explains the cut.
    is_over: True if the game is over here.
    result: in an observed search, the number that its code last returned for this state; None if there was none.
    late_evaluation: in an observed search, the evaluation of a state whose successors had been generated, unless they
        were generated again afterwards. If the search ends here, it only looked at them, for example to order moves.
    visits, total: in Monte Carlo tree search, the number of play-outs through this node and the sum of their outcomes
        for player 0.
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
    result: float | None = None
    late_evaluation: float | None = None
    visits: int = 0
    total: float = 0.0

    @property
    def value(self) -> float | None:
        """The exact value, or None if only bounds are known."""
        return self.low if self.low == self.high else None

    @property
    def bound(self) -> Bound:
        """Relation of the true value to the one that a traced search returned."""
        return "=" if self.low == self.high else "≤" if self.low == -inf else "≥"

    @property
    def returned(self) -> Any:
        """Value that a traced search returned here: a number, to be read with `bound`, or all players' values."""
        return self.vector or (self.high if self.bound == "≤" else self.low)

    @property
    def at_horizon(self) -> bool:
        """True at a leaf where the game is not over."""
        return not self.children and not self.is_over

    def set_bounds(self, low: float, high: float, how: Knowledge) -> None:
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
    """The two terms of UCB1 for the player who chooses: the mean of a child, and the bonus for few visits."""

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
        """Return the terms and the score for display: with the same number of decimals, and adding up exactly."""
        exploitation, exploration = (round(value, decimals) + 0.0 for value in self)
        return exploitation, exploration, exploitation + exploration


class SearchTree(Generic[S, A]):
    """The nodes of a search by number.

    rules: how values are combined at the nodes of each player; a missing player's rule is unknown.
    iterations: of Monte Carlo tree search, where a node's value is the mean of its outcomes; otherwise empty.
    chosen: the action that the search took at the root; None if it took none, or if that is not known.
    is_searched_again: in an observed search, a state was expanded again after its value had been returned. Results of
        different passes, with different windows or depths, are then side by side.
    """

    def __init__(self, root: S, rules: dict[int, Rule] | None = None) -> None:
        self.nodes: list[SearchNode[S, A]] = [SearchNode(ROOT, root)]
        self.rules: dict[int, Rule] = rules or {}
        self.iterations: list[Iteration] = []
        self.chosen: A | None = None
        self.is_searched_again = False

    @property
    def root(self) -> SearchNode[S, A]:
        return self.nodes[ROOT]

    @property
    def generated(self) -> int:
        """Number of states generated, not counting the root."""
        return len(self.nodes) - 1

    @property
    def deepest(self) -> int:
        return max(node.ply for node in self.nodes)

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, parent: int, mover: int, action: A, state: S) -> SearchNode[S, A]:
        """Add the state that an action leads to. An evaluation of the parent, made before its search, is discarded."""
        above = self.nodes[parent]
        node = SearchNode(len(self.nodes), state, parent, action, mover, ply=above.ply + 1)
        if above.player is None:
            above.player = mover
        if above.knowledge == "seen":
            above.set_bounds(-inf, inf, "unknown")
        self.nodes.append(node)  # before its number: an interrupt in between must not leave a child that is missing
        above.children.append(node.number)
        return node

    def evaluate(self, number: int, value: float) -> None:
        """Record the evaluation of a state; it is the value of the node only at a leaf.

        An agent may also evaluate inner states, for example to order its moves.
        """
        node = self.nodes[number]
        if node.children:
            node.late_evaluation = value
        else:
            node.set_bounds(value, value, "seen")

    def expand_again(self, number: int) -> None:
        """Record that a successor of a state is generated again."""
        self.nodes[number].late_evaluation = None

    def conclude(self, number: int, value: float) -> None:
        """Record the number that the agent's code returned for a state."""
        self.nodes[number].result = value

    def search_again(self) -> None:
        """Record that a state is expanded again whose value has been returned."""
        self.is_searched_again = True

    def play_out(self, leaf: int, outcome: float, exploration: float) -> None:
        """Add an iteration of Monte Carlo tree search: back-propagate its outcome from the leaf to the root."""
        self.iterations.append(Iteration(leaf, outcome, exploration))
        number: int | None = leaf
        while number is not None:
            node = self.nodes[number]
            node.visits += 1
            node.total += outcome
            mean = node.total / node.visits
            node.set_bounds(mean, mean, "seen")
            number = node.parent

    def infer(self, actions: Callable[[SearchNode[S, A]], Sequence[A]]) -> None:
        """Derive values and bounds from the known leaves; `actions` returns the legal actions of a node.

        A cut leaves bounds: the maximum of some values is a lower bound, whatever the others are. An evaluated state is
        a leaf only if no state at the same ply was expanded: otherwise it may have been evaluated to order moves, or at
        a smaller depth, and then cut. The same holds where the code returned a value for a state beside it, but for no
        leaf at this ply at which the game goes on. An expanded state that was evaluated late is a leaf if its
        evaluation was returned; otherwise nothing is known of it. Nothing is known of other states at the same ply
        that were expanded, or for which no value was returned, nor of those below.
        """
        horizon = min((node.ply for node in self.nodes[1:] if node.late_evaluation is not None), default=inf)
        searched_plies = {node.ply for node in self.nodes if node.children and node.ply < horizon}
        leaf_plies = {node.ply for node in self.nodes if node.at_horizon and node.result is not None}
        for node in reversed(self.nodes):
            if node.ply > horizon or (
                node.ply == horizon and (node.children or node.result is None) and not node.is_over
            ):
                self._infer_horizon(node)
            elif not node.children:
                is_beside_result = node.ply not in leaf_plies and self._is_beside_result(node)
                if not node.is_over and (node.ply in searched_plies or is_beside_result):
                    node.set_bounds(-inf, inf, "unknown")
                elif node.knowledge == "seen":
                    node.knowledge = "evaluated"
            elif node.knowledge != "seen":
                self._infer_node(node, actions(node))
        self._admit_results()

    def _infer_horizon(self, node: SearchNode[S, A]) -> None:
        """Set the value of a state at which the search may have ended although it generated its successors."""
        value = node.late_evaluation
        is_returned = value is not None and node.result is not None and isclose(abs(node.result), abs(value))
        if value is not None and is_returned:
            node.set_bounds(value, value, "evaluated")
        else:
            node.set_bounds(-inf, inf, "unknown")

    def _is_beside_result(self, node: SearchNode[S, A]) -> bool:
        """True if the code returned a value for another state after the same one."""
        return node.parent is not None and any(
            each.result is not None for each in self.children(self.nodes[node.parent])
        )

    def skips_actions(self, actions: Callable[[SearchNode[S, A]], Sequence[A]]) -> bool:
        """True if a state was expanded without some of its actions, as a search does that prunes."""
        return any(node.children and len(node.children) < len(actions(node)) for node in self.nodes)

    def _infer_node(self, node: SearchNode[S, A], actions: Sequence[A]) -> None:
        rule = self.rule_at(node)
        below = [*self.children(node)]
        tried = {child.action for child in below}
        if rule is not None:
            node.set_bounds(*combined(rule, below, all(action in tried for action in actions)), "inferred")

    def _admit_results(self) -> None:
        """Widen bounds that contradict the number returned by the agent's code, so that they include both.

        A search that returns the edges of its window, or cuts among leaves that it had evaluated to order them, never
        computed the value that is derived from its leaves.
        """
        ghosts_signs = self._signs_of_results()
        for node in self.nodes:
            if node.result is None or node.knowledge == "unknown" or not node.children:
                continue
            values = [sign * node.result for sign in ((1,) if node.player == MAX else ghosts_signs)]
            slack = ROUNDING * max(1.0, abs(node.result))
            if not all(node.low - slack <= value <= node.high + slack for value in values):
                node.set_bounds(min(node.low, *values), max(node.high, *values), "bounded")

    def _signs_of_results(self) -> tuple[int, ...]:
        """Return (-1,) for a search whose values are for the player to move, as in negamax; both signs if unclear.

        A single edge of a window may happen to be the negated value, so all nodes must agree.
        """
        ghosts = [node for node in self.nodes if node.children and node.player != MAX and node.value]
        results = [(node.value or 0, node.result) for node in ghosts if node.result is not None]
        signs = [
            sign
            for sign in (1, -1)
            if any(isclose(result, sign * value, rel_tol=ROUNDING) for value, result in results)
        ]
        return (signs[0],) if len(signs) == 1 else (1, -1)

    # -- reading ------------------------------------------------------------------------------------------------------

    def children(self, node: SearchNode[S, A]) -> Iterator[SearchNode[S, A]]:
        return (self.nodes[number] for number in node.children)

    def rule_at(self, node: SearchNode[S, A]) -> Rule | None:
        """Return the rule that combines the values below a node; None at a leaf, and if it is not known."""
        return None if node.player is None else self.rules.get(node.player)

    def path(self, node: SearchNode[S, A]) -> tuple[A, ...]:
        """Return the actions that lead to a node."""
        actions: list[Any] = []
        while node.parent is not None:
            actions.append(node.action)
            node = self.nodes[node.parent]
        return tuple(reversed(actions))

    def by_path(self) -> dict[tuple[A, ...], SearchNode[S, A]]:
        """Return nodes by the actions that lead to them; of several with the same path, the first.

        The paths of a deep tree take quadratic memory: `path` returns that of one node.
        """
        nodes: dict[tuple[A, ...], SearchNode[S, A]] = {}
        for node in self.nodes:
            nodes.setdefault(self.path(node), node)
        return nodes

    def principal_variation(self) -> list[SearchNode[S, A]]:
        """Return the line that both sides would choose, as far as it is known; it ends at a chance node."""
        line, node = [], self.root
        while (best := self.best_child(node)) is not None:
            line.append(best)
            node = best
        return line

    def best_child(self, node: SearchNode[S, A]) -> SearchNode[S, A] | None:
        """Return the child with the value of its parent; None unless a player chooses here.

        Of several, at the root the one that was chosen, and otherwise the first.
        In Monte Carlo tree search, return the child with the best mean for the player who chooses: UCB1 with C = 0.
        """
        if self.iterations:
            if not node.children or node.player == CHANCE:
                return None
            sign = 1 if node.player == MAX else -1
            return max(self.children(node), key=lambda child: sign * child.low)
        if node.value is None or self.rule_at(node) not in _CHOOSING:
            return None
        best = [child for child in self.children(node) if child.value == node.value]
        chosen = (child for child in best if node is self.root and child.action == self.chosen)
        return next(chosen, best[0] if best else None)

    def upper_bound(self, node: SearchNode[S, A]) -> UpperBound | None:
        """Return UCB1 of a node for the next iteration; None if no player chooses it."""
        if not self.iterations or node.parent is None or node.mover == CHANCE or node.mover is None:
            return None
        mean = node.low if node.mover == MAX else -node.low
        score = ucb1(mean, node.visits, self.nodes[node.parent].visits, self.iterations[-1].exploration)
        return UpperBound(mean, score - mean)

    def remark(self, node: SearchNode[S, A]) -> str:
        """Return the text beside the value of a node: visits and UCB1, or the window of an inner node."""
        if self.iterations:
            bound = self.upper_bound(node)
            return f"n {node.visits:,}" + (f"  {bound}" if bound else "")
        if not node.children or node.window is None:
            return ""
        return f"[{number_text(node.window[0])}, {number_text(node.window[1])}]"

    def below(self, number: int) -> SearchTree[S, A]:
        """Return the subtree of a node as a separate tree, with the iterations that passed through it."""
        return self if number == ROOT else self._copied_from(number)

    def copy(self) -> SearchTree[S, A]:
        return self._copied_from(ROOT)

    def _copied_from(self, number: int) -> SearchTree[S, A]:
        top = self.nodes[number]
        part: SearchTree[S, A] = SearchTree(top.state, self.rules)
        part.nodes = []
        part.is_searched_again = self.is_searched_again
        part.chosen = self.chosen if number == ROOT else None
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
        """Yield the tree below a node as lines of text with branches, down to `last_ply`.

        words: returns the text of a node. cut_words: returns the text below a node that was cut.
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


def combined(rule: Rule, below: Sequence[SearchNode[Any, Any]], is_complete: bool) -> tuple[float, float]:
    """Return the bounds of a node's value from those of its children."""
    lows, highs = [node.low for node in below], [node.high for node in below]
    if rule == "max":
        return max(lows), max(highs) if is_complete else inf
    if rule == "min":
        return min(lows) if is_complete else -inf, min(highs)
    if not is_complete or -inf in lows or inf in highs:
        return -inf, inf
    return sum(lows) / len(lows), sum(highs) / len(highs)


def number_text(value: float) -> str:
    """Return a number with six digits, or up to ten if those are exact, because values may differ very little."""
    exact = f"{value:.10g}"
    return (exact if float(exact) == value else f"{value:.6g}").replace("inf", "∞")


def interval_text(node: SearchNode[Any, Any]) -> str:
    """Return the value of a node as text: 3, ≤ 2, ≥ 4, between 1 and 5, or ?"""
    return bounds_text(node.low, node.high, between="between {} and {}")


def bounds_text(low: float, high: float, number: Callable[[float], str] = number_text, between: str = "{} … {}") -> str:
    """Return the value between two bounds as text: 3, ≤ 2, ≥ 4, 1 … 5, or ?"""
    if low == high:
        return number(low)
    if low == -inf:
        return "?" if high == inf else f"≤ {number(high)}"
    return f"≥ {number(low)}" if high == inf else between.format(number(low), number(high))
