"""A page with searched trees: one, or a student's beside the reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.microscope.tree_data import UnsearchedPart, tree_data
from agents.search.search_tree import SearchTree
from pacman.display.messages import Words
from pacman.display.theme import ThemeName


@dataclass(frozen=True)
class ShownTree:
    """A tree on a page.

    title: name of the agent. action: its answer. facts: further lines about it.
    marked: the node of the first difference from the other tree, or its last existing ancestor.
    misfit: the first node whose value, as the search's own code returned it, does not follow from its children's.
    knows_order: the numbers of its nodes are the order of the search, and windows and values are the search's own.
    has_quiz: the page asks what an alpha-beta search skips; `unsearched` is everything that it left out.
    """

    title: str
    tree: SearchTree[Any, Any]
    unsearched: UnsearchedPart[Any, Any]
    action: str | None = None
    facts: Sequence[str] = ()
    marked: int | None = None
    knows_order: bool = True
    has_quiz: bool = False
    misfit: int | None = None

    def data(self) -> dict[str, Any]:
        return tree_data(self.tree, self.unsearched)


@dataclass(frozen=True)
class SearchPage:
    """Content of a page: its lines first, then the trees, then the contributions of features.

    case: the position as a case to be saved; see `decision_page.case_data`.
    """

    title: str
    lines: Sequence[str]
    trees: Sequence[ShownTree]
    warnings: Sequence[str] = ()
    xray: dict[str, Any] | None = None
    case: dict[str, Any] | None = None


def search_page(page: SearchPage, words: Words, theme: ThemeName | None = None) -> str:
    """Return the page as a self-contained HTML file."""
    from pacman.display.web.assets import script_words
    from pacman.display.web.page import render  # the grader stores the content of pages and usually renders none

    shown = {
        "words": script_words(words, "search_page"),
        "xray": page.xray,
        "case": page.case,
        "trees": [shown_tree(each) for each in page.trees],
    }
    trees = {f"tree-{number}": each.data() for number, each in enumerate(page.trees)}
    return render(
        "search.html",
        script="search_page",
        data={"page": shown, **trees},
        theme=theme,
        title=page.title,
        lines=page.lines,
        warnings=page.warnings,
        needs_script=words("needs-script"),
        kind="kind-search",
        words=words,
    )


def search_data(page: SearchPage) -> dict[str, Any]:
    """Return the content of a page as plain data, with the data of each tree."""
    return {
        "title": page.title,
        "lines": [*page.lines],
        "warnings": [*page.warnings],
        "trees": [{**shown_tree(each), "data": each.data()} for each in page.trees],
        "xray": page.xray,
        "case": page.case,
    }


def shown_tree(shown: ShownTree) -> dict[str, Any]:
    """Return the data of a tree's panel."""
    return {
        "title": shown.title,
        "action": shown.action,
        "facts": [*shown.facts],
        "marked": shown.marked,
        "misfit": shown.misfit,
        "knowsOrder": shown.knows_order,
        "hasQuiz": shown.has_quiz,
    }


def tree_facts(tree: SearchTree[Any, Any], words: Words) -> list[str]:
    """Return the size of a tree, and the number of cuts and skipped actions."""
    if not tree.generated:
        return [words("no-search")]
    if tree.iterations:
        count, states = (f"{number:,}" for number in (len(tree.iterations), tree.generated))
        return [words("iterations", count=count, states=states, plies=tree.deepest)]
    cuts = [node for node in tree.nodes if node.skipped]
    facts = [words("states", count=f"{tree.generated:,}", plies=tree.deepest)]
    if cuts:
        facts.append(words("cuts", cuts=f"{len(cuts):,}", actions=f"{sum(len(node.skipped) for node in cuts):,}"))
    return facts
