"""What a search is about: whether the kernel can follow it is decided here."""

from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from agents.evaluation import Evaluation, LinearEvaluation
from agents.kernel.packing.packed_evaluation import PackedEvaluation
from agents.kernel.packing.packed_layout import PackedLayout, pack_layout
from agents.kernel.packing.packed_state import PackedState
from pacman.state import GameState

LARGEST_WEIGHT: Final = 2.0**32  # beyond, whole numbers would no longer be exact in a game of a million points


@dataclass
class Problem:
    """A state to search from, and how to judge those ahead."""

    layout: PackedLayout
    state: PackedState
    evaluation: PackedEvaluation

    @property
    def addresses(self) -> tuple[int, ...]:
        return *self.state.addresses, *self.evaluation.addresses


def pack_problem(state: GameState, evaluation: Evaluation) -> Problem | None:
    """None where the kernel cannot follow.

    That is: a state that is final, a huge maze, more than four ghosts or one that is walled in, an evaluation that is
    not a plain sum of features or has absurd weights.
    """
    if state.is_over or type(evaluation) is not LinearEvaluation:
        return None
    layout = pack_layout(state.layout)
    if layout is None or state.num_agents - 1 > layout.most_ghosts:
        return None
    packed = _pack_evaluation(evaluation, layout)
    return None if packed is None else Problem(layout, PackedState(layout, state), packed)


_known: WeakKeyDictionary[LinearEvaluation, tuple[PackedLayout, PackedEvaluation]] = WeakKeyDictionary()


def _pack_evaluation(evaluation: LinearEvaluation, layout: PackedLayout) -> PackedEvaluation | None:
    known = _known.get(evaluation)
    if known is None or known[0] is not layout:
        if any(abs(weight) > LARGEST_WEIGHT for weight in evaluation.weights.values()):
            return None
        known = _known[evaluation] = layout, PackedEvaluation(evaluation.weights, layout)
    return known[1]
