"""A case explained as a page: the right search, and beside it a student's, with the first node where they part."""

from collections.abc import Iterable
from typing import Any

from agents.microscope.search_page import (
    SearchPage,
    ShownTree,
    divergence_line,
    marked_nodes,
    search_page,
    tree_facts,
)
from agents.microscope.tree_data import Beyond, beyond_boards
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.case_explanation import CaseExplanation
from autograder.results import CaseResult
from pacman.display.web.messages import Words


def explanation_page(explanation: CaseExplanation, language: str = "en", theme: str | None = None) -> str:
    """The page of a case, a file of its own that needs no network."""
    words = Words(language)
    case, trees, result = explanation.case, explanation.trees, explanation.result
    title = f"{case.path}: {case.agent}, depth {case.depth}"
    if result is None:
        return search_page(SearchPage(title, [], [_reference(explanation, words)]), words, theme)
    marks = marked_nodes(trees.divergence, trees.found, trees.reference)
    shown = [_found(explanation, words, marks[0]), _reference(explanation, words, marks[1])]
    lines = [divergence_line(trees.divergence, trees.found, trees.reference, words)]
    return search_page(SearchPage(title, lines, shown, _warnings(result, words)), words, theme)


def _warnings(result: CaseResult, words: Words) -> list[str]:
    if result.passed:
        return [words("passed")]
    named = [f"{words('likely-bug')}: {result.advice}"] if result.advice else []
    return [*named, *(line for line in result.lines if not line.startswith(("Likely bug", "FAIL")))]


def _reference(explanation: CaseExplanation, words: Words, marked: int | None = None) -> ShownTree:
    trees = explanation.trees
    facts = tree_facts(trees.reference, words)
    is_pruned = explanation.case.agent == "AlphaBetaAgent" and isinstance(explanation.case, TreeCase)
    answer = words("or").join(trees.expected)
    beyond = beyond_case(explanation)
    return ShownTree(words("as-expected"), trees.reference, beyond, answer, facts, marked, has_quiz=is_pruned)


def _found(explanation: CaseExplanation, words: Words, marked: int | None) -> ShownTree:
    trees = explanation.trees
    return ShownTree(
        words("as-found"),
        trees.found,
        beyond_case(explanation),
        trees.action or words("no-answer"),
        tree_facts(trees.found, words),
        marked,
        knows_order=False,
    )


def beyond_case(explanation: CaseExplanation) -> Beyond[Any, str]:
    """What a search may leave out of a case: of a fixed tree all of it is known."""
    case = explanation.case
    if isinstance(case, TreeCase):
        return _beyond_tree(case.tree, case.depth)
    return beyond_boards(explanation.trees.reference.root.state)


def _beyond_tree(tree: FixedTree, depth: int) -> Beyond[str, str]:
    plies = depth * tree.num_agents

    def moves(state: str, agent: int, ply: int) -> Iterable[tuple[str, str]]:
        return () if ply >= plies or tree.is_over(state) else tree.successors.get(state, {}).items()

    return Beyond(moves, tree.num_agents, plies, tree.values.get)
