"""A searched tree as text, a line a node, for the terminal.

    ▲ 12.4  [-∞, ∞]
    ├─ West  ▼ 12.4  …

▲ takes the largest value, ▼ the smallest, ○ the average; [alpha, beta] is the window on entry; ≤ and ≥ mark bounds;
✂ is a cut, with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from agents.search.support.divergence import interval_text
from agents.search.support.growth import GrownTree
from agents.search.support.searched_tree import SearchedNode, SearchedTree

SIGNS: Final = {"max": "▲", "min": "▼", "mean": "○"}
LEGEND: Final = "▲ takes the largest value, ▼ the smallest, ○ the average; [alpha, beta] on entry; ✂ cut"
GROWTH_LEGEND: Final = (
    "the mean of n play-outs; ▲ and ▼ go to the child of the highest exploitation + exploration, each in its own eyes"
)
MOST_LINES: Final = 60


@dataclass(frozen=True)
class TreeExcerpt:
    """What of a tree is written.

    plies: how far below the root; None for as far as `most_lines` allow.
    marks: words behind some nodes, by number.
    name: how a state is called; nothing if it is not given.
    """

    plies: int | None = None
    most_lines: int = MOST_LINES
    marks: dict[int, str] | None = None
    name: Callable[[Any], str] | None = None


def legend_of(tree: SearchedTree[Any, Any]) -> str:
    return GROWTH_LEGEND if isinstance(tree, GrownTree) else LEGEND


def tree_lines(tree: SearchedTree[Any, Any], excerpt: TreeExcerpt, root: int = 0) -> list[str]:
    """The lines of a tree, or of the part below a node; the line of best play is marked with ●."""
    top = tree.nodes[root]
    plies = excerpt.plies if excerpt.plies is not None else plies_that_fit(tree, top, excerpt.most_lines)
    best = {node.number for node in tree.principal_variation()}
    return [*_Writer(tree, excerpt, top.ply + plies, best).lines(top, "", "")]


def plies_that_fit(tree: SearchedTree[Any, Any], top: SearchedNode[Any, Any], most: int) -> int:
    """At least one, and then as many as make no more than so many lines."""
    layer, lines, plies = [top], 1, 0
    while layer:
        below = [child for node in layer for child in tree.children(node)]
        lines += len(below) + sum(bool(node.skipped) for node in layer)
        if plies and lines > most:
            break
        layer, plies = below, plies + 1
    return plies


class _Writer:
    def __init__(self, tree: SearchedTree[Any, Any], excerpt: TreeExcerpt, last_ply: int, best: set[int]) -> None:
        self.tree, self.excerpt, self.last_ply, self.best = tree, excerpt, last_ply, best

    def lines(self, node: SearchedNode[Any, Any], first: str, rest: str) -> Iterator[str]:
        is_folded = node.ply >= self.last_ply and bool(node.children)
        yield first + self._words(node) + (f"  … {self._below(node):,} states below" if is_folded else "")
        if is_folded:
            return
        for child in self.tree.children(node):
            is_last = child.number == node.children[-1] and not node.skipped
            yield from self.lines(child, rest + ("└─ " if is_last else "├─ "), rest + ("   " if is_last else "│  "))
        if node.skipped:
            yield f"{rest}└╴ ✂ {', '.join(map(str, node.skipped))}: {node.reason}"

    def _words(self, node: SearchedNode[Any, Any]) -> str:
        rule = self.tree.rules.get(node.player) if node.player is not None else None
        words = [] if node.action is None else [f"{node.action} "]
        if node.children:
            words.append(SIGNS.get(rule or "", "◇"))
        words.append(interval_text(node))
        if remark := self.tree.remark(node):
            words.append(f" {remark}")
        if self.excerpt.name is not None:
            words.append(f" ({self.excerpt.name(node.state)})")
        if node.is_over:
            words.append(" over")
        if node.number in self.best:
            words.append(" ●")
        if self.excerpt.marks and node.number in self.excerpt.marks:
            words.append(f" ◀ {self.excerpt.marks[node.number]}")
        return " ".join(words)

    def _below(self, node: SearchedNode[Any, Any]) -> int:
        pending, count = [node], -1
        while pending:
            count += 1
            pending += self.tree.children(pending.pop())
        return count
