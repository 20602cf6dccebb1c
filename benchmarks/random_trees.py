"""Random trees for generated assignments and for tests, with the rules of the game."""

import random
from dataclasses import dataclass
from typing import Final

NAMES: Final = ("left", "right", "middle")  # of actions; a state has at most this many
VALUES: Final = range(-5, 10)
SIZE: Final = 24  # approximate number of states down to the depth; a larger tree is hard to read
ENDS: Final = 0.1  # share of the states above the depth in which the game is over


@dataclass(frozen=True)
class TreeKind:
    """Parameters of a random tree."""

    num_agents: int
    depth: int

    @property
    def plies(self) -> int:
        return self.depth * self.num_agents

    def sizes(self) -> tuple[float, float]:
        """Return the minimal and maximal number of states down to the depth, limited by the width."""
        largest = sum(len(NAMES) ** ply for ply in range(1, self.plies + 1))
        return min(SIZE / 2, largest / 3), SIZE * 1.3

    def branching(self) -> float:
        """Return the mean number of actions for which a tree has about this size."""
        mean = 1.0
        while mean < len(NAMES) and sum(mean**ply for ply in range(1, self.plies + 1)) < SIZE:
            mean += 0.02
        return mean


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
    branching = kind.branching()
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
        values += [f"{state} {rng.choice(VALUES) + rng.choice((-1, 0, 0, 1))}" for state in below]
        over = below if level == levels else [state for state in below if rng.random() < ENDS]
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
    """Return the number of a state's actions: nearly the largest at the root, one or two below the depth."""
    if level > kind.plies:
        return rng.choice((1, 1, 1, 2))
    more = len(NAMES) - 1
    if level == 1:
        return rng.randint(more, len(NAMES))
    return 1 + sum(rng.random() * more < branching - 1 for _ in range(more))
