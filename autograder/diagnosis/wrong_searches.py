"""Searches with a bug, to be compared with what a submission does.

One recursion, told by its `Rules` what to do wrong. With the rules left as they are it is the right search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from autograder.case_types.reference import best_actions
from autograder.case_types.worlds import World


@dataclass(frozen=True)
class Rules:
    """How a search goes about it; the defaults are right for minimax.

    rounds: how many rounds too many are searched.
    in_plies: the depth counts moves of single agents in place of rounds.
    unfinished: moves that are left out at the end of the last round; -1 leaves all ghosts out.
    ghosts: how many layers of ghosts there are in a round; None for all.
    chooser, others: how values are put together at Pacman's nodes and at the ghosts'.
    cut: None, "worse" (right for alpha-beta) or "equal".
    keeps_bound: what the first actions at the root are worth is known to the later ones.
    last_tie: of equally good actions at the root the last is taken.
    stops_at_end: a game that is won or lost is over.
    empty_is_infinite: a state without actions is worth what the loop over them starts with.
    """

    rounds: int = 0
    in_plies: bool = False
    unfinished: int = 0
    ghosts: int | None = None
    chooser: str = "max"
    others: str = "min"
    cut: str | None = None
    keeps_bound: bool = True
    last_tie: bool = False
    stops_at_end: bool = True
    empty_is_infinite: bool = False

    def movers(self, depth: int, num_agents: int) -> list[int]:
        """Who moves on each layer."""
        ghosts = num_agents - 1 if self.ghosts is None else min(max(self.ghosts, 0), num_agents - 1)
        movers = [*range(ghosts + 1)] * max(depth + self.rounds, 0)
        if self.in_plies:
            return movers[:depth]
        left_out = ghosts if self.unfinished < 0 else self.unfinished
        return movers[: len(movers) - left_out] or [0]  # Pacman's own actions are always tried


def search(world: World, root: Any, depth: int, rules: Rules) -> tuple[str, ...]:
    """The actions that a search with these rules holds for the best, the one that it takes first."""
    return _Search(world, rules, rules.movers(depth, world.num_agents)).actions(root)


class _Search:
    def __init__(self, world: World, rules: Rules, movers: Sequence[int]) -> None:
        self.world = world
        self.rules = rules
        self.movers = movers

    def actions(self, root: Any) -> tuple[str, ...]:
        sign = 1 if self.rules.chooser == "max" else -1
        values: dict[str, float] = {}
        for action in self.world.actions(root, 0):
            bound = max(values.values(), default=-inf) if self.rules.keeps_bound else -inf
            window = (bound, inf) if sign > 0 else (-inf, -bound)
            values[action] = sign * self.value(self.world.successor(root, 0, action), 1, *window)
        best = best_actions(values)
        return best[::-1] if self.rules.last_tie else best

    def value(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        if ply == len(self.movers) or (self.rules.stops_at_end and self.world.is_over(state)):
            return self.world.score(state)
        agent = self.movers[ply]
        actions = self.world.actions(state, agent)
        how = self.rules.others if agent else self.rules.chooser
        if not actions:
            return _START.get(how, 0) if self.rules.empty_is_infinite else self.world.score(state)
        if how in _START:
            return self._best(state, ply, actions, 1 if how == "max" else -1, alpha, beta)
        values = [self.value(self.world.successor(state, agent, action), ply + 1, -inf, inf) for action in actions]
        return _averages(how, values)

    def _best(self, state: Any, ply: int, actions: Sequence[str], sign: int, alpha: float, beta: float) -> float:
        best = -inf
        for action in actions:
            child = self.world.successor(state, self.movers[ply], action)
            best = max(best, sign * self.value(child, ply + 1, alpha, beta))
            limit = beta if sign > 0 else -alpha
            if self.rules.cut and (best > limit or (best == limit and self.rules.cut == "equal")):
                break
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, -best)
        return sign * best


_START = {"max": -inf, "min": inf}


def _averages(how: str, values: Sequence[float]) -> float:
    """The average, or what is sometimes taken for it."""
    if how == "sum":
        return sum(values)
    if how == "floor":
        return sum(values) // len(values)
    if how == "running":
        average = values[0]
        for value in values[1:]:
            average = (average + value) / 2
        return average
    if how == "one more":
        return sum(values) / (len(values) + 1)
    return sum(values) / len(values)
