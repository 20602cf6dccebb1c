"""Rules of a simulated search, each of which a bug can change."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import inf
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from autograder.diagnosis.changes import (
    BOUND_MOVES,
    TRIED,
    BoundMove,
    Choice,
    Combination,
    LeafChange,
    NodeChange,
    Place,
    Spared,
    Tried,
    Update,
)
from pacman.directions import STOP

Side: TypeAlias = Literal["both", "max", "min"]  # nodes at which a rule holds
Bound: TypeAlias = Literal["neither", "both", "alpha", "beta"]
Range: TypeAlias = tuple[float, float]
EVERYTHING: Final = (-inf, inf)
MOST_PLIES: Final = 24  # of a search whose depth is not known before


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
        layers = [ply % (ghosts + 1) for ply in range(plies)]
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
