"""Thoughts of an agent without a trace, for the window and pages of games: inferred as `explain` does."""

from typing import Any, Final

from agents.microscope.decision import PacmanNode, PacmanTree, watch_decision, wrong_value_of
from agents.microscope.own_values import WrongValue, has_inner_values, own_value_texts
from agents.search.search_tree import bounds_text
from pacman.berkeley.search_recorder import RecorderLimits
from pacman.directions import Action
from pacman.display.messages import Message
from pacman.display.watch.thought import NO_DATA, Thought, depth_text, expected_paths, time_text, value_text
from pacman.state import GameState

MOST_STATES: Final = RecorderLimits(states=200_000)


def watched_thought(agent: Any, state: GameState) -> Thought:
    """Ask an agent in the middle of a game for its action, and return the thought inferred from its search."""
    decision = watch_decision(agent, state, limits=MOST_STATES, is_new=False)
    tree, nodes = decision.tree, {node.action: node for node in decision.candidates if node.action is not None}
    if decision.problem:
        return Thought(0, problem=decision.problem)
    if not tree.generated:
        return Thought(0, problem=NO_DATA)
    states = f"{tree.generated:,}"
    is_known = any(node.knowledge != "unknown" for node in nodes.values())
    is_inferred = any(node.children for node in nodes.values())
    values = {action: bounds_text(node.low, node.high, value_text) for action, node in nodes.items()}
    return Thought(
        0,
        action=decision.action,
        values=values if is_known else {},
        lags=_lags(nodes),
        facts=(
            ("fact-states", Message("and-more", {"count": states}) if decision.is_full else states),
            ("fact-depth", depth_text(tree.deepest, state.num_agents)),
            ("fact-time", time_text(decision.seconds)),
            *_own_fact(tree, wrong_value_of(agent, decision)),
            *([("fact-values", Message("values-inferred" if is_inferred else "values-evaluated"))] if is_known else []),
        ),
        paths=expected_paths(state, 0, _expected_line(tree, decision.action)),
    )


def _expected_line(tree: PacmanTree, chosen: Action | None) -> list[Action]:
    """Return the play that the agent expects; empty if its choice is not the one that its known values give."""
    line = [node.action for node in tree.principal_variation() if node.action]
    return line if line[:1] == [chosen] else []


def _own_fact(tree: PacmanTree, wrong: WrongValue[Action] | None) -> list[tuple[str, Message]]:
    """Return whether the values that the agent's code returned follow, or the first one that does not."""
    if wrong is not None:
        place = " ".join(wrong.path) or "·"
        return [("fact-own", Message("own-misfit", {"place": place, **own_value_texts(wrong)}))]
    return [("fact-own", Message("own-fit"))] if has_inner_values(tree) else []


def _lags(nodes: dict[Action, PacmanNode]) -> dict[Action, float]:
    """Return the difference of each action to the best one; empty if the best value is not known."""
    values = {action: node.value for action, node in nodes.items() if node.value is not None}
    best = max(values.values(), default=0.0)
    is_best_known = all(node.high <= best for node in nodes.values())
    return {action: best - value for action, value in values.items()} if is_best_known else {}
