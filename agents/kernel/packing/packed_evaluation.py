"""An evaluation as the kernel reads it."""

import re
from array import array
from weakref import WeakKeyDictionary

from agents.evaluation import Evaluation, LinearEvaluation
from agents.kernel.board import Board, address
from agents.kernel.words import DANGER, FEATURES, NEEDS_FOOD, NEEDS_GHOSTS, PRESSURE, SCORE_ALONE

_FAMILIES = {"danger": DANGER, "pressure": PRESSURE}
_OF_FOOD = {"nearest-food", "food-closeness"}
_WHOLE = {"score", "food-left", "nearest-food", "capsules-left", "nearest-capsule", "active-ghosts", "scared-ghosts"}
_LARGEST_WEIGHT = 2.0**32  # beyond, whole numbers would no longer be exact in a game of a million points


class Terms:
    """The weighted features of an evaluation, on one board. `is_whole`: its values are whole numbers."""

    def __init__(self, weights: dict[str, float], board: Board, flags: int = 0) -> None:
        numbers = [_number(name) for name in weights]
        if set(weights) == {"score"}:
            flags |= SCORE_ALONE
        if _OF_FOOD & set(weights):
            flags |= NEEDS_FOOD
        if any(number >= FEATURES.index("active-ghosts") for number in numbers):
            flags |= NEEDS_GHOSTS
        capsules = [board.cells[cell] for cell in board.layout.capsule_cells]
        self.words = array("q", [len(numbers), flags, len(capsules), *numbers, *capsules])
        self.weights = array("d", [weights.get("score", 1), *weights.values()])
        self.addresses = address(self.words), address(self.weights)
        self.is_whole = all(
            isinstance(weight, int) and (name in _WHOLE or name.startswith("danger"))
            for name, weight in weights.items()
        )


def _number(name: str) -> int:
    family = re.fullmatch(r"(\w+)-(\d)", name)
    return _FAMILIES[family[1]] + int(family[2]) if family else FEATURES.index(name)


_known: WeakKeyDictionary[LinearEvaluation, tuple[Board, Terms]] = WeakKeyDictionary()


def terms_of(evaluation: Evaluation, board: Board) -> Terms | None:
    """None where the kernel cannot follow: the evaluation is not a plain sum of features, or its weights are absurd."""
    if type(evaluation) is not LinearEvaluation:
        return None
    known = _known.get(evaluation)
    if known is None or known[0] is not board:
        if any(abs(weight) > _LARGEST_WEIGHT for weight in evaluation.weights.values()):
            return None
        known = _known[evaluation] = board, Terms(evaluation.weights, board)
    return known[1]
