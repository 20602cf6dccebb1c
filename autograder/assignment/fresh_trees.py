"""Fresh trees: the tree of a case with other names of states and actions.

A fresh tree has the shape, the order of actions and the values of the old one. Every search, right or wrong, therefore
behaves as in the old tree, and a mistake costs the same points under every seed. Only memorised answers, which are
names of states or actions, fail.
"""

import random
from typing import Final

from autograder.assignment.drawn_cases import DrawnCase
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import TreeSolution
from autograder.case_types.tree_case import TreeCase

ACTION_NAMES: Final = (
    *("across", "ahead", "along", "aside", "away", "back", "below", "between", "beyond", "down", "far", "forth"),
    *("home", "inside", "left", "middle", "near", "off", "onward", "out", "over", "past", "right", "round"),
    *("through", "up"),
)


def fresh_tree(case: TreeCase, rng: random.Random) -> DrawnCase:
    """Return the case with other names of states and actions, in its tree and in its solution.

    The name of a state consists of its layer and a random number, so that it does not reveal its position in the layer.
    """
    tree = case.tree
    states = _state_names(tree, rng)
    actions = _action_names(tree, rng)
    properties = {
        "start_state": states[tree.start],
        "win_states": " ".join(name for state, name in states.items() if state in tree.wins),
        "lose_states": " ".join(name for state, name in states.items() if state in tree.losses),
        "successors": "\n".join(
            f"{states[state]} {actions[action]} {states[child]}"
            for state, children in tree.successors.items()
            if state in states
            for action, child in children.items()
        ),
        "evaluation": "\n".join(
            f"{states[state]} {value!r}" for state, value in tree.values.items() if state in states
        ),
        "diagram": "",
    }
    if not hasattr(case, "expected"):  # its solution was not read
        case.take_reference()
    solution = TreeSolution(
        tuple(actions[action] for action in case.expected.actions),
        frozenset(states[state] for state in case.expected.generated),
    )
    return DrawnCase.of({**case.file.values, **properties}, case.properties_of(solution))


def _state_names(tree: FixedTree, rng: random.Random) -> dict[str, str]:
    """Return new names of the states that can be reached."""
    names = {tree.start: "root"}
    layer, level = [tree.start], 0
    while layer:
        level += 1
        children = (child for state in layer for child in tree.successors.get(state, {}).values())
        layer = [child for child in dict.fromkeys(children) if child not in names]
        numbers = rng.sample(range(1, len(layer) + 1), len(layer))
        names |= {child: f"{_letters(level)}{number}" for child, number in zip(layer, numbers, strict=True)}
    return names


def _letters(level: int) -> str:
    return chr(96 + level) if level <= 26 else f"level{level}-"


def _action_names(tree: FixedTree, rng: random.Random) -> dict[str, str]:
    """Return new names of the actions, in the alphabetical order of the old ones: some wrong searches sort them."""
    old = sorted({action for children in tree.successors.values() for action in children})
    known = ACTION_NAMES if len(old) < len(ACTION_NAMES) else [f"action-{n:05}" for n in range(2 * len(old))]
    return dict(zip(old, sorted(rng.sample(known, len(old))), strict=True))
