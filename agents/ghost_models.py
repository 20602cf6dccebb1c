"""Models of the ghosts for expectimax: a distribution over the actions of each ghost."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from agents.pacman_game import CompiledModel
from agents.searching_ghosts import MixedGhost
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.directions import Action
from pacman.errors import AgentError, unknown
from pacman.layout import Layout
from pacman.state import GameState

GhostModel: TypeAlias = Callable[[GameState, int], Mapping[Action, float]]

NAMES: Final = ("uniform", "directional", "minimax:P with P from 0 to 1")


def make_model(wanted: str | GhostModel) -> GhostModel | None:
    """Return a model by name, or the function itself; None is the uniform model, which expectimax has built in.

    Raise AgentError for an unknown name.
    """
    if callable(wanted):
        return wanted
    if not isinstance(wanted, str):
        raise AgentError(f"model is {wanted!r}; expected a function, or one of {', '.join(NAMES)}")
    if wanted == "uniform":
        return None
    if wanted == "directional":
        return directional
    name, _, skill = wanted.partition(":")
    if name == "minimax":
        MixedGhost(1, skill or "1")  # raises now, not in the first search, if the number is invalid
        return lambda state, ghost: _hunting(state, ghost, skill or "1", state.layout)
    raise AgentError(unknown("model", wanted, NAMES))


def directional(state: GameState, ghost: int) -> Mapping[Action, float]:
    """Model of a DirectionalGhost. The actions are in the order of the legal ones, in which search tries them."""
    distribution = DirectionalGhost(ghost).distribution(state)
    return {action: distribution[action] for action in state.legal_actions(ghost)}


def compiled_name(model: GhostModel | None) -> CompiledModel | None:
    """Return the name of a model that the kernel supports, or None."""
    if model is None:
        return "uniform"
    return "directional" if model is directional else None


@lru_cache(maxsize=2**14)
def _hunting(state: GameState, ghost: int, skill: str, maze: Layout) -> Mapping[Action, float]:
    """Model of a MixedGhost, cached, because each call is a search and the same states recur.

    `maze` is part of the cache's key, because states of different mazes may be equal.
    """
    return MixedGhost(ghost, skill).distribution(state)


def believed(model: GhostModel, state: GameState, ghost: int) -> tuple[tuple[Action, float], ...]:
    """Return the model's distribution as the search expects it: pairs of an action and its probability."""
    distribution = model(state, ghost)
    if not isinstance(distribution, Mapping):
        raise AgentError(f"the ghost model returned {distribution!r}; expected probabilities by action: {{'West': 1}}")
    return tuple(distribution.items())
