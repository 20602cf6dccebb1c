"""Simulated searches with a bug, whose answers are compared with those of a submission.

All bugs are simulated by one recursion, `WrongSearch`; its `Rules` say what is wrong. With the default rules, it is the
correct search.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, pairwise
from math import inf, nan
from typing import Any, Final, NamedTuple

from autograder.case_types.reference import best_actions
from autograder.case_types.state_spaces import StateSpace
from autograder.diagnosis.changes import (
    BOUND_MOVES,
    CHOICES,
    LEAF_CHANGES,
    NODE_CHANGES,
    PLACES,
    SPARED,
    UPDATES,
    Combination,
    Place,
    combined,
)
from autograder.diagnosis.search_rules import Range, Rules

BY_PACMAN: Final = "by Pacman's actions"  # an average that is divided by the wrong number


class WouldCrash(Exception):
    """Raised if the simulated search takes the best of an empty list."""


@dataclass
class Memory:
    """State that a search keeps for the next decision: its window, best value, and values and actions by node."""

    window: tuple[float, float] | None = None
    best: float = -inf
    nodes: dict[Any, tuple[float, str]] = field(default_factory=dict)


def search(space: StateSpace, root: Any, depth: int, rules: Rules, memory: Memory | None = None) -> tuple[str, ...]:
    """Return the best actions of a search with these rules, the one that it takes first; () if it takes none.

    memory: what earlier decisions have stored, for rules that keep something between decisions.
    Raise WouldCrash if the search would crash, NoScoreError if it reads the score of a state that has none.
    """
    return WrongSearch(space, rules, root, depth, memory or Memory()).actions()


class _Layer(NamedTuple):
    """The rules for the inner nodes at one ply, computed once for all of them.

    mover: the agent whose turn it is; `moved` is the one that is moved, `follower` the next one.
    combines: the combination of the values. tries_all: all actions are tried, in their order.
    The others are for the largest or smallest value:
    start: the initial best value, for the agent to move. is_cut, raises: the node prunes, and moves its bounds.
    cuts_equal: it prunes on equality, too. passes_window: the window is passed on as it is. generates, returns: as in
    `Rules`. is_plain: apart from these fields, the loop is that of a correct search.
    """

    mover: int
    moved: int
    follower: int
    combines: Combination
    tries_all: bool
    start: float
    is_cut: bool
    cuts_equal: bool
    raises: bool
    passes_window: bool
    update: Callable[[float, float], float]
    generates: str
    returns: str
    is_plain: bool


@lru_cache(maxsize=16)
def _plan(rules: Rules, depth: int, num_agents: int) -> tuple[list[int], dict[int, _Layer]]:
    """Return the agent that moves on each layer, and the known layers by ply, which all decisions of a game share."""
    return rules.movers(depth, num_agents), {}


class WrongSearch:
    """One decision of a simulated search. `is_rounded`: the best values are equal except for rounding."""

    def __init__(self, space: StateSpace, rules: Rules, root: Any, depth: int, memory: Memory) -> None:
        self.space = space
        self.rules = rules
        self.root = root
        self.movers, self._layers = _plan(rules, depth, space.num_agents)
        self.memory = memory
        self.window = memory.window or rules.first_window
        self.shared = self.window  # the only alpha and beta, for rules that share them
        self.depth = depth
        self.depth_left = depth  # lowered by each of Pacman's nodes, for rules that share one depth
        self.is_rounded = False
        self.kept = ""  # the last action that any node found to be the best
        self.choice = ""  # the best action of the node that was searched last
        self.parents: list[Any] = []  # of the node that is searched now
        # The rules that are needed at each node.
        self._changes_nodes, self._changes_leaves = rules.changes_nodes, rules.changes_leaves
        self._remembers = rules.remembers != "nothing"
        self._shares_depth = rules.shares_depth != "no"
        self._stops_at_win, self._stops_at_loss = rules.stops_at in ("both", "win"), rules.stops_at in ("both", "lose")
        self._evaluates_itself = rules.leaf == "own"
        self._evaluate = space.score if rules.by_score else space.evaluate

    def actions(self) -> tuple[str, ...]:
        """Return the best actions; see `search`."""
        if not self.movers:
            self.score(self.root)
            return ()
        if self.rules.remembers_root and (known := self.memory.nodes.get(self._key(self.root, 0))):
            return (known[1],) if known[1] else ()
        values = self._values_at_the_root(1 if (self.rules.root_chooser or self.rules.chooser) == "max" else -1)
        if not values:
            raise WouldCrash
        if self.rules.carries_best:
            if max(values.values()) <= self.memory.best:
                return (next(iter(values)),)
            self.memory.best = max(values.values())
        if max(values.values()) <= self._must_be_above():
            return ()
        if self.rules.choice != "best":
            return (CHOICES[self.rules.choice](values),)
        if self.rules.chooser == "last name":
            return (max(values),)
        if self.rules.keeps_action != "root":
            return (self.kept,) if self.kept in values else ()
        best = best_actions(values)
        if best:
            self.is_rounded = len({values[action] for action in best}) > 1
            self._keep_memory(values[best[0]], best[0])
        return best

    def _keep_memory(self, value: float, action: str) -> None:
        """Store in the memory what the next decision will find."""
        if self.rules.carries_window:
            self.memory.window = (
                self.shared if self.rules.shares_bounds else (max(self.window[0], value), self.window[1])
            )
        if self.rules.remembers_root:
            self.memory.nodes[self._key(self.root, 0)] = value, action
        if self.rules.forgets:
            self.memory.nodes.clear()

    def _key(self, state: Any, ply: int) -> Any:
        """Return the key of a node in the dictionary of kept values."""
        rounds, agent = divmod(ply, self.space.num_agents)
        if self.rules.remembers == "state":
            return state
        return state, agent if self.rules.remembers == "state and agent" else rounds

    def _must_be_above(self) -> float:
        """Return the initial best value at the root; if no action exceeds it, none is taken. nan: no such value."""
        if self.rules.starts_at_zero.endswith("root"):
            return 0
        if self.rules.starts_root and self.rules.starts_at is not None:
            return self.rules.starts_at
        return -inf if -inf in self.rules.endings else nan

    def _values_at_the_root(self, sign: int) -> dict[str, float]:
        """Return the value of each action for the agent that chooses."""
        rules = self.rules
        values: dict[str, float] = {}
        alpha, beta = self.window
        bound = -inf
        for action in rules.tries(self.space.actions(self.root, 0), 0, 0):
            best = max(values.values(), default=-inf)
            if rules.keeps_bound and values:
                bound = BOUND_MOVES[rules.root_bound](bound, best, len(values) == 1)
            window = (max(alpha, bound), beta) if sign > 0 else (alpha, min(beta, -bound))
            child = self.space.successor(self.root, 0, action)
            values[action] = sign * self.value(child, 1, *(window[::-1] if rules.swaps_window else window))
            if rules.avoids_lost and self.space.is_lost(child):
                values[action] = -inf
            if values[action] > best:
                self.kept = action
            if rules.cuts_root and max(values.values()) > self.shared[1]:
                break
            if rules.shares_bounds and rules.keeps_bound:
                self.shared = max(self.shared[0], values[action]), self.shared[1]
        return values

    def value(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        if not self._remembers:
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
        is_deep_enough = self._is_deep_enough(ply) if self._shares_depth else ply == len(self.movers)
        if self._stops(state) and (self.rules.ends_at is None or self._is_at(self.rules.ends_at, ply)):
            ending = self.rules.endings[self.space.is_lost(state)]
            is_plain = is_deep_enough and self.rules.endings_above_depth
            return self._leaf(state, ply) if ending is None or is_plain else ending
        if is_deep_enough:
            if self.rules.expands_leaves:
                agent = self._mover(ply)
                self._successors(state, agent, self.space.actions(state, agent), "all first")
            return self._leaf(state, ply)
        self.parents.append(state)
        found = self._found(state, ply, alpha, beta)
        self.parents.pop()
        return self._changed(found, self.movers[ply]) if self._changes_nodes else found

    def _changed(self, value: float, agent: int) -> float:
        """Return the changed value of a node that is neither a leaf nor the root."""
        rules = self.rules
        if rules.discount_at == "nodes" or rules.discount_at == ("ghosts" if agent else "Pacman"):
            value *= rules.discount
        return _limited(NODE_CHANGES[rules.node_change](value, agent), rules.node_range)

    def _leaf(self, state: Any, ply: int) -> float:
        if not self._changes_leaves:
            return self.score(state)
        rules = self.rules
        rounds, agent = divmod(ply, self.space.num_agents)
        value = LEAF_CHANGES[rules.leaf_change](self.score(state))
        if rules.leaf_step:
            value += rules.leaf_step * {"round": rounds, "move": ply, "agent": agent}[rules.leaf_step_of]
        if rules.ending_bonus != (0, 0):
            won, lost = rules.ending_bonus
            value += won * self.space.is_won(state) + lost * self.space.is_lost(state)
        if rules.discount_at in ("rounds", "moves"):
            value *= rules.discount ** (rounds if rules.discount_at == "rounds" else ply)
        return _limited(value, rules.leaf_range)

    def _is_at(self, place: Place, ply: int) -> bool:
        rounds, agent = divmod(ply, self.space.num_agents)
        return PLACES[place](agent, self.space.num_agents - 1, rounds, self.depth - 1)

    def _layer(self, ply: int) -> _Layer:
        rules = self.rules
        mover, follower = self.movers[ply], self._mover(ply + 1)
        how = rules.odd_way if self._is_at(rules.odd_place, ply) else rules.combines(mover, ply, follower)
        start = 0.0 if rules.starts_at_zero in (how, f"{how} and root", "both") else -inf
        if rules.starts_at is not None and self._is_at(rules.starts_place, ply):
            start = rules.starts_at if how == "max" else -rules.starts_at
        passes_window = rules.fresh_to == rules.swaps_to == "nobody"
        update = UPDATES[rules.update if self._is_at(rules.update_at, ply) else "best"]
        generates = rules.generates if rules.generates_at in ("both", how) else "one by one"
        returns = rules.returns if rules.returns_at in ("both", how) else "best"
        has_plain_fields = passes_window and (update, generates, returns) == (max, "one by one", "best")
        return _Layer(
            mover,
            0 if rules.moves_pacman else mover,
            follower,
            how,
            tries_all=(rules.stop, rules.order, rules.tried) == ("anywhere", "given", "all"),
            start=start,
            is_cut=rules.cut is not None and rules.cuts_at in ("both", how) and not self._is_at(rules.no_cut_at, ply),
            cuts_equal=rules.cut in ("equal", f"equal at {how}"),
            raises=rules.raises_at in ("both", how) and not self._is_at(rules.no_raise_at, ply),
            passes_window=passes_window,
            update=update,
            generates=generates,
            returns=returns,
            is_plain=has_plain_fields and rules.has_plain_loops,
        )

    def _found(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        layer = self._layers.get(ply)
        if layer is None:
            layer = self._layers[ply] = self._layer(ply)
        actions = self.space.actions(state, layer.moved)
        how = layer.combines
        if not actions:
            return self._empty(state, how)
        tried = actions if layer.tries_all else self.rules.tries(actions, ply, layer.mover)
        if not tried:
            raise WouldCrash
        if how == "max" or how == "min":
            best = self._plain_best if layer.is_plain else self._best
            return best(state, ply, tried, layer, alpha, beta)
        values = [self.value(self.space.successor(state, layer.moved, each), ply + 1, -inf, inf) for each in tried]
        if how == "last name" or how == "first name":
            named = dict(zip(tried, values, strict=True))
            return named[max(named) if how == "last name" else min(named)]
        if how == BY_PACMAN:
            return combined("mean", values, len(self.space.actions(state, 0)), self.space.num_agents)
        return combined(how, values, len(actions), self.space.num_agents)

    def _mover(self, ply: int) -> int:
        return self.movers[ply] if ply < len(self.movers) else ply % self.space.num_agents

    def _is_deep_enough(self, ply: int) -> bool:
        if not self._shares_depth or ply == len(self.movers):
            return ply == len(self.movers)
        if self.movers[ply] == 0:  # a test that changes what it tests, as in the code of students with this bug
            self.depth_left -= 1
        return self.depth_left <= 0 and (self.rules.shares_depth == "all" or self.movers[ply] == 0)

    def _successors(self, state: Any, agent: int, actions: Sequence[str], when: str) -> Iterable[tuple[str, Any]]:
        """Yield the actions with their successors, generated "one by one", "all first" or "before the cut"."""
        made = ((action, self.space.successor(state, agent, action)) for action in actions)
        if when == "all first":
            return list(made)
        # "before the cut": pairwise generates the next successor before the loop sees this one and tests for a cut.
        return made if when == "one by one" else (one for one, _ in pairwise(chain(made, [("", None)])))

    def _stops(self, state: Any) -> bool:
        is_won = self._stops_at_win and self.space.is_won(state)
        return is_won or (self._stops_at_loss and self.space.is_lost(state))

    def score(self, state: Any) -> float:
        if self._evaluates_itself:
            return self._evaluate(state)
        return self._evaluate(self.parents[-1] if self.rules.leaf == "parent" and self.parents else self.root)

    def _empty(self, state: Any, how: Combination) -> float:
        if self.rules.empty == "crash":
            raise WouldCrash
        if self.rules.empty == "score":
            return self.score(state)
        return -inf if self.rules.empty == "lost" else {"max": -inf, "min": inf}.get(how, 0)

    def _plain_best(
        self, state: Any, ply: int, actions: Sequence[str], layer: _Layer, alpha: float, beta: float
    ) -> float:
        """Return what `_best` does for a plain layer, in less time."""
        sign = 1 if layer.combines == "max" else -1
        mine, theirs = (alpha, beta) if sign > 0 else (-beta, -alpha)
        best, choice = layer.start, ""
        value = self.value if self._remembers else self._searched
        for action in actions:
            child = self.space.successor(state, layer.moved, action)
            window = (mine, theirs) if sign > 0 else (-theirs, -mine)
            found = sign * value(child, ply + 1, *window)
            if found > best:
                best, choice = found, action
            if layer.is_cut and (best > theirs or (best == theirs and layer.cuts_equal)):
                break
            if layer.raises and best > mine:
                mine = best
        self.choice = choice  # and not that of a child
        return sign * best

    def _best(self, state: Any, ply: int, actions: Sequence[str], layer: _Layer, alpha: float, beta: float) -> float:
        """Return the largest or the smallest value of the actions."""
        rules = self.rules
        how, best = layer.combines, layer.start
        sign = 1 if how == "max" else -1
        # Multiplied by `sign`, the larger value is better for the agent to move, at both kinds of nodes.
        choice = ""
        for action, child in self._successors(state, layer.moved, actions, layer.generates):
            window = alpha, beta
            if not layer.passes_window:
                window = rules.child_window(layer.mover, layer.follower, alpha, beta)
            found = sign * self.value(child, ply + 1, *window)
            if found > best:
                choice = action
                if rules.keeps_action in ("any", how):
                    self.kept = action
            self.choice = choice  # and not that of a child
            best = layer.update(best, found)
            if rules.shares_bounds:
                alpha, beta = self.shared
            mine, theirs = (alpha, beta) if sign > 0 else (-beta, -alpha)
            is_first = action == actions[0]
            is_cut = layer.is_cut and rules.cuts(how, best, mine, theirs)
            if is_cut and not SPARED[rules.spared](sign * best, is_first):
                return sign * (theirs if layer.returns in ("bounds", "bound at cuts") else best)
            if layer.raises:
                mine, theirs = rules.raised(how, best, mine, theirs, is_first=is_first)
                alpha, beta = (mine, theirs) if sign > 0 else (-theirs, -mine)
            if rules.shares_bounds:
                self.shared = alpha, beta
        return sign * (mine if layer.returns in ("bound", "bounds") else best)


def _limited(value: float, limits: Range) -> float:
    return min(max(value, limits[0]), limits[1])
