"""Minds: the agents that play, and what they think with."""

from typing import TYPE_CHECKING

from pacman import names_at_first_use

if TYPE_CHECKING:
    from agents.evaluation import LinearEvaluation, make_evaluation
    from agents.loading import load_agent, load_ghosts
    from agents.pacmen import (
        AlphaBetaAgent,
        DeepeningAgent,
        ExpectimaxAgent,
        ExpectiminimaxAgent,
        MaxNAgent,
        MCTSAgent,
        MinimaxAgent,
        ReflexAgent,
    )
    from agents.path_agent import PathAgent
    from agents.searching_ghosts import MinimaxGhost, MixedGhost
    from pacman.berkeley.modules.ghostAgents import DirectionalGhost, RandomGhost
    from pacman.berkeley.modules.keyboardAgents import KeyboardAgent
    from pacman.berkeley.modules.pacmanAgents import GreedyAgent

__all__ = [
    "AlphaBetaAgent",
    "DeepeningAgent",
    "DirectionalGhost",
    "ExpectimaxAgent",
    "ExpectiminimaxAgent",
    "GreedyAgent",
    "KeyboardAgent",
    "LinearEvaluation",
    "MCTSAgent",
    "MaxNAgent",
    "MinimaxAgent",
    "MinimaxGhost",
    "MixedGhost",
    "PathAgent",
    "RandomGhost",
    "ReflexAgent",
    "load_agent",
    "load_ghosts",
    "make_evaluation",
]

if not TYPE_CHECKING:
    __getattr__ = names_at_first_use(
        __name__,
        {
            "evaluation": ("LinearEvaluation", "make_evaluation"),
            "loading": (
                *("DirectionalGhost", "GreedyAgent", "KeyboardAgent", "RandomGhost"),  # Berkeley's
                *("load_agent", "load_ghosts"),
            ),
            "pacmen": (
                *("AlphaBetaAgent", "DeepeningAgent", "ExpectimaxAgent", "ExpectiminimaxAgent"),
                *("MCTSAgent", "MaxNAgent", "MinimaxAgent", "ReflexAgent"),
            ),
            "path_agent": ("PathAgent",),
            "searching_ghosts": ("MinimaxGhost", "MixedGhost"),
        },
    )


def __dir__() -> list[str]:
    return __all__
