"""Placement of the nodes of a drawn tree."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pacman.display.web.tree_svg import GAP, DrawnNode, _Placed, _placed, _room, _walk

words = st.sampled_from(["", "7", "-123.456", "between 1 and 5"])


@st.composite
def trees(draw: st.DrawFn, plies: int = 4) -> DrawnNode:
    """Draw a tree of narrow and wide nodes, few children and chains: a node is often wider than its subtree."""
    count = draw(st.sampled_from([0, 1, 1, 2, 3])) if plies else 0
    kind = draw(st.sampled_from(["max", "min", "chance"])) if count else "leaf"
    children = [draw(trees(plies - 1)) for _ in range(count)]
    return DrawnNode(kind, draw(words), draw(words), children, note=draw(words))


@given(trees())
def test_no_two_nodes_of_a_row_meet(tree: DrawnNode) -> None:
    rows: dict[int, list[_Placed]] = {}
    for one in _walk(_placed(tree, 0, {})):
        rows.setdefault(one.depth, []).append(one)
    for row in rows.values():
        for left, right in pairwise(row):
            assert left.x + _room(left.node) / 2 + GAP <= right.x - _room(right.node) / 2 + 1e-6


@given(trees())
def test_a_parent_stands_over_the_middle_of_its_children(tree: DrawnNode) -> None:
    for one in _walk(_placed(tree, 0, {})):
        if one.children:
            assert abs(one.x - (one.children[0].x + one.children[-1].x) / 2) < 1e-6
