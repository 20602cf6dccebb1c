"""The smallest change of one weight that flips a decision.

The tree of a search without cuts does not depend on the weights, and the value of a leaf is linear in each of them. The
values of all actions for another weight are therefore found by backing up the leaves again, without the game.
The rate at which an action can gain on the chosen one is bounded by the feature's values at the leaves below the two:
no change smaller than the lead divided by that rate flips the move. The search for the tipping point therefore makes
steps of that length, and misses only flips that last for less than `STEP` of the change.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import inf
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.evaluation import LinearEvaluation
from agents.microscope.decision import PacmanTree
from agents.microscope.flip import EQUAL, LARGEST_CHANGE, Flip
from agents.search.contract import CHANCE
from pacman.directions import Action

Numbers = npt.NDArray[np.float64]

STEP: Final = 0.002  # smallest step, as a share of the change so far
LEAST_STEP: Final = 1e-6
SLACKS: Final = (0.0005, 0.0025, 0.01, 0.025)  # half the share of a change that may be added to round the weight
DECIMALS: Final = 12


class _Layer:
    """Inner nodes of one ply with the same rule, and their children in one array."""

    def __init__(self, rule: str, parents: Sequence[int], children: Sequence[Sequence[int]]) -> None:
        self._rule = rule
        self._parents = np.array(parents)
        self._children = np.concatenate([np.array(each) for each in children])
        self._counts = np.array([len(each) for each in children])
        self._starts = np.concatenate([[0], np.cumsum(self._counts)[:-1]])

    def back_up(self, values: Numbers, rule: str = "") -> None:
        """Set the values of the inner nodes; by another rule if one is given."""
        below = values[self._children]
        rule = rule or self._rule
        if rule == "mean":
            values[self._parents] = np.add.reduceat(below, self._starts) / self._counts
        else:
            values[self._parents] = (np.maximum if rule == "max" else np.minimum).reduceat(below, self._starts)


class WeightedTree:
    """A search tree without cuts, to be evaluated with other weights."""

    def __init__(self, tree: PacmanTree, evaluation: LinearEvaluation) -> None:
        self.actions = [str(node.action) for node in tree.children(tree.root)]
        self._size = len(tree.nodes)
        self._candidates = np.array([node.number for node in tree.children(tree.root)])
        self._leaves = np.array([node.number for node in tree.nodes if not node.children])
        features = [evaluation.features(tree.nodes[number].state) for number in self._leaves]
        totals = [sum(evaluation.weights.get(name, 1) * value for name, value in each.items()) for each in features]
        self._totals = np.array(totals, dtype=float)
        self._features = {
            name: np.array([each.get(name, 0.0) for each in features], dtype=float) for name in evaluation.weights
        }
        self._layers = [*_layers(tree)]

    def values(self, feature: str, change: float) -> Numbers:
        """Return the value of each action after a change of one weight."""
        return self._backed_up(self._totals + change * self._features[feature])

    def feature_range(self, feature: str) -> tuple[Numbers, Numbers]:
        """Return the smallest and the largest value of a feature at the leaves below each action."""
        leaves = self._features[feature]
        return self._backed_up(leaves, "min"), self._backed_up(leaves, "max")

    def _backed_up(self, leaves: Numbers, rule: str = "") -> Numbers:
        values = np.empty(self._size)
        values[self._leaves] = leaves
        for layer in self._layers:
            layer.back_up(values, rule)
        candidates: Numbers = values[self._candidates]
        return candidates


def _layers(tree: PacmanTree) -> Iterator[_Layer]:
    """Yield the layers, the deepest first, without the root, where an action is chosen."""
    groups: dict[tuple[int, str], list[int]] = {}
    for node in tree.nodes[1:]:
        if node.children:
            rule = tree.rules[node.player if node.player is not None else CHANCE]
            groups.setdefault((-node.ply, rule), []).append(node.number)
    for (_, name), numbers in sorted(groups.items()):
        yield _Layer(name, numbers, [tree.nodes[number].children for number in numbers])


def smallest_flip(
    tree: WeightedTree, weights: Mapping[str, float], chosen: Action, answer: Callable[[str, float], Action]
) -> Flip | None:
    """Return the smallest change of one weight, up to `LARGEST_CHANGE`, that flips the move, or None.

    The weight of the score stays above 0: an evaluation that prefers to lose points is not a sensible comparison.
    answer: returns the action that is chosen with another weight of a feature.
    """
    best: Flip | None = None
    most = LARGEST_CHANGE
    for feature, weight in weights.items():
        for sign in (1, -1):
            limit = min(most, weight) if feature == "score" and sign < 0 < weight else most
            tip = _tipping_point(tree, feature, sign, chosen, limit)
            flip = None if tip is None else _rounded(feature, weight, sign * tip, chosen, answer)
            if tip is not None and flip is not None and (feature != "score" or flip.changed > 0 or weight <= 0):
                best, most = flip, tip
    return best


def _tipping_point(tree: WeightedTree, feature: str, sign: int, chosen: Action, most: float) -> float | None:
    """Return the smallest size of a change in one direction for which the chosen action is no longer the best."""
    low, high = tree.feature_range(feature)
    mine = tree.actions.index(chosen)
    others = [number for number in range(len(tree.actions)) if number != mine]
    gains = (high[others] - low[mine]) if sign > 0 else (high[mine] - low[others])  # the most for a change of 1
    if not others or not (gains > 0).any():
        return None

    is_first = np.array(others) < mine  # a tie goes to the first action

    def leads(size: float) -> tuple[Numbers, bool]:
        """Return the lead of the chosen action over each other one, and True if another one is chosen."""
        values = tree.values(feature, sign * size)
        lead, rounding = values[mine] - values[others], EQUAL * max(1.0, float(np.abs(values).max()))
        return lead, bool((lead < np.where(is_first, rounding, -rounding)).any())

    size = keeps = 0.0
    while size < most:
        lead, flips = leads(size)
        if flips:
            return _bisected(lambda size: leads(size)[1], keeps, size)
        keeps = size
        reach = min((float(each / gain) for each, gain in zip(lead, gains, strict=True) if gain > 0), default=inf)
        size += max(reach, STEP * size, LEAST_STEP)
    return None


def _bisected(flips: Callable[[float], bool], keeps: float, size: float) -> float:
    """Bisect the size of a change that flips the move; return an upper bound."""
    while size - keeps > EQUAL * size:
        middle = (keeps + size) / 2
        if flips(middle):
            size = middle
        else:
            keeps = middle
    return size


def _rounded(
    feature: str, weight: float, change: float, chosen: Action, answer: Callable[[str, float], Action]
) -> Flip | None:
    """Return the flip with the roundest weight slightly beyond the tipping point, confirmed by the agent itself.

    At some tipping points actions tie, and the choice depends on rounding errors, so several weights are tried.
    """
    for slack, decimals in product(SLACKS, range(DECIMALS + 1)):
        changed = round(weight + change * (1 + slack), decimals)
        is_near = 1 - EQUAL <= (changed - weight) / change <= 1 + 2 * slack
        if is_near and (action := answer(feature, changed)) != chosen:
            return Flip(feature, weight, changed, action)
    return None
