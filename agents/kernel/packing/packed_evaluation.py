"""An evaluation as an array of numbers."""

import re
from array import array

from agents.kernel.memory import encoding as e
from agents.kernel.packing.packed_layout import PackedLayout, address

_FAMILIES = {"danger": e.DANGER, "pressure": e.PRESSURE}
_OF_FOOD = {"nearest-food", "food-closeness"}
_WHOLE = {"score", "food-left", "nearest-food", "capsules-left", "nearest-capsule", "active-ghosts", "scared-ghosts"}


class PackedEvaluation:
    """Weighted features on one layout. `is_whole`: their sum is a whole number."""

    def __init__(self, weights: dict[str, float], layout: PackedLayout, flags: int = 0) -> None:
        features = [_number(name) for name in weights]
        if set(weights) == {"score"}:
            flags |= e.SCORE_ALONE
        if _OF_FOOD & set(weights):
            flags |= e.NEEDS_FOOD
        if any(feature >= e.FEATURES.index("active-ghosts") for feature in features):
            flags |= e.NEEDS_GHOSTS
        capsules = [layout.cells[cell] for cell in layout.layout.capsule_cells]
        self._numbers = array("q", [len(features), flags, len(capsules), *features, *capsules])
        self.weights = array("d", [weights.get("score", 1), *weights.values()])
        self.addresses = address(self._numbers), address(self.weights)
        self.is_whole = all(
            isinstance(weight, int) and (name in _WHOLE or name.startswith("danger"))
            for name, weight in weights.items()
        )


def _number(name: str) -> int:
    family = re.fullmatch(r"(\w+)-(\d)", name)
    return _FAMILIES[family[1]] + int(family[2]) if family else e.FEATURES.index(name)
