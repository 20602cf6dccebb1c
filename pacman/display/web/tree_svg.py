"""Drawing of a game tree with the symbols of the lectures: MAX points up, MIN points down, chance is round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

ROW: Final = 84  # pixels from one ply to the next
NOTED_ROW: Final = 130  # the same if nodes have notes
SIGN: Final = 17  # from the middle of a symbol to its edge
LEAF: Final = 14  # the same of the narrowest leaf
CORNER: Final = 6  # extra width of a triangle on each side of its text
LETTER: Final = 7.4  # width of a digit
EDGE_LETTER: Final = 7.0  # largest width of a letter on an edge, in the usual fonts
NOTE_LETTER: Final = 6.4
GAP: Final = 8  # between neighbours
MARGIN: Final = 12
EDGE_TEXT: Final = 0.72  # position of the text on an edge, as a share from the top
THICKEST: Final = 11  # width of an edge of weight 1


@dataclass(frozen=True)
class DrawnNode:
    """A node of a drawing.

    kind: "max", "min", "chance", or "leaf".
    edge: the text on the line from its parent: an action, a probability.
    is_visited: False for a node that the search skipped; it is drawn grey.
    mark: "best" on the principal variation, or empty.
    remark: more about the node, shown when the mouse points at it.
    note: a few words over the node. weight: the thickness of its edge from 0 to 1; None for a plain one.
    """

    kind: str
    value: str = ""
    edge: str = ""
    children: Sequence[DrawnNode] = field(default_factory=tuple)
    is_visited: bool = True
    mark: str = ""
    remark: str = ""
    note: str = ""
    weight: float | None = None


@dataclass
class _Placed:
    node: DrawnNode
    depth: int
    x: float
    children: list[_Placed]


def tree_svg(root: DrawnNode) -> str:
    """Return the whole tree, one row for each ply, in the colour variables of a page."""
    ends: dict[int, float] = {}
    nodes = list(_walk(_placed(root, 0, ends)))
    row = NOTED_ROW if any(placed.node.note for placed in nodes) else ROW
    left = min(placed.x - _room(placed.node) / 2 for placed in nodes) - MARGIN
    right = max(placed.x + _room(placed.node) / 2 for placed in nodes) + MARGIN
    height = row * max(placed.depth for placed in nodes) + 2 * (SIGN + MARGIN)
    parts = [_edge(placed, child, row) for placed in nodes for child in placed.children]
    parts += [_words_of_edge(placed, child, row) for placed in nodes for child in placed.children if child.node.edge]
    parts += [_sign(placed, row) for placed in nodes]
    view = f"{left:.1f} {-SIGN - MARGIN} {right - left:.1f} {height}"
    size = f'width="{right - left:.0f}" height="{height}" viewBox="{view}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" {size} role="img" aria-label="a game tree">'
    return f"{head}{''.join(parts)}</svg>"


def _placed(node: DrawnNode, depth: int, ends: dict[int, float]) -> _Placed:
    """Place children side by side and a parent over their middle; `ends` has the first free x of each ply."""
    children = [_placed(child, depth + 1, ends) for child in node.children]
    half = _room(node) / 2
    least = ends.get(depth, 0.0) + half
    x = (children[0].x + children[-1].x) / 2 if children else least
    placed = _Placed(node, depth, x, children)
    if x < least:
        _shift(placed, least - x, ends)
    ends[depth] = placed.x + half + GAP
    return placed


def _shift(placed: _Placed, by: float, ends: dict[int, float]) -> None:
    """Move a node and its subtree to the right."""
    placed.x += by
    for child in placed.children:
        _shift(child, by, ends)
        ends[child.depth] = max(ends[child.depth], child.x + _room(child.node) / 2 + GAP)


def _walk(placed: _Placed) -> Iterator[_Placed]:
    yield placed
    for child in placed.children:
        yield from _walk(child)


def _width(node: DrawnNode) -> float:
    """Return the width of a symbol with its text."""
    least = LEAF if node.kind == "leaf" else SIGN
    return max(2 * least, LETTER * len(node.value) + 12) + (0 if node.kind in ("leaf", "chance") else 2 * CORNER)


def _room(node: DrawnNode) -> float:
    """Return the width that a node takes in its row.

    Texts on edges are nearer to each other than the nodes below, because the edges of a parent begin at one point; the
    division by EDGE_TEXT spaces the nodes so that no two texts overlap.
    """
    return max(_width(node), NOTE_LETTER * len(node.note), EDGE_LETTER * len(node.edge) / EDGE_TEXT)


def _edge(parent: _Placed, child: _Placed, row: int) -> str:
    node = child.node
    ends = f'x1="{parent.x:.1f}" y1="{row * parent.depth}" x2="{child.x:.1f}" y2="{row * child.depth}"'
    thick = "" if node.weight is None else f' style="stroke-width: {1 + (THICKEST - 1) * node.weight:.1f}"'
    return f'<g class="edge{_classes(node)}"><line {ends}{thick}/></g>'


def _words_of_edge(parent: _Placed, child: _Placed, row: int) -> str:
    """Return the text of an edge; it is drawn after all lines, so that none crosses it."""
    x, y = parent.x + EDGE_TEXT * (child.x - parent.x), row * (parent.depth + EDGE_TEXT) - 2
    words = f'<text x="{x:.1f}" y="{y:.1f}">{escape(child.node.edge)}</text>'
    return f'<g class="edge{_classes(child.node)}">{words}</g>'


def _sign(placed: _Placed, row: int) -> str:
    node, y, half = placed.node, row * placed.depth, _width(placed.node) / 2
    left, right = f"{placed.x - half:.1f}", f"{placed.x + half:.1f}"
    shape = {
        "max": f'<path d="M{placed.x:.1f} {y - SIGN - 4}L{right} {y + SIGN - 3}H{left}Z"/>',
        "min": f'<path d="M{placed.x:.1f} {y + SIGN + 4}L{right} {y - SIGN + 3}H{left}Z"/>',
        "chance": f'<ellipse cx="{placed.x:.1f}" cy="{y}" rx="{half:.1f}" ry="{SIGN}"/>',
        "leaf": f'<rect x="{left}" y="{y - 12}" width="{2 * half:.1f}" height="24" rx="5"/>',
    }[node.kind]
    middle = y + {"max": 9, "min": 1}.get(node.kind, 5)
    words = f'<text x="{placed.x:.1f}" y="{middle}">{escape(node.value)}</text>'
    if node.note:
        words += f'<text class="note" x="{placed.x:.1f}" y="{y - SIGN - 7}">{escape(node.note)}</text>'
    remark = f"<title>{escape(node.remark)}</title>" if node.remark else ""
    return f'<g class="node {node.kind}{_classes(node)}">{remark}{shape}{words}</g>'


def _classes(node: DrawnNode) -> str:
    return ("" if node.is_visited else " unvisited") + (f" {node.mark}" if node.mark else "")
