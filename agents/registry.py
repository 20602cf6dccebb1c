"""The registries of agents and ghosts; `agents.evaluation` and `agents.features` have their own."""

from typing import Final

from pacman.registry import Registry

AGENTS: Final[Registry[type]] = Registry(
    "agent",
    {
        "ReflexAgent": "agents.pacmen:ReflexAgent",
        "GreedyAgent": "pacman.berkeley.modules.pacmanAgents:GreedyAgent",
        "PathAgent": "agents.path_agent:PathAgent",
        "MinimaxAgent": "agents.pacmen:MinimaxAgent",
        "AlphaBetaAgent": "agents.pacmen:AlphaBetaAgent",
        "DeepeningAgent": "agents.pacmen:DeepeningAgent",
        "ExpectimaxAgent": "agents.pacmen:ExpectimaxAgent",
        "ExpectiminimaxAgent": "agents.pacmen:ExpectiminimaxAgent",
        "MaxNAgent": "agents.pacmen:MaxNAgent",
        "MCTSAgent": "agents.pacmen:MCTSAgent",
        "PolicyAgent": "agents.policy_agent:PolicyAgent",
        "LeftTurnAgent": "pacman.berkeley.modules.pacmanAgents:LeftTurnAgent",
        "KeyboardAgent": "pacman.berkeley.modules.keyboardAgents:KeyboardAgent",
    },
)
GHOSTS: Final[Registry[type]] = Registry(
    "ghost",
    {
        "RandomGhost": "pacman.berkeley.modules.ghostAgents:RandomGhost",
        "DirectionalGhost": "pacman.berkeley.modules.ghostAgents:DirectionalGhost",
        "MinimaxGhost": "agents.searching_ghosts:MinimaxGhost",
        "MixedGhost": "agents.searching_ghosts:MixedGhost",
    },
)
