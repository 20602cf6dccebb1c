"""Explanations as text for the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from agents.features import feature_meaning
from agents.microscope.attribution import flip_line
from agents.microscope.death import Death, Survival
from agents.microscope.death_messages import headline, survival_text
from agents.microscope.decision import PacmanTree, WatchedDecision
from agents.microscope.divergence import divergence_text, place_text
from agents.microscope.explanation import Explanation
from agents.microscope.own_values import inferred_line, marks_of_text, own_values_line
from agents.microscope.tree_text import TreeExcerpt, legend_of, tree_lines
from agents.search.search_tree import interval_text, number_text
from pacman.board_text import board_text
from pacman.directions import Action
from pacman.display.messages import ENGLISH, IN_ENGLISH, Words
from pacman.errors import AgentError, unknown
from pacman.record import Move
from pacman.state import GameState

MARGIN: Final = "  "


def explanation_text(explanation: Explanation, excerpt: TreeExcerpt, path: Sequence[Action] = ()) -> str:
    """Return a decision as text: the board, the value of each action, its reasons, and the tree below `path`."""
    decision = explanation.decision
    root = node_at(decision.tree, path)
    parts = [
        [f"{decision.agent} {explanation.where}", "", *_board(decision.state)],
        [*_answer_lines(explanation), "", *_action_lines(decision)],
        [*_figure_lines(decision)],
        [*_comparison_lines(explanation), *_bug_lines(explanation)],
        [*_attribution_lines(explanation)],
        [*_tree_section(explanation, excerpt, path, root)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _board(state: GameState) -> list[str]:
    return [MARGIN + row for row in board_text(state).split("\n")]


def _answer_lines(explanation: Explanation) -> Iterator[str]:
    decision = explanation.decision
    if decision.action is None:
        yield decision.problem
    else:
        yield f"Pacman goes {decision.action}." if decision.action != "Stop" else "Pacman stops."
    if explanation.played not in (None, decision.action):
        yield IN_ENGLISH("played", action=explanation.played)


def _action_lines(decision: WatchedDecision) -> Iterator[str]:
    """Yield each action with its value."""
    if decision.tree.iterations:
        yield from _visit_lines(decision)
        return
    for node in decision.candidates:
        mark = "  ● chosen" if node.action == decision.action else ""
        yield f"{MARGIN}{node.action:<6} {interval_text(node):>12}{mark}"
    left_out = [a for a in decision.state.legal_actions(0) if a not in {node.action for node in decision.candidates}]
    if left_out and decision.candidates:
        yield f"{MARGIN}not searched: {', '.join(left_out)}"


def _visit_lines(decision: WatchedDecision) -> Iterator[str]:
    """Yield each action with the terms of UCB1."""
    yield f"{MARGIN}{'':<6} {'visits':>8} {'mean':>10}   {'exploration':>11}   {'UCB1':>10}"
    for node in decision.candidates:
        bound = decision.tree.upper_bound(node)
        assert bound is not None
        mark = "  ● chosen" if node.action == decision.action else ""
        terms = "{:>10.2f} + {:>11.2f} = {:>10.2f}".format(*bound.rounded(2))
        yield f"{MARGIN}{node.action:<6} {node.visits:>8,} {terms}{mark}"
    if decision.action is not None:
        yield "The answer is the action with the highest mean; a play-out begins where UCB1 is highest."


def _figure_lines(decision: WatchedDecision) -> Iterator[str]:
    tree = decision.tree
    if not tree.generated:
        yield IN_ENGLISH("no-search")
        return
    cuts = [node for node in tree.nodes if node.skipped]
    facts = [f"{len(tree.iterations):,} iterations"] if tree.iterations else []
    facts += [
        f"{tree.generated:,} state{'s' if tree.generated > 1 else ''}",
        depth_text(tree.deepest, decision.state.num_agents),
    ]
    if decision.requests > tree.generated:
        facts.append(f"{decision.requests:,} requests")
    if cuts:
        facts.append(f"{len(cuts):,} cuts that skipped {sum(len(node.skipped) for node in cuts):,} actions")
    facts.append(f"{1000 * decision.seconds:.1f} ms" if decision.seconds < 1 else f"{decision.seconds:.1f} s")
    yield ", ".join(facts)
    if decision.is_full:
        yield IN_ENGLISH("is-full")
    unknown_values = sum(node.knowledge == "unknown" for node in tree.nodes)
    if unknown_values and not decision.problem:
        yield IN_ENGLISH("unknown-values", count=f"{unknown_values:,}")
    line = tree.principal_variation()
    if line and line[0].action == decision.action:
        yield "expected: " + moves_text([(node.mover or 0, node.action or "") for node in line])


def depth_text(plies: int, num_agents: int) -> str:
    rounds, rest = divmod(plies, num_agents)
    words = f"{plies} plies" if plies != 1 else "1 ply"
    return words + (f" ({rounds} round{'s' if rounds > 1 else ''})" if rounds and not rest else "")


def moves_text(moves: Sequence[Move]) -> str:
    """Return moves as text, with a bar between rounds: West g1 East g2 South | West …"""
    words: list[str] = []
    for number, (agent, action) in enumerate(moves):
        if agent == 0 and number:
            words.append("|")
        words.append(action if agent == 0 else f"g{agent} {action}")
    return " ".join(words)


def _comparison_lines(explanation: Explanation) -> Iterator[str]:
    decision, reference = explanation.decision, explanation.reference
    if reference is None:
        yield from [] if decision.knows_windows else inferred_line(decision.tree, IN_ENGLISH)
        return
    yield f"The reference {reference.agent}: {reference.action}, {reference.tree.generated:,} states."
    yield divergence_text(explanation.divergence)
    yield from own_values_line(decision.tree, explanation.wrong, IN_ENGLISH)


def _bug_lines(explanation: Explanation) -> Iterator[str]:
    if explanation.likely_bug:
        yield f"Likely bug: {explanation.likely_bug[ENGLISH]}"


def _tree_section(explanation: Explanation, excerpt: TreeExcerpt, path: Sequence[Action], root: int) -> Iterator[str]:
    tree, divergence = explanation.decision.tree, explanation.divergence
    if not tree.generated:
        return
    parts_at = None if divergence is None else divergence.found
    excerpt = replace(excerpt, marks=marks_of_text(parts_at, explanation.wrong, IN_ENGLISH))
    lines = tree_lines(tree, excerpt, root)
    yield f"The tree{f' {place_text(path, IN_ENGLISH)}' if path else ''}: {legend_of(tree)}"
    yield from (MARGIN + line for line in lines)
    if any("  … " in line for line in lines):
        yield "Folded subtrees open with --plies N; --path West,East,… shows the part after these actions."


def node_at(tree: PacmanTree, path: Sequence[Action]) -> int:
    """Return the number of the node after some actions; raise AgentError if no such node exists."""
    node = tree.root
    for ply, action in enumerate(path):
        below = {str(child.action): child for child in tree.children(node)}
        if action not in below:
            place = place_text(path[:ply], IN_ENGLISH)
            raise AgentError(f"--path: {place} there is an {unknown('action', action, below)}")
        node = below[action]
    return node.number


# -- attribution -----------------------------------------------------------------------------------------------------


def _attribution_lines(explanation: Explanation) -> Iterator[str]:
    attribution = explanation.attribution
    if explanation.lacks_attribution:
        yield IN_ENGLISH("xray-late")
    if attribution is None:
        return
    yield f"{IN_ENGLISH('xray')}:"
    actions = [*attribution.relative]
    features = attribution.features
    width = max((len(name) for name in features), default=0)
    yield f"{MARGIN}{'':<{width}}" + "".join(f"{action:>10}" for action in actions)
    for name in features:
        yield f"{MARGIN}{name:<{width}}" + "".join(
            f"{number_text(round(attribution.relative[a][name], 3) + 0.0):>10}" for a in actions
        )
    for name in features:
        if meaning := feature_meaning(name, IN_ENGLISH):
            yield f"{MARGIN}{name}: {meaning}"
    yield flip_line(attribution, IN_ENGLISH)


# -- why did Pacman die? ---------------------------------------------------------------------------------------------


def death_text(death: Death, source: str) -> str:
    """Return the decision that lost a game as text."""
    words = IN_ENGLISH
    head = [f"{source}: Pacman dies at move {death.move + len(death.line) - 1}.", "", *_board(death.states[-1])]
    decision = [headline(death, words), "", *_board(death.state)]
    survivals = [
        _survival_line(survival, words, is_chosen=survival.action == death.chosen) for survival in death.survivals
    ]
    played = [f"Moves played: {moves_text(death.line)}"]
    return "\n\n".join("\n".join(part) for part in (head, decision, survivals, played))


def _survival_line(survival: Survival, words: Words, *, is_chosen: bool) -> str:
    line = f": {moves_text(survival.line)}" if survival.line else ""
    mark = "  ● played" if is_chosen else ""
    return f"{MARGIN}{survival.action:<6} {survival_text(survival, words)}{line}{mark}"
