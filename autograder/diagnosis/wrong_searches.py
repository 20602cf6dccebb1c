"""Simulated searches with a bug, whose answers are compared with those of a submission.

All bugs are simulated by one recursion, `WrongSearch`; its `Rules` say what is wrong. With the default rules, it is the
correct search.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, cycle, pairwise
from math import inf, nan
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

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

Side: TypeAlias = Literal["both", "max", "min"]  # nodes at which a rule holds
Bound: TypeAlias = Literal["neither", "both", "alpha", "beta"]
Range: TypeAlias = tuple[float, float]
EVERYTHING: Final = (-inf, inf)


class WouldCrash(Exception):
    """Raised if the simulated search takes the best of an empty list."""


@dataclass(frozen=True)
class Rules:
    """Rules of a search, each of which a bug can change; the defaults are those of minimax.

    A field `X_at` names the nodes at which X holds. "max" nodes are those of Pacman, "min" nodes those of the ghosts.
    At a node, the bound "mine" is the one that the agent to move improves (alpha at max nodes, beta at min nodes), and
    "theirs" is the other one, beyond which a value cuts.

    Depth and layers:
    rounds: rounds searched in addition to the depth, or single moves if `counts` is moves. The search has at least
        `least_rounds` and at most `most_rounds`.
    times: factor of the depth.
    fixed_depth: depth used in place of the agent's.
    tests_root: if no round is left, the root is a leaf; otherwise its actions are tried all the same.
    counts: unit of the depth: rounds, moves, each ghost's move, or the latter tested only at Pacman's nodes.
    shares_depth: the whole search has one depth, which each of Pacman's nodes lowers; the agents that test it.
    unfinished: number of moves missing at the end of the last round; -1: those of all ghosts.
    ghosts: layers of ghosts in a round; None: all except `left_out`, but at least `least_ghosts`.
    moves_pacman: Pacman is moved in place of every agent.

    Values at nodes:
    chooser, others: combination of values at Pacman's and at the ghosts' nodes. If set, `root_chooser` holds at the
        root, `others_later` for ghosts after the first, `others_last` for the last one. "last name" and "first name"
        choose by the names of the actions.
    turns: agent whose combination is used: the one that "moves", the one that moves "next", or Pacman and a ghost at
        "every other" move.
    odd_way: combination at an `odd_place`.
    node_change: change of the value of an inner node; `node_range`: range to which it is limited.
    discount: factor of values at each node of `discount_at`, or of leaves for each of their rounds or moves.

    Actions and successors:
    order: order of the actions: as "given", "reversed", or "sorted" by name.
    generates: time at which successors are generated: "one by one", "all first", or the next one "before the cut".
    expands_leaves: successors of leaves are generated, too.
    tried: the actions that are tried. "inner max" nodes are Pacman's below the root.
    stop: nodes at which Pacman must not stop: only the "root", or all "below" it.

    Pruning:
    cut: None for no pruning, "worse" (correct for alpha-beta), or "equal", which also cuts on equality; `no_cut_at`:
        nodes that do not prune. `margin`: distance by which a value must be beyond the bound.
    cuts_against: bound that a value must be beyond, "theirs" or "mine"; "not …" cuts values that are not beyond it.
    spared: values at which nothing is cut.
    raises: bound that a better value moves: "mine", "theirs", which may be narrowed instead, or "replaces", which
        sets the own bound to the best value even if that is worse. `no_raise_at`: nodes at which no bound moves.
    bound_move: other ways to move the own bound.
    keeps_bound: the values of earlier root actions bound the search of later ones; `root_bound`: the way they do.
    swaps_window: the root passes beta as alpha and alpha as beta; `swaps_to`: the nodes to which inner nodes do,
        "max" ones, those of the "first" ghost, or those of a "next" one.
    fresh: bounds that are not passed on; `fresh_to`: the nodes to which they are not.
    first_window: alpha and beta at the root. `carries_window`: only in the first decision; a later one starts with the
        bounds that the previous one ended with.
    shares_bounds: the whole search has one alpha and one beta. `cuts_root`: the root is cut by them, too.
    returns: "best", or a bound in its place: at the end of the loop ("bound"), at cuts ("bound at cuts"), or both
        ("bounds").

    Choice at the root:
    tie: action taken of equally good ones.
    keeps_action: node whose best action is returned: the "root", the "max" node that found a better one last, or
        "any" node that did.
    avoids_lost: no action that loses at once is taken.
    choice: value taken for the best.

    Ends and leaves:
    stops_at: ends of the game at which the search stops. `ends_at`: the only place where it tests for them.
    endings: values of a won and of a lost game; None: the evaluation. `endings_above_depth`: only above the depth.
        `ending_bonus`: numbers added to the evaluation of a won and of a lost game.
    empty: value of a state without actions: its "score", "infinite" (the initial value of the loop), "lost" (minus
        infinity), or a "crash".
    by_score: leaves have their score as value, in place of the agent's evaluation.
    leaf: state whose evaluation a leaf gets: its "own", the "root" or its "parent". `leaf_change`: change of that
        value; `leaf_range`: range to which it is limited; `leaf_step`: number added for each `leaf_step_of`.

    Loops:
    update: the best value so far after a new value, at `update_at`.
    starts_at: initial best value at the root, if `starts_root`, and at `starts_place`.
    starts_at_zero: nodes at which the initial best value is 0 instead of infinitely bad.
    carries_best: the initial best value at the root is that of the previous decision; if no action exceeds it, the
        first one is taken.

    Stored values:
    remembers: key of the dictionary in which values are stored. `remembers_at`: the values of "inner" nodes, or of
        "all"; "inner, asked of all": leaves are looked up but not stored. `remembers_root`: the root is stored, too.
        `forgets`: the dictionary is emptied after each decision.

    Raise ValueError for a word that a field does not accept.
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
    carries_best: bool = False
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
        """True if a search with these rules may take the best of an empty list."""
        return self.empty == "crash" or self.tried.startswith("all but")

    @property
    def depends_on_order(self) -> bool:
        """True if a decision depends on the order of the decisions before it."""
        return self.carries_window or self.carries_best

    @property
    def is_lasting(self) -> bool:
        """True if a decision depends on the decisions before it."""
        return self.depends_on_order or (self.remembers != "nothing" and not self.forgets)

    @property
    def changes_nodes(self) -> bool:
        """True if the value of an inner node is not what its children's values combine to."""
        return self.discount != 1 or self.node_change != "none" or self.node_range != EVERYTHING

    @property
    def changes_leaves(self) -> bool:
        """True if the value of a leaf is not an evaluation."""
        is_bent = self.leaf_change != "none" or self.leaf_range != EVERYTHING or self.ending_bonus != (0, 0)
        return is_bent or self.leaf_step != 0 or self.discount != 1

    @property
    def has_plain_loops(self) -> bool:
        """True if loops over actions cut, move bounds and keep actions as in a correct search."""
        is_cut_plainly = (self.cuts_against, self.margin, self.spared) == ("theirs", 0, "nothing")
        is_raised_plainly = (self.raises, self.bound_move) == ("mine", "best")
        return is_cut_plainly and is_raised_plainly and self.keeps_action == "root" and not self.shares_bounds

    def movers(self, depth: int, num_agents: int) -> list[int]:
        """Return the agent that moves on each layer of the tree."""
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
    """Return the accepted words of each field of `Rules` that holds a word."""
    words = {name: _words(hint) for name, hint in get_type_hints(Rules).items()}
    return {name: each for name, each in words.items() if each}


def _words(hint: Any) -> tuple[object, ...]:
    """Return the values of a Literal, or of a union of Literals and None; empty for any other type."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    parts = [(None,) if part is type(None) else _words(part) for part in get_args(hint)]
    return tuple(chain(*parts)) if parts and all(parts) else ()


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
        layer = _Layer(
            mover,
            0 if rules.moves_pacman else mover,
            follower,
            how,
            tries_all=(rules.stop, rules.order, rules.tried) == ("anywhere", "given", "all"),
            start=start,
            is_cut=rules.cut is not None and rules.cuts_at in ("both", how) and not self._is_at(rules.no_cut_at, ply),
            cuts_equal=rules.cut in ("equal", f"equal at {how}"),
            raises=rules.raises_at in ("both", how) and not self._is_at(rules.no_raise_at, ply),
            passes_window=rules.fresh_to == rules.swaps_to == "nobody",
            update=UPDATES[rules.update if self._is_at(rules.update_at, ply) else "best"],
            generates=rules.generates if rules.generates_at in ("both", how) else "one by one",
            returns=rules.returns if rules.returns_at in ("both", how) else "best",
            is_plain=False,
        )
        is_plain = (layer.passes_window, layer.update, layer.generates, layer.returns) == (
            *(True, max, "one by one", "best"),
        )
        return layer._replace(is_plain=is_plain and rules.has_plain_loops)

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


BY_PACMAN: Final = "by Pacman's actions"  # an average that is divided by the wrong number
MOST_PLIES: Final = 24  # of a search whose depth is not known before
