"""Trace: a record of the tree that a search really visited, to be looked at.

    trace = Trace()
    alpha_beta(game, state, trace=trace)
    print(trace.to_text())

A search is a function that calls itself by name. With a trace, that name is bound to a wrapper that writes down what
goes in (state and window) and what comes out; without one, nothing is wrapped, and tracing costs nothing. Cuts need no
report from the search: a node that tried some of its actions and left others was cut, and its window says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from agents.search.contract import CHANCE, MAX, A, Game, S

Recursion = TypeVar("Recursion", bound=Callable[..., Any])


def max_or_min(player: int) -> str:
    """What the player of a node does: player 0 maximises, the others minimise."""
    return {MAX: "MAX", 1: "MIN", CHANCE: "CHANCE"}.get(player, f"MIN {player}")


@dataclass(slots=True)
class TraceNode(Generic[S, A]):
    """One visited state.

    player: whose move it is, None at a leaf of the search (terminal, horizon, or known from a table).
    action: what led here, None at the root.
    window: (alpha, beta) on entry, None if the search has none.
    bound: what `value` is: "=" exact, "≤" an upper bound, "≥" a lower bound.
    skipped: the actions that were never tried because of a cut, and `reason` for the cut.
    """

    state: S
    action: A | None = None
    window: tuple[float, float] | None = None
    player: int | None = None
    value: Any = None
    bound: str = "="
    children: list[TraceNode[S, A]] = field(default_factory=list)
    skipped: tuple[A, ...] = ()
    reason: str = ""

    def walk(self) -> Iterator[TraceNode[S, A]]:
        """This node and all below it, in the order in which they were visited."""
        yield self
        for child in self.children:
            yield from child.walk()


class Trace(Generic[S, A]):
    """Hand one to a search as `trace=`; it holds the tree of the last search it was handed to."""

    def __init__(self) -> None:
        self._root: TraceNode[S, A] | None = None
        self._role: Callable[[int], str] = max_or_min
        self._last_action: A | None = None

    @property
    def root(self) -> TraceNode[S, A]:
        if self._root is None:
            raise LookupError("nothing traced yet: hand this trace to a search first")
        return self._root

    def player(self, node: TraceNode[S, A]) -> int:
        """Whose move it is at a node, by the game."""
        return self._game.player(node.state)

    def to_text(self, describe: Callable[[S], str] | None = None) -> str:
        """The tree, a line a node; `describe` may add something about each state.

        ≤ and ≥ mark values that are bounds only, [alpha, beta] is the window on entry.
        """
        return "\n".join(self._lines(self.root, "", "", describe))

    def start(self, game: Game[S, A], root: S) -> Callable[[S, A], S]:
        """For searches: start a new tree; return the game's `result`, made to note which action was taken."""
        self._game, self._root = game, TraceNode(root, player=game.player(root))
        self._path = [self._root]
        result = game.result

        def recorded_result(state: S, action: A, /) -> S:
            self._last_action = action
            return result(state, action)

        return recorded_result

    def watch(self, value: Recursion, horizon: float, role: Callable[[int], str]) -> Recursion:
        """For searches: the recursive `value`, made to fill the tree."""
        self._role = role
        game, path = self._game, self._path

        def recorded_value(state: S, ply: int, /, *window: float) -> Any:
            node = TraceNode[S, A](state, self._last_action, (window[0], window[1]) if window else None)
            path[-1].children.append(node)
            path.append(node)
            node.value = value(state, ply, *window)
            path.pop()
            _explain(node, game, known=ply == horizon or game.terminal_test(state))
            return node.value

        return cast(Recursion, recorded_value)

    def _lines(
        self, node: TraceNode[S, A], first: str, rest: str, describe: Callable[[S], str] | None
    ) -> Iterator[str]:
        words = [] if node.action is None else [f"{node.action}:"]
        if node.player is not None:
            words.append(self._role(node.player))
        if node.player is not None or node.bound != "=":
            words.append(node.bound)
        words.append(_text(node.value))
        if node.children and node.window:
            words.append(f"[{_text(node.window[0])}, {_text(node.window[1])}]")
        if describe is not None:
            words.append(describe(node.state))
        yield first + " ".join(words)
        for child in node.children:
            last = child is node.children[-1] and not node.skipped
            yield from self._lines(
                child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "), describe
            )
        if node.skipped:
            yield f"{rest}└╴ cut: {node.reason}; skipped {', '.join(map(str, node.skipped))}"


def _explain(node: TraceNode[S, A], game: Game[S, A], known: bool) -> None:
    """Fill in what follows from the value, the window and the children. A `known` leaf is exact in any window."""
    if node.children:
        node.player = game.player(node.state)
    if node.window is None or known:
        return
    alpha, beta = node.window
    node.bound = "≤" if node.value < alpha else "≥" if node.value > beta else "="
    tried = {child.action for child in node.children}
    left = tuple(action for action in game.actions(node.state) if action not in tried) if tried else ()
    if left:
        node.skipped = left
        if node.player == MAX:
            node.reason = f"value {_text(node.value)} > beta {_text(beta)}: MIN has better"
        else:
            node.reason = f"value {_text(node.value)} < alpha {_text(alpha)}: MAX has better"


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    return number_text(value)


def number_text(value: float) -> str:
    """A number in six digits, or in up to ten if they are all there is: values may differ by hardly anything."""
    exact = f"{value:.10g}"
    return (exact if float(exact) == value else f"{value:.6g}").replace("inf", "∞")
