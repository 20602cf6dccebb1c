"""The page of an explained case: the correct search, the student's beside it, and the first node that differs."""

from collections.abc import Iterable
from typing import Any

from agents.microscope.divergence import divergence_line, marked_nodes
from agents.microscope.own_values import own_values_line
from agents.microscope.search_page import SearchPage, ShownTree, search_page, tree_facts
from agents.microscope.tree_data import UnsearchedPart, fits_quiz, unsearched_boards
from autograder.analysis_limits import EXPLAINED
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.side_by_side import CaseExplanation
from autograder.results import CaseResult
from pacman.display.messages import Words
from pacman.display.theme import ThemeName


def explanation_page(explanation: CaseExplanation, language: str = "en", theme: ThemeName | None = None) -> str:
    """Return the page of a case as one file that needs no network."""
    words = Words(language)
    case, result = explanation.case, explanation.result
    title = words("case-title", case=case.path, agent=case.agent, depth=case.depth)
    if result is None:
        return search_page(SearchPage(title, [], [_reference(explanation, words)]), words, theme)
    lines = [*divergence_lines(explanation, words), *([words("passed")] if result.passed else [])]
    return search_page(SearchPage(title, lines, both_trees(explanation, words), _warnings(result, words)), words, theme)


def divergence_lines(explanation: CaseExplanation, words: Words) -> list[str]:
    """Return the lines about the decision of a game and the first difference of the two searches."""
    trees = explanation.trees
    which = [words("first-wrong", move=explanation.move)] if explanation.move else []
    if trees.is_cut:
        return [*which, words("is-cut", states=f"{EXPLAINED.states:,}", plies=EXPLAINED.plies)]
    return [*which, divergence_line(trees.divergence, words), *own_values_line(trees.found, trees.wrong, words)]


def both_trees(explanation: CaseExplanation, words: Words) -> list[ShownTree]:
    """Return the data of both trees, each with the first node that differs."""
    trees = explanation.trees
    marks = marked_nodes(trees.divergence, trees.found, trees.reference)
    return [_found(explanation, words, marks[0]), _reference(explanation, words, marks[1])]


def _warnings(result: CaseResult, words: Words) -> list[str]:
    if result.passed:
        return []
    named = [words("likely-bug", bug=result.advice_in[words.language])] if result.bug else []
    seen = [words("observed", text=text) for text in result.seen_in.get(words.language, [])]
    shown = {result.heading, *result.diagnosis_lines}
    return [*named, *seen, *(line for line in result.lines if line not in shown)]


def _reference(explanation: CaseExplanation, words: Words, marked: int | None = None) -> ShownTree:
    trees = explanation.trees
    facts = tree_facts(trees.reference, words)
    is_pruned = explanation.case.agent == "AlphaBetaAgent" and isinstance(explanation.case, TreeCase)
    answer = words("or").join(trees.expected)
    unsearched = unsearched_of_case(explanation)
    has_quiz = is_pruned and fits_quiz(trees.reference, unsearched)
    return ShownTree(words("as-expected"), trees.reference, unsearched, answer, facts, marked, has_quiz=has_quiz)


def _found(explanation: CaseExplanation, words: Words, marked: int | None) -> ShownTree:
    trees = explanation.trees
    return ShownTree(
        words("as-found"),
        trees.found,
        unsearched_of_case(explanation),
        trees.action or words("no-answer"),
        _facts_of_found(explanation, words),
        marked,
        misfit=trees.wrong.number if trees.wrong else None,
        knows_order=False,
    )


def _facts_of_found(explanation: CaseExplanation, words: Words) -> list[str]:
    result, found = explanation.result, explanation.trees.found
    if not found.generated and result is not None and result.failure is not None:
        return [words("ended-before")]
    is_inferred = any(node.knowledge == "inferred" for node in found.nodes)
    return [*tree_facts(found, words), *([words("values-follow")] if is_inferred else [])]


def unsearched_of_case(explanation: CaseExplanation) -> UnsearchedPart[Any, str]:
    """Return the source of moves that a search did not generate: the fixed tree, or the rules of the game."""
    case = explanation.case
    if isinstance(case, TreeCase):
        return _unsearched_tree(case.tree, case.depth)
    return unsearched_boards(explanation.trees.reference.root.state)


def _unsearched_tree(tree: FixedTree, depth: int) -> UnsearchedPart[str, str]:
    plies = depth * tree.num_agents

    def moves(state: str, agent: int, ply: int) -> Iterable[tuple[str, str]]:
        return () if ply >= plies or tree.is_over(state) else tree.successors.get(state, {}).items()

    return UnsearchedPart(moves, tree.num_agents, plies, tree.evaluation)
