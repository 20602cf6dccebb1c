"""The values that a search's own code returned, and the first node whose value does not follow from its children's.

The values are claims of the observed code: no points and no name of a bug depend on them. A node without a value, or
with a child without one, is unknown and never wrong.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf, isclose
from typing import Any, Final, Generic, Literal, TypeAlias

from agents.search.contract import MAX, A
from agents.search.search_tree import SearchNode, SearchTree, number_text
from pacman.display.messages import Words

Node: TypeAlias = SearchNode[Any, Any]
Values: TypeAlias = Mapping[int, float]  # by the number of a node, for player 0
_LINES: Final = {"leaf": "own-leaf", "inner": "own-inner", "root": "own-root"}  # keys of messages
_CLOSE: Final = 1e-6  # relative and absolute tolerance: averages depend on the order of additions


@dataclass(frozen=True)
class WrongValue(Generic[A]):
    """A node whose own value does not follow.

    kind: at a leaf, the value is not its evaluation; at an inner node, it does not follow from those of its children;
    at the root, the chosen action is not the one with the largest value.
    found: the value of the code, and `low` to `high` those that would follow; at the root, the values of the chosen
    action and of the best one.
    """

    kind: Literal["leaf", "inner", "root"]
    path: tuple[A, ...]
    number: int
    found: float
    low: float
    high: float


def own_values(tree: SearchTree[Any, Any]) -> dict[int, float]:
    """Return what the search's code returned for each node, with the sign that the code gave it.

    Nothing is known of a search in several passes: a node that the last one has cut keeps its value of an earlier one.
    """
    if tree.is_searched_again:
        return {}
    return {node.number: node.result for node in tree.nodes if node.result is not None}


def has_inner_values(tree: SearchTree[Any, Any]) -> bool:
    """True if the search's code returned a value for a node below the root that has children."""
    return any(tree.nodes[number].children for number in own_values(tree) if number != tree.root.number)


def first_wrong_value(
    tree: SearchTree[Any, A],
    action: A | None,
    num_agents: int,
    *,
    prunes: bool,
    evaluation: Callable[[Node], float | None] = lambda node: None,
) -> WrongValue[A] | None:
    """Return the first wrong node in the order in which the search left its nodes; None if no known value is wrong.

    action: that the search chose. prunes: it may return bounds, as fail-soft and fail-hard alpha-beta do.
    evaluation: returns the value of a leaf, or None if it is not known.
    """
    found = own_values(tree)
    plain = [*_wrong_values(tree, found, action, prunes, evaluation)]
    if not plain:
        return None
    turned = {
        number: -value if _mover(tree.nodes[number], num_agents) != MAX else value for number, value in found.items()
    }
    negated = [*_wrong_values(tree, turned, action, prunes, evaluation)]
    if not negated:  # values for the player to move, as in negamax, explain every node
        return None
    is_negamax = len(negated) < len(plain) and not any(each.kind == "leaf" for each in negated)
    return negated[0] if is_negamax else plain[0]


def _mover(node: Node, num_agents: int) -> int:
    return node.ply % num_agents if node.player is None else node.player


def _wrong_values(
    tree: SearchTree[Any, A],
    values: Values,
    action: A | None,
    prunes: bool,
    evaluation: Callable[[Node], float | None],
) -> Iterator[WrongValue[A]]:
    windows = _windows(tree, values) if prunes else {}
    for node in _in_post_order(tree):
        if node.parent is None:
            yield from _wrong_choice(tree, values, action)
        if node.number not in values:
            continue
        value = values[node.number]
        if node.children:
            low, high = _following(tree, node, values, windows.get(node.number))
            kind: Literal["leaf", "inner"] = "inner"
        else:
            known = evaluation(node)
            low, high = (-inf, inf) if known is None else _allowed(known, windows.get(node.number))
            kind = "leaf"
        if not (_is_at_least(value, low) and _is_at_least(high, value)):
            yield WrongValue(kind, tree.path(node), node.number, value, low, high)


def _wrong_choice(tree: SearchTree[Any, A], values: Values, action: A | None) -> Iterator[WrongValue[A]]:
    """Yield the root if all of its actions have a value and the chosen one is not the largest."""
    worth = {child.action: values.get(child.number) for child in tree.children(tree.root)}
    known = [value for value in worth.values() if value is not None]
    if action is None or worth.get(action) is None or len(known) < len(worth):
        return
    chosen, best = worth[action], max(known)
    if chosen is not None and not _is_at_least(chosen, best):
        yield WrongValue("root", (), tree.root.number, chosen, best, best)


def _following(
    tree: SearchTree[Any, Any], node: Node, values: Values, window: tuple[float, float] | None
) -> tuple[float, float]:
    """Return the range of values that follow from those of the children; everything if that is not known."""
    rule = tree.rules.get(node.player if node.player is not None else MAX)
    below = [values[child] for child in node.children if child in values]
    is_known = len(below) == len(node.children)
    if rule is None or not below or (rule == "mean" and not is_known):
        return -inf, inf
    if rule == "mean":
        mean = sum(below) / len(below)
        return mean, mean
    best = max(below) if rule == "max" else min(below)
    low, high = _allowed(best, window)
    if is_known:
        return low, high
    return (low, inf) if rule == "max" else (-inf, high)


def _allowed(value: float, window: tuple[float, float] | None) -> tuple[float, float]:
    """Return the range of values that a search may return for a value, at a leaf as well.

    window: of a search that prunes. Outside of it, fail-soft returns the value and fail-hard the bound.
    """
    clamped = value if window is None else min(max(value, window[0]), window[1])
    return min(value, clamped), max(value, clamped)


def _windows(tree: SearchTree[Any, Any], values: Values) -> dict[int, tuple[float, float]]:
    """Return (alpha, beta) on entry of each node, from the values that the search had found by then."""
    windows = {tree.root.number: (-inf, inf)}
    for node in tree.nodes:
        alpha, beta = windows[node.number]
        for child in tree.children(node):
            windows[child.number] = alpha, beta
            value = values.get(child.number)
            if value is not None and tree.rules.get(node.player if node.player is not None else MAX) == "max":
                alpha = max(alpha, value)
            elif value is not None:
                beta = min(beta, value)
    return windows


def _in_post_order(tree: SearchTree[Any, Any]) -> Iterator[Node]:
    pending: list[tuple[Node, bool]] = [(tree.root, False)]
    while pending:
        node, is_left = pending.pop()
        if is_left:
            yield node
        else:
            pending.append((node, True))
            pending += [(child, False) for child in reversed([*tree.children(node)])]


def _is_at_least(value: float, bound: float) -> bool:
    return value >= bound or isclose(value, bound, rel_tol=_CLOSE, abs_tol=_CLOSE)


def own_value_texts(wrong: WrongValue[Any]) -> dict[str, str]:
    """Return the numbers of a sentence about a wrong node: the value that was found, and those that would follow."""
    low, high = number_text(wrong.low), number_text(wrong.high)
    if wrong.high == inf or wrong.low == -inf:
        expected = f"≥ {low}" if wrong.high == inf else f"≤ {high}"
    else:
        expected = low if low == high else f"{low} … {high}"
    return {"found": number_text(wrong.found), "expected": expected}


def wrong_value_line(wrong: WrongValue[Any], words: Words) -> str:
    """Return the sentence about the first wrong node."""
    place = words("after", actions=", ".join(map(str, wrong.path))) if wrong.path else words("at-root")
    return words(_LINES[wrong.kind], place=place, **own_value_texts(wrong))


def wrong_value_mark(wrong: WrongValue[Any], words: Words) -> str:
    """Return the mark of the first wrong node in a tree of text."""
    return words("own-misfit", place=words("first-wrong-value"), **own_value_texts(wrong))


def marks_of_text(parts_at: int | None, wrong: WrongValue[Any] | None, words: Words) -> dict[int, str]:
    """Return the marks in a tree of text by node: at the first difference, and at the first wrong value."""
    marks = {} if parts_at is None else {parts_at: words("here-they-part")}
    if wrong is not None:
        before = f"{marks[wrong.number]}; " if wrong.number in marks else ""
        marks[wrong.number] = before + wrong_value_mark(wrong, words)
    return marks


def own_values_line(tree: SearchTree[Any, Any], wrong: WrongValue[Any] | None, words: Words) -> list[str]:
    """Return a line about the values that the search's code returned below the root."""
    if wrong is not None:
        return [wrong_value_line(wrong, words)]
    return [words("own-follow")] if has_inner_values(tree) else inferred_line(tree, words)


def inferred_line(tree: SearchTree[Any, Any], words: Words) -> list[str]:
    """Return a line that says that values are inferred; none if some are known, or if there are none to infer."""
    is_inferred = any(node.children and node.parent is not None and node.knowledge != "unknown" for node in tree.nodes)
    return [words("own-unknown")] if is_inferred and not has_inner_values(tree) else []
