"""A page about searched trees: one, or a student's beside the reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from agents.microscope.tree_data import Beyond, tree_data, whole_size
from agents.search.search_tree import SearchTree
from pacman.display.web.messages import Words

QUIZ_NODES: Final = 120  # of the whole tree; more are no quiz any more


@dataclass(frozen=True)
class ShownTree:
    """A tree on a page.

    title: whose search it is. action: its answer. facts: what else is said of it, a line each.
    marked: the node where it parts from the other one, or where that one goes on.
    knows_order: its nodes were searched one after the other, as their numbers say, and windows and values are its own.
    whole: all that an alpha-beta search leaves out, to be guessed in a quiz where that is not too much.
    """

    title: str
    tree: SearchTree[Any, Any]
    beyond: Beyond[Any, Any]
    action: str | None = None
    facts: Sequence[str] = ()
    marked: int | None = None
    knows_order: bool = True
    whole: Beyond[Any, Any] | None = None

    @property
    def has_quiz(self) -> bool:
        if self.whole is None or len(self.tree.nodes) > QUIZ_NODES:
            return False
        return whole_size(self.tree, self.whole, QUIZ_NODES) <= QUIZ_NODES

    def data(self) -> dict[str, Any]:
        return tree_data(self.tree, self.whole if self.whole is not None and self.has_quiz else self.beyond)


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
    from pacman.display.web.page import render  # the grader keeps what pages show, and most often draws none

    shown = {
        "words": words.messages,
        "xray": page.xray,
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
        language=words.language,
    )


def shown_tree(shown: ShownTree) -> dict[str, Any]:
    """What a panel says of its tree."""
    return {
        "title": shown.title,
        "action": shown.action,
        "facts": [*shown.facts],
        "marked": shown.marked,
        "knowsOrder": shown.knows_order,
        "hasQuiz": shown.has_quiz,
    }


def tree_facts(tree: SearchTree[Any, Any], words: Words) -> list[str]:
    """How large a tree is, and what cuts have spared."""
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
