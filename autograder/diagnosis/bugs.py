"""Known bugs of searches: the name of each, which is a key of `advice`, and its changes to the rules of a search."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from math import inf
from typing import Any, Final, Literal, TypeAlias

from autograder.diagnosis import bug_names
from autograder.diagnosis.changes import WRONG_AVERAGES, BoundMove, LeafChange, Place, Statistic
from autograder.diagnosis.search_rules import Rules, Side
from autograder.diagnosis.wrong_searches import BY_PACMAN

Change: TypeAlias = dict[str, Any]  # fields of Rules


@dataclass(frozen=True)
class Bug:
    """One bug, or two at once: the names, and the rules of the searches that have it."""

    names: tuple[str, ...]
    searches: tuple[Rules, ...]

    @property
    def name(self) -> str:
        return bug_names.all_of(*self.names)


@dataclass(frozen=True)
class BugKind:
    """An agent-independent bug: the rules that it may change.

    changes: those of the bug as most students have it. paired: further ones, alone or together with another bug.
    rare: further ones, in a search that has no other bug.
    """

    name: str
    changes: tuple[Change, ...] = ()
    paired: tuple[Change, ...] = ()
    rare: tuple[Change, ...] = ()


RIGHT: Final = {
    "MinimaxAgent": Rules(),
    "AlphaBetaAgent": Rules(cut="worse"),
    "ExpectimaxAgent": Rules(others="mean"),
}
_EMPTY: Final = ("score", "infinite", "crash")


@cache
def known_bugs(agent: str) -> tuple[Bug, ...]:
    """Return all known bugs of an agent, the common ones first."""
    return tuple(_bug(agent, kind, (*kind.changes, *kind.paired, *kind.rare)) for kind in _kinds(agent))


def score_bug(agent: str) -> Bug:
    """Return the bug of using the score at leaves; only cases with another evaluation can expose it."""
    return Bug((bug_names.BY_SCORE,), (replace(RIGHT[agent], by_score=True),))


def common_bugs(agent: str) -> list[Bug]:
    """Return the bugs that students have most often."""
    return [_bug(agent, kind, kind.changes) for kind in _kinds(agent) if kind.changes]


def _bug(agent: str, kind: BugKind, changes: Iterable[Change]) -> Bug:
    searches = dict.fromkeys(replace(RIGHT[agent], **change) for change in changes)
    return Bug((kind.name,), tuple(rules for rules in searches if rules != RIGHT[agent]))


@cache
def pairs_of_bugs(agent: str) -> tuple[Bug, ...]:
    """Return all pairs of bugs that change different rules."""
    right = RIGHT[agent]
    pairs = []
    for first, second in combinations(_kinds(agent), 2):
        searches = tuple(
            replace(right, **one, **other)
            for one, other in product((*first.changes, *first.paired), (*second.changes, *second.paired))
            if one.keys().isdisjoint(other)
        )
        if searches:
            pairs.append(Bug((first.name, second.name), searches))
    return tuple(pairs)


@cache
def _kinds(agent: str) -> tuple[BugKind, ...]:
    """Return the bugs of an agent; entries of the same name are merged."""
    kinds: dict[str, BugKind] = {}
    for kind in _OF_AGENT[agent]:
        known = kinds.get(kind.name, BugKind(kind.name))
        kinds[kind.name] = BugKind(
            kind.name, known.changes + kind.changes, known.paired + kind.paired, known.rare + kind.rare
        )
    return tuple(kinds.values())


def _each(**fields: Iterable[object]) -> tuple[Change, ...]:
    """Return a change for each combination of values, in order; the values of the last field vary fastest."""
    return tuple(dict(zip(fields, values, strict=True)) for values in product(*fields.values()))


def _at_the_end(*changes: Change) -> tuple[Change, ...]:
    """Return each change with every way to treat a state without actions, which a search with it may reach."""
    return tuple({**change, "empty": empty} for change in changes for empty in _EMPTY)


_OF_ALL: Final = (
    BugKind(bug_names.LAST_TIE, ({"tie": "last"},)),
    BugKind(
        bug_names.DEPTH_OFF_BY_ONE,
        _at_the_end({"rounds": -1}, {"rounds": 1}),
        paired=({"rounds": -1, "least_rounds": 1},),
        rare=({"rounds": -1, "tests_root": True},),
    ),
    BugKind(bug_names.LAST_ROUND_UNFINISHED, _each(unfinished=(-1, 1))),
    BugKind(bug_names.DEPTH_LOWERED_AT_PACMAN, ({"rounds": 1, "unfinished": -1},)),
    BugKind(bug_names.DEPTH_COUNTS_MOVES, _at_the_end({"counts": "moves"}, {"counts": "moves", "rounds": 1})),
    BugKind(
        bug_names.DEPTH_LOWERED_AFTER_GHOSTS,
        _at_the_end(
            {"counts": "ghosts"},
            {"counts": "ghosts, seen by Pacman"},
            {"counts": "ghosts", "rounds": 1},
        ),
    ),
    BugKind(bug_names.SHARED_DEPTH, rare=_each(shares_depth=("Pacman", "all"))),
    BugKind(bug_names.FIXED_DEPTH, rare=_each(fixed_depth=(1, 2, 3))),
    BugKind(bug_names.GHOSTS_MERGED, _at_the_end({"ghosts": 1})),
    BugKind(
        bug_names.GHOST_MISSING,
        _at_the_end({"ghosts": 2}, {"ghosts": 0}),
        rare=_at_the_end({"left_out": 1}, {"left_out": 1, "least_ghosts": 1}),
    ),
    BugKind(
        bug_names.MIN_MAX_SWAPPED,
        ({"chooser": "min", "others": "max"}, {"chooser": "min"}, {"others": "max"}, {"others_later": "max"}),
        rare=(
            {"others": "max", "others_later": "min"},
            {"others": "max", "others_last": "min"},
            {"others": "max", "others_later": "min", "others_last": "min"},
            {"root_chooser": "min"},
            {"root_chooser": "max", "chooser": "min"},
            {"turns": "every other"},
            {"turns": "next", "root_chooser": "max"},
            {"leaf_change": "negated"},
        ),
    ),
    BugKind(
        bug_names.IGNORES_WIN_AND_LOSE,
        _at_the_end({"stops_at": "nothing"}),
        rare=(
            *_at_the_end({"stops_at": "win"}, {"stops_at": "lose"}),
            *_each(stops_at=("win", "lose", "nothing"), empty=["lost"]),
        ),
    ),
    BugKind(bug_names.ROOT_EVALUATED, ({"leaf": "root"},)),
    BugKind(bug_names.PARENT_EVALUATED, ({"leaf": "parent"},)),
    BugKind(
        bug_names.STARTS_AT_ZERO,
        ({"starts_at_zero": "max"},),
        rare=_each(starts_at_zero=("root", "max and root", "min", "both")),
    ),
    BugKind(bug_names.RANDOM_TIE, ({"tie": "any"},)),
)
_SIDES: Final[tuple[Side, ...]] = ("both", "max", "min")
_OF_ALPHA_BETA: Final = (
    BugKind(bug_names.NO_PRUNING, ({"cut": None},)),
    BugKind(
        bug_names.GENERATED_BEFORE_CUT,
        paired=_each(generates=("all first", "before the cut"), generates_at=_SIDES),
    ),
    BugKind(bug_names.PRUNED_ON_EQUALITY, ({"cut": "equal"},), rare=_each(cut=("equal at max", "equal at min"))),
    BugKind(bug_names.ROOT_ALPHA_NOT_KEPT, ({"keeps_bound": False},)),
    BugKind(
        bug_names.BOUND_RETURNED,
        _each(returns=("bound", "bounds")),
        rare=_each(returns=("bound", "bounds", "bound at cuts"), returns_at=_SIDES),
    ),
    BugKind(bug_names.PRUNES_ONE_SIDE, _each(cuts_at=("max", "min"))),
    BugKind(
        bug_names.BOUNDS_NOT_UPDATED,
        rare=({"raises_at": "none"}, {"raises_at": "min"}),  # at max alone: then ghosts' nodes alone prune
    ),
    BugKind(bug_names.BOUNDS_OVERWRITTEN, rare=_each(raises=["replaces"], raises_at=_SIDES)),
    BugKind(
        bug_names.BOUNDS_NOT_PASSED,
        rare=tuple(
            {"fresh": fresh, "fresh_to": to}
            for fresh, to in product(
                ("both", "alpha", "beta"), ("max", "first", "second", "next", "all", "all but the first")
            )
            if fresh != "beta" or to not in ("max", "all", "all but the first")  # then ghosts' nodes alone prune
        ),
    ),
    BugKind(bug_names.BOUNDS_START_WRONG, rare=_each(first_window=((0, inf), (-inf, 0), (0, 0)))),
    BugKind(
        bug_names.BOUNDS_MIXED_UP,
        rare=(
            *_each(cuts_against=("mine", "not mine", "not theirs"), cuts_against_at=_SIDES),
            # Without such a cut it is as if nothing were updated.
            *_each(cuts_against=("mine", "not mine"), raises=["theirs"], raises_at=_SIDES),
            *_each(raises=["narrows theirs"], raises_at=_SIDES),
            # Against "mine", swapped through and through, is right again, or as if nothing were updated.
            *_each(swaps_window=[True], cuts_against=("theirs", "not mine"), raises=("mine", "theirs")),
            *_each(swaps_to=("max", "first", "next")),
            {"cuts_against": "mine", "tried": "first", "tried_at": "root"},  # it cuts there, too
        ),
    ),
    BugKind(
        bug_names.SHARED_BOUNDS,
        ({"shares_bounds": True}, {"shares_bounds": True, "keeps_bound": False}),
        rare=({"shares_bounds": True, "cuts_root": True},),
    ),
    BugKind(
        bug_names.LASTING_BOUNDS,
        rare=(
            {"carries_window": True},
            {"carries_window": True, "shares_bounds": True},
            {"carries_window": True, "shares_bounds": True, "cuts_root": True},
            {"carries_window": True, "shares_bounds": True, "keeps_bound": False},
        ),
    ),
    BugKind(bug_names.OTHER_ORDER, rare=_each(order=("reversed", "sorted"))),
)
_OF_EXPECTIMAX: Final = (
    BugKind(
        bug_names.MINIMUM_FOR_AVERAGE,
        ({"others": "min"}, *_each(others=["min"], cut=("worse", "equal"), keeps_bound=(True, False))),
        rare=({"others_later": "min"}, {"others": "min", "others_later": "mean"}),
    ),
    BugKind(bug_names.WRONG_WEIGHTS, _each(others=WRONG_AVERAGES)),
)
_OF_MINIMUM: Final = (BugKind(bug_names.AVERAGE_FOR_MINIMUM, ({"others": "mean", "cut": None},)),)

# -- what is rare, and has a name because it answers as a common bug does in some cases --------------------------------

_PACMANS_PLACES: Final[tuple[Place, ...]] = (
    *("Pacman", "Pacman, second round", "Pacman, later rounds", "Pacman, last of several rounds"),
)
_GHOSTS_PLACES: Final[tuple[Place, ...]] = (
    *("ghosts", "first of several ghosts", "middle ghosts", "last of several ghosts", "ghosts but the first"),
    *("ghosts but the last", "ghosts, first round", "ghosts, second round", "ghosts, later rounds"),
    *("ghosts, last of several rounds", "third ghost"),
)
_ROUNDED: Final[tuple[LeafChange, ...]] = (
    *("int", "round", "floor", "ceil", "one digit", "two digits", "three digits", "four digits", "halves"),
    *("single precision", "tens"),
)
_FACTORS: Final = (0.999, 0.99, 0.95, 0.9, 0.8, 0.7, 0.5)
_NUMBERS: Final = (-1, -10, -100, -500, -999, -1000, -9999)  # in place of minus infinity
_WRONG_VALUES: Final[tuple[Statistic, ...]] = (
    *("median", "product", "middle of extremes", "largest magnitude", "smallest magnitude", "running", "nothing"),
    *("mean and spread", "mostly the largest", "mostly the smallest", "without the best", "without the worst"),
)
_WRONG_MEANS: Final[tuple[Statistic, ...]] = (
    *("median", "product", "middle of extremes", "largest magnitude", "smallest magnitude", "rounded mean"),
    *("mean of magnitudes", "mean of positive", "mean and spread", "mean and a little spread", "without the last"),
    *("without the first", "without the best", "without the worst", "mostly the largest", "mostly the smallest"),
)


def _odd(places: Iterable[Place], *ways: Statistic | Literal["max", "min"]) -> tuple[Change, ...]:
    """Return changes that combine values in another way at some nodes."""
    return _each(odd_place=places, odd_way=ways)


def _leaf_steps(sign: int, *units: str) -> tuple[Change, ...]:
    """Return changes that add a number to the value of a leaf for each round, move or agent."""
    return _each(leaf_step=[sign * step for step in (1, 10, 0.01, 0.1)], leaf_step_of=units)


_RARE: Final = (
    BugKind(
        bug_names.FIRST_ACTION_ONLY,
        rare=_each(tried=["first"], tried_at=("below", "both", "root", "max", "others")),
    ),
    BugKind(
        bug_names.ACTIONS_LEFT_OUT,
        rare=_each(
            tried=("last", "all but the first", "all but the last", "two", "three"),
            tried_at=("both", "root", "below", "max", "inner max", "others"),
        ),
    ),
    BugKind(
        bug_names.LAST_VALUE,
        rare=(
            {"chooser": "last", "root_chooser": "max", "others": "last"},
            {"chooser": "last", "root_chooser": "max"},
            {"others": "last"},
            {"choice": "last"},
            *_odd((*_PACMANS_PLACES, *_GHOSTS_PLACES), "last"),
        ),
    ),
    BugKind(
        bug_names.FIRST_VALUE,
        rare=({"choice": "first"}, *_odd((*_PACMANS_PLACES, *_GHOSTS_PLACES), "first")),
    ),
    BugKind(
        bug_names.SECOND_BEST,
        rare=(
            {"choice": "second best"},
            *_odd(_PACMANS_PLACES, "second largest"),
            {"choice": "second best", "odd_place": "Pacman", "odd_way": "second largest"},
            *_odd(["ghosts"], "second smallest"),
        ),
    ),
    BugKind(bug_names.SUM_FOR_MAXIMUM, rare=_odd(_PACMANS_PLACES, "sum")),
    BugKind(bug_names.AVERAGE_AT_PACMAN, rare=_odd(_PACMANS_PLACES, "mean")),
    BugKind(bug_names.MIN_MAX_SWAPPED, rare=(*_odd(_PACMANS_PLACES, "min"), *_odd(_GHOSTS_PLACES, "max"))),
    BugKind(bug_names.WRONG_AT_PACMAN, rare=_odd(["Pacman"], *_WRONG_VALUES)),
    BugKind(
        bug_names.VALUES_ROUNDED,
        rare=(
            *_each(leaf_change=_ROUNDED),
            *_each(node_change=("int for Pacman", "int for ghosts")),
            {"choice": "better in int"},
            *_odd(["Pacman"], "largest int"),
            *_odd(["ghosts"], "smallest int"),
        ),
    ),
    BugKind(
        bug_names.VALUES_DISCOUNTED,
        rare=_each(discount=_FACTORS, discount_at=("nodes", "Pacman", "ghosts", "rounds", "moves")),
    ),
    BugKind(
        bug_names.STEP_COSTS,
        rare=(
            *_leaf_steps(-1, "round", "move"),
            *_each(node_change=("-1", "-1 for Pacman", "-1 for ghosts", "-0.1")),
        ),
    ),
    # Points for the rounds that are left change no decision otherwise than a cost of those that are over.
    BugKind(bug_names.EARLY_END_EARNS, rare=_leaf_steps(-1, "round", "move")),
    BugKind(bug_names.STEP_EARNS, rare=_leaf_steps(1, "round", "move")),
    BugKind(bug_names.EARLY_END_COSTS, rare=_leaf_steps(1, "round", "move")),
    BugKind(bug_names.AGENT_COUNTS, rare=(*_leaf_steps(1, "agent"), *_leaf_steps(-1, "agent"))),
    BugKind(
        bug_names.SIGN_LOST,
        rare=(
            *_each(leaf_change=("absolute", "squared", "sign")),
            *_each(node_change=("absolute", "negated for ghosts", "negated for Pacman")),
            {"choice": "larger"},
        ),
    ),
    BugKind(bug_names.LEAVES_NOT_EVALUATED, rare=({"leaf_change": "nothing"},)),
    BugKind(
        bug_names.VALUES_LIMITED,
        rare=(
            *({"leaf_range": (limit, inf)} for limit in (0, -1, -10, -100, -500, -1000)),
            *({"leaf_range": (-inf, limit)} for limit in (0, 1, 10, 100, 500, 1000)),
            *_each(node_range=((0, inf), (-inf, 0), (-100, 100), (-1000, 1000))),
        ),
    ),
    BugKind(
        bug_names.ZERO_IS_NO_VALUE,
        rare=(
            *_each(leaf_change=("0 is the worst", "0 is the best", "0 is 1")),
            {"node_change": "0 is the worst"},
            {"choice": "0 is no value"},
        ),
    ),
    BugKind(
        bug_names.NEEDS_MARGIN,
        rare=_each(
            choice=[f"better by {margin}" for margin in ("10", "1", "0.1", "0.01", "0.001", "0.0001", "0.00001")]
        ),
    ),
    BugKind(
        bug_names.WRONG_START,
        rare=(
            *_each(starts_at=(*_NUMBERS, 1, 10), starts_root=[True]),
            *_each(starts_at=(*_NUMBERS, 1, 10), starts_place=["Pacman"]),
            *_each(starts_at=_NUMBERS, starts_root=[True], starts_place=["Pacman"]),
            {"choice": "better than 0"},
        ),
    ),
    BugKind(bug_names.BEST_NOT_KEPT, rare=({"choice": "best is kept once"},)),
    BugKind(bug_names.AVOIDS_LOSS, rare=({"avoids_lost": True},)),
    BugKind(
        bug_names.IGNORES_WIN_AND_LOSE,
        rare=(
            *_each(ends_at=("Pacman", "ghosts", "first ghost", "first round"), empty=("infinite", "crash")),
            *_each(ends_at=["later rounds"], stops_at=("win", "lose", "both"), empty=["infinite"]),
        ),
    ),
    BugKind(bug_names.TOO_DEEP, rare=({"rounds": 2}, {"rounds": 3}, {"times": 2})),
    BugKind(bug_names.LIMITED_DEPTH, rare=_each(most_rounds=(1, 2, 3))),
    BugKind(bug_names.GHOST_MISSING, rare=({"ghosts": 3},)),
    BugKind(bug_names.WRONG_AGENT_MOVED, rare=({"moves_pacman": True},)),
    BugKind(bug_names.ACTION_OVERWRITTEN, rare=_each(keeps_action=("max", "any"))),
    BugKind(
        bug_names.NAME_DECIDES,
        rare=({"chooser": "last name", "others": "first name"}, {"chooser": "last name"}),
    ),
    BugKind(bug_names.LEAVES_EXPANDED, rare=({"expands_leaves": True},)),
    BugKind(bug_names.ONE_MOVE_AHEAD, rare=({"fixed_depth": 1, "unfinished": -1},)),
    BugKind(bug_names.STOP_LEFT_OUT, rare=_each(stop=("root", "below"))),
    BugKind(
        bug_names.INCOMPLETE_MEMO_KEY,
        rare=_each(
            remembers=("state", "state and agent", "state and depth"),
            remembers_at=("inner", "inner, asked of all", "all"),
            remembers_root=(True, False),
            forgets=(True, False),
        ),
    ),
    BugKind(
        bug_names.OWN_EVALUATION,
        rare=(
            *_each(
                endings_above_depth=(False, True),
                endings=tuple(pair for much in (inf, 1e6) for pair in ((much, -much), (much, None), (None, -much))),
            ),
            *({"endings": (won, None)} for won in (1000, 500, 1, 0, -inf)),
            *({"endings": (None, lost)} for lost in (-1000, -500, -1, 0, inf)),
            *_each(endings=((1000, -1000), (500, -500), (1, -1), (0, 0))),
            *_each(ending_bonus=((1, 0), (500, 0), (0, -1), (0, -500), (1, -1), (500, -500))),
        ),
    ),
)
_RARE_OF_MINIMUM: Final = (
    BugKind(bug_names.AVERAGE_FOR_MINIMUM, rare=_odd(_GHOSTS_PLACES[1:], "mean")),
    BugKind(bug_names.SUM_FOR_MINIMUM, rare=_odd(["ghosts"], "sum")),
    BugKind(bug_names.WRONG_AT_GHOSTS, rare=_odd(["ghosts"], *_WRONG_VALUES)),
    BugKind(
        bug_names.WRONG_START,
        rare=_each(starts_at=[-start for start in (*_NUMBERS, 1, 10)], starts_place=["ghosts"]),
    ),
    BugKind(bug_names.LAST_VALUE, rare=_each(update=["last"], update_at=(*_PACMANS_PLACES, *_GHOSTS_PLACES))),
    BugKind(bug_names.FIRST_VALUE, rare=_each(update=["first"], update_at=("Pacman", *_GHOSTS_PLACES))),
    BugKind(bug_names.MIN_MAX_SWAPPED, rare=_each(update=["worst"], update_at=("Pacman", *_GHOSTS_PLACES))),
    BugKind(bug_names.WRONG_AT_PACMAN, rare=({"update": "mean", "update_at": "Pacman"},)),
    BugKind(bug_names.WRONG_AT_GHOSTS, rare=({"update": "mean", "update_at": "ghosts"},)),
    BugKind(bug_names.VALUES_ROUNDED, rare=_each(update=["better in int"], update_at=("Pacman", "ghosts"))),
    BugKind(bug_names.ZERO_IS_NO_VALUE, rare=_each(update=["0 is no value"], update_at=("Pacman", "ghosts"))),
    BugKind(
        bug_names.NEEDS_MARGIN,
        rare=_each(update=("better by 0.001", "better by 0.01", "better by 1"), update_at=("Pacman", "ghosts")),
    ),
)
_SOME_NODES: Final[tuple[Place, ...]] = (
    *_PACMANS_PLACES[1:],
    *_GHOSTS_PLACES[1:],
    *("first of three ghosts", "first round", "later rounds"),
)
_WRONG_MOVES: Final[tuple[BoundMove, ...]] = (
    *("too far", "not far enough", "int", "not by 0", "not below 0", "not above 0", "by the first"),
    *("not by the first", "once"),
)
_RARE_OF_ALPHA_BETA: Final = (
    BugKind(
        bug_names.CUT_NEEDS_MARGIN,
        rare=_each(margin=(10, 1, 0.5, 0.01, 0.0001, -0.01, -0.5, -1), cuts_at=_SIDES),
    ),
    BugKind(
        bug_names.SOME_DO_NOT_PRUNE,
        rare=(
            *_each(no_cut_at=_SOME_NODES),
            *_each(spared=("0", "negative", "positive", "after the first", "the first")),
        ),
    ),
    BugKind(bug_names.BOUNDS_NOT_UPDATED, rare=_each(no_raise_at=_SOME_NODES)),
    BugKind(
        bug_names.BOUNDS_UPDATED_WRONGLY,
        rare=(*_each(bound_move=_WRONG_MOVES, bound_move_at=_SIDES), *_each(root_bound=_WRONG_MOVES)),
    ),
    BugKind(
        bug_names.BOUNDS_START_WRONG,
        rare=(
            *({"first_window": (alpha, inf)} for alpha in (-1, -10, -100, -1000, 10)),
            *({"first_window": (-inf, beta)} for beta in (1, 10, 100, 1000, -10)),
            *({"first_window": (-limit, limit)} for limit in (1, 10, 50, 100, 1000)),
        ),
    ),
    BugKind(bug_names.PRUNED_ON_EQUALITY, rare=_each(cut=["equal"], no_cut_at=("Pacman", *_GHOSTS_PLACES))),
)
_RARE_OF_EXPECTIMAX: Final = (
    BugKind(bug_names.MINIMUM_FOR_AVERAGE, rare=_odd(_GHOSTS_PLACES[1:], "min")),
    BugKind(
        bug_names.WRONG_WEIGHTS,
        rare=(
            {"others": BY_PACMAN},
            *_odd(
                ("first of several ghosts", "last of several ghosts", "middle ghosts", "ghosts but the first"),
                *WRONG_AVERAGES,
            ),
        ),
    ),
    BugKind(bug_names.EQUAL_VALUES_ONCE, rare=_odd(["ghosts"], "distinct", "distinct parts")),
    BugKind(bug_names.WRONG_AT_GHOSTS, rare=_odd(["ghosts"], *_WRONG_MEANS)),
    BugKind(bug_names.SECOND_BEST, rare=_odd(["ghosts"], "second largest")),
)
_OF_AGENT: Final = {
    "MinimaxAgent": (*_OF_ALL, *_OF_MINIMUM, *_RARE, *_RARE_OF_MINIMUM),
    "AlphaBetaAgent": (*_OF_ALL, *_OF_ALPHA_BETA, *_OF_MINIMUM, *_RARE, *_RARE_OF_MINIMUM, *_RARE_OF_ALPHA_BETA),
    "ExpectimaxAgent": (*_OF_ALL, *_OF_EXPECTIMAX, *_RARE, *_RARE_OF_EXPECTIMAX),
}
