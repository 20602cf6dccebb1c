"""Explanations as text for the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from agents.microscope.death import Death, Fate
from agents.microscope.decision import PacmanTree, WatchedDecision
from agents.microscope.explanation import Explanation
from agents.search.support.divergence import interval_text
from agents.search.support.growth import GrownTree
from agents.search.support.trace import number_text
from agents.search.support.tree_text import TreeExcerpt, legend_of, tree_lines
from pacman.board_text import board_text
from pacman.directions import Action
from pacman.display.web.messages import ENGLISH, Words
from pacman.errors import AgentError, unknown
from pacman.record import Move
from pacman.state import GameState

MARGIN: Final = "  "


def explanation_text(explanation: Explanation, excerpt: TreeExcerpt, path: Sequence[Action] = ()) -> str:
    """A decision: the board, what each action is worth, why, and the tree below `path`."""
    decision = explanation.decision
    root = node_at(decision.tree, path)
    parts = [
        [f"{decision.agent} {explanation.where}", "", *_board(decision.state)],
        [*_answer_lines(explanation), "", *_action_lines(decision)],
        [*_figure_lines(decision)],
        [*_comparison_lines(explanation), *_bug_lines(explanation)],
        [*_weighing_lines(explanation)],
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
        yield f"He goes {decision.action}." if decision.action != "Stop" else "He stops."
    if explanation.played not in (None, decision.action):
        yield f"In the recorded game he went {explanation.played}: his dice or his memory were others then."


def _action_lines(decision: WatchedDecision) -> Iterator[str]:
    """Each action with its value."""
    if isinstance(decision.tree, GrownTree):
        yield from _visit_lines(decision, decision.tree)
        return
    for node in decision.candidates:
        mark = "  ● chosen" if node.action == decision.action else ""
        yield f"{MARGIN}{node.action:<6} {interval_text(node):>12}{mark}"
    left_out = [a for a in decision.state.legal_actions(0) if a not in {node.action for node in decision.candidates}]
    if left_out and decision.candidates:
        yield f"{MARGIN}not looked at: {', '.join(left_out)}"


def _visit_lines(decision: WatchedDecision, tree: GrownTree[GameState, Action]) -> Iterator[str]:
    """Each action with what UCB1 thinks of it."""
    yield f"{MARGIN}{'':<6} {'visits':>8} {'mean':>10}   {'exploration':>11}   {'UCB1':>10}"
    for node in decision.candidates:
        bound = tree.upper_bound(node)
        assert bound is not None
        mark = "  ● chosen" if node.action == decision.action else ""
        terms = "{:>10.2f} + {:>11.2f} = {:>10.2f}".format(*bound.rounded(2))
        yield f"{MARGIN}{node.action:<6} {tree.visits[node.number]:>8,} {terms}{mark}"
    if decision.action is not None:
        yield "The answer is the action of the highest mean; a play-out begins where UCB1 is highest."


def _figure_lines(decision: WatchedDecision) -> Iterator[str]:
    tree = decision.tree
    if not tree.generated:
        yield "He looked at no other state: this agent does not search."
        return
    cuts = [node for node in tree.nodes if node.skipped]
    facts = [f"{len(tree.iterations):,} iterations"] if isinstance(tree, GrownTree) else []
    facts += [
        f"{tree.generated:,} state{'s' if tree.generated > 1 else ''}",
        depth_text(tree.deepest, decision.state.num_agents),
    ]
    if decision.requests > tree.generated:
        facts.append(f"{decision.requests:,} requests")
    if cuts:
        facts.append(f"{len(cuts):,} cuts that spared {sum(len(node.skipped) for node in cuts):,} actions")
    facts.append(f"{1000 * decision.seconds:.1f} ms" if decision.seconds < 1 else f"{decision.seconds:.1f} s")
    yield ", ".join(facts)
    if decision.is_full:
        yield "There were more states than are written down: ask for less depth, or a smaller board."
    unknown_values = sum(node.knowledge == "unknown" for node in tree.nodes)
    if unknown_values and not decision.problem:
        yield f"{unknown_values:,} values only his own code knows: they are marked ?"
    line = tree.principal_variation()
    if line:
        yield "expected: " + moves_text([(node.mover or 0, node.action or "") for node in line])


def depth_text(plies: int, num_agents: int) -> str:
    rounds, rest = divmod(plies, num_agents)
    words = f"{plies} plies" if plies != 1 else "1 ply"
    return words + (f" ({rounds} round{'s' if rounds > 1 else ''})" if rounds and not rest else "")


def moves_text(moves: Sequence[Move]) -> str:
    """Moves in a row; a bar between rounds: West g1 East g2 South | West …"""
    words: list[str] = []
    for number, (agent, action) in enumerate(moves):
        if agent == 0 and number:
            words.append("|")
        words.append(action if agent == 0 else f"g{agent} {action}")
    return " ".join(words)


def _comparison_lines(explanation: Explanation) -> Iterator[str]:
    reference, divergence = explanation.reference, explanation.divergence
    if reference is None:
        return
    yield f"Beside him, our {reference.agent}: {reference.action}, {reference.tree.generated:,} states."
    if divergence is None:
        yield "Both look at the same states, and what is known of their values agrees."
    else:
        yield f"They part first {_place(divergence.path)}: {divergence.text}."


def _bug_lines(explanation: Explanation) -> Iterator[str]:
    if explanation.likely_bug:
        yield f"Likely bug: {explanation.likely_bug[ENGLISH]}"


def _place(path: Sequence[Action]) -> str:
    return f"after {', '.join(path)}" if path else "at the root"


def _tree_section(explanation: Explanation, excerpt: TreeExcerpt, path: Sequence[Action], root: int) -> Iterator[str]:
    tree, divergence = explanation.decision.tree, explanation.divergence
    if not tree.generated:
        return
    if divergence is not None and divergence.found is not None:
        excerpt = replace(excerpt, marks={divergence.found: "here they part"})
    lines = tree_lines(tree, excerpt, root)
    yield f"The tree{f' {_place(path)}' if path else ''}: {legend_of(tree)}"
    yield from (MARGIN + line for line in lines)
    if any("states below" in line for line in lines):
        yield "Folded subtrees open with --plies N; --path West,East,… shows the part after these actions."


def node_at(tree: PacmanTree, path: Sequence[Action]) -> int:
    """The number of the node after some actions."""
    node = tree.root
    for ply, action in enumerate(path):
        below = {str(child.action): child for child in tree.children(node)}
        if action not in below:
            raise AgentError(f"--path: {_place(path[:ply])} there is an {unknown('action', action, below)}")
        node = below[action]
    return node.number


# -- the X-ray -------------------------------------------------------------------------------------------------------


def _weighing_lines(explanation: Explanation) -> Iterator[str]:
    weighing = explanation.weighing
    if explanation.lacks_weighing:
        yield Words()("xray-late")
    if weighing is None:
        return
    yield "What each feature says for an action, against the mean of the others:"
    actions = [*weighing.relative]
    features = [name for name in weighing.weights if any(weighing.relative[a].get(name) for a in actions)]
    width = max((len(name) for name in features), default=0)
    yield f"{MARGIN}{'':<{width}}" + "".join(f"{action:>10}" for action in actions)
    for name in features:
        yield f"{MARGIN}{name:<{width}}" + "".join(
            f"{number_text(round(weighing.relative[a].get(name, 0.0), 3) + 0.0):>10}" for a in actions
        )
    flip = weighing.flip
    if flip is None:
        yield "No change of one weight alone was found that would flip the move."
    else:
        yield (
            f"The smallest change of one weight that flips the move: {flip.feature} {flip.changed:.6g} in place of "
            f"{flip.weight:.6g}; he would go {flip.action}."
        )


# -- why did he die? -------------------------------------------------------------------------------------------------


def death_text(death: Death, source: str) -> str:
    """The decision that lost a game."""
    head = [f"{source}: Pacman dies at move {death.move + len(death.line) - 1}.", "", *_board(death.states[-1])]
    played = [f"What was played: {moves_text(death.line)}"]
    return "\n\n".join("\n".join(part) for part in (head, _turning_lines(death), _fate_lines(death), played))


def _turning_lines(death: Death) -> Iterator[str]:
    rounds = sum(agent == 0 for agent, _ in death.line)
    when = f"round {death.round} (move {death.move})"
    if death.is_turning_point:
        yield f"The last round in which he could be saved is {when}: he went {death.chosen}; {_saving(death)}."
    elif any(fate.survives is None for fate in death.fates):
        yield f"The search went back to {when} and gave up there: the board is too large to look further ahead."
    else:
        yield f"Nothing would have saved him for sure in the last {rounds} rounds; they begin with {when}."
    yield ""
    yield from _board(death.state)


def _saving(death: Death) -> str:
    saving = [action for action in death.saving if action != death.chosen]
    return f"{' or '.join(saving)} would have saved him"


def _fate_lines(death: Death) -> Iterator[str]:
    for fate in death.fates:
        mark = "  ● played" if fate.action == death.chosen else ""
        yield f"{MARGIN}{fate.action:<6} {_fate_words(fate)}{mark}"


def _fate_words(fate: Fate) -> str:
    if fate.survives is None:
        return "not known"
    if fate.survives:
        return f"stays alive for {fate.rounds} rounds, whatever the ghosts do"
    return f"can be killed: {moves_text(fate.line)}"
