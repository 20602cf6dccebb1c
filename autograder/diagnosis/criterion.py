"""The wrong searches that a fresh set of cases is measured by: the bugs that have a name, and many that have none."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import inf
from typing import Final

from autograder.diagnosis.bugs import RIGHT, Change, known_bugs
from autograder.diagnosis.changes import BOUND_MOVES, CHOICES, LEAF_CHANGES, NODE_CHANGES, SPARES, TRIED, UPDATES
from autograder.diagnosis.wrong_searches import BY_PACMAN, WRONG_AVERAGES, Rules

_PACMANS_PLACES: Final = ("Pacman", "Pacman, second round", "Pacman, later rounds")
_GHOSTS_PLACES: Final = (
    *("ghosts", "first of several ghosts", "middle ghosts", "last of several ghosts", "ghosts but the first"),
    *("ghosts but the last", "ghosts, first round", "ghosts, later rounds", "ghosts, last of several rounds"),
)
_FEW_GHOSTS: Final = ("third ghost", "first of three ghosts")
_WAYS: Final = ("sum", "mean", "median", "first", "last", "max", "min", "nothing", "product")
_ODD_WAYS: Final = (
    *("second largest", "second smallest", "middle of extremes", "largest magnitude", "smallest magnitude"),
    *("largest int", "smallest int", "mostly the largest", "mostly the smallest", "running", "floor", "distinct"),
    *("rounded mean", "mean of magnitudes", "mean of positive", "mean and spread", "mean and a little spread"),
    *("without the last", "without the first", "without the best", "without the worst"),
)
_COMMON: Final[tuple[Change, ...]] = (
    *({"leaf_change": name} for name in LEAF_CHANGES),
    *({"node_change": name} for name in NODE_CHANGES),
    *({"choice": name} for name in CHOICES),
    {"avoids_lost": True},
    *({"tried": tried, "tried_at": where} for tried, where in product(TRIED, ("root", "inner max", "others"))),
    *({"starts_at": start, "starts_place": "root"} for start in (0, -1, -10, -100, -1000, 10)),
    *({"starts_at": start, "starts_place": "Pacman"} for start in (0, -1, -10, -100, -1000, 1, 10)),
    *({"ends_at": place, "empty": "infinite"} for place in ("Pacman", "ghosts", "first ghost", "first round")),
    *({"ends_at": "later rounds", "stops_at": how, "empty": "infinite"} for how in ("win", "lose", "both")),
    *({"most_rounds": rounds} for rounds in (1, 2)),
    *({"ghosts": ghosts} for ghosts in (1, 2, 3)),
    *({"odd_place": place, "odd_way": way} for place, way in product(_PACMANS_PLACES, _WAYS)),
    *({"odd_place": place, "odd_way": way} for place, way in product(_GHOSTS_PLACES, _WAYS)),
    *({"odd_place": place, "odd_way": way} for place, way in product(("Pacman", "ghosts"), _ODD_WAYS)),
    *({"odd_place": "third ghost", "odd_way": way} for way in ("max", "min", "mean")),
)
_OF_MINIMUM: Final[tuple[Change, ...]] = (
    *({"starts_at": start, "starts_place": "ghosts"} for start in (0, 1, 10, 100, 1000, -1, -10)),
    *({"update": update, "update_at": place} for update, place in product(UPDATES, ("Pacman", *_GHOSTS_PLACES))),
)
_OF_ALPHA_BETA: Final[tuple[Change, ...]] = (
    *(
        {"margin": margin, "cuts_at": where}
        for margin, where in product((1, 0.5, 0.01, 10, -1, -0.5, -0.01), ("both", "max", "min"))
    ),
    *(
        {where: place}
        for where, place in product(
            ("no_cut_at", "no_raise_at"),
            (*_PACMANS_PLACES, *_GHOSTS_PLACES, *_FEW_GHOSTS, "first round", "later rounds"),
        )
    ),
    *({"bound_move": move, "bound_move_at": where} for move, where in product(BOUND_MOVES, ("both", "max", "min"))),
    *({"root_bound": move} for move in BOUND_MOVES),
    *({"spares": spares} for spares in SPARES),
    *({"first_window": (alpha, inf)} for alpha in (-1, -10, -100, -1000, 10)),
    *({"first_window": (-inf, beta)} for beta in (1, 10, 100, 1000, -10)),
    *({"cut": "equal", "no_cut_at": place} for place in ("Pacman", *_GHOSTS_PLACES)),
)
_OF_EXPECTIMAX: Final[tuple[Change, ...]] = (
    *(
        {"odd_place": place, "odd_way": way}
        for place, way in product(
            ("ghosts", "first of several ghosts", "last of several ghosts", "middle ghosts"),
            (*WRONG_AVERAGES, "rising weights", "three at most"),
        )
    ),
    *({"update": update, "update_at": "Pacman"} for update in UPDATES),
)
_OF_THE_GAME: Final[tuple[Change, ...]] = (  # those first that are found out most seldom
    {"remembers": "state", "remembers_at": "inner", "forgets": True},
    {"remembers": "state and depth", "remembers_at": "inner", "forgets": False},
    {"remembers": "state and agent", "remembers_at": "inner", "forgets": False},
    {"stop": "root"},
    {"stop": "below"},
)


@cache
def wrong_searches(agent: str) -> tuple[Rules, ...]:
    """Wrong searches of an agent, each once."""
    named = (rules for bug in known_bugs(agent) for rules in bug.searches)
    further = (replace(RIGHT[agent], **change) for change in _changes(agent))
    return tuple(dict.fromkeys(rules for rules in (*named, *further) if rules != RIGHT[agent]))


@cache
def game_searches(agent: str) -> tuple[Rules, ...]:
    """Wrong searches that no tree can show: it does not know who moves, and none of its states is met twice."""
    averages = [{"others": BY_PACMAN}] if agent == "ExpectimaxAgent" else []
    return tuple(replace(RIGHT[agent], **change) for change in (*_OF_THE_GAME, *averages))


def _changes(agent: str) -> Iterator[Change]:
    yield from _COMMON
    if agent == "ExpectimaxAgent":
        yield from _OF_EXPECTIMAX
    else:
        yield from _OF_MINIMUM
    if agent == "AlphaBetaAgent":
        yield from _OF_ALPHA_BETA
