"""Attribution of a decision to features: their contributions to each action, and the least change that flips it.

In a search by a weighted sum of features, the value of an action is that of the leaves that it expects: one leaf if all
agents choose, an average over leaves at averaging nodes. The value of an action is therefore a weighted sum, too.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isclose
from typing import Any, Final

from agents.evaluation import LinearEvaluation
from agents.microscope.decision import PacmanNode, PacmanTree, WatchedDecision, watch_decision
from agents.microscope.flip import EQUAL, LARGEST_CHANGE, Flip, WeightedTree, smallest_flip, tied_with
from agents.pacmen import AlphaBetaAgent, ExpectimaxAgent, ExpectiminimaxAgent, MinimaxAgent, ReflexAgent
from agents.search.search_tree import number_text
from pacman.agent_code.time_limit import OutOfTime, call_within
from pacman.directions import Action
from pacman.display.messages import Words

# Agents whose values are features of leaves, or plain averages of them.
ATTRIBUTABLE: Final = (ReflexAgent, MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, ExpectiminimaxAgent)


@dataclass(frozen=True)
class Attribution:
    """Contributions of an evaluation's features to one decision.

    values: of each action. contributions: of each feature to them. relative: the same, minus the mean of the feature's
        contributions to the other actions; 0 means that the feature does not count for or against an action.
    ties: actions with the same value as the chosen one; any change may flip the move then.
    flip: the smallest change of one weight that flips the move; None if no sensible change does, or if actions tie.
    """

    action: Action
    weights: Mapping[str, float]
    values: dict[Action, float]
    contributions: dict[Action, dict[str, float]]
    relative: dict[Action, dict[str, float]]
    ties: tuple[Action, ...]
    flip: Flip | None

    @property
    def features(self) -> list[str]:
        """Features that differ between actions; a final score counts in an evaluation without a score, too."""
        names = dict.fromkeys((*self.weights, *self.relative[self.action]))  # the same for every action
        return [name for name in names if any(parts.get(name) for parts in self.relative.values())]


def attribute_within(seconds: float, agent: Any, decision: WatchedDecision) -> Attribution | None:
    """Return the attribution of a decision, or None if it takes longer: it also searches what the decision cuts."""
    with suppress(OutOfTime):
        return call_within(seconds, lambda: attribute_decision(agent, decision))
    return None


def attribute_decision(agent: Any, decision: WatchedDecision) -> Attribution | None:
    """Return the attribution of a decision; None for an agent that does not decide by plain sums of features."""
    if not can_be_attributed(agent):
        return None
    evaluation = agent.evaluation
    if isinstance(agent, AlphaBetaAgent):  # minimax makes the same decision and computes the value of every action
        decision = watch_decision(MinimaxAgent(agent.depth, evaluation), decision.state)
    if decision.action is None:
        return None
    nodes = {node.action: node for node in decision.candidates if node.action is not None}
    contributions = {action: _mixture(decision.tree, node, evaluation) for action, node in nodes.items()}
    values = {action: sum(parts.values()) for action, parts in contributions.items()}
    ties = tied_with(decision.action, values)
    flip = None if ties else _smallest_flip(agent, decision, decision.action)
    relative = _relative(contributions)
    return Attribution(decision.action, evaluation.weights, values, contributions, relative, ties, flip)


def can_be_attributed(agent: Any) -> bool:
    """True if an agent decides by plain sums of features, and averages, if at all, with equal probabilities."""
    if not isinstance(agent, ATTRIBUTABLE) or not isinstance(agent.evaluation, LinearEvaluation):
        return False
    return bool(agent.made_as.arguments.get("model", "uniform") == "uniform")


def _mixture(tree: PacmanTree, node: PacmanNode, evaluation: LinearEvaluation) -> dict[str, float]:
    """Return the contribution of each feature to the value of a node."""
    if not node.children:
        return evaluation.contributions(node.state)
    best = tree.best_child(node)
    if best is not None:
        return _mixture(tree, best, evaluation)
    below = [_mixture(tree, child, evaluation) for child in tree.children(node)]
    names = dict.fromkeys(name for parts in below for name in parts)
    return {name: sum(parts.get(name, 0.0) for parts in below) / len(below) for name in names}


def _relative(contributions: dict[Action, dict[str, float]]) -> dict[Action, dict[str, float]]:
    """Return each feature's contribution minus the mean of its contributions to the other actions.

    A feature that is missing for an action, as at the end of a game, counts as 0 there and in the means.
    """
    names = dict.fromkeys(name for parts in contributions.values() for name in parts)
    relative = {}
    for action, parts in contributions.items():
        others = [other for each, other in contributions.items() if each != action]
        relative[action] = {
            name: _difference(parts.get(name, 0.0), sum(other.get(name, 0.0) for other in others) / max(len(others), 1))
            for name in names
        }
    return relative


def _difference(value: float, mean: float) -> float:
    """Return the difference; 0 if it is a rounding error."""
    return 0.0 if isclose(value, mean, rel_tol=EQUAL) else value - mean


def _smallest_flip(agent: Any, decision: WatchedDecision, chosen: Action) -> Flip | None:
    evaluation = agent.evaluation

    def answer(name: str, weight: float) -> Action:
        """Return the choice of the same agent with another weight."""
        changed = LinearEvaluation({**evaluation.weights, name: weight})
        same_agent = type(agent)(**{**agent.made_as.arguments, "evaluation": changed})
        return same_agent.traced_search(decision.state).action or chosen

    return smallest_flip(WeightedTree(decision.tree, evaluation), evaluation.weights, chosen, answer)


def flip_line(attribution: Attribution, words: Words) -> str:
    """Return the sentence about the smallest change that flips the move, or why it is not known."""
    flip = attribution.flip
    if attribution.ties:
        actions = words("and").join((attribution.action, *attribution.ties))
        return words("flip-tie", actions=actions)
    if flip is None:
        return words("no-flip", most=f"{LARGEST_CHANGE:,.0f}")
    changed, weight = number_text(flip.changed), number_text(flip.weight)
    return words("flip", feature=flip.feature, changed=changed, weight=weight, action=flip.action)
