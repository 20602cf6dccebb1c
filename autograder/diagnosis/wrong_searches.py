"""Searches with a bug, to be compared with a submission.

One recursion, whose `Rules` state the mistakes. With the default rules it is the correct search.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, cycle, pairwise
from math import inf, nan
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from autograder.case_types.reference import best_actions
from autograder.case_types.state_spaces import StateSpace
from autograder.diagnosis.changes import (
    BOUND_MOVES,
    CHOICES,
    LEAF_CHANGES,
    NODE_CHANGES,
    PLACES,
    SPARED,
    TRIED,
    UPDATES,
    BoundMove,
    Choice,
    Combination,
    LeafChange,
    NodeChange,
    Place,
    Spared,
    Tried,
    Update,
    combined,
)
from pacman.directions import STOP

Side: TypeAlias = Literal["both", "max", "min"]  # at whose nodes something is wrong
Bound: TypeAlias = Literal["neither", "both", "alpha", "beta"]
Range: TypeAlias = tuple[float, float]
EVERYTHING: Final = (-inf, inf)


class WouldCrash(Exception):
    """Raised where such a search takes the best of an empty list."""


@dataclass(frozen=True)
class Rules:
    """The rules of a search; the defaults are those of minimax.

    rounds: how many rounds (or single moves, where those are counted) too many are searched; `least_rounds` are
        searched in any case, and no more than `most_rounds`.
    times: the rounds are so many times as many.
    fixed_depth: the depth that is searched whatever the agent is given.
    tests_root: where that leaves no round at all the root itself is a leaf; else its actions are tried all the same.
    counts: what the depth counts: rounds, moves, every ghost's move, or the same with an end at Pacman's nodes only.
    shares_depth: there is one depth for the whole search, and each of Pacman's nodes lowers it; who looks at it.
    unfinished: moves that are left out at the end of the last round; -1 leaves all ghosts out.
    ghosts: how many layers of ghosts there are in a round; None for all but those `left_out`, of which `least_ghosts`
        stay.
    moves_pacman: Pacman is moved whosever turn it is.
    chooser, others: how values are put together at Pacman's nodes and at the ghosts'; `root_chooser`, `others_later`
        and `others_last` at the root, at those of the ghosts after the first, and at those of the last one, if it is
        another way. "last name" and "first name" go by the names of the actions.
    turns: whose way that is: that of the agent who "moves", of the one who moves "next", or Pacman's and the ghosts' at
        "every other" move.
    odd_way: how values are put together at an `odd_place`.
    order: in which actions are tried: as "given", "reversed", or "sorted" by name.
    generates: when successors are made: "one by one", "all first", or the next "before the cut". `generates_at` says at
        whose nodes. `expands_leaves`: those of leaves are made as well.
    tried: which actions; `tried_at` says where. "inner max" is a node of Pacman's that is not the root.
    cut: None, "worse" (right for alpha-beta), "equal", "equal at max" or "equal at min"; `cuts_at` says at whose nodes,
        `no_cut_at` where not. `margin`: by how much a value must be beyond a bound.
    cuts_against: what a value must be beyond for a cut: the opponent's bound ("theirs"), one's own ("mine"), or it is
        cut when it is *not* beyond one of them: "not theirs", "not mine". `cuts_against_at` says at whose nodes.
    raises: whose bound a better value moves, one's own ("mine") or "theirs", which it may narrow instead; "replaces"
        puts the best value of the node in the place of one's own, even if it is no better. `raises_at` says at whose
        nodes, `no_raise_at` where not.
    bound_move: how one's own bound is moved instead; `bound_move_at` says at whose nodes.
    spared: the values at which nothing is cut in spite of all.
    keeps_bound: what the first actions at the root are worth is known to the later ones. `root_bound`: how.
    swaps_window: the root hands on beta for alpha and alpha for beta; `swaps_to` says to whom those below it do so:
        "max", the "first" ghost, or a "next" one.
    fresh: which bounds are not handed on; `fresh_to` says to whom.
    first_window: alpha and beta at the beginning. `carries_window`: at that of the first decision, and each later one
        goes on with those that the one before has ended with.
    shares_bounds: there is one alpha and one beta for the whole search. `cuts_root`: the root cuts by them, too.
    returns: "best", or alpha (or beta) where the best value is meant: at the end of the loop ("bound"), where it is cut
        ("bound at cuts"), or in both places ("bounds"). `returns_at` says at whose nodes.
    tie: which of equally good actions at the root is taken.
    keeps_action: whose best action is taken in the end: that of the "root", of the "max" node that found a better one
        last, or of "any" node that did.
    stops_at: which ends of the game are an end. `ends_at`: the one place where they are looked for.
    endings: what a game is worth that is won, and one that is lost; None for its score. `endings_above_depth`: at the
        depth it is its score in any case. `ending_bonus`: what is added to the score of one and of the other.
    empty: what a state without actions is worth: its "score", "infinite" (what the loop starts with), "lost" (minus
        infinity), or a "crash".
    update: what the best value so far becomes when a value is found, at `update_at`.
    starts_at: the best value so far begins with this number at the root, if `starts_root`, and at `starts_place`.
    starts_at_zero: at whose nodes the best value so far begins with 0 where it should be infinitely bad.
    by_score: leaves get their score, whatever evaluation the agent is given.
    leaf: whose score a leaf gets, its own or that of the "root" or its "parent". `leaf_change`: what is made of it;
        `leaf_range`: the range to which it is limited; `leaf_step`: what is added for each `leaf_step_of`.
    node_change: what is made of the value of any other node; `node_range`: the range to which it is limited.
    discount: the factor of values below the root, at each node of `discount_at`, or of leaves by their rounds or moves.
    avoids_lost: an action that loses at once is not taken at the root, whatever it is worth.
    choice: which of the values at the root is taken for the best.
    stop: where Pacman must not stop: nowhere else than at the "root", or everywhere "below" it.
    remembers: by what values are kept in a dictionary. `remembers_at`: the values of "inner" nodes, or of "all";
        "inner, asked of all": leaves are looked up, too, and not kept. `remembers_root`: the same holds for the root.
        `forgets`: the dictionary is new in each decision.

    ValueError for a word that a field may not hold.
    """

    rounds: int = 0
    least_rounds: int = 0
    most_rounds: int | None = None
    times: int = 1
    fixed_depth: int | None = None
    tests_root: bool = False
    counts: Literal["rounds", "moves", "ghosts", "ghosts, seen by Pacman"] = "rounds"
    shares_depth: Literal["no", "Pacman", "all"] = "no"
    unfinished: int = 0
    ghosts: int | None = None
    left_out: int = 0
    least_ghosts: int = 0
    moves_pacman: bool = False
    chooser: Combination = "max"
    root_chooser: Literal["max", "min"] | None = None
    others: Combination = "min"
    others_later: Combination | None = None
    others_last: Combination | None = None
    turns: Literal["moves", "next", "every other"] = "moves"
    odd_way: Combination = "max"
    odd_place: Place = "nowhere"
    order: Literal["given", "reversed", "sorted"] = "given"
    generates: Literal["one by one", "all first", "before the cut"] = "one by one"
    generates_at: Side = "both"
    expands_leaves: bool = False
    tried: Tried = "all"
    tried_at: Literal["both", "root", "below", "max", "inner max", "others"] = "both"
    cut: Literal["worse", "equal", "equal at max", "equal at min"] | None = None
    cuts_at: Side = "both"
    no_cut_at: Place = "nowhere"
    margin: float = 0
    cuts_against: Literal["theirs", "mine", "not theirs", "not mine"] = "theirs"
    cuts_against_at: Side = "both"
    raises: Literal["mine", "theirs", "narrows theirs", "replaces"] = "mine"
    raises_at: Literal["both", "max", "min", "none"] = "both"
    no_raise_at: Place = "nowhere"
    bound_move: BoundMove = "best"
    bound_move_at: Side = "both"
    spared: Spared = "nothing"
    keeps_bound: bool = True
    root_bound: BoundMove = "best"
    swaps_window: bool = False
    swaps_to: Literal["nobody", "max", "first", "next"] = "nobody"
    fresh: Bound = "neither"
    fresh_to: Literal["nobody", "max", "first", "second", "next", "all", "all but the first"] = "nobody"
    first_window: Range = EVERYTHING
    carries_window: bool = False
    shares_bounds: bool = False
    cuts_root: bool = False
    returns: Literal["best", "bound", "bounds", "bound at cuts"] = "best"
    returns_at: Side = "both"
    tie: Literal["first", "last", "any"] = "first"
    keeps_action: Literal["root", "max", "any"] = "root"
    stops_at: Literal["both", "win", "lose", "nothing"] = "both"
    ends_at: Place | None = None
    endings: tuple[float | None, float | None] = (None, None)
    endings_above_depth: bool = False
    ending_bonus: tuple[float, float] = (0, 0)
    empty: Literal["score", "infinite", "lost", "crash"] = "score"
    update: Update = "best"
    update_at: Place = "nowhere"
    starts_at: float | None = None
    starts_root: bool = False
    starts_place: Place = "nowhere"
    starts_at_zero: Literal["nowhere", "max", "min", "both", "root", "max and root"] = "nowhere"
    by_score: bool = False
    leaf: Literal["own", "root", "parent"] = "own"
    leaf_change: LeafChange = "none"
    leaf_range: Range = EVERYTHING
    leaf_step: float = 0
    leaf_step_of: Literal["round", "move", "agent"] = "round"
    node_change: NodeChange = "none"
    node_range: Range = EVERYTHING
    discount: float = 1
    discount_at: Literal["nodes", "Pacman", "ghosts", "rounds", "moves"] = "nodes"
    avoids_lost: bool = False
    choice: Choice = "best"
    stop: Literal["anywhere", "root", "below"] = "anywhere"
    remembers: Literal["nothing", "state", "state and agent", "state and depth"] = "nothing"
    remembers_at: Literal["inner", "inner, asked of all", "all"] = "inner"
    remembers_root: bool = False
    forgets: bool = False

    def __post_init__(self) -> None:
        for name, words in _closed_sets().items():
            if getattr(self, name) not in words:
                raise ValueError(f"{name} is {getattr(self, name)!r}; expected one of {', '.join(map(repr, words))}")

    @property
    def may_crash(self) -> bool:
        """True if such a search may take the best of an empty list."""
        return self.empty == "crash" or self.tried.startswith("all but")

    @property
    def is_lasting(self) -> bool:
        """True if a decision depends on the decisions before it."""
        return self.carries_window or (self.remembers != "nothing" and not self.forgets)

    def movers(self, depth: int, num_agents: int) -> list[int]:
        """The agent that moves on each layer."""
        ghosts = self._ghosts(num_agents - 1)
        left_out = ghosts if self.unfinished < 0 else self.unfinished
        plies = MOST_PLIES if self.shares_depth != "no" else self._plies(self.fixed_depth or depth, ghosts) - left_out
        layers = [mover for mover, _ in zip(cycle(range(ghosts + 1)), range(plies), strict=False)]
        return layers or ([] if self.tests_root else [0])

    def _ghosts(self, there_are: int) -> int:
        if self.ghosts is not None:
            return min(self.ghosts, there_are)
        return max(there_are - self.left_out, min(self.least_ghosts, there_are))

    def _plies(self, depth: int, ghosts: int) -> int:
        wanted = max(depth * self.times + self.rounds, self.least_rounds)
        wanted = wanted if self.most_rounds is None else min(wanted, self.most_rounds)
        if self.counts == "moves":
            return wanted
        if self.counts == "rounds" or not ghosts:
            return wanted * (ghosts + 1)
        whole, rest = divmod(wanted, ghosts)
        if self.counts == "ghosts, seen by Pacman":
            return (whole + (rest > 0)) * (ghosts + 1)
        return whole * (ghosts + 1) + (rest + 1 if rest else 0)

    def combines(self, agent: int, ply: int, follower: int) -> Combination:
        """Return the way to combine the values of an agent's actions."""
        whose = {"moves": agent, "next": follower, "every other": ply % 2}[self.turns]
        if whose == 0:
            return self.chooser
        if follower == 0 and self.others_last:
            return self.others_last
        return self.others_later or self.others if agent > 1 else self.others

    def tries(self, actions: Sequence[str], ply: int, agent: int) -> Sequence[str]:
        """Return the actions that are tried."""
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
        return TRIED[self.tried](actions) if self.tried_at in places else actions

    def child_window(self, mover: int, follower: int, alpha: float, beta: float) -> tuple[float, float]:
        """Return the window in which a successor below the root is searched."""
        to = "max" if follower == 0 else "first" if mover == 0 else "next"
        is_second = self.fresh_to == "second" and (mover, follower) == (1, 2)
        if self.fresh_to in (to, "all") or (self.fresh_to == "all but the first" and mover) or is_second:
            alpha, beta = -inf if self.fresh != "beta" else alpha, inf if self.fresh != "alpha" else beta
        return (beta, alpha) if self.swaps_to == to else (alpha, beta)

    def cuts(self, how: str, best: float, mine: float, theirs: float) -> bool:
        """True if the remaining actions are cut; bounds are seen from the agent that moves, as in `raised`."""
        against = self.cuts_against if self.cuts_against_at in ("both", how) else "theirs"
        bound = mine if against.endswith("mine") else theirs
        bound += self.margin
        if best == bound:
            return self.cut in ("equal", f"equal at {how}")
        return (best > bound) != against.startswith("not")

    def raised(self, how: str, best: float, mine: float, theirs: float, *, is_first: bool) -> tuple[float, float]:
        """Return both bounds after a value has been found; `mine` is the bound of the agent that moves."""
        if self.raises == "replaces":
            return best, theirs
        if self.raises == "theirs":
            return mine, max(theirs, best)
        if self.raises == "narrows theirs":
            return mine, min(theirs, best)
        move = self.bound_move if self.bound_move_at in ("both", how) else "best"
        return BOUND_MOVES[move](mine, best, is_first), theirs


@cache
def _closed_sets() -> dict[str, tuple[object, ...]]:
    """The words that each field of `Rules` may hold, for the fields that hold words."""
    words = {name: _words(hint) for name, hint in get_type_hints(Rules).items()}
    return {name: each for name, each in words.items() if each}


def _words(hint: Any) -> tuple[object, ...]:
    """The values of a Literal, or of a union of some, and None where that is one of them."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    parts = [(None,) if part is type(None) else _words(part) for part in get_args(hint)]
    return tuple(chain(*parts)) if parts and all(parts) else ()


@dataclass
class Memory:
    """State that a search keeps for the next decision: its window, and values and actions of nodes by key."""

    window: tuple[float, float] | None = None
    nodes: dict[Any, tuple[float, str]] = field(default_factory=dict)


def search(space: StateSpace, root: Any, depth: int, rules: Rules, memory: Memory | None = None) -> tuple[str, ...]:
    """The actions that a search with these rules holds for the best, the one that it takes first; () if it takes none.

    memory: what the decisions before this one have left behind, where the rules keep something.
    WouldCrash where it would crash; NoScoreError where it asks for a score that is not there.
    """
    return WrongSearch(space, rules, root, depth, memory or Memory()).actions()


class WrongSearch:
    """One decision of a search with a bug; `is_rounded`: the best values are equal but for rounding."""

    def __init__(self, space: StateSpace, rules: Rules, root: Any, depth: int, memory: Memory) -> None:
        self.space = space
        self.rules = rules
        self.root = root
        self.movers = rules.movers(depth, space.num_agents)
        self.memory = memory
        self.window = memory.window or rules.first_window
        self.shared = self.window
        self.depth = depth
        self.depth_left = depth
        self.is_rounded = False
        self.kept = ""  # the last action that any node found to be the best
        self.choice = ""  # the best action of the node that was searched last
        self.parents: list[Any] = []  # of the node that is searched now

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
        """Return the initial best value at the root, which possibly no action exceeds; nan without one."""
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
        if self.rules.remembers == "nothing":
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
        if self._stops(state) and (self.rules.ends_at is None or self._is_at(self.rules.ends_at, ply)):
            ending = self.rules.endings[self.space.is_lost(state)]
            is_plain = is_deep_enough and self.rules.endings_above_depth
            return self._leaf(state, ply) if ending is None or is_plain else ending
        if is_deep_enough:
            if self.rules.expands_leaves:
                agent = self._mover(ply)
                list(self._successors(state, agent, self.space.actions(state, agent), ""))
            return self._leaf(state, ply)
        self.parents.append(state)
        found = self._found(state, ply, alpha, beta)
        self.parents.pop()
        return self._changed(found, self.movers[ply])

    def _changed(self, value: float, agent: int) -> float:
        """Return the changed value of a node that is neither a leaf nor the root."""
        rules = self.rules
        if rules.discount_at == "nodes" or rules.discount_at == ("ghosts" if agent else "Pacman"):
            value *= rules.discount
        return _limited(NODE_CHANGES[rules.node_change](value, agent), rules.node_range)

    def _leaf(self, state: Any, ply: int) -> float:
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

    def _found(self, state: Any, ply: int, alpha: float, beta: float) -> float:
        agent = 0 if self.rules.moves_pacman else self.movers[ply]
        actions = self.space.actions(state, agent)
        how = self.rules.combines(self.movers[ply], ply, self._mover(ply + 1))
        if self._is_at(self.rules.odd_place, ply):
            how = self.rules.odd_way
        if not actions:
            return self._empty(state, how)
        tried = self.rules.tries(actions, ply, self.movers[ply])
        if not tried:
            raise WouldCrash
        if how == "max" or how == "min":
            return self._best(state, ply, tried, how, alpha, beta)
        values = [self.value(self.space.successor(state, agent, action), ply + 1, -inf, inf) for action in tried]
        if how == "last name" or how == "first name":
            named = dict(zip(tried, values, strict=True))
            return named[max(named) if how == "last name" else min(named)]
        if how == BY_PACMAN:
            return combined("mean", values, len(self.space.actions(state, 0)), self.space.num_agents)
        return combined(how, values, len(actions), self.space.num_agents)

    def _mover(self, ply: int) -> int:
        return self.movers[ply] if ply < len(self.movers) else ply % self.space.num_agents

    def _is_deep_enough(self, ply: int) -> bool:
        if self.rules.shares_depth == "no" or ply == len(self.movers):
            return ply == len(self.movers)
        if self.movers[ply] == 0:
            self.depth_left -= 1
        return self.depth_left <= 0 and (self.rules.shares_depth == "all" or self.movers[ply] == 0)

    def _successors(self, state: Any, agent: int, actions: Sequence[str], how: str) -> Iterable[tuple[str, Any]]:
        """Yield the actions with their successors, generated at the time that the rules specify."""
        generates = self.rules.generates if self.rules.generates_at in ("both", how) else "one by one"
        made = ((action, self.space.successor(state, agent, action)) for action in actions)
        if generates == "all first":
            return list(made)
        return made if generates == "one by one" else (one for one, _ in pairwise(chain(made, [("", None)])))

    def _stops(self, state: Any) -> bool:
        stops_at = self.rules.stops_at
        is_won = stops_at in ("both", "win") and self.space.is_won(state)
        return is_won or (stops_at in ("both", "lose") and self.space.is_lost(state))

    def score(self, state: Any) -> float:
        evaluate = self.space.score if self.rules.by_score else self.space.evaluate
        if self.rules.leaf == "own":
            return evaluate(state)
        return evaluate(self.parents[-1] if self.rules.leaf == "parent" and self.parents else self.root)

    def _empty(self, state: Any, how: Combination) -> float:
        if self.rules.empty == "crash":
            raise WouldCrash
        if self.rules.empty == "score":
            return self.score(state)
        return -inf if self.rules.empty == "lost" else {"max": -inf, "min": inf}.get(how, 0)

    def _best(
        self, state: Any, ply: int, actions: Sequence[str], how: Literal["max", "min"], alpha: float, beta: float
    ) -> float:
        rules = self.rules
        sign = 1 if how == "max" else -1
        best = 0.0 if rules.starts_at_zero in (how, f"{how} and root", "both") else -inf
        if rules.starts_at is not None and self._is_at(rules.starts_place, ply):
            best = sign * rules.starts_at
        cuts = rules.cut is not None and rules.cuts_at in ("both", how) and not self._is_at(rules.no_cut_at, ply)
        update = UPDATES[rules.update if self._is_at(rules.update_at, ply) else "best"]
        raises = rules.raises_at in ("both", how) and not self._is_at(rules.no_raise_at, ply)
        returns = rules.returns if rules.returns_at in ("both", how) else "best"
        choice = ""
        mover = 0 if rules.moves_pacman else self.movers[ply]
        for action, child in self._successors(state, mover, actions, how):
            window = rules.child_window(self.movers[ply], self._mover(ply + 1), alpha, beta)
            found = sign * self.value(child, ply + 1, *window)
            if found > best and rules.keeps_action in ("any", how):
                self.kept = action
            choice = action if found > best else choice
            self.choice = choice  # and not that of a child
            best = update(best, found)
            if rules.shares_bounds:
                alpha, beta = self.shared
            mine, theirs = (alpha, beta) if sign > 0 else (-beta, -alpha)
            is_spared = SPARED[rules.spared](sign * best, action == actions[0])
            if cuts and not is_spared and rules.cuts(how, best, mine, theirs):
                return sign * (theirs if returns in ("bounds", "bound at cuts") else best)
            if raises:
                mine, theirs = rules.raised(how, best, mine, theirs, is_first=action == actions[0])
            alpha, beta = (mine, theirs) if sign > 0 else (-theirs, -mine)
            if rules.shares_bounds:
                self.shared = alpha, beta
        return sign * (mine if returns in ("bound", "bounds") else best)


def _limited(value: float, limits: Range) -> float:
    return min(max(value, limits[0]), limits[1])


BY_PACMAN: Final = "by Pacman's actions"  # an average that is divided by the wrong number
MOST_PLIES: Final = 24  # of a search whose depth is not known before
