"""Perfect play as text and JSON."""

import math
from collections.abc import Sequence
from typing import Any

from experiments.exact.solver import PerfectPlay
from experiments.statistics.tally import finite


def solver_json(layout_name: str, solutions: Sequence[PerfectPlay]) -> dict[str, Any]:
    values = {
        play.opponents: {"value": finite(play.value), "win_probability": play.win_probability, "sweeps": play.sweeps}
        for play in solutions
    }
    return {"layout": layout_name, "states": len(solutions[0].graph), "solutions": values}


def solver_text(layout_name: str, solutions: Sequence[PerfectPlay]) -> str:
    graph = solutions[0].graph
    ghosts = "1 ghost" if graph.agents == 2 else f"{graph.agents - 1} ghosts"
    lines = [f"{layout_name}, {ghosts}: {len(graph):,} states (positions, remaining food and capsules, agent to move)"]
    lines += [
        f"perfect play against {play.opponents} ghosts: {_in_words(play.value)}, "
        f"won with probability {play.win_probability:.4f}"
        for play in solutions
    ]
    return "\n".join(lines)


def _in_words(value: float) -> str:
    if value == -math.inf:
        return "no score can be forced (the ghosts can prolong the game forever, and every move costs a point)"
    return f"score {value:.10g}"
