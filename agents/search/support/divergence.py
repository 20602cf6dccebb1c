"""Where two searches of the same position part: the first node that one of them treats otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Final, Generic, Literal

from agents.search.contract import A
from agents.search.support.searched_tree import SearchedNode, SearchedTree
from agents.search.support.trace import number_text

Kind = Literal["surplus", "missing", "mover", "value"]
NO_DIFFERENCE: Final = 1e-9  # what rounding leaves of one


@dataclass(frozen=True)
class Divergence(Generic[A]):
    """The first node at which a search parts from the reference.

    path: the actions that lead there. kind: it should not have been generated ("surplus"), it should have been and was
    not ("missing"), another agent moves there ("mover"), or its value is another ("value").
    found, expected: the numbers of the node in the two trees; None in the tree that has none.
    """

    path: tuple[A, ...]
    kind: Kind
    found: int | None
    expected: int | None
    text: str


def first_divergence(found: SearchedTree[Any, A], expected: SearchedTree[Any, A]) -> Divergence[A] | None:
    """The first difference in the order of a depth-first search; None where the trees agree as far as they are known.

    In which order a search generates the children of one state is its own affair: only which ones counts. A value comes
    after everything below it.
    """
    mine, theirs = found.by_path(), expected.by_path()
    order = _Order(found, expected)
    differences = [
        divergence
        for path in mine.keys() | theirs.keys()
        if (divergence := _difference(path, mine.get(path), theirs.get(path), expected, theirs)) is not None
    ]
    return min(differences, key=order.key, default=None)


def _difference(
    path: tuple[A, ...],
    found: SearchedNode[Any, A] | None,
    expected: SearchedNode[Any, A] | None,
    reference: SearchedTree[Any, A],
    by_path: dict[tuple[A, ...], SearchedNode[Any, A]],
) -> Divergence[A] | None:
    if found is None:
        assert expected is not None
        return Divergence(path, "missing", None, expected.number, "the reference goes on here, this search does not")
    if expected is None:
        return Divergence(path, "surplus", found.number, None, _surplus_text(path, by_path))
    if None not in (found.player, expected.player) and found.player != expected.player:
        text = f"agent {found.player} moves here; expected agent {expected.player}"
        return Divergence(path, "mover", found.number, expected.number, text)
    if found.low > expected.high + NO_DIFFERENCE or found.high < expected.low - NO_DIFFERENCE:
        text = f"the value here is {interval_text(found)}; expected {interval_text(expected)}"
        return Divergence(path, "value", found.number, expected.number, text)
    return None


def _surplus_text(path: tuple[A, ...], by_path: dict[tuple[A, ...], SearchedNode[Any, A]]) -> str:
    """Why the reference does not go where this search goes."""
    parent = by_path.get(path[:-1])
    if parent is None:
        return "the reference does not come here"
    if parent.is_over:
        return "the game is over before this move"
    if parent.at_horizon:
        return "the depth is reached before this move"
    if path[-1] in parent.skipped:
        return f"the reference cuts here: {parent.reason}"
    return "the reference does not try this action"


class _Order:
    """Depth-first order, by the places of actions among their siblings in either tree."""

    def __init__(self, found: SearchedTree[Any, Any], expected: SearchedTree[Any, Any]) -> None:
        self._places: dict[tuple[Any, ...], dict[Any, int]] = {}
        for tree in (expected, found):
            for path, node in zip(tree.paths(), tree.nodes, strict=True):
                places = self._places.setdefault(path, {})
                for action in (*(child.action for child in tree.children(node)), *node.skipped):
                    places.setdefault(action, len(places))

    def key(self, divergence: Divergence[Any]) -> tuple[float, ...]:
        path = divergence.path
        places = tuple(float(self._places[path[:length]][action]) for length, action in enumerate(path))
        return (*places, inf) if divergence.kind == "value" else places


def interval_text(node: SearchedNode[Any, Any]) -> str:
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
