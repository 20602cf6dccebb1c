"""All that can be said of one decision, as plain data: reports and pages draw it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from agents.microscope.decision import WatchedDecision, leaves_stop_out, reference_for, watch_decision
from agents.microscope.divergence import Divergence, first_divergence
from agents.microscope.weighing import Weighing, can_be_weighed, weigh_within
from pacman.directions import Action
from pacman.state import GameState

XRAY_SECONDS: Final = 10.0  # it is left out where it takes longer


@dataclass(frozen=True)
class Explanation:
    """A decision, and what it is compared with.

    where: which position this is, in words. played: the action that a recorded game has here.
    reference: our own search of the same name, depth and evaluation, for a student's; `divergence`: where they part.
    likely_bug: what is said of it, by language; empty where it is not known.
    weighing: the X-ray of an evaluation that is a sum of features; `lacks_weighing`: it was left out, as it took long.
    """

    decision: WatchedDecision
    where: str
    played: Action | None = None
    reference: WatchedDecision | None = None
    divergence: Divergence[Action] | None = None
    weighing: Weighing | None = None
    lacks_weighing: bool = False
    likely_bug: Mapping[str, str] = field(default_factory=dict)


def explain_decision(
    agent: Any, state: GameState, where: str, *, name: str = "", played: Action | None = None, seconds: float = inf
) -> Explanation:
    """Watch an agent decide; a student's beside our own search."""
    decision = watch_decision(agent, state, name, seconds)
    right = reference_for(agent, stops=not leaves_stop_out(decision.tree))
    if right is None or decision.is_full:
        weighing = None if decision.problem else weigh_within(min(seconds, XRAY_SECONDS), agent, state)
        is_late = weighing is None and not decision.problem and can_be_weighed(agent)
        return Explanation(decision, where, played, weighing=weighing, lacks_weighing=is_late)
    reference = watch_decision(right, state, type(right).__name__, seconds)
    return Explanation(decision, where, played, reference, first_divergence(decision.tree, reference.tree))
