"""Searches with a bug, to be compared with what a submission does.

One recursion, told by its `Rules` what to do wrong. With the rules left as they are it is the right search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from math import inf
from typing import Any, Final

from autograder.case_types.reference import best_actions
from autograder.case_types.worlds import World


class WouldCrash(Exception):
    """Here such a search takes the best of nothing."""


@dataclass(frozen=True)
class Rules:
    """How a search goes about it; the defaults are right for minimax.

    rounds: how many rounds (or single moves, where those are counted) too many are searched.
    counts: what the depth counts: "rounds", "moves", "ghosts" (every ghost's move), or "ghosts, seen by Pacman": the
        same, but the search ends at Pacman's nodes only.
    unfinished: moves that are left out at the end of the last round; -1 leaves all ghosts out.
    ghosts: how many layers of ghosts there are in a round; None for all.
    chooser, others: how values are put together at Pacman's nodes and at the ghosts'; `others_later` at those of the
        ghosts after the first, if it is another way.
    cut: None, "worse" (right for alpha-beta) or "equal"; `cuts_at` says at whose nodes.
    keeps_bound: what the first actions at the root are worth is known to the later ones.
    shares_bounds: there is one alpha and one beta for the whole search.
    returns: "best", or "bound": alpha (or beta) where the best value is meant; "bounds" also where it cuts.
    tie: which of equally good actions at the root is taken: "first", "last" or "any".
    stops_at_end: a game that is won or lost is over.
    empty: what a state without actions is worth: its "score", "infinite" (what the loop starts with), or a "crash".
    starts_at_zero: the best value so far begins with 0 where it should be infinitely bad.
    leaf: whose score a leaf gets, its own or that of the "root".
    """

    rounds: int = 0
    counts: str = "rounds"
    unfinished: int = 0
    ghosts: int | None = None
    chooser: str = "max"
    others: str = "min"
    others_later: str | None = None
    cut: str | None = None
    cuts_at: str = "both"
    keeps_bound: bool = True
    shares_bounds: bool = False
    returns: str = "best"
    tie: str = "first"
    stops_at_end: bool = True
    empty: str = "score"
    starts_at_zero: bool = False
    leaf: str = "own"

    def movers(self, depth: int, num_agents: int) -> list[int]:
        """Who moves on each layer."""
        ghosts = num_agents - 1 if self.ghosts is None else min(max(self.ghosts, 0), num_agents - 1)
        left_out = ghosts if self.unfinished < 0 else self.unfinished
        plies = self._plies(depth, ghosts) - left_out
        return [mover for mover, _ in zip(cycle(range(ghosts + 1)), range(plies), strict=False)] or [0]

    def _plies(self, depth: int, ghosts: int) -> int:
        wanted = max(depth + self.rounds, 0)
        if self.counts == "moves":
            return wanted
        if self.counts == "rounds" or not ghosts:
            return wanted * (ghosts + 1)
        whole, rest = divmod(wanted, ghosts)
        if self.counts == "ghosts, seen by Pacman":
            return (whole + (rest > 0)) * (ghosts + 1)
        return whole * (ghosts + 1) + (rest + 1 if rest else 0)

    def combines(self, agent: int) -> str:
        """How the values of an agent's actions are put together."""
        if agent == 0:
            return self.chooser
        return self.others_later or self.others if agent > 1 else self.others


def search(world: World, root: Any, depth: int, rules: Rules) -> tuple[str, ...]:
    """The actions that a search with these rules holds for the best, the one that it takes first.

    WouldCrash where it would crash; NoScoreError where it asks for a score that is not there.
    """
    return _Search(world, rules, root, rules.movers(depth, world.num_agents)).actions()


class _Search:
    def __init__(self, world: World, rules: Rules, root: Any, movers: Sequence[int]) -> None:
        self.world = world
        self.rules = rules
        self.root = root
        self.movers = movers
        self.shared = (-inf, inf)

    def actions(self) -> tuple[str, ...]:
        sign = 1 if self.rules.chooser == "max" else -1
        values: dict[str, float] = {}
        for action in self.world.actions(self.root, 0):
            bound = max(values.values(), default=-inf) if self.rules.keeps_bound else -inf
            window = (bound, inf) if sign > 0 else (-inf, -bound)
            values[action] = sign * self.value(self.world.successor(self.root, 0, action), 1, *window)
            if self.rules.shares_bounds and self.rules.keeps_bound:
                self.shared = max(self.shared[0], values[action]), self.shared[1]
        if not values:
            raise WouldCrash
        best = best_actions(values)
        return best[::-1] if self.rules.tie == "last" else best

    def value(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        if ply == len(self.movers) or (self.rules.stops_at_end and self.world.is_over(state)):
            return self.score(state)
        agent = self.movers[ply]
        actions = self.world.actions(state, agent)
        how = self.rules.combines(agent)
        if not actions:
            return self._empty(state, how)
        if how in _WORST:
            return self._best(state, ply, actions, how, alpha, beta)
        values = [self.value(self.world.successor(state, agent, action), ply + 1, -inf, inf) for action in actions]
        return _averages(how, values, self.world.num_agents)

    def score(self, state: Any) -> float:
        return self.world.score(self.root if self.rules.leaf == "root" else state)

    def _empty(self, state: Any, how: str) -> float:
        if self.rules.empty == "crash":
            raise WouldCrash
        return _WORST.get(how, 0) if self.rules.empty == "infinite" else self.score(state)

    def _best(self, state: Any, ply: int, actions: Sequence[str], how: str, alpha: float, beta: float) -> float:
        """In the eyes of the one who moves: `mine` is what he is sure of, `theirs` what his opponent is."""
        rules = self.rules
        sign = 1 if how == "max" else -1
        best = 0.0 if rules.starts_at_zero and sign > 0 else -inf
        may_cut = rules.cut is not None and rules.cuts_at in ("both", how)
        for action in actions:
            child = self.world.successor(state, self.movers[ply], action)
            best = max(best, sign * self.value(child, ply + 1, alpha, beta))
            if rules.shares_bounds:
                alpha, beta = self.shared
            mine, theirs = (alpha, beta) if sign > 0 else (-beta, -alpha)
            if may_cut and (best > theirs or (best == theirs and rules.cut == "equal")):
                return sign * (theirs if rules.returns == "bounds" else best)
            mine = max(mine, best)
            alpha, beta = (mine, theirs) if sign > 0 else (-theirs, -mine)
            if rules.shares_bounds:
                self.shared = alpha, beta
        return sign * (best if rules.returns == "best" else mine)


_WORST: Final = {"max": -inf, "min": inf}  # what the best value begins with


def _averages(how: str, values: Sequence[float], num_agents: int) -> float:
    """The average, or what is sometimes taken for it."""
    number = len(values)
    if how == "running":
        average = values[0]
        for value in values[1:]:
            average = (average + value) / 2
        return average
    if how == "rising":  # weights 1, 2, 3, …
        return sum(weight * value for weight, value in enumerate(values, start=1)) / number
    divisors = {
        "mean": number,
        "sum": 1,
        "one more": number + 1,
        "one less": max(number - 1, 1),
        "half": 2,
        "square": number * number,
        "agents": num_agents,
        "ghosts": max(num_agents - 1, 1),
    }
    if how in divisors:
        return sum(values) / divisors[how]
    return {"floor": sum(values) // number, "last": values[-1] / number, "nothing": 0}[how]


WRONG_AVERAGES: Final = (
    *("sum", "running", "floor", "one more", "one less", "half", "square", "agents", "ghosts"),
    *("rising", "last", "nothing"),  # the last: overwritten in the loop; nothing: 1 // n
)
