"""Searches with a bug, to be compared with what a submission does.

One recursion, told by its `Rules` what to do wrong. With the rules left as they are it is the right search.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle, pairwise
from math import inf, nan
from typing import Any, Final

from autograder.case_types.reference import best_actions
from autograder.case_types.worlds import World
from autograder.diagnosis.changes import (
    BOUND_MOVES,
    CHOICES,
    LEAF_CHANGES,
    NODE_CHANGES,
    PLACES,
    SPARES,
    STATISTICS,
    TRIED,
    UPDATES,
    Leaf,
)
from pacman.directions import STOP


class WouldCrash(Exception):
    """Here such a search takes the best of nothing."""


@dataclass(frozen=True)
class Rules:
    """How a search goes about it; the defaults are right for minimax.

    rounds: how many rounds (or single moves, where those are counted) too many are searched; `least_rounds` are
        searched in any case, and no more than `most_rounds`.
    fixed_depth: the depth that is searched whatever the agent is told.
    tests_root: where that leaves no round at all the root itself is a leaf; else its actions are tried all the same.
    counts: what the depth counts: "rounds", "moves", "ghosts" (every ghost's move), or "ghosts, seen by Pacman": the
        same, but the search ends at Pacman's nodes only.
    shares_depth: there is one depth for the whole search, and each of Pacman's nodes lowers it; it is looked at by
        "Pacman" or by "all".
    unfinished: moves that are left out at the end of the last round; -1 leaves all ghosts out.
    ghosts: how many layers of ghosts there are in a round; None for all but those `left_out`, of which `least_ghosts`
        stay.
    chooser, others: how values are put together at Pacman's nodes and at the ghosts'; `root_chooser`, `others_later`
        and `others_last` at the root, at those of the ghosts after the first, and at those of the last one, if it is
        another way. "last name" and "first name" go by the names of the actions.
    turns: whose way that is: that of the agent who "moves", of the one who moves "next", or Pacman's and the ghosts' at
        "every other" move.
    order: in which actions are tried: as "given", "reversed", or "sorted" by name.
    generates: when successors are made: "one by one", "all first", or the next "before the cut". `generates_at` says at
        whose nodes. `expands_leaves`: those of leaves are made as well.
    tried: "all" actions, or some of `TRIED`; `tried_at` says where: "both", "root", "below" it, "max", "inner max"
        (which is not the root), "others".
    cut: None, "worse" (right for alpha-beta), "equal", "equal at max" or "equal at min"; `cuts_at` says at whose nodes,
        `no_cut_at` at which of `PLACES` not. `margin`: by how much a value must be beyond a bound.
    cuts_against: what a value must be beyond for a cut: the opponent's bound ("theirs"), one's own ("mine"), or it is
        cut when it is *not* beyond one of them: "not theirs", "not mine". `cuts_against_at` says at whose nodes.
    raises: whose bound a better value moves, one's own ("mine") or "theirs"; "replaces" puts the best value of the node
        in the place of one's own, even if it is no better. `raises_at` says at whose nodes,
        `no_raise_at` at which of `PLACES` not.
    bound_move: how one's own bound is moved instead, one of `BOUND_MOVES`; `bound_move_at` says at whose nodes.
    spares: when it is not cut in spite of all, one of `SPARES`.
    keeps_bound: what the first actions at the root are worth is known to the later ones. `root_bound`: what is known
        is made of it by one of `BOUND_MOVES`.
    swaps_window: the root hands on beta for alpha and alpha for beta; `swaps_to` says to whom those below it do so:
        "max", the "first" ghost, or a "next" one.
    fresh: which bounds are not handed on: "alpha", "beta" or "both"; `fresh_to` says to whom, as `swaps_to`, or to
        "all", or to "all but the first" ghost.
    first_window: alpha and beta at the beginning. `carries_window`: at that of the first decision, and each later one
        goes on with those that the one before has ended with.
    shares_bounds: there is one alpha and one beta for the whole search. `cuts_root`: the root cuts by them, too.
    returns: "best", or alpha (or beta) where the best value is meant: at the end of the loop ("bound"), where it is cut
        ("bound at cuts"), or in both places ("bounds"). `returns_at` says at whose nodes.
    tie: which of equally good actions at the root is taken: "first", "last" or "any".
    keeps_action: whose best action is taken in the end: that of the "root", of the "max" node that found a better one
        last, or of "any" node that did.
    stops_at: which ends of the game are an end: "both", "win", "lose" or "nothing".
    endings: what a game is worth that is won, and one that is lost; None for its score. `endings_above_depth`: at the
        depth it is its score in any case.
    empty: what a state without actions is worth: its "score", "infinite" (what the loop starts with), "lost" (minus
        infinity), or a "crash".
    odd_way: how values are put together at an `odd_place`, which is one of `PLACES`.
    update: what the best value so far becomes when a value is found, one of `UPDATES`, at `update_at`, one of `PLACES`.
    starts_at: the best value so far begins with this number at `starts_place`, which is the "root" or one of `PLACES`.
    starts_at_zero: at whose nodes ("max", "min", "both", "root", "max and root") the best value so far begins with 0
        where it should be infinitely bad.
    by_score: leaves get their score, whatever evaluation the agent is given.
    leaf: whose score a leaf gets, its own or that of the "root". `leaf_change`: what is made of it, one of
        `LEAF_CHANGES`; `node_change`: what is made of the value of any other node, one of `NODE_CHANGES`.
    ends_at: the one of `PLACES` where a game can be over; elsewhere it is not looked at.
    avoids_lost: an action that loses at once is not taken at the root, whatever it is worth.
    choice: which of the values at the root is taken for the best: the first that is, or one of `CHOICES`.
    stop: where Pacman must not stop: nowhere else than at the "root", or everywhere "below" it.
    remembers: by what values are kept in a dictionary, "state", "state and agent" or "state and depth"; "" if they are
        not. `remembers_at`: the values of "inner" nodes, or of "all"; "inner, asked of all": leaves are looked up, too,
        and not kept. `remembers_root`: the same holds for the root. `forgets`: the dictionary is new in each decision.
    """

    rounds: int = 0
    least_rounds: int = 0
    most_rounds: int | None = None
    fixed_depth: int | None = None
    tests_root: bool = False
    counts: str = "rounds"
    shares_depth: str = ""
    unfinished: int = 0
    ghosts: int | None = None
    left_out: int = 0
    least_ghosts: int = 0
    chooser: str = "max"
    root_chooser: str | None = None
    others: str = "min"
    others_later: str | None = None
    others_last: str | None = None
    turns: str = "moves"
    order: str = "given"
    generates: str = "one by one"
    generates_at: str = "both"
    expands_leaves: bool = False
    tried: str = "all"
    tried_at: str = "both"
    cut: str | None = None
    cuts_at: str = "both"
    no_cut_at: str = ""
    margin: float = 0
    cuts_against: str = "theirs"
    cuts_against_at: str = "both"
    raises: str = "mine"
    raises_at: str = "both"
    no_raise_at: str = ""
    bound_move: str = ""
    bound_move_at: str = "both"
    spares: str = ""
    keeps_bound: bool = True
    root_bound: str = ""
    swaps_window: bool = False
    swaps_to: str = ""
    fresh: str = ""
    fresh_to: str = ""
    first_window: tuple[float, float] = (-inf, inf)
    carries_window: bool = False
    shares_bounds: bool = False
    cuts_root: bool = False
    returns: str = "best"
    returns_at: str = "both"
    tie: str = "first"
    keeps_action: str = "root"
    stops_at: str = "both"
    endings: tuple[float | None, float | None] = (None, None)
    endings_above_depth: bool = False
    empty: str = "score"
    odd_way: str = ""
    odd_place: str = ""
    update: str = ""
    update_at: str = ""
    starts_at: float = 0
    starts_place: str = ""
    starts_at_zero: str = ""
    leaf: str = "own"
    by_score: bool = False
    leaf_change: str = ""
    node_change: str = ""
    ends_at: str = ""
    avoids_lost: bool = False
    choice: str = ""
    stop: str = ""
    remembers: str = ""
    remembers_at: str = "inner"
    remembers_root: bool = False
    forgets: bool = False

    def movers(self, depth: int, num_agents: int) -> list[int]:
        """Who moves on each layer."""
        ghosts = self._ghosts(num_agents - 1)
        left_out = ghosts if self.unfinished < 0 else self.unfinished
        plies = MOST_PLIES if self.shares_depth else self._plies(self.fixed_depth or depth, ghosts) - left_out
        layers = [mover for mover, _ in zip(cycle(range(ghosts + 1)), range(plies), strict=False)]
        return layers or ([] if self.tests_root else [0])

    def _ghosts(self, there_are: int) -> int:
        if self.ghosts is not None:
            return min(self.ghosts, there_are)
        return max(there_are - self.left_out, min(self.least_ghosts, there_are))

    def _plies(self, depth: int, ghosts: int) -> int:
        wanted = max(depth + self.rounds, self.least_rounds)
        wanted = wanted if self.most_rounds is None else min(wanted, self.most_rounds)
        if self.counts == "moves":
            return wanted
        if self.counts == "rounds" or not ghosts:
            return wanted * (ghosts + 1)
        whole, rest = divmod(wanted, ghosts)
        if self.counts == "ghosts, seen by Pacman":
            return (whole + (rest > 0)) * (ghosts + 1)
        return whole * (ghosts + 1) + (rest + 1 if rest else 0)

    def combines(self, agent: int, ply: int, follower: int) -> str:
        """How the values of an agent's actions are put together."""
        whose = {"moves": agent, "next": follower, "every other": ply % 2}[self.turns]
        if whose == 0:
            return self.chooser
        if follower == 0 and self.others_last:
            return self.others_last
        return self.others_later or self.others if agent > 1 else self.others

    def tries(self, actions: Sequence[str], ply: int, agent: int) -> Sequence[str]:
        """The actions that are gone through."""
        if agent == 0 and self.stop == ("below" if ply else "root"):
            actions = [action for action in actions if action != STOP] or actions
        if self.order != "given":
            actions = sorted(actions) if self.order == "sorted" else actions[::-1]
        places = {
            "both",
            "below" if ply else "root",
            "others" if agent else "max",
            "inner max" if ply and not agent else "",
        }
        return TRIED[self.tried](actions) if self.tried != "all" and self.tried_at in places else actions

    def hands_on(self, mover: int, follower: int, alpha: float, beta: float) -> tuple[float, float]:
        """The window in which a successor is searched, below the root."""
        to = "max" if follower == 0 else "first" if mover == 0 else "next"
        if self.fresh_to in (to, "all") or (self.fresh_to == "all but the first" and mover):
            alpha, beta = -inf if self.fresh != "beta" else alpha, inf if self.fresh != "alpha" else beta
        return (beta, alpha) if self.swaps_to == to else (alpha, beta)

    def cuts(self, how: str, best: float, mine: float, theirs: float) -> bool:
        """True if nothing more is tried; as `raised`, in the eyes of the one who moves."""
        against = self.cuts_against if self.cuts_against_at in ("both", how) else "theirs"
        bound = mine if against.endswith("mine") else theirs
        bound += self.margin
        if best == bound:
            return self.cut in ("equal", f"equal at {how}")
        return (best > bound) != against.startswith("not")

    def raised(self, how: str, best: float, mine: float, theirs: float, *, is_first: bool) -> tuple[float, float]:
        """Both bounds after a value has been found: `mine` is what the one who moves is sure of."""
        if self.bound_move and self.bound_move_at in ("both", how):
            return BOUND_MOVES[self.bound_move](mine, best, is_first), theirs
        if self.raises == "replaces":
            return best, theirs
        return (max(mine, best), theirs) if self.raises == "mine" else (mine, max(theirs, best))


@dataclass
class Memory:
    """What a search leaves behind for the next decision: its window, and by their keys values and actions of nodes."""

    window: tuple[float, float] | None = None
    nodes: dict[Any, tuple[float, str]] = field(default_factory=dict)


def search(world: World, root: Any, depth: int, rules: Rules, memory: Memory | None = None) -> tuple[str, ...]:
    """The actions that a search with these rules holds for the best, the one that it takes first; () if it takes none.

    memory: what the decisions before this one have left behind, where the rules keep something.
    WouldCrash where it would crash; NoScoreError where it asks for a score that is not there.
    """
    return _Search(world, rules, root, depth, memory or Memory()).actions()


class _Search:
    def __init__(self, world: World, rules: Rules, root: Any, depth: int, memory: Memory) -> None:
        self.world = world
        self.rules = rules
        self.root = root
        self.movers = rules.movers(depth, world.num_agents)
        self.memory = memory
        self.window = memory.window or rules.first_window
        self.shared = self.window
        self.depth = depth
        self.depth_left = depth
        self.kept = ""  # the action that somebody found to be the best last
        self.choice = ""  # the best action of the node that was searched last

    def actions(self) -> tuple[str, ...]:
        if not self.movers:
            self.score(self.root)
            return ()
        if self.rules.remembers_root and (known := self.memory.nodes.get(self._key(self.root, 0))):
            return (known[1],) if known[1] else ()
        values = self._values_at_the_root(1 if (self.rules.root_chooser or self.rules.chooser) == "max" else -1)
        if not values:
            raise WouldCrash
        if max(values.values()) <= self._must_be_above():
            return ()
        if self.rules.choice:
            return (CHOICES[self.rules.choice](values),)
        if self.rules.chooser == "last name":
            return (max(values),)
        if self.rules.keeps_action != "root":
            return (self.kept,) if self.kept in values else ()
        best = best_actions(values)
        if best:
            self._leave_behind(values[best[0]], best[0])
        return best[::-1] if self.rules.tie == "last" else best

    def _leave_behind(self, value: float, action: str) -> None:
        """Tell the memory what the next decision will find."""
        if self.rules.carries_window:
            self.memory.window = (
                self.shared if self.rules.shares_bounds else (max(self.window[0], value), self.window[1])
            )
        if self.rules.remembers_root:
            self.memory.nodes[self._key(self.root, 0)] = value, action
        if self.rules.forgets:
            self.memory.nodes.clear()

    def _key(self, state: Any, ply: int) -> Any:
        """What the dictionary is asked by."""
        rounds, agent = divmod(ply, self.world.num_agents)
        if self.rules.remembers == "state":
            return state
        return state, agent if self.rules.remembers == "state and agent" else rounds

    def _must_be_above(self) -> float:
        """What the best value at the root begins with, where an action may have no better one."""
        if self.rules.starts_at_zero.endswith("root"):
            return 0
        if self.rules.starts_place == "root":
            return self.rules.starts_at
        return -inf if -inf in self.rules.endings else nan

    def _values_at_the_root(self, sign: int) -> dict[str, float]:
        """What each action is worth, in the eyes of the one who chooses."""
        rules = self.rules
        values: dict[str, float] = {}
        alpha, beta = self.window
        bound = -inf
        for action in rules.tries(self.world.actions(self.root, 0), 0, 0):
            best = max(values.values(), default=-inf)
            if rules.root_bound and values:
                bound = BOUND_MOVES[rules.root_bound](bound, best, len(values) == 1)
            elif rules.keeps_bound:
                bound = best
            window = (max(alpha, bound), beta) if sign > 0 else (alpha, min(beta, -bound))
            child = self.world.successor(self.root, 0, action)
            values[action] = sign * self.value(child, 1, *(window[::-1] if rules.swaps_window else window))
            if rules.avoids_lost and self.world.is_lost(child):
                values[action] = -inf
            if values[action] > best:
                self.kept = action
            if rules.cuts_root and max(values.values()) > self.shared[1]:
                break
            if rules.shares_bounds and rules.keeps_bound:
                self.shared = max(self.shared[0], values[action]), self.shared[1]
        return values

    def value(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        if not self.rules.remembers:
            return self._searched(state, ply, alpha, beta)
        is_inner = not (self._is_deep_enough(ply) or self._stops(state))
        key = self._key(state, ply)
        if (is_inner or self.rules.remembers_at != "inner") and key in self.memory.nodes:
            return self.memory.nodes[key][0]
        value = self._searched(state, ply, alpha, beta)
        if is_inner or self.rules.remembers_at == "all":
            self.memory.nodes[key] = value, self.choice if is_inner and self.movers[ply] == 0 else ""
        return value

    def _searched(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        is_deep_enough = self._is_deep_enough(ply)
        if self._stops(state) and (not self.rules.ends_at or self._is_at(self.rules.ends_at, ply)):
            ending = self.rules.endings[self.world.is_lost(state)]
            is_plain = is_deep_enough and self.rules.endings_above_depth
            return self._leaf(state, ply) if ending is None or is_plain else ending
        if is_deep_enough:
            if self.rules.expands_leaves:
                agent = self._mover(ply)
                list(self._successors(state, agent, self.world.actions(state, agent), ""))
            return self._leaf(state, ply)
        found = self._found(state, ply, alpha, beta)
        return NODE_CHANGES[self.rules.node_change](found, self.movers[ply]) if self.rules.node_change else found

    def _leaf(self, state: Any, ply: int) -> float:
        score = self.score(state)
        if not self.rules.leaf_change:
            return score
        rounds, agent = divmod(ply, self.world.num_agents)
        leaf = Leaf(score, ply, rounds, agent, self.world.is_won(state), self.world.is_lost(state))
        return LEAF_CHANGES[self.rules.leaf_change](leaf)

    def _is_at(self, place: str, ply: int) -> bool:
        """True if a node is at this one of `PLACES`; none is nowhere."""
        if not place:
            return False
        rounds, agent = divmod(ply, self.world.num_agents)
        return PLACES[place](agent, self.world.num_agents - 1, rounds, self.depth - 1)

    def _found(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        agent = self.movers[ply]
        actions = self.world.actions(state, agent)
        how = self.rules.combines(agent, ply, self._mover(ply + 1))
        if self._is_at(self.rules.odd_place, ply):
            how = self.rules.odd_way
        if not actions:
            return self._empty(state, how)
        tried = self.rules.tries(actions, ply, agent)
        if not tried:
            raise WouldCrash
        if how in _WORST:
            return self._best(state, ply, tried, how, alpha, beta)
        values = [self.value(self.world.successor(state, agent, action), ply + 1, -inf, inf) for action in tried]
        if how.endswith("name"):
            named = dict(zip(tried, values, strict=True))
            return named[max(named) if how == "last name" else min(named)]
        if how == BY_PACMAN:
            return _averages("mean", values, len(self.world.actions(state, 0)), self.world.num_agents)
        return _averages(how, values, len(actions), self.world.num_agents)

    def _mover(self, ply: int) -> int:
        return self.movers[ply] if ply < len(self.movers) else ply % self.world.num_agents

    def _is_deep_enough(self, ply: int) -> bool:
        if not self.rules.shares_depth or ply == len(self.movers):
            return ply == len(self.movers)
        if self.movers[ply] == 0:
            self.depth_left -= 1
        return self.depth_left <= 0 and (self.rules.shares_depth == "all" or self.movers[ply] == 0)

    def _successors(self, state: Any, agent: int, actions: Sequence[str], how: str) -> Iterable[tuple[str, Any]]:
        """Actions and what they lead to, made when the rules say so."""
        generates = self.rules.generates if self.rules.generates_at in ("both", how) else "one by one"
        made = ((action, self.world.successor(state, agent, action)) for action in actions)
        if generates == "all first":
            return list(made)
        return made if generates == "one by one" else (one for one, _ in pairwise(chain(made, [("", None)])))

    def _stops(self, state: Any) -> bool:
        stops_at = self.rules.stops_at
        is_won = stops_at in ("both", "win") and self.world.is_won(state)
        return is_won or (stops_at in ("both", "lose") and self.world.is_lost(state))

    def score(self, state: Any) -> float:
        evaluate = self.world.score if self.rules.by_score else self.world.evaluate
        return evaluate(self.root if self.rules.leaf == "root" else state)

    def _empty(self, state: Any, how: str) -> float:
        if self.rules.empty == "crash":
            raise WouldCrash
        if self.rules.empty == "score":
            return self.score(state)
        return -inf if self.rules.empty == "lost" else _WORST.get(how, 0)

    def _best(self, state: Any, ply: int, actions: Sequence[str], how: str, alpha: float, beta: float) -> float:
        rules = self.rules
        sign = 1 if how == "max" else -1
        best = 0.0 if rules.starts_at_zero in (how, f"{how} and root", "both") else -inf
        if rules.starts_place != "root" and self._is_at(rules.starts_place, ply):
            best = sign * rules.starts_at
        cuts = rules.cut is not None and rules.cuts_at in ("both", how) and not self._is_at(rules.no_cut_at, ply)
        update = UPDATES[rules.update if self._is_at(rules.update_at, ply) else "best"]
        raises = rules.raises_at in ("both", how) and not self._is_at(rules.no_raise_at, ply)
        returns = rules.returns if rules.returns_at in ("both", how) else "best"
        choice = ""
        for action, child in self._successors(state, self.movers[ply], actions, how):
            window = rules.hands_on(self.movers[ply], self._mover(ply + 1), alpha, beta)
            found = sign * self.value(child, ply + 1, *window)
            if found > best and rules.keeps_action in ("any", how):
                self.kept = action
            choice = action if found > best else choice
            self.choice = choice  # and not that of a child
            best = update(best, found)
            if rules.shares_bounds:
                alpha, beta = self.shared
            mine, theirs = (alpha, beta) if sign > 0 else (-beta, -alpha)
            if cuts and rules.cuts(how, best, mine, theirs) and SPARES[rules.spares](sign * best, action == actions[0]):
                return sign * (theirs if returns in ("bounds", "bound at cuts") else best)
            if raises:
                mine, theirs = rules.raised(how, best, mine, theirs, is_first=action == actions[0])
            alpha, beta = (mine, theirs) if sign > 0 else (-theirs, -mine)
            if rules.shares_bounds:
                self.shared = alpha, beta
        return sign * (mine if returns in ("bound", "bounds") else best)


BY_PACMAN: Final = "by Pacman's actions"  # an average that is divided by the wrong number
MOST_PLIES: Final = 24  # of a search whose depth is not known before
_WORST: Final = {"max": -inf, "min": inf}  # what the best value begins with


def _averages(how: str, values: Sequence[float], number: int, num_agents: int) -> float:
    """The average, or what is sometimes taken for it. `number`: how many values there should be."""
    if how == "running":
        average = values[0]
        for value in values[1:]:
            average = (average + value) / 2
        return average
    if how == "rising":  # weights 1, 2, 3, …
        return sum(weight * value for weight, value in enumerate(values, start=1)) / number
    if how in STATISTICS:
        return STATISTICS[how](values)
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
    return {"floor": sum(values) // number, "last part": values[-1] / number, "last": values[-1], "nothing": 0}[how]


WRONG_AVERAGES: Final = (
    *("sum", "running", "floor", "one more", "one less", "half", "square", "agents", "ghosts"),
    *("rising", "last part", "nothing"),  # the last part: overwritten in the loop; nothing: 1 // n
)
