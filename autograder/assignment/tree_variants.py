"""A tree like another one: its actions in another order and under other names, and some of its values changed.

What the tree is made to show is still there, most of the time: values that are nearly equal, games that end on the way,
ghosts that matter. Which action is right is another question every time.
"""

import random
from collections.abc import Mapping
from typing import Final

from autograder.case_types.fixed_tree import FixedTree

FIRST_NAMES: Final = ("left", "right")  # where there is a choice there are these two
MORE_NAMES: Final = ("middle", "up", "down", "far", "near", "back")
MOST_DIGITS: Final = 6


def tree_variant(tree: FixedTree, changed: float, rng: random.Random) -> dict[str, str]:
    """The properties of a variant of a tree, in which about this share of everything is changed.

    That is, of the values, and of the states whose actions are in another order; those of the root always are.
    """
    names = [*rng.sample(FIRST_NAMES, len(FIRST_NAMES)), *rng.sample(MORE_NAMES, len(MORE_NAMES))]
    renamed = {tree.start: "root"}
    successors = []
    layer, level = [tree.start], 0
    while layer:
        level += 1
        below: list[str] = []
        for state in layer:
            actions = list(tree.successors.get(state, {}).items())
            if state == tree.start or rng.random() < changed:
                rng.shuffle(actions)
            for place, (action, child) in enumerate(actions):
                if child not in renamed:
                    below.append(child)
                    renamed[child] = f"{_letters(level)}{len(below)}"
                called = names[place] if len(actions) <= len(names) else action
                successors.append(f"{renamed[state]} {called} {renamed[child]}")
        layer = below
    values = _values(tree.values, changed, rng)
    return {
        "ties": "any",
        "start_state": "root",
        "win_states": " ".join(name for state, name in renamed.items() if state in tree.wins),
        "lose_states": " ".join(name for state, name in renamed.items() if state in tree.losses),
        "successors": "\n".join(successors),
        "evaluation": "\n".join(f"{renamed[state]} {value}" for state, value in values.items() if state in renamed),
        "diagram": "",
    }


def _letters(level: int) -> str:
    return chr(96 + level) if level <= 26 else f"level{level}-"


def _values(values: Mapping[str, float], share: float, rng: random.Random) -> dict[str, str]:
    """The values as text; some, one at least, take that of another state, with the last digit moved by one at most."""
    known = list(values.values())
    digits = max(map(_digits, known), default=0)
    unit = 10.0**-digits
    changed = {}
    certain = rng.choice(list(values)) if values else ""
    for state, value in values.items():
        if state == certain or rng.random() < share:
            value = rng.choice(known) + rng.choice((-unit, 0, 0, unit))
        changed[state] = f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0: there is no negative zero
    return changed


def _digits(value: float) -> int:
    """Of a value, behind the point."""
    return len(f"{value:.{MOST_DIGITS}f}".rstrip("0").partition(".")[2])
