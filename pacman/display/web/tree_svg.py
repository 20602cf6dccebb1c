"""A game tree as a drawing, in the signs of the lectures: MAX points up, MIN points down, chance is round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

ROW: Final = 76  # pixels from one ply to the next
SIGN: Final = 17  # from the middle of a sign to its edge
LETTER: Final = 7.4  # width of a digit
GAP: Final = 14  # between neighbours
MARGIN: Final = 12


@dataclass(frozen=True)
class DrawnNode:
    """A node of a drawing.

    kind: "max", "min", "chance", or "leaf" where nobody moves any more.
    edge: what stands at the line from its parent: an action, a probability.
    is_visited: False for what a search left out; it is drawn grey.
    mark: "best" on the way that the search expects, "wrong" where an answer differs, or nothing.
    remark: more about the node, shown when one points at it.
    """

    kind: str
    value: str = ""
    edge: str = ""
    children: Sequence[DrawnNode] = field(default_factory=tuple)
    is_visited: bool = True
    mark: str = ""
    remark: str = ""


@dataclass
class _Placed:
    node: DrawnNode
    depth: int
    x: float
    children: list[_Placed]


def tree_svg(root: DrawnNode, label: str = "a game tree") -> str:
    """The whole tree, a ply a row, in the colours of a page."""
    ends: dict[int, float] = {}
    placed = _placed(root, 0, ends)
    everybody = list(_walk(placed))
    left = min(one.x - _width(one.node) / 2 for one in everybody) - MARGIN
    right = max(one.x + _width(one.node) / 2 for one in everybody) + MARGIN
    height = ROW * max(one.depth for one in everybody) + 2 * (SIGN + MARGIN)
    parts = [_edge(one, child) for one in everybody for child in one.children]
    parts += [_sign(one) for one in everybody]
    view = f"{left:.1f} {-SIGN - MARGIN} {right - left:.1f} {height}"
    size = f'width="{right - left:.0f}" height="{height}" viewBox="{view}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" {size} role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _placed(node: DrawnNode, depth: int, ends: dict[int, float]) -> _Placed:
    """Children side by side, a parent over their middle; `ends` is how far to the right each ply is taken."""
    children = [_placed(child, depth + 1, ends) for child in node.children]
    half = _width(node) / 2
    least = ends.get(depth, 0.0) + half
    x = (children[0].x + children[-1].x) / 2 if children else least
    one = _Placed(node, depth, x, children)
    if x < least:
        _shift(one, least - x, ends)
    ends[depth] = one.x + half + GAP
    return one


def _shift(one: _Placed, by: float, ends: dict[int, float]) -> None:
    """Move a node with all below it to the right."""
    one.x += by
    for child in one.children:
        _shift(child, by, ends)
        ends[child.depth] = max(ends[child.depth], child.x + _width(child.node) / 2 + GAP)


def _walk(one: _Placed) -> Iterator[_Placed]:
    yield one
    for child in one.children:
        yield from _walk(child)


def _width(node: DrawnNode) -> float:
    """Of the sign with what stands on it; an edge's words are between the rows, where there is room for two."""
    return max(2 * SIGN, LETTER * len(node.value) + 12, LETTER * len(node.edge))


def _y(one: _Placed) -> int:
    return ROW * one.depth


def _edge(parent: _Placed, child: _Placed) -> str:
    node = child.node
    x, y = parent.x + 0.8 * (child.x - parent.x), _y(child) - 0.36 * ROW
    line = f'<line x1="{parent.x:.1f}" y1="{_y(parent)}" x2="{child.x:.1f}" y2="{_y(child)}"/>'
    words = f'<text x="{x:.1f}" y="{y:.1f}">{escape(node.edge)}</text>' if node.edge else ""
    return f'<g class="edge{_classes(node)}">{line}{words}</g>'


def _sign(one: _Placed) -> str:
    node, y = one.node, _y(one)
    half = _width(node) / 2
    shape = {
        "max": f'<path d="M{one.x:.1f} {y - SIGN - 4}L{one.x + half + 6:.1f} {y + SIGN - 3}H{one.x - half - 6:.1f}Z"/>',
        "min": f'<path d="M{one.x:.1f} {y + SIGN + 4}L{one.x + half + 6:.1f} {y - SIGN + 3}H{one.x - half - 6:.1f}Z"/>',
        "chance": f'<ellipse cx="{one.x:.1f}" cy="{y}" rx="{half:.1f}" ry="{SIGN}"/>',
        "leaf": f'<rect x="{one.x - half:.1f}" y="{y - 12}" width="{2 * half:.1f}" height="24" rx="5"/>',
    }[node.kind]
    middle = y + {"max": 9, "min": 1}.get(node.kind, 5)
    words = f'<text x="{one.x:.1f}" y="{middle}">{escape(node.value)}</text>'
    remark = f"<title>{escape(node.remark)}</title>" if node.remark else ""
    return f'<g class="node {node.kind}{_classes(node)}">{remark}{shape}{words}</g>'


def _classes(node: DrawnNode) -> str:
    return ("" if node.is_visited else " unvisited") + (f" {node.mark}" if node.mark else "")
