"""A decision as a page: the content of `text_report`, with an interactive tree."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agents.features import feature_meaning
from agents.microscope.attribution import Attribution, flip_line
from agents.microscope.decision import WatchedDecision
from agents.microscope.divergence import divergence_line, marked_nodes, place_text
from agents.microscope.explanation import Explanation
from agents.microscope.own_values import inferred_line, own_values_line
from agents.microscope.search_page import SearchPage, ShownTree, search_page, tree_facts
from agents.microscope.text_report import node_at
from agents.microscope.tree_data import fits_quiz, unsearched_boards, unsearched_nodes
from pacman.decision_case import AGENTS, MOST_PLIES, MOST_STATES, decision_cases
from pacman.directions import Action
from pacman.display.messages import Words
from pacman.display.theme import ThemeName
from pacman.state import GameState


def decision_page(
    explanation: Explanation, path: Sequence[Action] = (), language: str = "en", theme: ThemeName | None = None
) -> str:
    """Return the page of a decision; a student's beside the reference's. With a path, show the tree below it."""
    words = Words(language)
    return search_page(decision_content(explanation, words, path), words, theme)


def decision_content(explanation: Explanation, words: Words, path: Sequence[Action] = ()) -> SearchPage:
    """Return the content of the page of a decision."""
    decision, reference = explanation.decision, explanation.reference
    lines = [words("goes", action=decision.action) if decision.action else decision.problem]
    if explanation.played not in (None, decision.action):
        lines.append(words("played", action=explanation.played))
    if decision.tree.iterations and decision.action:
        lines.append(words("answer-rule"))
    title = words("decision-title", agent=decision.agent, where=explanation.where)
    if path:
        title += f" · {place_text(path, words)}"
        part = decision.tree.below(node_at(decision.tree, path))
        decision = replace(decision, tree=part, alpha_beta=None)  # its windows come from outside this part
    trees = [_shown(decision, words)]
    if reference is not None and not path:
        found, expected = decision.tree, reference.tree
        marks = marked_nodes(explanation.divergence, found, expected)
        ours = replace(reference, agent=words("ours", agent=reference.agent))
        misfit = explanation.wrong.number if explanation.wrong else None
        trees = [replace(_shown(decision, words, marks[0]), misfit=misfit), _shown(ours, words, marks[1])]
        lines.append(divergence_line(explanation.divergence, words))
        lines += own_values_line(found, explanation.wrong, words)
    elif not decision.knows_windows:
        lines += inferred_line(decision.tree, words)
    if explanation.lacks_attribution:
        lines.append(words("xray-late"))
    xray = xray_data(explanation.attribution, words) if explanation.attribution else None
    warnings = [words("likely-bug", bug=text) for text in [explanation.likely_bug.get(words.language)] if text]
    return SearchPage(title, lines, trees, warnings, xray, case_data(decision.state, decision.agent))


def _shown(decision: WatchedDecision, words: Words, marked: int | None = None) -> ShownTree:
    state, pruning = decision.state, decision.alpha_beta
    unsearched, has_quiz = unsearched_boards(state), False
    facts = _facts(decision, words)
    if pruning is not None:
        skipped = unsearched_nodes(pruning.game, state, pruning.plies(state))
        has_quiz = fits_quiz(decision.tree, skipped)
        if has_quiz:
            unsearched = skipped
        elif pruning.depth > 1:
            facts.append(words("quiz-too-large"))
    return ShownTree(
        decision.agent,
        decision.tree,
        unsearched,
        decision.action,
        facts,
        marked,
        decision.knows_windows,
        has_quiz,
    )


def _facts(decision: WatchedDecision, words: Words) -> list[str]:
    facts = tree_facts(decision.tree, words)
    if decision.requests > decision.tree.generated:
        facts.append(words("requests", count=f"{decision.requests:,}"))
    if decision.tree.generated:
        facts.append(words("time", time=f"{1000 * decision.seconds:.1f}"))
    unknown = sum(node.knowledge == "unknown" for node in decision.tree.nodes)
    if unknown and not decision.problem and decision.tree.generated:
        facts.append(words("unknown-values", count=f"{unknown:,}"))
    if decision.is_full:
        facts.append(words("is-full"))
    return facts


def case_data(state: GameState, agent: str) -> dict[str, Any] | None:
    """Return a position as a case, for a button that saves it; None if the game is over.

    texts: the case for each depth, from 1 to the largest that fits. agent: the one whose decision it is.
    """
    if state.is_over:
        return None
    name = re.sub(r"[^\w-]+", "", state.layout.name) or "position"
    return {
        "name": f"{name}.test",
        "texts": decision_cases(state, agent if agent in AGENTS else AGENTS[0]),
        "states": MOST_STATES,
        "plies": MOST_PLIES,
    }


def xray_data(attribution: Attribution, words: Words) -> dict[str, Any]:
    """Return the contributions of each feature to each action, and the smallest change that flips the move."""
    actions = [*attribution.relative]
    return {
        "actions": actions,
        "chosen": attribution.action,
        "features": [
            {
                "name": name,
                "meaning": feature_meaning(name, words),
                "values": [attribution.relative[action][name] for action in actions],
            }
            for name in attribution.features
        ],
        "flip": flip_line(attribution, words),
    }
