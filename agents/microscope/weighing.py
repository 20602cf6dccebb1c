"""What tips the scales: what each feature contributes to each action, and how little would flip the move.

A search by a weighted sum of features values an action by the features of the leaves that it expects: one leaf where
everybody chooses, an average over leaves where chance does. So its value is a weighted sum, too.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isclose
from typing import Any, Final

from agents.evaluation import LinearEvaluation
from agents.microscope.decision import PacmanNode, PacmanTree, watch_decision
from agents.pacmen import AlphaBetaAgent, ExpectimaxAgent, ExpectiminimaxAgent, MinimaxAgent, ReflexAgent
from pacman.agent_code.time_limit import OutOfTime, call_within
from pacman.directions import Action
from pacman.state import GameState

# Whose values are features of leaves, or plain averages of them.
WEIGHED: Final = (ReflexAgent, MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, ExpectiminimaxAgent)
BEYOND: Final = 1e-6  # how far beyond the tipping point a weight is tried
HALVINGS: Final = 12


@dataclass(frozen=True)
class Flip:
    """The smallest change of one weight that makes another action the best."""

    feature: str
    weight: float
    changed: float
    action: Action

    @property
    def change(self) -> float:
        return self.changed - self.weight


@dataclass(frozen=True)
class Weighing:
    """An evaluation at work in one decision.

    values: of each action. contributions: what each feature adds to them. relative: the same, less the mean of what it
        adds to the other actions; what is 0 for an action does not speak for or against it.
    flip: None where no change of one weight alone was found.
    """

    action: Action
    weights: Mapping[str, float]
    values: dict[Action, float]
    contributions: dict[Action, dict[str, float]]
    relative: dict[Action, dict[str, float]]
    flip: Flip | None


def weigh_within(seconds: float, agent: Any, state: GameState) -> Weighing | None:
    """The X-ray of a decision, if it takes no longer: it looks at what the decision itself cuts away."""
    with suppress(OutOfTime):
        return call_within(seconds, lambda: weigh_decision(agent, state))
    return None


def weigh_decision(agent: Any, state: GameState) -> Weighing | None:
    """The X-ray of a decision; None for an agent that does not decide by plain sums of features."""
    if not can_be_weighed(agent):
        return None
    evaluation = agent.evaluation
    decision = watch_decision(_without_cuts(agent, evaluation), state)
    if decision.action is None:
        return None
    mixtures = {node.action: _mixture(decision.tree, node, evaluation) for node in decision.candidates}
    contributions = {action: mixture for action, mixture in mixtures.items() if action is not None}
    values = {action: sum(parts.values()) for action, parts in contributions.items()}
    return Weighing(
        decision.action,
        evaluation.weights,
        values,
        contributions,
        _relative(contributions),
        _smallest_flip(agent, evaluation, state, decision.action, values, contributions),
    )


def can_be_weighed(agent: Any) -> bool:
    """Whether an agent decides by plain sums of features."""
    return isinstance(agent, WEIGHED) and isinstance(agent.evaluation, LinearEvaluation) and not _has_model(agent)


def _has_model(agent: Any) -> bool:
    """Averages by a model of the ghosts have weights of their own."""
    return bool(agent.made_as.arguments.get("model", "uniform") != "uniform")


def _without_cuts(agent: Any, evaluation: LinearEvaluation) -> Any:
    """An agent that decides alike and knows the value of every action."""
    return MinimaxAgent(agent.depth, evaluation) if isinstance(agent, AlphaBetaAgent) else agent


def _mixture(tree: PacmanTree, node: PacmanNode, evaluation: LinearEvaluation) -> dict[str, float]:
    """What each feature adds to the value of a node."""
    if not node.children:
        return evaluation.contributions(node.state)
    best = tree.best_child(node)
    if best is not None:
        return _mixture(tree, best, evaluation)
    below = [_mixture(tree, child, evaluation) for child in tree.children(node)]
    names = dict.fromkeys(name for parts in below for name in parts)
    return {name: sum(parts.get(name, 0.0) for parts in below) / len(below) for name in names}


def _relative(contributions: dict[Action, dict[str, float]]) -> dict[Action, dict[str, float]]:
    relative = {}
    for action, parts in contributions.items():
        others = [other for each, other in contributions.items() if each != action]
        relative[action] = {
            name: value - sum(other.get(name, 0.0) for other in others) / max(len(others), 1)
            for name, value in parts.items()
        }
    return relative


def _smallest_flip(
    agent: Any,
    evaluation: LinearEvaluation,
    state: GameState,
    chosen: Action,
    values: dict[Action, float],
    contributions: dict[Action, dict[str, float]],
) -> Flip | None:
    """As long as every action keeps its leaves, values are lines, and the move flips where two of them cross.

    Other leaves may come sooner, so every crossing is tried by a search of its own; and where a weight flips the move
    when it is changed by as little as the best change so far, the least that does is looked for.
    """

    def answer(name: str, weight: float) -> Action:
        weights = {**evaluation.weights, name: weight}
        return _with_evaluation(agent, LinearEvaluation(weights)).search(state).action or chosen

    crossings = sorted(
        (abs(change), name, change)
        for action in values
        for name, weight in evaluation.weights.items()
        if (slope := _slope(contributions, name, weight, action, chosen))
        for change in [(values[chosen] - values[action]) / slope * (1 + BEYOND) + BEYOND / slope]
    )
    start = next((each for each in crossings if answer(each[1], evaluation.weights[each[1]] + each[2]) != chosen), None)
    if start is None:
        return None
    size, feature, change = start
    for name, weight in evaluation.weights.items():
        for sign in (1, -1):
            if answer(name, weight + sign * size) != chosen:
                size, feature, change = _least(answer, name, weight, sign * size, chosen)
    weight = evaluation.weights[feature]
    return Flip(feature, weight, weight + change, answer(feature, weight + change))


def _least(
    answer: Callable[[str, float], Action], name: str, weight: float, flips: float, chosen: Action
) -> tuple[float, str, float]:
    """Halve the change as long as it flips the move."""
    keeps = 0.0
    for _ in range(HALVINGS):
        middle = (keeps + flips) / 2
        if answer(name, weight + middle) == chosen:
            keeps = middle
        else:
            flips = middle
    return abs(flips), name, flips


def _slope(
    contributions: dict[Action, dict[str, float]], name: str, weight: float, action: Action, chosen: Action
) -> float:
    """How much more an action gains than the chosen one when a weight grows by 1."""
    if not weight or action == chosen:
        return 0.0
    mine, theirs = contributions[action].get(name, 0.0), contributions[chosen].get(name, 0.0)
    return 0.0 if isclose(mine, theirs, abs_tol=1e-12) else (mine - theirs) / weight


def _with_evaluation(agent: Any, evaluation: LinearEvaluation) -> Any:
    """The same agent with another evaluation."""
    return type(agent)(**{**agent.made_as.arguments, "evaluation": evaluation})
