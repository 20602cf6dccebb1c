"""A decision as a page: what `text_report` says, with the tree to walk through."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agents.microscope.decision import WatchedDecision
from agents.microscope.divergence import divergence_line, marked_nodes
from agents.microscope.explanation import Explanation
from agents.microscope.search_page import (
    SearchPage,
    ShownTree,
    search_page,
    tree_facts,
)
from agents.microscope.text_report import node_at
from agents.microscope.tree_data import beyond_boards, beyond_search
from agents.microscope.weighing import Flip, Weighing
from pacman.directions import Action
from pacman.display.web.messages import Words


def decision_page(
    explanation: Explanation, path: Sequence[Action] = (), language: str = "en", theme: str | None = None
) -> str:
    """The page of a decision; a student's beside the reference's. With a path, of the part of its tree below that."""
    words = Words(language)
    decision, reference = explanation.decision, explanation.reference
    lines = [words("goes", action=decision.action) if decision.action else decision.problem]
    if explanation.played not in (None, decision.action):
        lines.append(words("played", action=explanation.played))
    if decision.tree.iterations and decision.action:
        lines.append(words("answer-rule"))
    title = words("decision-title", agent=decision.agent, where=explanation.where)
    if path:
        title += f" · {words('after', actions=', '.join(path))}"
        part = decision.tree.below(node_at(decision.tree, path))
        decision = replace(decision, tree=part, alpha_beta=None)  # its cuts come from outside this part
    trees = [_shown(decision, words)]
    if reference is not None and not path:
        found, expected = decision.tree, reference.tree
        marks = marked_nodes(explanation.divergence, found, expected)
        ours = replace(reference, agent=words("ours", agent=reference.agent))
        trees = [_shown(decision, words, marks[0]), _shown(ours, words, marks[1])]
        lines.append(divergence_line(explanation.divergence, words))
    if explanation.lacks_weighing:
        lines.append(words("xray-late"))
    xray = xray_data(explanation.weighing, words) if explanation.weighing else None
    warnings = [words("likely-bug", bug=text) for text in [explanation.likely_bug.get(words.language)] if text]
    return search_page(SearchPage(title, lines, trees, warnings, xray), words, theme)


def _shown(decision: WatchedDecision, words: Words, marked: int | None = None) -> ShownTree:
    state, pruning = decision.state, decision.alpha_beta
    shown = ShownTree(
        decision.agent,
        decision.tree,
        beyond_boards(state),
        decision.action,
        _facts(decision, words),
        marked,
        decision.knows_windows,
        beyond_search(pruning.game, state, pruning.plies(state)) if pruning else None,
    )
    is_too_deep = pruning is not None and pruning.depth > 1 and not shown.has_quiz
    return replace(shown, facts=[*shown.facts, words("quiz-too-large")]) if is_too_deep else shown


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


def xray_data(weighing: Weighing, words: Words) -> dict[str, Any]:
    """What each feature contributes to each action against the others, and what would flip the move."""
    actions, flip = [*weighing.relative], weighing.flip
    features = [name for name in weighing.weights if any(weighing.relative[action].get(name) for action in actions)]
    return {
        "actions": actions,
        "chosen": weighing.action,
        "features": [
            {"name": name, "values": [weighing.relative[action].get(name, 0.0) for action in actions]}
            for name in features
        ],
        "flip": _flip_line(flip, words) if flip else words("no-flip"),
    }


def _flip_line(flip: Flip, words: Words) -> str:
    changed, weight = f"{flip.changed:.6g}", f"{flip.weight:.6g}"
    return words("flip", feature=flip.feature, changed=changed, weight=weight, action=flip.action)
