"""Minds: the agents that play, and what they think with."""

from agents.evaluation import LinearEvaluation, make_evaluation
from agents.ghosts import DirectionalGhost, RandomGhost
from agents.keyboard import KeyboardAgent
from agents.loading import load_agent, load_ghosts
from agents.pacman import (
    AlphaBetaAgent,
    DeepeningAgent,
    ExpectimaxAgent,
    ExpectiminimaxAgent,
    MaxNAgent,
    MCTSAgent,
    MinimaxAgent,
)
from agents.path_agent import PathAgent
from agents.reflex import GreedyAgent, ReflexAgent
from agents.searching_ghosts import MinimaxGhost, MixedGhost

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
