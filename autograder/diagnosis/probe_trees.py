"""Trees that are put to a submission to test the name of its bug; they give no points.

The chains show how deep a search goes, for more numbers of ghosts and depths than an assignment has; the plain trees
how it combines values. Further random trees distinguish bugs that all reproduce the answers so far.
"""

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, product
from typing import Final, NamedTuple

from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.state_spaces import NoScoreError, TreeSpace
from autograder.diagnosis.search_rules import Rules
from autograder.diagnosis.wrong_searches import WouldCrash, search

SEED: Final = 1
TRIED: Final = 400  # random trees, of which those are used that distinguish the bugs in question
_NAMES: Final = ("left", "right", "middle", "up")
_VALUES: Final = (  # the values of one random tree are of one kind
    tuple(range(-9, 10)),
    tuple(number / 4 for number in range(-24, 25)),
    (-3, -2, 0, 0, 1, 2),
    (-1600, -700, -400, -90, -20, -5, 0, 4, 15, 80, 300, 800, 1700),
)
_PLAIN: Final = (  # the number of agents, the depth, and the numbers of actions of plain trees
    *((2, 1, (4,)), (2, 1, (3, 4)), (2, 2, (3,)), (2, 2, (2, 3)), (2, 3, (2, 2, 3))),
    *((3, 1, (3,)), (3, 1, (3, 4)), (3, 2, (2,)), (3, 2, (1, 2, 3)), (4, 1, (3,))),
)
_FREE_ROUNDS: Final = 3  # below the depth of a chain


class Probe(NamedTuple):
    """A tree and the depth to which it is to be searched."""

    tree: FixedTree
    depth: int


class Prediction(NamedTuple):
    """The answer of a search with a bug: any of these actions, and exactly these states."""

    actions: frozenset[str]
    generated: frozenset[str]

    def excludes(self, other: "Prediction") -> bool:
        """True if no answer fits both."""
        return self.generated != other.generated or self.actions.isdisjoint(other.actions)


def chains() -> Iterator[Probe]:
    """Yield trees in which only the root has a choice: their generated states are the depth of a search."""
    for num_agents, depth in product((2, 3, 4), (1, 2, 3, 4)):
        plies = num_agents * (depth + _FREE_ROUNDS)
        names = {"left": [f"a{ply}" for ply in range(plies)], "right": [f"b{ply}" for ply in range(plies)]}
        successors = {"root": {action: states[0] for action, states in names.items()}}
        for states in names.values():
            successors |= {above: {"left": below} for above, below in pairwise(states)}
        values = {state: number for states, number in zip(names.values(), (3.0, 5.0), strict=True) for state in states}
        wins = frozenset(states[-1] for states in names.values())
        yield Probe(FixedTree("root", num_agents, wins, frozenset(), successors, values), depth)


def plain_trees() -> Iterator[Probe]:
    """Yield random trees in which only the structure of a search matters.

    All leaves have the same depth and positive values far apart. So it makes no difference by which number a search
    discounts, rounds, limits or compares values, and a bug is reproduced even if the simulation has another number.
    """
    rng = random.Random(SEED)
    for num_agents, depth, widths in _PLAIN:
        yield _drawn_tree(rng, num_agents, depth, widths, range(10, 100, 5), 0)


def distinguishing(candidates: Collection[Rules], rng: random.Random) -> Iterator[Probe]:
    """Yield random trees in which some two of the searches cannot give the same answer."""
    for _ in range(TRIED):
        num_agents, depth = rng.choice(((2, 1), (2, 2), (2, 2), (2, 3), (3, 1), (3, 2)))
        probe = _drawn_tree(rng, num_agents, depth, (1, 2, 2, 3), rng.choice(_VALUES), rng.choice((0.0, 0.1)))
        predictions = [predicted for rules in candidates if (predicted := predict(probe, rules)) is not None]
        if any(one.excludes(other) for one, other in pairwise(predictions)):
            yield probe


def predict(probe: Probe, rules: Rules) -> Prediction | None:
    """Return the answer of a search with these rules; None if it would crash or choose nothing."""
    space = TreeSpace(probe.tree)
    try:
        actions = search(space, probe.tree.start, probe.depth, rules)
    except (NoScoreError, WouldCrash):
        return None
    return Prediction(frozenset(actions), frozenset(space.generated)) if actions else None


def _drawn_tree(
    rng: random.Random, num_agents: int, depth: int, widths: Sequence[int], values: Sequence[float], ends: float
) -> Probe:
    """Return a tree with the rules of the game: exactly the states that are over have no actions; all have values.

    widths: numbers of actions to draw from. ends: the share of states above the depth in which the game is over.
    """
    plies = num_agents * depth
    successors: dict[str, dict[str, str]] = {}
    found: dict[str, float] = {}
    over: dict[bool, set[str]] = {True: set(), False: set()}
    layer = ["root"]
    for ply in range(1, plies + num_agents + 1):
        below: list[str] = []
        for state in layer:
            width = max(2, rng.choice(widths)) if ply == 1 else rng.choice(widths) if ply <= plies else 1
            successors[state] = {action: f"{state}{action[0]}" for action in _NAMES[:width]}
            below += successors[state].values()
        found |= {state: float(rng.choice(values)) for state in below}
        ended = {state for state in below if ply == plies + num_agents or rng.random() < ends}
        over[ply % num_agents == 1 and rng.random() < 0.5] |= ended  # only Pacman's move can win
        layer = [state for state in below if state not in ended]
    return Probe(FixedTree("root", num_agents, frozenset(over[True]), frozenset(over[False]), successors, found), depth)
