"""A page about searched trees: one, or a student's beside the reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from agents.microscope.tree_data import Beyond, tree_data
from agents.search.support.divergence import Divergence, interval_text
from agents.search.support.searched_tree import SearchedTree
from pacman.display.web.messages import Words
from pacman.display.web.page import render

QUIZ_NODES: Final = 80  # more are no quiz any more


@dataclass(frozen=True)
class ShownTree:
    """A tree on a page.

    title: whose search it is. action: its answer. facts: what else is said of it, a line each.
    marked: the node where it parts from the other one, or where that one goes on.
    knows_order: its nodes were searched one after the other, as their numbers say, and windows and values are its own.
    has_quiz: the whole tree is known, what a search leaves out too.
    """

    title: str
    tree: SearchedTree[Any, Any]
    beyond: Beyond[Any, Any]
    action: str | None = None
    facts: Sequence[str] = ()
    marked: int | None = None
    knows_order: bool = True
    has_quiz: bool = False


@dataclass(frozen=True)
class SearchPage:
    """What a page shows: its lines first, then the trees, then the X-ray."""

    title: str
    lines: Sequence[str]
    trees: Sequence[ShownTree]
    warnings: Sequence[str] = ()
    xray: dict[str, Any] | None = None


def search_page(page: SearchPage, words: Words, theme: str | None = None) -> str:
    """The page, a file of its own."""
    shown = {
        "words": words.messages,
        "xray": page.xray,
        "trees": [
            {
                "title": each.title,
                "action": each.action,
                "facts": each.facts,
                "marked": each.marked,
                "knowsOrder": each.knows_order,
                "hasQuiz": each.has_quiz and len(each.tree.nodes) <= QUIZ_NODES,
            }
            for each in page.trees
        ],
    }
    trees = {f"tree-{number}": tree_data(each.tree, each.beyond) for number, each in enumerate(page.trees)}
    return render(
        "search.html",
        script="search_page",
        data={"page": shown, **trees},
        theme=theme,
        title=page.title,
        lines=page.lines,
        warnings=page.warnings,
        needs_script=words("needs-script"),
        language=words.language,
    )


def tree_facts(tree: SearchedTree[Any, Any], words: Words) -> list[str]:
    """How large a tree is, and what cuts have spared."""
    if not tree.generated:
        return [words("no-search")]
    cuts = [node for node in tree.nodes if node.skipped]
    facts = [words("states", count=f"{tree.generated:,}", plies=tree.deepest)]
    if cuts:
        facts.append(words("cuts", cuts=f"{len(cuts):,}", actions=f"{sum(len(node.skipped) for node in cuts):,}"))
    return facts


def divergence_line(
    divergence: Divergence[Any] | None, found: SearchedTree[Any, Any], expected: SearchedTree[Any, Any], words: Words
) -> str:
    """Where two searches part, and how."""
    if divergence is None:
        return words("same")
    path = divergence.path
    place = words("after", actions=", ".join(map(str, path))) if path else words("at-root")
    return words("parts", place=place, what=_difference(divergence, found, expected, words))


def _difference(
    divergence: Divergence[Any], found: SearchedTree[Any, Any], expected: SearchedTree[Any, Any], words: Words
) -> str:
    if divergence.kind == "missing":
        return words("missing")
    if divergence.kind == "surplus":
        return words(_surplus(divergence.path, expected))
    assert divergence.found is not None
    assert divergence.expected is not None
    mine, theirs = found.nodes[divergence.found], expected.nodes[divergence.expected]
    if divergence.kind == "mover":
        return words("mover", found=mine.player, expected=theirs.player)
    return words("value-differs", found=interval_text(mine), expected=interval_text(theirs))


def _surplus(path: tuple[Any, ...], expected: SearchedTree[Any, Any]) -> str:
    """The key of why the reference does not go there."""
    parent = expected.by_path().get(path[:-1])
    if parent is None:
        return "surplus"
    if parent.is_over:
        return "surplus-over"
    if parent.at_horizon:
        return "surplus-depth"
    return "surplus-cut" if path[-1] in parent.skipped else "surplus"


def marked_nodes(
    divergence: Divergence[Any] | None, found: SearchedTree[Any, Any], expected: SearchedTree[Any, Any]
) -> tuple[int | None, int | None]:
    """The nodes of the two trees where they part; where one has none, the last one on the way there."""
    if divergence is None:
        return None, None
    return _nearest(found, divergence.path), _nearest(expected, divergence.path)


def _nearest(tree: SearchedTree[Any, Any], path: Sequence[Any]) -> int:
    node = tree.root
    for action in path:
        below = next((child for child in tree.children(node) if child.action == action), None)
        if below is None:
            break
        node = below
    return node.number
