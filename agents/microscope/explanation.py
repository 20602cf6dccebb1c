"""The explanation of one decision as plain data, which reports and pages present."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from agents.microscope.attribution import Attribution, attribute_within, can_be_attributed
from agents.microscope.decision import WatchedDecision, leaves_stop_out, watch_decision, wrong_value_of
from agents.microscope.divergence import Divergence, first_divergence
from agents.microscope.own_values import WrongValue
from agents.pacman_game import PacmanGame, Turn
from agents.pacmen import AlphaBetaAgent, ExpectimaxAgent, MinimaxAgent
from agents.search_agent import FixedDepthAgent, Traceable
from pacman.directions import STOP, Action
from pacman.state import GameState

XRAY_SECONDS: Final = 10.0  # the attribution is left out if it takes longer
REFERENCES: Final[dict[str, type[FixedDepthAgent]]] = {
    kind.__name__: kind for kind in (MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent)
}


@dataclass(frozen=True)
class Explanation:
    """A decision, and its comparison with a reference.

    where: description of the position. played: the action of a recorded game in it.
    reference: for a student's agent, the built-in search of the same name, depth and evaluation; `divergence`: the
        first difference between them.
    wrong: of a student's agent, the first node whose value does not follow from those of its children.
    likely_bug: sentence about it by language; empty if it is not known.
    attribution: contributions of features, if the evaluation is a sum of them. lacks_attribution: it took too long.
    """

    decision: WatchedDecision
    where: str
    played: Action | None = None
    reference: WatchedDecision | None = None
    divergence: Divergence[Action] | None = None
    attribution: Attribution | None = None
    lacks_attribution: bool = False
    likely_bug: Mapping[str, str] = field(default_factory=dict)
    wrong: WrongValue[Action] | None = None


def explain_decision(
    agent: Any, state: GameState, where: str, *, name: str = "", played: Action | None = None, seconds: float = inf
) -> Explanation:
    """Watch an agent decide; compare a student's agent with the reference search."""
    decision = watch_decision(agent, state, name, seconds)
    right = reference_for(agent, stops=not leaves_stop_out(decision.tree))
    if right is None or decision.is_full:
        attribution = None if decision.problem else attribute_within(min(seconds, XRAY_SECONDS), agent, decision)
        is_late = attribution is None and not decision.problem and can_be_attributed(agent)
        return Explanation(decision, where, played, attribution=attribution, lacks_attribution=is_late)
    reference = watch_decision(right, state, type(right).__name__, seconds)
    return Explanation(
        decision,
        where,
        played,
        reference,
        first_divergence(decision.tree, reference.tree),
        wrong=wrong_value_of(agent, decision),
    )


def reference_for(agent: Any, stops: bool = True) -> Traceable | None:
    """Return the built-in search of the same name, depth and evaluation as a student's, or None.

    Without `stops` it never tries Stop, like some students' searches.
    """
    depth, evaluation = getattr(agent, "depth", None), getattr(agent, "evaluationFunction", None)
    kind = next((REFERENCES[each.__name__] for each in type(agent).__mro__ if each.__name__ in REFERENCES), None)
    if kind is None or isinstance(agent, Traceable) or not isinstance(depth, int) or not callable(evaluation):
        return None
    reference = kind(depth, evaluation)
    if not stops:
        reference.game = _NoStops(evaluation)
    return reference


class _NoStops(PacmanGame):
    """The game in which Pacman never stops, unless it is the only legal action."""

    def actions(self, turn: Turn, /) -> tuple[Action, ...]:
        legal = super().actions(turn)
        return legal if turn[1] else tuple(action for action in legal if action != STOP) or legal
