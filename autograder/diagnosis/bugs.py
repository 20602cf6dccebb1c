"""The bugs that searches have: a name for each, which `advice` knows, and what it changes in a right search."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import inf
from typing import Any, Final, TypeAlias

from autograder.diagnosis.wrong_searches import WRONG_AVERAGES, Rules

Change: TypeAlias = dict[str, Any]  # fields of Rules


@dataclass(frozen=True)
class Bug:
    """One bug, or two at once, by name, and the searches that have it."""

    names: tuple[str, ...]
    searches: tuple[Rules, ...]

    @property
    def name(self) -> str:
        return " and ".join(self.names)


@dataclass(frozen=True)
class _Kind:
    """A bug before it is known whose: what it may change.

    paired: what else, alone or together with another bug. rare: what else, in a search that has no other bug.
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
OTHER_ORDER: Final = "actions in another order"
OWN_EVALUATION: Final = "an evaluation of its own instead of self.evaluationFunction"
BY_SCORE: Final = "the score in place of self.evaluationFunction"


def known_bugs(agent: str) -> list[Bug]:
    """The bugs that an agent may have, the more special ones first."""
    return [_bug(agent, kind, (*kind.changes, *kind.paired, *kind.rare)) for kind in _kinds(agent)]


def score_bug(agent: str) -> Bug:
    """Leaves are worth their score; only cases that give agents another evaluation show it."""
    return Bug((BY_SCORE,), (replace(RIGHT[agent], by_score=True),))


def common_bugs(agent: str) -> list[Bug]:
    """The same without what is rare."""
    return [_bug(agent, kind, kind.changes) for kind in _kinds(agent) if kind.changes]


def _bug(agent: str, kind: _Kind, changes: Iterable[Change]) -> Bug:
    return Bug((kind.name,), tuple(replace(RIGHT[agent], **change) for change in changes))


def pairs_of_bugs(agent: str, with_bug: str = "") -> Iterator[Bug]:
    """Two bugs at once, where one does not undo the other; `with_bug` keeps to pairs with that one."""
    right = RIGHT[agent]
    for first, second in combinations(_kinds(agent), 2):
        if with_bug not in ("", first.name):
            continue
        searches = tuple(
            replace(right, **one, **other)
            for one, other in product((*first.changes, *first.paired), (*second.changes, *second.paired))
            if one.keys().isdisjoint(other)
        )
        if searches:
            yield Bug((first.name, second.name), searches)


def _kinds(agent: str) -> tuple[_Kind, ...]:
    if agent == "ExpectimaxAgent":
        return (*_OF_ALL, *_OF_EXPECTIMAX, *_RARE)
    of_alpha_beta = _OF_ALPHA_BETA if agent == "AlphaBetaAgent" else ()
    return (*_OF_ALL, *of_alpha_beta, _AVERAGE, *_RARE)


def _at_the_end(*changes: Change) -> tuple[Change, ...]:
    """Searches that may come upon states without actions, and do one thing or another there."""
    return tuple({**change, "empty": empty} for change in changes for empty in _EMPTY)


LAST_TIE: Final = "root tie to the last"
_OF_ALL: Final = (
    _Kind(LAST_TIE, ({"tie": "last"},)),
    _Kind(
        "search depth off by one",
        _at_the_end({"rounds": -1}, {"rounds": 1}),
        paired=({"rounds": -1, "least_rounds": 1},),
        rare=({"rounds": -1, "tests_root": True}, {"rounds": 2}),
    ),
    _Kind("the last round is not finished", ({"unfinished": -1}, {"unfinished": 1})),
    _Kind("the depth is lowered at Pacman's move", ({"rounds": 1, "unfinished": -1},)),
    _Kind("the depth counts single moves", _at_the_end({"counts": "moves"}, {"counts": "moves", "rounds": 1})),
    _Kind(
        "the depth is lowered after every ghost",
        _at_the_end(
            {"counts": "ghosts"},
            {"counts": "ghosts, seen by Pacman"},
            {"counts": "ghosts", "rounds": 1},
        ),
    ),
    _Kind("one depth for all nodes", rare=tuple({"shares_depth": who} for who in ("Pacman", "all"))),
    _Kind("the depth is fixed in the code", rare=tuple({"fixed_depth": depth} for depth in (1, 2, 3, 4))),
    _Kind("ghosts' layers merged", _at_the_end({"ghosts": 1})),
    _Kind(
        "a ghost's layer is missing",
        _at_the_end({"ghosts": 2}, {"ghosts": 0}),
        rare=_at_the_end({"left_out": 1}, {"left_out": 1, "least_ghosts": 1}),
    ),
    _Kind(
        "min and max swapped",
        ({"chooser": "min", "others": "max"}, {"chooser": "min"}, {"others": "max"}, {"others_later": "max"}),
        rare=(
            {"others": "max", "others_later": "min"},
            {"others": "max", "others_last": "min"},
            {"others": "max", "others_later": "min", "others_last": "min"},
            {"root_chooser": "min"},
            {"root_chooser": "max", "chooser": "min"},
            {"turns": "every other"},
            {"turns": "next", "root_chooser": "max"},
        ),
    ),
    _Kind(
        "ignores win and lose",
        _at_the_end({"stops_at": "nothing"}),
        rare=(
            *_at_the_end({"stops_at": "win"}, {"stops_at": "lose"}),
            *({"stops_at": stops_at, "empty": "lost"} for stops_at in ("win", "lose", "nothing")),
        ),
    ),
    _Kind("the root is evaluated instead of the successor", ({"leaf": "root"},)),
    _Kind(
        "the best value starts at 0",
        ({"starts_at_zero": "max"},),
        rare=tuple({"starts_at_zero": where} for where in ("root", "max and root", "min", "both")),
    ),
    _Kind("root tie at random", ({"tie": "any"},)),
)
_SIDES: Final = ("both", "max", "min")  # at whose nodes something is wrong
_OF_ALPHA_BETA: Final = (
    _Kind("no pruning", ({"cut": None},)),
    _Kind(
        "successors are generated before the cut",
        paired=tuple(
            {"generates": when, "generates_at": side} for when in ("all first", "before the cut") for side in _SIDES
        ),
    ),
    _Kind("pruned on equality", ({"cut": "equal"},), rare=({"cut": "equal at max"}, {"cut": "equal at min"})),
    _Kind("alpha is not kept at the root", ({"keeps_bound": False},)),
    _Kind(
        "alpha or beta returned instead of the best value",
        ({"returns": "bound"}, {"returns": "bounds"}),
        rare=tuple(
            {"returns": returns, "returns_at": side}
            for returns in ("bound", "bounds", "bound at cuts")
            for side in _SIDES
        ),
    ),
    _Kind("pruning at one kind of node only", ({"cuts_at": "max"}, {"cuts_at": "min"})),
    _Kind(
        "alpha and beta are not updated",
        rare=({"raises_at": "none"}, {"raises_at": "max"}, {"raises_at": "min"}),
    ),
    _Kind(
        "alpha and beta are overwritten",
        rare=tuple({"raises": "replaces", "raises_at": side} for side in _SIDES),
    ),
    _Kind(
        "alpha and beta are not handed on",
        rare=tuple(
            {"fresh": fresh, "fresh_to": to}
            for fresh, to in product(("both", "alpha", "beta"), ("max", "first", "next", "all", "all but the first"))
        ),
    ),
    _Kind(
        "alpha and beta begin with the wrong values",
        rare=tuple({"first_window": window} for window in ((0, inf), (-inf, 0), (0, 0))),
    ),
    _Kind(
        "alpha and beta mixed up",
        rare=(
            *(
                {"cuts_against": against, "cuts_against_at": side}
                for against in ("mine", "not mine", "not theirs")
                for side in _SIDES
            ),
            *(
                {"cuts_against": against, "raises": "theirs", "raises_at": side}
                for against in ("theirs", "mine", "not mine")
                for side in _SIDES
            ),
            *(
                {"swaps_window": True, "cuts_against": against, "raises": raises}
                for against, raises in product(("theirs", "mine", "not mine"), ("mine", "theirs"))
                if (against, raises) != ("mine", "theirs")  # swapped through and through is right again
            ),
            *({"swaps_to": to} for to in ("max", "first", "next")),
            {"cuts_against": "mine", "tried": "first", "tried_at": "root"},  # it cuts there, too
        ),
    ),
    _Kind(
        "one alpha and one beta for all nodes",
        ({"shares_bounds": True}, {"shares_bounds": True, "keeps_bound": False}),
        rare=({"shares_bounds": True, "cuts_root": True},),
    ),
    _Kind(
        "alpha and beta are kept for the next decision",
        rare=(
            {"carries_window": True},
            {"carries_window": True, "shares_bounds": True},
            {"carries_window": True, "shares_bounds": True, "cuts_root": True},
            {"carries_window": True, "shares_bounds": True, "keeps_bound": False},
        ),
    ),
    _Kind(OTHER_ORDER, rare=({"order": "reversed"}, {"order": "sorted"})),
)
_OF_EXPECTIMAX: Final = (
    _Kind(
        "the minimum in place of the average",
        (
            {"others": "min"},
            *(
                {"others": "min", "cut": cut, "keeps_bound": keeps}
                for cut in ("worse", "equal")
                for keeps in (True, False)
            ),
        ),
        rare=({"others_later": "min"}, {"others": "min", "others_later": "mean"}),
    ),
    _Kind("the average at Pacman's nodes", rare=({"chooser": "mean", "root_chooser": "max"},)),
    _Kind("expected value weighted wrongly", tuple({"others": how} for how in WRONG_AVERAGES)),
)
_AVERAGE: Final = _Kind("the average in place of the minimum", ({"others": "mean", "cut": None},))
_RARE: Final = (
    _Kind(
        "the loop ends after its first action",
        rare=tuple({"tried": "first", "tried_at": where} for where in ("below", "both", "root", "max", "others")),
    ),
    _Kind(
        "the last value in place of the best",
        rare=(
            {"chooser": "last", "root_chooser": "max", "others": "last"},
            {"chooser": "last", "root_chooser": "max"},
            {"others": "last"},
        ),
    ),
    _Kind("the best action is overwritten below the root", rare=({"keeps_action": "max"}, {"keeps_action": "any"})),
    _Kind(
        "the name of an action decides in place of its value",
        rare=({"chooser": "last name", "others": "first name"}, {"chooser": "last name"}),
    ),
    _Kind("successors of leaves are generated", rare=({"expands_leaves": True},)),
    _Kind("only Pacman's next move is looked at", rare=({"fixed_depth": 1, "unfinished": -1},)),
    _Kind("Stop is left out in some states only", rare=({"stop": "root"}, {"stop": "below"})),
    _Kind(
        "values are kept without the depth or the agent",
        rare=tuple(
            {"remembers": key, "remembers_at": where, "remembers_root": root, "forgets": forgets}
            for key, where, root, forgets in product(
                ("state", "state and agent", "state and depth"),
                ("inner", "inner, asked of all", "all"),
                (True, False),
                (True, False),
            )
        ),
    ),
    _Kind(
        OWN_EVALUATION,
        rare=tuple(
            {"endings": endings, "endings_above_depth": above}
            for above, much in product((False, True), (inf, 1e6))
            for endings in ((much, -much), (much, None), (None, -much))
        ),
    ),
)
