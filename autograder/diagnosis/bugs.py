"""The bugs that searches have: a name for each, and what it changes in the rules of a right search."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, Final, NamedTuple, TypeAlias

from autograder.diagnosis.wrong_searches import WRONG_AVERAGES, Rules

Change: TypeAlias = dict[str, Any]  # fields of Rules


class Named(NamedTuple):
    """A bug's name, what is said of it, and the name of another that explains as much."""

    name: str
    advice: str
    other: str = ""

    @property
    def text(self) -> str:
        return f"{self.name}{f' or {self.other}' if self.other else ''} ({self.advice})"


@dataclass(frozen=True)
class Bug:
    """A name, a word of advice, and the searches that have it."""

    name: str
    advice: str
    searches: tuple[Rules, ...]


@dataclass(frozen=True)
class _Kind:
    """A bug before it is known whose: what it may change."""

    name: str
    advice: str
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
    return [
        Bug(kind.name, kind.advice, tuple(replace(right, **change) for change in kind.changes))
        for kind in _kinds(agent)
    ]


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
            yield Bug(f"{first.name} and {second.name}", f"{first.advice}; and {second.advice}", searches)


def _kinds(agent: str) -> tuple[_Kind, ...]:
    if agent == "ExpectimaxAgent":
        return (*_OF_ALL, *_OF_EXPECTIMAX)
    return (*_OF_ALL, *_OF_ALPHA_BETA, _AVERAGE) if agent == "AlphaBetaAgent" else (*_OF_ALL, _AVERAGE)


def _at_the_end(*changes: Change) -> tuple[Change, ...]:
    """Searches that may come upon states without actions, and do one thing or another there."""
    return tuple({**change, "empty": empty} for change in changes for empty in _EMPTY)


LAST_TIE: Final = "root tie to the last"
_OF_ALL: Final = (
    _Kind(
        LAST_TIE,
        "of equally good actions take the first: replace the best one only when another is strictly better",
        ({"tie": "last"},),
    ),
    _Kind(
        "search depth off by one",
        "the depth counts rounds, in which every agent moves once: is it checked, and changed, in the right place?",
        _at_the_end({"rounds": -1}, {"rounds": 1}),
    ),
    _Kind(
        "the last round is not finished",
        "a round is over when the last ghost has moved; the search stops before that",
        ({"unfinished": -1}, {"unfinished": 1}),
    ),
    _Kind(
        "the depth is lowered at Pacman's move",
        "a round is over when the last ghost has moved: lower the depth there, not when Pacman moves",
        ({"rounds": 1, "unfinished": -1},),
    ),
    _Kind(
        "the depth counts single moves",
        "the depth counts rounds, not the moves of single agents",
        _at_the_end({"counts": "moves"}, {"counts": "moves", "rounds": 1}),
    ),
    _Kind(
        "the depth is lowered after every ghost",
        "a round is over when the last ghost has moved: lower the depth there, and not after each ghost",
        _at_the_end(
            {"counts": "ghosts"},
            {"counts": "ghosts, seen by Pacman"},
            {"counts": "ghosts", "rounds": 1},
        ),
    ),
    _Kind(
        "ghosts' layers merged",
        "with several ghosts each has a layer of its own; here one layer stands for all of them",
        _at_the_end({"ghosts": 1}),
    ),
    _Kind(
        "a ghost's layer is missing",
        "every ghost moves in a round; the search leaves one out",
        _at_the_end({"ghosts": 2}, {"ghosts": 0}),
    ),
    _Kind(
        "min and max swapped",
        "Pacman (agent 0) takes the largest value, the ghosts the smallest",
        ({"chooser": "min", "others": "max"}, {"chooser": "min"}, {"others": "max"}, {"others_later": "max"}),
    ),
    _Kind(
        "ignores win and lose",
        "a game that is won or lost is over: look at isWin() and isLose() before going on",
        _at_the_end({"stops_at_end": False}),
    ),
    _Kind(
        "the root is evaluated instead of the successor",
        "evaluate the state that the search has come to, not the one that getAction was given",
        ({"leaf": "root"},),
    ),
    _Kind(
        "the best value starts at 0",
        "begin with float('-inf'): values below 0 are never taken for the best",
        ({"starts_at_zero": True},),
    ),
    _Kind(
        "root tie at random",
        "of equally good actions take the first: here any of them is taken",
        ({"tie": "any"},),
    ),
)
_OF_ALPHA_BETA: Final = (
    _Kind("no pruning", "nothing is ever cut: this is plain minimax", ({"cut": None},)),
    _Kind(
        "pruned on equality",
        "cut only when a value is strictly beyond alpha or beta, not when it equals it",
        ({"cut": "equal"},),
    ),
    _Kind(
        "alpha is not kept at the root",
        "what the first actions at the root are worth must be known when the later ones are searched",
        ({"keeps_bound": False},),
    ),
    _Kind(
        "alpha or beta returned instead of the best value",
        "keep the best value in a variable of its own and return that: alpha and beta come from other states as well",
        ({"returns": "bound"}, {"returns": "bounds"}),
    ),
    _Kind(
        "pruning at one kind of node only",
        "both kinds of nodes cut: Pacman's above beta, the ghosts' below alpha",
        ({"cuts_at": "max"}, {"cuts_at": "min"}),
    ),
    _Kind(
        "one alpha and one beta for all nodes",
        "alpha and beta are parameters of the recursion: what one state finds out must not reach its neighbours",
        ({"shares_bounds": True}, {"shares_bounds": True, "keeps_bound": False}),
    ),
)
_OF_EXPECTIMAX: Final = (
    _Kind(
        "the minimum in place of the average",
        "in expectimax a ghost does not choose the worst for Pacman: its actions are equally likely, and the state "
        "before it is worth their average",
        (
            {"others": "min"},
            *(
                {"others": "min", "cut": cut, "keeps_bound": keeps}
                for cut in ("worse", "equal")
                for keeps in (True, False)
            ),
        ),
    ),
    _Kind(
        "expected value weighted wrongly",
        "every action of a ghost has the same probability: the sum of the values divided by their number",
        tuple({"others": how} for how in WRONG_AVERAGES),
    ),
)
_AVERAGE: Final = _Kind(
    "the average in place of the minimum", "a ghost takes the worst for Pacman", ({"others": "mean", "cut": None},)
)
