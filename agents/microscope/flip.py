"""The smallest change of one weight that flips a decision, and ties, which any change may flip.

The tree of a search without cuts does not depend on the weights, and the value of a leaf is linear in each of them. The
value of an action is therefore a piecewise linear function of the change of a weight: the largest, smallest or mean one
of the functions below. Between two of its breakpoints the leads of the chosen action are linear, so it is sufficient to
look at the breakpoints.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise, product
from math import isclose
from typing import Final, NamedTuple, TypeAlias

from agents.evaluation import LinearEvaluation
from agents.search.search_tree import SearchTree
from pacman.directions import Action
from pacman.state import GameState

LARGEST_CHANGE: Final = 1000.0  # of a weight; twice the points of a win
EQUAL: Final = 1e-9  # relative rounding error between two equal values
CLOSE: Final = 1e-6  # changes that differ by less are equally large; the first feature counts then
SLACKS: Final = (0.0005, 0.0025, 0.01, 0.025)  # half the share of a change that may be added to round the weight
DECIMALS: Final = 12


@dataclass(frozen=True)
class Flip:
    """The smallest change of one weight that makes another action the best; `changed` is rounded slightly beyond it."""

    feature: str
    weight: float
    changed: float
    action: Action

    @property
    def change(self) -> float:
        return self.changed - self.weight


def tied_with(chosen: Action, values: Mapping[Action, float]) -> tuple[Action, ...]:
    """Return the other actions with the same value as the chosen one."""
    best = values[chosen]
    return tuple(action for action, value in values.items() if action != chosen and isclose(value, best, rel_tol=EQUAL))


class Piece(NamedTuple):
    """Part of a piecewise linear function: `base + slope * x` from `start` to the start of the next piece."""

    start: float
    base: float
    slope: float

    def at(self, x: float) -> float:
        return self.base + self.slope * x


Function: TypeAlias = tuple[Piece, ...]  # of x >= 0, the size of a change; the first piece starts at 0


class WeightedTree:
    """A search tree without cuts, to be evaluated with other weights."""

    def __init__(self, tree: SearchTree[GameState, Action], evaluation: LinearEvaluation) -> None:
        self.actions = [str(node.action) for node in tree.children(tree.root)]
        self._tree = tree
        features = {node.number: evaluation.features(node.state) for node in tree.nodes if not node.children}
        self._leaves = {
            number: (sum(evaluation.weights.get(name, 1) * value for name, value in each.items()), each)
            for number, each in features.items()
        }

    def values(self, feature: str, sign: int, most: float) -> list[Function]:
        """Return the value of each action by the size of a change of one weight, up to `most`."""
        tree = self._tree
        found: dict[int, Function] = {}
        for node in reversed(tree.nodes[1:]):  # children come after their parents
            if node.number in self._leaves:
                total, features = self._leaves[node.number]
                found[node.number] = (Piece(0.0, total, sign * features.get(feature, 0.0)),)
                continue
            below = [found.pop(child) for child in node.children]
            rule = tree.rule_at(node)
            assert rule is not None
            extreme = 1 if rule == "max" else -1
            found[node.number] = _mean(below, most) if rule == "mean" else _extreme(below, most, extreme)
        return [found[node.number] for node in tree.children(tree.root)]


def _extreme(functions: Sequence[Function], most: float, sign: int) -> Function:
    """Return the largest of some functions at each place; the smallest for the sign -1."""
    return reduce(lambda one, other: _extreme_of_two(one, other, most, sign), dict.fromkeys(functions))


def _extreme_of_two(one: Function, other: Function, most: float, sign: int) -> Function:
    found: list[Piece] = []
    for start, end, (mine, yours) in _together((one, other), most):
        lead, last = sign * (mine.at(start) - yours.at(start)), sign * (mine.at(end) - yours.at(end))
        first, second = (mine, yours) if (lead, last) >= (0, 0) else (yours, mine)
        found.append(first._replace(start=start))
        if lead * last < 0:
            found.append(second._replace(start=start + (end - start) * lead / (lead - last)))
    return _joined(found)


def _mean(functions: Sequence[Function], most: float) -> Function:
    count = len(functions)
    pieces = [
        Piece(start, sum(each.base for each in parts) / count, sum(each.slope for each in parts) / count)
        for start, _, parts in _together(functions, most)
    ]
    return _joined(pieces)


def _together(functions: Sequence[Function], most: float) -> Iterator[tuple[float, float, list[Piece]]]:
    """Yield start and end of each interval in which all functions are linear, with their pieces there."""
    starts = sorted({piece.start for each in functions for piece in each})
    places = [0] * len(functions)
    for start, end in pairwise([*starts, most]):
        for number, each in enumerate(functions):
            while places[number] + 1 < len(each) and each[places[number] + 1].start <= start:
                places[number] += 1
        yield start, end, [each[place] for each, place in zip(functions, places, strict=True)]


def _joined(pieces: Sequence[Piece]) -> Function:
    """Return a function without breakpoints between pieces of the same line."""
    kept = [pieces[0]]
    kept += [piece for before, piece in pairwise(pieces) if piece[1:] != before[1:]]
    return tuple(kept)


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
            for tip in _tipping_points(tree, feature, sign, chosen, limit):
                flip = _rounded(feature, weight, sign * tip, chosen, answer)
                if flip is not None and (feature != "score" or flip.changed > 0 or weight <= 0):
                    best, most = flip, tip
                    break
    return best


def _tipping_points(tree: WeightedTree, feature: str, sign: int, chosen: Action, most: float) -> Iterator[float]:
    """Yield sizes below `most`, in ascending order, from which on the chosen action is no longer the best."""
    functions = tree.values(feature, sign, most)
    mine = tree.actions.index(chosen)

    def flips(size: float) -> bool:
        """True if another action is chosen; a tie goes to the first one."""
        values = [value_at(each, size) for each in functions]
        rounding = EQUAL * max(1.0, *map(abs, values))
        return any(
            values[mine] - value < (rounding if number < mine else -rounding)
            for number, value in enumerate(values)
            if number != mine
        )

    keeps, is_flipped = 0.0, False
    for size in sorted({most, *(piece.start for each in functions for piece in each)} - {0.0}):
        was_flipped, is_flipped = is_flipped, flips(size)
        if is_flipped and not was_flipped and (tip := _bisected(flips, keeps, size)) < most * (1 - CLOSE):
            yield tip
        keeps = size


def value_at(function: Function, size: float) -> float:
    """Return the value of a function at a place."""
    return function[bisect_right(function, size, key=lambda piece: piece.start) - 1].at(size)


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
        is_near = 1 <= (changed - weight) / change <= 1 + 2 * slack
        if is_near and (action := answer(feature, changed)) != chosen:
            return Flip(feature, weight, changed, action)
    return None
