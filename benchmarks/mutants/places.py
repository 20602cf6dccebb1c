"""Searches that are wrong in some places only: with so many ghosts, in one round, or at nodes with so many actions."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.common import VALUE
from benchmarks.mutants.sources import (
    GHOSTS_ACTIONS,
    GHOSTS_VALUE,
    LEAF,
    OVER,
    PACMANS_ACTIONS,
    Edits,
    Mutant,
    mutant,
)

_N: Final = "state.getNumAgents()"

# Conditions on a node; `depth` counts the rounds from 0.
_GAMES: Final = {
    "with one ghost": f"{_N} == 2",
    "with two ghosts": f"{_N} == 3",
    "with three ghosts": f"{_N} == 4",
    "in searches of two rounds": "self.depth == 2",
    "in searches of three rounds": "self.depth == 3",
}
_ROUNDS: Final = {
    "in the second round": "depth == 1",
    "in the third round": "depth == 2",
    "in the second of three rounds": "depth == 1 and self.depth == 3",
    "in the second round with one ghost": f"depth == 1 and {_N} == 2",
    "in the second round with several ghosts": f"depth == 1 and {_N} > 2",
}
_GHOSTS: Final = {
    "of the second ghost": "agent == 2",
    "of the third ghost": "agent == 3",
    "of the fourth ghost": "agent == 4",
    "with four ghosts": f"{_N} == 5",
    "of the first of several ghosts": f"agent == 1 and {_N} > 2",
    "of the last of several ghosts": f"agent == {_N} - 1 > 1",
    "of the second ghost in the first round": "agent == 2 and depth == 0",
    "of the second ghost in the second round": "agent == 2 and depth == 1",
    "of the first of several ghosts in the second round": f"agent == 1 and depth == 1 and {_N} > 2",
    "of ghosts in the first of three rounds": "depth == 0 and self.depth == 3",
    "of ghosts in the first round of several": "depth == 0 and self.depth > 1",
    "of ghosts in the first round with several": f"depth == 0 and {_N} > 2",
}
_ACTIONS: Final = {
    "with two actions": "len(values) == 2",
    "with three actions": "len(values) == 3",
    "with more than three actions": "len(values) > 3",
}

_MIN_INSTEAD: Final = {
    "the largest": "max(values)",
    "the average": "sum(values) / len(values)",
    "the first": "values[0]",
    "the last": "values[-1]",
    "the upper median": "sorted(values)[len(values) // 2]",
    "all but the first": "min(values[1:] or values)",
    "all but the last": "min(values[:-1] or values)",
    "at most 0": "min(values + [0])",
}
_MEAN_INSTEAD: Final = {
    "the largest": "max(values)",
    "the smallest": "min(values)",
    "the first": "values[0]",
    "the last": "values[-1]",
    "the upper median": "sorted(values)[len(values) // 2]",
    "the sum": "sum(values)",
    "the middle of the extremes": "(max(values) + min(values)) / 2",
    "divided by one more": "sum(values) / (len(values) + 1)",
    "divided by one less": "sum(values) / max(1, len(values) - 1)",
    "in whole points": "sum(values) // len(values)",
    "all but the first": "sum(values[1:]) / len(values)",
    "all but the last": "sum(values[:-1]) / len(values)",
    "rising weights": "sum(x * (i + 1) for i, x in enumerate(values)) * 2 / len(values) / (len(values) + 1)",
}
_MAX_INSTEAD: Final = {
    "the smallest": "min(values)",
    "the average": "sum(values) / len(values)",
    "the first": "values[0]",
    "the last": "values[-1]",
    "the lower median": "sorted(values)[(len(values) - 1) // 2]",
    "the second best": "sorted(values)[-2:][0]",
    "all but the last": "max(values[:-1] or values)",
    "at least 0": "max(values + [0])",
}
# Among two values some of these are the right one.
_SAME_OF_TWO: Final = {"the middle of the extremes", "the upper median", "the lower median", "the second best"}

_ENDS: Final = {
    "of wins": "state.isWin()",
    "of losses": "state.isLose()",
    "of ends in the second round": f"depth == 1 and ({OVER})",
    "of losses by a later ghost's move": "state.isLose() and agent != 1",
    "of losses by Pacman's move": "state.isLose() and agent == 1",
    "of wins with several ghosts": f"state.isWin() and {_N} > 2",
    "of losses with several ghosts": f"state.isLose() and {_N} > 2",
    "at the depth limit": f"not ({OVER})",
    "at the depth limit, with several ghosts": f"not ({OVER}) and {_N} > 2",
    "at the depth limit, of several rounds": f"not ({OVER}) and self.depth > 1",
}
_LEAF_INSTEAD: Final = {
    "0": "0",
    "negated": f"-{VALUE}",
    "without its sign": f"abs({VALUE})",
    "a point more": f"{VALUE} + 1",
    "a point less": f"{VALUE} - 1",
    "halved": f"{VALUE} / 2",
    "at least 0": f"max({VALUE}, 0)",
    "at most 0": f"min({VALUE}, 0)",
}

_SLICES: Final = {
    "without the first": "slice(1, None)",
    "without the last": "slice(None, -1)",
    "the first two": "slice(2)",
    "the last two": "slice(-2, None)",
}

_CUTS: Final[dict[str, Edits]] = {
    "ghosts do not cut": {"if v < alpha:": "if v < alpha and not ({place}):"},
    "ghosts cut on equality": {"if v < alpha:": "if v < alpha or (v == alpha and ({place})):"},
    "ghosts cut within half a point": {"if v < alpha:": "if v < alpha + (0.5 if {place} else 0):"},
    "ghosts cut half a point late": {"if v < alpha:": "if v < alpha - (0.5 if {place} else 0):"},
    "ghosts raise alpha too": {
        "beta = min(beta, v)": "beta, alpha = min(beta, v), max(alpha, v) if {place} else alpha"
    },
    "ghosts return beta": {
        "            if v < alpha:\n                return v": "            if v < alpha:\n                return beta if {place} else v"
    },
    "no alpha for ghosts": {
        '        v = float("inf")\n': '        v = float("inf")\n        alpha = float("-inf") if {place} else alpha\n'
    },
}
_PACMANS_CUTS: Final[dict[str, Edits]] = {
    "Pacman does not cut": {"if v > beta:": "if v > beta and not ({place}):"},
    "Pacman cuts on equality": {"if v > beta:": "if v > beta or (v == beta and ({place})):"},
    "Pacman cuts within half a point": {"if v > beta:": "if v > beta - (0.5 if {place} else 0):"},
    "Pacman lowers beta too": {
        "            alpha = max(alpha, v)\n        return v": "            alpha, beta = max(alpha, v), min(beta, v) if {place} else beta\n        return v"
    },
    "Pacman returns alpha": {
        "            if v > beta:\n                return v": "            if v > beta:\n                return alpha if {place} else v"
    },
    "Pacman's alpha is not raised": {
        "            alpha = max(alpha, v)\n        return v": "            alpha = alpha if {place} else max(alpha, v)\n        return v"
    },
    "no beta for Pacman": {
        '        v = float("-inf")\n        for action in state': '        v = float("-inf")\n        beta = float("inf") if {place} else beta\n        for action in state'
    },
}


def mutants(question: str) -> Iterator[Mutant]:
    """Yield the wrong searches of a question."""
    pacmans, ghosts = {**_GAMES, **_ROUNDS}, {**_GAMES, **_ROUNDS, **_GHOSTS}
    if question == "q3":
        yield from _pruning(pacmans, ghosts)
    else:
        instead = _MIN_INSTEAD if question == "q2" else _MEAN_INSTEAD
        yield from _combined(question, "ghosts' values", GHOSTS_VALUE[question], instead, {**ghosts, **_ACTIONS})
        yield from _combined(question, "Pacman's value", "max(values)", _MAX_INSTEAD, {**pacmans, **_ACTIONS})
    for place, test in _ENDS.items():
        for name, value in _LEAF_INSTEAD.items():
            yield mutant(question, f"values {place}: {name}", {LEAF: f"return {value} if {test} else {VALUE}"})
    for whose, actions, places in (("Pacman's", PACMANS_ACTIONS, pacmans), ("ghosts'", GHOSTS_ACTIONS, ghosts)):
        for place, test in places.items():
            for name, part in _SLICES.items():
                change = {
                    actions: f"{actions}[{part} if {test} and len(state.getLegalActions(agent)) > 1 else slice(None)]"
                }
                yield mutant(question, f"{whose} actions {place}: {name}", change)


def _combined(
    question: str, what: str, right: str, instead: dict[str, str], places: dict[str, str]
) -> Iterator[Mutant]:
    for place, test in places.items():
        for name, value in instead.items():
            if place != "with two actions" or name not in _SAME_OF_TWO:
                change = {f"return {right}": f"return {value} if {test} else {right}"}
                yield mutant(question, f"{what} {place}: {name}", change)


def _pruning(pacmans: dict[str, str], ghosts: dict[str, str]) -> Iterator[Mutant]:
    for cuts, places in ((_CUTS, ghosts), (_PACMANS_CUTS, pacmans)):
        for place, test in places.items():
            for name, edits in cuts.items():
                filled = {old: new.replace("{place}", test) for old, new in edits.items()}
                yield mutant("q3", f"{name} {place}", filled)
