"""The problem of a search, a state and an evaluation, as arrays of numbers, if the kernel supports it."""

import re
from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from agents.evaluation import Evaluation, LinearEvaluation
from agents.kernel.memory import encoding as e
from agents.kernel.memory import search_stack as m
from agents.kernel.packing.packed_layout import PackedLayout, address, pack_layout
from agents.pacman_game import Algorithm, CompiledModel
from pacman.state import GameState

LARGEST_WEIGHT: Final = 2.0**32  # with larger ones, integers would not be exact in a game of a million points
_FAMILIES = {"danger": e.DANGER, "pressure": e.PRESSURE}
_OF_FOOD = {"nearest-food", "food-closeness"}
_WHOLE = {"score", "food-left", "nearest-food", "capsules-left", "nearest-capsule", "active-ghosts", "scared-ghosts"}


class PackedBoard:
    """A state, and the items in each cell; see `memory.encoding`. `addresses`: arguments of compiled code."""

    __slots__ = ("addresses", "items", "numbers")

    def __init__(self, layout: PackedLayout, state: GameState) -> None:
        (_, *nodes), edible, fear, _, score, status = state.packed()
        ghosts = timers = 0
        for ghost, node in enumerate(nodes):
            ghosts |= layout.places[node] << e.PLACE_BITS * ghost
            if fear:
                timers |= fear[ghost + 1] << e.TIMER_BITS * ghost
        self.items = layout.items(edible)
        pacman = layout.cells[state.pacman_position]
        words = e.Words(ghosts, timers, pacman, score, state.num_food, len(state.capsules))
        self.numbers = array("q", (*words, status, len(nodes), layout.homes))
        maze, distances, by_distance = layout.addresses
        self.addresses = address(self.numbers), maze, address(self.items), distances, by_distance


class PackedEvaluation:
    """Weighted features on one layout. `is_whole`: their sum is always an integer."""

    def __init__(self, weights: dict[str, float], layout: PackedLayout, flags: int = 0) -> None:
        features = [_number(name) for name in weights]
        if set(weights) == {"score"}:
            flags |= e.SCORE_ALONE
        if _OF_FOOD & set(weights):
            flags |= e.NEEDS_FOOD
        if any(feature >= e.FEATURES.index("active-ghosts") for feature in features):
            flags |= e.NEEDS_GHOSTS
        capsules = [layout.cells[cell] for cell in layout.layout.capsule_cells]
        self.numbers = array("q", [len(features), flags, len(capsules), *features, *capsules])
        self.weights = array("d", [weights.get("score", 1), *weights.values()])
        self.addresses = address(self.numbers), address(self.weights)
        self.is_whole = all(
            isinstance(weight, int) and (name in _WHOLE or name.startswith("danger"))
            for name, weight in weights.items()
        )


def _number(name: str) -> int:
    family = _family(name)
    return _FAMILIES[family[1]] + int(family[2]) if family else e.FEATURES.index(name)


def _family(name: str) -> re.Match[str] | None:
    return re.fullmatch(rf"({'|'.join(_FAMILIES)})-(\d)", name)


def is_compiled(name: str) -> bool:
    """True if the kernel has this feature; features of plugins run only in Python."""
    return name in e.FEATURES or _family(name) is not None


@dataclass
class Problem:
    """The root of a search, and the evaluation of its leaves."""

    layout: PackedLayout
    state: PackedBoard
    evaluation: PackedEvaluation

    @property
    def addresses(self) -> tuple[int, ...]:
        return *self.state.addresses, *self.evaluation.addresses


@lru_cache(maxsize=64)
def pack_algorithm(name: Algorithm, hunters: int = 0, model: CompiledModel = "uniform") -> int:
    """Return the number of an algorithm of `agents.search`; see `memory.search_stack`."""
    expectimax = {"uniform": 0, "directional": m.DIRECTIONAL}
    numbers = {"minimax": e.MOST_GHOSTS, "alpha_beta": m.ALPHA_BETA, "expectimax": expectimax[model]}
    return min(hunters, e.MOST_GHOSTS) if name == "expectiminimax" else numbers[name]


def pack_problem(state: GameState, evaluation: Evaluation) -> Problem | None:
    """Return the packed problem, or None if the kernel does not support it.

    Not supported are: a final state, or one whose score was set to a fraction; a huge maze; more than four ghosts, or
    one that is walled in; an evaluation that is not a plain sum of features, has a feature that is not compiled, or has
    weights above LARGEST_WEIGHT.
    """
    if state.is_over or type(state.score) is not int or type(evaluation) is not LinearEvaluation:
        return None
    layout = pack_layout(state.layout)
    if layout is None or state.num_agents - 1 > layout.most_ghosts:
        return None
    packed = _pack_evaluation(evaluation, layout)
    return None if packed is None else Problem(layout, PackedBoard(layout, state), packed)


_known: WeakKeyDictionary[LinearEvaluation, tuple[PackedLayout, PackedEvaluation]] = WeakKeyDictionary()


def _pack_evaluation(evaluation: LinearEvaluation, layout: PackedLayout) -> PackedEvaluation | None:
    known = _known.get(evaluation)
    if known is None or known[0] is not layout:
        if any(abs(weight) > LARGEST_WEIGHT or not is_compiled(name) for name, weight in evaluation.weights.items()):
            return None
        known = _known[evaluation] = layout, PackedEvaluation(evaluation.weights, layout)
    return known[1]
