"""Agents that play Pacman and ghosts, and their evaluations of states."""

from typing import TYPE_CHECKING, Any

from agents.registry import AGENTS, GHOSTS

if TYPE_CHECKING:  # for type checkers; at run time `__getattr__` imports a name on first use
    from agents.evaluation import EVALUATIONS as EVALUATIONS
    from agents.evaluation import LinearEvaluation as LinearEvaluation
    from agents.evaluation import make_evaluation as make_evaluation
    from agents.features import FEATURES as FEATURES
    from agents.loading import load_agent as load_agent
    from agents.loading import load_ghosts as load_ghosts
    from agents.pacmen import *
    from agents.path_agent import PathAgent as PathAgent
    from agents.policy_agent import PolicyAgent as PolicyAgent
    from agents.searching_ghosts import *
    from pacman.berkeley.modules.ghostAgents import DirectionalGhost as DirectionalGhost
    from pacman.berkeley.modules.ghostAgents import RandomGhost as RandomGhost
    from pacman.berkeley.modules.keyboardAgents import KeyboardAgent as KeyboardAgent
    from pacman.berkeley.modules.pacmanAgents import GreedyAgent as GreedyAgent
    from pacman.berkeley.modules.pacmanAgents import LeftTurnAgent as LeftTurnAgent

_MODULES = {
    "EVALUATIONS": "agents.evaluation",
    "LinearEvaluation": "agents.evaluation",
    "make_evaluation": "agents.evaluation",
    "FEATURES": "agents.features",
    "load_agent": "agents.loading",
    "load_ghosts": "agents.loading",
}

__all__ = sorted(["AGENTS", "GHOSTS", *AGENTS.builtin, *GHOSTS.builtin, *_MODULES])


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        from importlib import import_module

        for registry in (AGENTS, GHOSTS):
            if name in registry.builtin:
                return registry[name]
        if name in _MODULES:
            return getattr(import_module(_MODULES[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
