"""The bugs that searches have: a name for each, which `advice` knows, and what it changes in a right search."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
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
    """A bug before it is known whose: what it may change."""

    name: str
    changes: tuple[Change, ...]


RIGHT: Final = {
    "MinimaxAgent": Rules(),
    "AlphaBetaAgent": Rules(cut="worse"),
    "ExpectimaxAgent": Rules(others="mean"),
}
_EMPTY: Final = ("score", "infinite", "crash")


def known_bugs(agent: str) -> list[Bug]:
    """The bugs that an agent may have, the more special ones first."""
    right = RIGHT[agent]
    return [Bug((kind.name,), tuple(replace(right, **change) for change in kind.changes)) for kind in _kinds(agent)]


def pairs_of_bugs(agent: str, with_bug: str = "") -> Iterator[Bug]:
    """Two bugs at once, where one does not undo the other; `with_bug` keeps to pairs with that one."""
    right = RIGHT[agent]
    for first, second in combinations(_kinds(agent), 2):
        if with_bug not in ("", first.name):
            continue
        searches = tuple(
            replace(right, **one, **other)
            for one, other in product(first.changes, second.changes)
            if one.keys().isdisjoint(other)
        )
        if searches:
            yield Bug((first.name, second.name), searches)


def _kinds(agent: str) -> tuple[_Kind, ...]:
    if agent == "ExpectimaxAgent":
        return (*_OF_ALL, *_OF_EXPECTIMAX)
    return (*_OF_ALL, *_OF_ALPHA_BETA, _AVERAGE) if agent == "AlphaBetaAgent" else (*_OF_ALL, _AVERAGE)


def _at_the_end(*changes: Change) -> tuple[Change, ...]:
    """Searches that may come upon states without actions, and do one thing or another there."""
    return tuple({**change, "empty": empty} for change in changes for empty in _EMPTY)


LAST_TIE: Final = "root tie to the last"
_OF_ALL: Final = (
    _Kind(LAST_TIE, ({"tie": "last"},)),
    _Kind("search depth off by one", _at_the_end({"rounds": -1}, {"rounds": 1})),
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
    _Kind("ghosts' layers merged", _at_the_end({"ghosts": 1})),
    _Kind("a ghost's layer is missing", _at_the_end({"ghosts": 2}, {"ghosts": 0})),
    _Kind(
        "min and max swapped",
        ({"chooser": "min", "others": "max"}, {"chooser": "min"}, {"others": "max"}, {"others_later": "max"}),
    ),
    _Kind("ignores win and lose", _at_the_end({"stops_at_end": False})),
    _Kind("the root is evaluated instead of the successor", ({"leaf": "root"},)),
    _Kind("the best value starts at 0", ({"starts_at_zero": True},)),
    _Kind("root tie at random", ({"tie": "any"},)),
)
_OF_ALPHA_BETA: Final = (
    _Kind("no pruning", ({"cut": None},)),
    _Kind("pruned on equality", ({"cut": "equal"},)),
    _Kind("alpha is not kept at the root", ({"keeps_bound": False},)),
    _Kind("alpha or beta returned instead of the best value", ({"returns": "bound"}, {"returns": "bounds"})),
    _Kind("pruning at one kind of node only", ({"cuts_at": "max"}, {"cuts_at": "min"})),
    _Kind(
        "one alpha and one beta for all nodes", ({"shares_bounds": True}, {"shares_bounds": True, "keeps_bound": False})
    ),
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
    ),
    _Kind("expected value weighted wrongly", tuple({"others": how} for how in WRONG_AVERAGES)),
)
_AVERAGE: Final = _Kind("the average in place of the minimum", ({"others": "mean", "cut": None},))
