"""Random trees similar to a given tree: the same number of agents, depth, width, size and kind of values."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from autograder.case_types.fixed_tree import FixedTree

SIZES: Final = (12, 60)  # states down to the depth; a larger tree is hard to read
MOST_DIGITS: Final = 6
NAMES: Final = ("left", "right", "middle", "up", "down", "far", "near", "back")
PLAIN_VALUES: Final = tuple(map(float, range(-5, 10)))
LEAST_ENDS: Final = 0.1  # minimal share of the inner states in which the game is over


@dataclass(frozen=True)
class TreeKind:
    """Parameters of a random tree.

    values: the values of a new tree are drawn from these, and changed slightly. width: maximal number of actions of a
    state. size: approximate number of states down to the depth. ends: share of the states above the depth in which the
    game is over.
    """

    num_agents: int
    depth: int
    values: tuple[float, ...] = PLAIN_VALUES
    width: int = 3
    size: int = 24
    ends: float = LEAST_ENDS

    @classmethod
    def of(cls, tree: FixedTree, depth: int) -> "TreeKind":
        """Return the parameters of an existing tree."""
        layers = _layers(tree, depth * tree.num_agents)
        above = [state for layer in layers for state in layer]
        on_the_way = [state for layer in layers[:-1] for state in layer]
        widths = [len(tree.actions(state)) for state in (tree.start, *on_the_way)]
        least, most = SIZES
        return cls(
            tree.num_agents,
            depth,
            tuple(tree.values.values()) or PLAIN_VALUES,
            min(max(*widths, 2), len(NAMES)),
            min(max(len(above), least), most),
            max(sum(map(tree.is_over, on_the_way)) / max(len(on_the_way), 1), LEAST_ENDS),
        )

    @property
    def plies(self) -> int:
        return self.depth * self.num_agents

    def sizes(self) -> tuple[float, float]:
        """Return the minimal and maximal number of states down to the depth, limited by the width."""
        largest = sum(self.width**ply for ply in range(1, self.plies + 1))
        return min(self.size / 2, largest / 3), self.size * 1.3

    def branching(self) -> float:
        """Return the mean number of actions for which a tree has about this size."""
        mean = 1.0
        while mean < self.width and sum(mean**ply for ply in range(1, self.plies + 1)) < self.size:
            mean += 0.02
        return mean


def _layers(tree: FixedTree, plies: int) -> list[list[str]]:
    """Return the states after one move, after two, and so on."""
    layers = [[tree.start]]
    for _ in range(plies):
        layers.append([below for state in layers[-1] for below in tree.successors.get(state, {}).values()])
    return layers[1:]


def random_tree(kind: TreeKind, rng: random.Random) -> dict[str, str]:
    """Return the properties of a tree with the rules of the game: exactly the states that are over have no actions.

    The tree continues below the depth, and every state has a value, so that a search to a wrong depth returns wrong
    results instead of failing.
    """
    least, most = kind.sizes()
    while True:
        size, properties = _tree(kind, rng)
        if least <= size <= most:
            return properties


def _tree(kind: TreeKind, rng: random.Random) -> tuple[int, dict[str, str]]:
    """Return the number of states down to the depth, and the properties of a tree."""
    levels = kind.plies + rng.choice((1, min(kind.num_agents, 3)))
    branching, digits = kind.branching(), max(map(_digits, kind.values))
    successors, values = [], []
    ends: dict[str, list[str]] = {"win": [], "lose": []}
    layer = ["root"]
    size = 0
    for level in range(1, levels + 1):
        below: list[str] = []
        for state in layer:
            for action in NAMES[: _width(kind, branching, level, rng)]:
                below.append(f"{chr(96 + level)}{len(below) + 1}")
                successors.append(f"{state} {action} {below[-1]}")
        size += len(below) if level <= kind.plies else 0
        values += [f"{state} {_value(kind.values, digits, rng)}" for state in below]
        over = below if level == levels else [state for state in below if rng.random() < kind.ends]
        can_win = (level - 1) % kind.num_agents == 0  # only Pacman's move can win
        for state in over:
            ends[rng.choice(("win", "lose")) if can_win else "lose"].append(state)
        layer = [state for state in below if state not in over]
    return size, {
        "ties": "any",
        "start_state": "root",
        "win_states": " ".join(ends["win"]),
        "lose_states": " ".join(ends["lose"]),
        "successors": "\n".join(successors),
        "evaluation": "\n".join(values),
        "diagram": "",
    }


def _width(kind: TreeKind, branching: float, level: int, rng: random.Random) -> int:
    """Return the number of a state's actions: nearly `width` at the root, one or two below the depth."""
    if level > kind.plies:
        return rng.choice((1, 1, 1, 2))
    if level == 1:
        return rng.randint(max(kind.width - 1, 2), kind.width)
    more = kind.width - 1
    return 1 + sum(rng.random() * more < branching - 1 for _ in range(more))


def _value(values: Sequence[float], digits: int, rng: random.Random) -> str:
    """Return one of the values, or one that differs by 1 in its last digit."""
    moved = rng.choice(values) + rng.choice((-1, 0, 0, 1)) * 10.0**-digits
    return f"{round(moved, digits) + 0.0:.{digits}f}"  # + 0.0 turns -0.0 into 0.0


def _digits(value: float) -> int:
    """Return the number of decimal places of a value."""
    return len(f"{value:.{MOST_DIGITS}f}".rstrip("0").partition(".")[2])
