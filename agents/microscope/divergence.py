"""Where two searches of the same position part: the first node that one of them treats otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple

from agents.search.contract import A
from agents.search.search_tree import SearchNode, SearchTree, interval_text
from pacman.display.web.messages import Words

Kind = Literal["surplus", "missing", "mover", "value"]
NO_DIFFERENCE: Final = 1e-9  # what rounding leaves of one


class Difference(NamedTuple):
    """What is different at a node.

    kind: it should not have been generated ("surplus"), it should have been and was not ("missing"), another agent
    moves there ("mover"), or its value is another ("value").
    text: for the terminal. message, details: the key of the same for pages, and what is filled into it.
    """

    kind: Kind
    text: str
    message: str
    details: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Divergence(Generic[A]):
    """The first node at which a search parts from the reference.

    path: the actions that lead there.
    found, expected: the numbers of the node in the two trees; None in the tree that has none.
    """

    path: tuple[A, ...]
    difference: Difference
    found: int | None
    expected: int | None

    @property
    def kind(self) -> Kind:
        return self.difference.kind


def divergence_text(divergence: Divergence[Any] | None) -> str:
    """Where two searches part, and how, for the terminal."""
    if divergence is None:
        return "Both look at the same states, and what is known of their values agrees."
    return f"They part first {path_text(divergence.path)}: {divergence.difference.text}."


def path_text(path: Sequence[Any]) -> str:
    return f"after {', '.join(path)}" if path else "at the root"


def divergence_line(divergence: Divergence[Any] | None, words: Words) -> str:
    """The same for a page."""
    if divergence is None:
        return words("same")
    path, difference = divergence.path, divergence.difference
    place = words("after", actions=", ".join(map(str, path))) if path else words("at-root")
    return words("parts", place=place, what=words(difference.message, **difference.details))


def marked_nodes(
    divergence: Divergence[Any] | None, found: SearchTree[Any, Any], expected: SearchTree[Any, Any]
) -> tuple[int | None, int | None]:
    """The nodes of the two trees where they part; where one has none, the last one on the way there."""
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
    """The first difference in the order of a depth-first search; None where the trees agree as far as they are known.

    In which order a search generates the children of one state is its own affair: only which ones counts. A value comes
    after everything below it. Time and memory are linear in the sizes of the trees: both are walked at once, and the
    path is written out for the difference alone.
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
    """The nodes that the same actions lead to in the two trees; several where agents move in one state by turns.

    The first node of each stands for all of them. above: the node of the reference that they come from; of the root the
    root itself. is_left: everything below has been compared.
    """

    found: list[SearchNode[Any, Any]]
    expected: list[SearchNode[Any, Any]]
    above: SearchNode[Any, Any]
    is_left: bool = False


def _below(place: _Place, found: SearchTree[Any, Any], expected: SearchTree[Any, Any]) -> Iterator[_Place]:
    """The places one action further: the actions of the reference first, and those that it cut among them."""
    mine, theirs = _by_action(place.found, found), _by_action(place.expected, expected)
    for action in {**theirs, **mine}:
        nodes = mine.get(action, []), theirs.get(action, [])
        if any(nodes):
            yield _Place(*nodes, place.expected[0])


def _by_action(nodes: Iterable[SearchNode[Any, A]], tree: SearchTree[Any, A]) -> dict[A, list[SearchNode[Any, A]]]:
    """The children of some nodes by their actions, in order; an action that was cut has none."""
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
    """A node that only one of the trees has, or in which different agents move."""
    if not place.found:
        return Difference("missing", "the reference goes on here, this search does not", "missing")
    if not place.expected:
        return _surplus(place.above, place.found[0].action)
    mine, theirs = place.found[0].player, place.expected[0].player
    if None not in (mine, theirs) and mine != theirs:
        details = {"found": mine, "expected": theirs}
        return Difference("mover", f"agent {mine} moves here; expected agent {theirs}", "mover", details)
    return None


def _surplus(above: SearchNode[Any, A], action: A) -> Difference:
    """Why the reference does not go where this search goes."""
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
