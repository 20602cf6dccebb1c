"""The players of a whole game as arrays of numbers, if the kernel supports them."""

import random
from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from agents.evaluation import LinearEvaluation
from agents.kernel.memory import encoding as e
from agents.kernel.memory import game_progress as g
from agents.kernel.packing.packed_problem import pack_algorithm
from agents.registry import AGENTS
from agents.searching_ghosts import MinimaxGhost, MixedGhost
from pacman.berkeley.modules.ghostAgents import DirectionalGhost, RandomGhost
from pacman.chances import favouring, uniform
from pacman.directions import EAST, NORTH, SOUTH, WEST, Action

WAYS = (EAST, NORTH, SOUTH, WEST)  # in the order of names, as `pacman.chances` draws them
_ALWAYS, _NEVER = 2.0, -1.0  # cumulative probabilities that no random number exceeds, and that every one exceeds

# A ghost's policy: the moves that it prefers, and their total probability while it hunts and while it is scared, or
# None if it always takes one of them.
Policy: TypeAlias = tuple[int, float | None, float | None]


class PackedPlayers:
    """The players' policies. `control` is that of a game that has not begun; see `memory.game_progress`."""

    def __init__(self, control: "array[int]", policies: tuple[Policy, ...]) -> None:
        self.control, self.chances = control, _chances(policies)


def pack_players(pacman: Any, ghosts: Sequence[Any]) -> PackedPlayers | None:
    """Return the packed players, or None if the kernel does not support one of them.

    It supports built-in Pacman agents that search to a fixed depth, and built-in ghosts that draw from the game's
    generator, up to the kernel's maximal depth.
    """
    drawing = (ghost for ghost in ghosts if getattr(ghost, "_rng", None) is random)
    policies = tuple(policy for ghost in drawing if (policy := ghost_policy(ghost)))
    if not _can_play(pacman) or len(policies) < len(ghosts) or len(ghosts) > e.MOST_GHOSTS:
        return None
    num_agents = 1 + len(ghosts)
    control = array("q", bytes(8 * g.CONTROL_SIZE))
    control[g.PACMAN_ALGORITHM] = pack_algorithm(*pacman.compiled)
    control[g.DRAWS_TIES] = pacman.ties != "first"
    control[g.DEPTHS] = pacman.depth * num_agents if hasattr(pacman, "depth") else 1
    for index, (ghost, policy) in enumerate(zip(ghosts, policies, strict=True), start=1):
        if ghost.index != index:
            return None
        control[g.POLICIES + index] = policy[0]
        control[g.DEPTHS + index] = ghost.depth * num_agents if policy[0] == g.SEARCHED else 0
    if max(control[g.DEPTHS : g.DEPTHS + num_agents]) >= e.MOST_PLIES:
        return None
    return PackedPlayers(control, policies)


def _can_play(pacman: Any) -> bool:
    """True if Pacman's search is one of the kernel's, and it draws from the game's generator."""
    if not AGENTS.is_builtin(type(pacman)) or getattr(pacman, "compiled", None) is None:
        return False  # a subclass may search differently
    if type(pacman.evaluation) is not LinearEvaluation:
        return False
    return pacman.engine != "python" and pacman._rng is random


def ghost_policy(ghost: Any) -> Policy | None:
    """Return the policy of a built-in ghost; None for any other."""
    if type(ghost) is RandomGhost:
        return g.ANY, None, None
    if type(ghost) is DirectionalGhost:
        return g.NEAREST, ghost.prob_attack, ghost.prob_scaredFlee
    if type(ghost) is MinimaxGhost:
        return g.SEARCHED, None, None
    return (g.SEARCHED, ghost.skill, ghost.skill) if type(ghost) is MixedGhost else None


@lru_cache(maxsize=16)
def _chances(policies: tuple[Policy, ...]) -> "array[float]":
    """Return the tables of all ghosts; see `memory.game_progress`."""
    tables = array("d", [])
    for _, *probabilities in policies:
        for probability in probabilities:
            tables.extend(pack_chances(probability))
    return tables


@lru_cache(maxsize=16)
def pack_chances(probability: float | None) -> "array[float]":
    """Return the chances of a ghost that prefers its best ways with this probability, or takes only them if None."""
    table = array("d", [_ALWAYS]) * g.CHANCES_SIZE
    for legal in _subsets(WAYS):
        for best in _subsets(legal):
            drawn = uniform(best) if probability is None else favouring(best, legal, probability)
            reached = {action: threshold for threshold, action in drawn._thresholds}
            reached[max(reached)] = _ALWAYS  # rounding can leave the sum slightly below 1
            row = (way_mask(best) << g.WAY_BITS | way_mask(legal)) * g.CHANCES_ROW
            last = _NEVER
            for index, way in enumerate(legal[: g.CHANCES_ROW]):
                last = table[row + index] = reached.get(way, last)
    return table


def _subsets(actions: Sequence[Action]) -> list[tuple[Action, ...]]:
    return [subset for count in range(len(actions)) for subset in combinations(actions, count + 1)]


def way_mask(actions: Sequence[Action]) -> int:
    return sum(1 << WAYS.index(action) for action in actions)
