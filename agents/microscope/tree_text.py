"""A searched tree as text for the terminal, with a line for each node.

    ▲ 12.4  [-∞, ∞]
    ├─ West  ▼ 12.4  …

▲ takes the largest value, ▼ the smallest, ○ the average; [alpha, beta] is the window on entry; ≤ and ≥ mark bounds;
✂ is a cut, with its reason; in an observed search, "leaf" is a state that it evaluated and did not expand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from agents.search.search_tree import SearchNode, SearchTree, interval_text

SIGNS: Final = {"max": "▲", "min": "▼", "mean": "○"}
LEGEND: Final = "▲ takes the largest value, ▼ the smallest, ○ the average; [alpha, beta] on entry; ✂ cut"
GROWTH_LEGEND: Final = (
    "the mean of n play-outs; ▲ and ▼ choose the child with the highest exploitation + exploration for their own side"
)
LEAF_LEGEND: Final = "leaf: evaluated by the agent and not expanded"
MOST_LINES: Final = 60


@dataclass(frozen=True)
class TreeExcerpt:
    """The part of a tree to write.

    plies: depth below the root; None for as many as fit into `most_lines`.
    marks: remarks after some nodes, by number; the mark of a node that is folded is beside the node that hides it.
    name: returns the name of a state; None for no names.
    """

    plies: int | None = None
    most_lines: int = MOST_LINES
    marks: Mapping[int, str] | None = None
    name: Callable[[Any], str] | None = None


def legend_of(tree: SearchTree[Any, Any]) -> str:
    if tree.iterations:
        return GROWTH_LEGEND
    has_leaves = any(node.knowledge == "evaluated" for node in tree.nodes)
    return f"{LEGEND}; {LEAF_LEGEND}" if has_leaves else LEGEND


def tree_lines(tree: SearchTree[Any, Any], excerpt: TreeExcerpt, root: int = 0) -> list[str]:
    """Return the lines of a tree, or of the subtree of a node; the principal variation is marked with ●."""
    top = tree.nodes[root]
    plies = excerpt.plies if excerpt.plies is not None else plies_that_fit(tree, top, excerpt.most_lines)
    last_ply = top.ply + plies
    best = {node.number for node in tree.principal_variation()}
    folded = _folded_marks(tree, excerpt.marks or {}, last_ply)

    def words(node: SearchNode[Any, Any]) -> str:
        text = " ".join(_words(tree, node, excerpt, node.number in best))
        if node.ply < last_ply or not node.children:
            return text
        inside = f", with: {'; '.join(folded[node.number])}" if node.number in folded else ""
        below = _states_below(tree, node)
        return f"{text}  … {below:,} state{'s' if below > 1 else ''} below{inside}"

    def cut_words(node: SearchNode[Any, Any]) -> str:
        return f"✂ {', '.join(map(str, node.skipped))}: {node.reason}"

    return [*tree.outline(top, words, cut_words, last_ply)]


def plies_that_fit(tree: SearchTree[Any, Any], top: SearchNode[Any, Any], most: int) -> int:
    """Return the number of plies that fit into `most` lines, at least one."""
    layer, lines, plies = [top], 1, 0
    while layer:
        below = [child for node in layer for child in tree.children(node)]
        lines += len(below) + sum(bool(node.skipped) for node in layer)
        if plies and lines > most:
            break
        layer, plies = below, plies + 1
    return plies


def _folded_marks(tree: SearchTree[Any, Any], marks: Mapping[int, str], last_ply: int) -> dict[int, list[str]]:
    """Return the marks of nodes below `last_ply`, by the number of the node at this ply that hides them."""
    folded: dict[int, list[str]] = {}
    for number, mark in marks.items():
        node = tree.nodes[number]
        while node.ply > last_ply and node.parent is not None:
            node = tree.nodes[node.parent]
        if node.number != number:
            folded.setdefault(node.number, []).append(mark)
    return folded


def _words(
    tree: SearchTree[Any, Any], node: SearchNode[Any, Any], excerpt: TreeExcerpt, is_best: bool
) -> Iterator[str]:
    rule = tree.rule_at(node)
    if node.action is not None:
        yield f"{node.action} "
    if node.children:
        yield SIGNS.get(rule or "", "◇")
    yield interval_text(node)
    if remark := tree.remark(node):
        yield f" {remark}"
    if excerpt.name is not None:
        yield f" ({excerpt.name(node.state)})"
    if node.is_over:
        yield " over"
    elif node.knowledge == "evaluated":
        yield " leaf"
    if is_best:
        yield " ●"
    if excerpt.marks and node.number in excerpt.marks:
        yield f" ◀ {excerpt.marks[node.number]}"


def _states_below(tree: SearchTree[Any, Any], node: SearchNode[Any, Any]) -> int:
    pending, count = [node], -1
    while pending:
        count += 1
        pending += tree.children(pending.pop())
    return count
