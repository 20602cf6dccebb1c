"""A searched tree as a self-contained drawing, with the symbols of the lectures."""

from typing import Any, Final

from agents.microscope.tree_text import plies_that_fit
from agents.search.search_tree import SearchNode, SearchTree, interval_text
from pacman.display.theme import DARK, Theme
from pacman.display.web.assets import static
from pacman.display.web.board_svg import coloured
from pacman.display.web.tree_svg import DrawnNode, tree_svg
from pacman.errors import PacmanError

FITTING: Final = 80  # nodes that are drawn by default
MOST_DRAWN: Final = 3000


def tree_drawing(tree: SearchTree[Any, Any], plies: int | None = None, theme: Theme = DARK) -> str:
    """Return the tree as SVG without CSS variables; cut branches are grey. Raise PacmanError if it is too large."""
    plies = plies or plies_that_fit(tree, tree.root, FITTING)
    count = sum(node.ply <= plies for node in tree.nodes)
    if count > MOST_DRAWN:
        raise PacmanError(
            f"the drawing would have {count:,} nodes, more than {MOST_DRAWN:,}: narrow it with --plies N or "
            "--path A,B,…, or write a page with --html"
        )
    best = {node.number for node in tree.principal_variation()}
    drawn = tree_svg(_drawn(tree, tree.root, plies, best))
    style = f"<style>{static('tree.css')}</style>"
    head, _, rest = drawn.partition(">")
    return coloured(f'{head} style="background: var(--floor)">{style}{rest}', theme)


def _drawn(tree: SearchTree[Any, Any], node: SearchNode[Any, Any], plies: int, best: set[int]) -> DrawnNode:
    rule = tree.rule_at(node)
    is_folded = node.ply >= plies
    children = [] if is_folded else [_drawn(tree, child, plies, best) for child in tree.children(node)]
    cut = [] if is_folded else [DrawnNode("leaf", edge=str(action), is_visited=False) for action in node.skipped]
    growth = _growth_words(tree, node) if tree.iterations and node.parent is not None else {}
    words = {"edge": "" if node.action is None else str(node.action), **growth}
    return DrawnNode(
        kind={"max": "max", "min": "min", "mean": "chance"}.get(rule or "", "leaf"),
        value=interval_text(node),
        children=[*children, *cut],
        mark="best" if node.number in best or node.parent is None else "",
        remark=" ".join(filter(None, (tree.remark(node), node.reason))),
        **words,
    )


def _growth_words(tree: SearchTree[Any, Any], node: SearchNode[Any, Any]) -> dict[str, Any]:
    """Return the visits of an edge, as text and as its width, and the terms of UCB1 at its end."""
    return {
        "edge": f"{node.action} n {node.visits:,}",
        "note": str(tree.upper_bound(node) or ""),
        "weight": node.visits / tree.root.visits,
    }
