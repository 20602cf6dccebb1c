"""The first difference between two searches of the same position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple

from agents.search.contract import A
from agents.search.search_tree import SearchNode, SearchTree, interval_text
from pacman.display.messages import IN_ENGLISH, Words

Kind = Literal["surplus", "missing", "mover", "value"]
NO_DIFFERENCE: Final = 1e-9  # tolerance for rounding errors


class Difference(NamedTuple):
    """A difference at a node.

    kind: the node should not have been generated ("surplus"), it is missing ("missing"), another agent moves there
    ("mover"), or its value differs ("value").
    text: for the terminal. message, details: the key of the same message for pages, and its arguments.
    """

    kind: Kind
    text: str
    message: str
    details: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Divergence(Generic[A]):
    """The first node at which a search differs from the reference.

    path: the actions that lead to it.
    found, expected: the numbers of the node in the two trees; None in a tree that does not have it.
    """

    path: tuple[A, ...]
    difference: Difference
    found: int | None
    expected: int | None

    @property
    def kind(self) -> Kind:
        return self.difference.kind


def divergence_text(divergence: Divergence[Any] | None) -> str:
    """Return the sentence about the first difference, for the terminal."""
    if divergence is None:
        return "Both searches visit the same states, and the values that follow from their leaves agree."
    return f"The searches first differ {place_text(divergence.path, IN_ENGLISH)}: {divergence.difference.text}."


def divergence_line(divergence: Divergence[Any] | None, words: Words) -> str:
    """Return the same sentence for a page."""
    if divergence is None:
        return words("same")
    difference = divergence.difference
    what = words(difference.message, **difference.details)
    return words("parts", place=place_text(divergence.path, words), what=what)


def place_text(path: Sequence[Any], words: Words) -> str:
    """Return the place that some actions lead to, as a part of a sentence."""
    return words("after", actions=", ".join(map(str, path))) if path else words("at-root")


def marked_nodes(
    divergence: Divergence[Any] | None, found: SearchTree[Any, Any], expected: SearchTree[Any, Any]
) -> tuple[int | None, int | None]:
    """Return the node of the first difference in each tree; its last existing ancestor if a tree lacks the node."""
    if divergence is None:
        return None, None
    return _nearest(found, divergence.path), _nearest(expected, divergence.path)


def _nearest(tree: SearchTree[Any, Any], path: Sequence[Any]) -> int:
    node = tree.root
    for action in path:
        below = next((child for child in tree.children(node) if child.action == action), None)
        if below is None:
            break
        node = below
    return node.number


def first_divergence(found: SearchTree[Any, A], expected: SearchTree[Any, A]) -> Divergence[A] | None:
    """Return the first difference in depth-first order; None if the trees agree as far as they are known.

    The order in which a search generates the children of a state does not matter, only the set of them. Values are
    compared in post-order. Time and memory are linear in the sizes of the trees: both are traversed together, and only
    the path of the difference is built.
    """
    pending = [_Place([found.root], [expected.root], expected.root)]
    while pending:
        place = pending.pop()
        difference = _wrong_value(place) if place.is_left else _wrong_node(place)
        if difference is not None:
            node = (place.found or place.expected)[0]
            path = (found if place.found else expected).path(node)
            return Divergence(path, difference, _number(place.found), _number(place.expected))
        if not place.is_left:
            pending.append(replace(place, is_left=True))
            pending += reversed([*_below(place, found, expected)])
    return None


@dataclass(frozen=True)
class _Place:
    """The nodes that the same actions lead to in the two trees; several if different agents move in the same state.

    The first node of each represents all of them. above: their parent in the reference; for the root, the root itself.
    is_left: everything below has been compared.
    """

    found: list[SearchNode[Any, Any]]
    expected: list[SearchNode[Any, Any]]
    above: SearchNode[Any, Any]
    is_left: bool = False


def _below(place: _Place, found: SearchTree[Any, Any], expected: SearchTree[Any, Any]) -> Iterator[_Place]:
    """Yield the places one action further: first the actions of the reference, including those that it cut."""
    mine, theirs = _by_action(place.found, found), _by_action(place.expected, expected)
    for action in {**theirs, **mine}:
        nodes = mine.get(action, []), theirs.get(action, [])
        if any(nodes):
            yield _Place(*nodes, place.expected[0])


def _by_action(nodes: Iterable[SearchNode[Any, A]], tree: SearchTree[Any, A]) -> dict[A, list[SearchNode[Any, A]]]:
    """Return the children of some nodes by action, in order; an action that was cut has none."""
    children: dict[Any, list[SearchNode[Any, A]]] = {}
    for node in nodes:
        for child in tree.children(node):
            children.setdefault(child.action, []).append(child)
        for action in node.skipped:
            children.setdefault(action, [])
    for same in children.values():
        same.sort(key=lambda child: child.number)
    return children


def _number(nodes: Sequence[SearchNode[Any, Any]]) -> int | None:
    return nodes[0].number if nodes else None


def _wrong_node(place: _Place) -> Difference | None:
    """Return the difference if only one of the trees has the node, or if different agents move in it."""
    if not place.found:
        return Difference("missing", "the reference searches further here, this search does not", "missing")
    if not place.expected:
        return _surplus(place.above, place.found[0].action)
    mine, theirs = place.found[0].player, place.expected[0].player
    if None not in (mine, theirs) and mine != theirs:
        details = {"found": mine, "expected": theirs}
        return Difference("mover", f"agent {mine} moves here; expected agent {theirs}", "mover", details)
    return None


def _surplus(above: SearchNode[Any, A], action: A) -> Difference:
    """Return the reason why the reference does not visit a state that this search visits."""
    if above.is_over:
        return Difference("surplus", "the game is over before this move", "surplus-over")
    if above.at_horizon:
        return Difference("surplus", "the depth is reached before this move", "surplus-depth")
    if action in above.skipped:
        return Difference("surplus", f"the reference cuts here: {above.reason}", "surplus-cut")
    return Difference("surplus", "the reference does not try this action", "surplus")


def _wrong_value(place: _Place) -> Difference | None:
    found, expected = place.found[0], place.expected[0]
    if found.low > expected.high + NO_DIFFERENCE or found.high < expected.low - NO_DIFFERENCE:
        details = {"found": interval_text(found), "expected": interval_text(expected)}
        return Difference(
            "value", "the value here is {found}; expected {expected}".format(**details), "value-differs", details
        )
    return None
