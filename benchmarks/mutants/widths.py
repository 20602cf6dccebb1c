"""Searches that are wrong only with many actions, in late rounds, or with a single action at the root."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.sources import (
    GHOSTS_ACTIONS,
    GHOSTS_VALUE,
    LEAF,
    PACMANS_ACTIONS,
    ROOT_ACTIONS,
    ROOT_BETTER,
    Edits,
    Mutant,
    mutant,
)

_MANY: Final = "len(state.getLegalActions(agent)) > 4"
_INNER: Final = "        if agent == 0:\n            found"  # where a node is known to be neither a leaf nor over
_WRONG: Final = {
    "the first value": "values[0]",
    "the last value": "values[-1]",
    "the sum": "sum(values)",
    "the median": "statistics.median(values)",
    "the mean of the extremes": "(max(values) + min(values)) / 2",
    "the mean of three": "sum(values[:3]) / 3",
    "the mean of four": "sum(values[:4]) / 4",
    "the mean of different values": "statistics.mean(set(values))",
    "the largest magnitude": "max(values, key=abs)",
    "a quarter of the sum": "sum(values) / 4",
}


def mutants(question: str) -> Iterator[Mutant]:
    for name, edits in {**_left_out(), **_rounds(), **_many(question)}.items():
        yield mutant(question, name, edits)


def _left_out() -> dict[str, Edits]:
    """Return edits that try only the first or the last of many actions."""
    root = f"for action in {ROOT_ACTIONS}"
    places = {"root": [root], "Pacman": [PACMANS_ACTIONS], "ghosts": [GHOSTS_ACTIONS]}
    places["all"] = [root, PACMANS_ACTIONS, GHOSTS_ACTIONS]
    parts = {f"the first {count} actions": f"[:{count}]" for count in (4, 5)}
    parts |= {f"the last {count} actions": f"[-{count}:]" for count in (4, 5)}
    return {
        f"many: only {part} ({place})": {loop: f"{loop}{cut}" for loop in loops}
        for part, cut in parts.items()
        for place, loops in places.items()
    }


def _rounds() -> dict[str, Edits]:
    single = f"if len({ROOT_ACTIONS}) == 1:\n            return {ROOT_ACTIONS}[0]"
    return {
        "rounds: at most three": {"depth == self.depth": "depth == min(3, self.depth)"},
        "rounds: at most four": {"depth == self.depth": "depth == min(4, self.depth)"},
        "rounds: Pacman's fourth node is a leaf": {_INNER: _leaf_if("agent == 0 and depth == 3")},
        "root: a single action is not searched": {
            f"        for action in {ROOT_ACTIONS}": f"        {single}\n        for action in {ROOT_ACTIONS}"
        },
    }


def _many(question: str) -> dict[str, Edits]:
    """Return edits that are wrong at nodes with more than four actions."""
    many = f"len({ROOT_ACTIONS}) > 4"
    edits: dict[str, Edits] = {
        "many: the last at the root": {ROOT_BETTER: f"if value > best or {many}:"},
        "many: the first at the root": {ROOT_BETTER: f"if value > best and not ({many} and choice):"},
        "many: Pacman's nodes are leaves": {_INNER: _leaf_if(f"agent == 0 and {_MANY}")},
        "many: ghosts' nodes are leaves": {_INNER: _leaf_if(f"agent > 0 and {_MANY}")},
    }
    if question == "q3":
        return edits | _many_of_alpha_beta()
    right = GHOSTS_VALUE[question]
    for name, wrong in _WRONG.items():
        edits[f"many: {name} for ghosts"] = {f"return {right}": f"return {wrong} if len(values) > 4 else {right}"}
        edits[f"many: {name} for Pacman"] = {
            "return max(values)": f"return {wrong} if len(values) > 4 else max(values)"
        }
    return edits


def _leaf_if(condition: str) -> str:
    return f"        if {condition}:\n            {LEAF}\n{_INNER}"


def _many_of_alpha_beta() -> dict[str, Edits]:
    edits: dict[str, Edits] = {}
    for who, best, bound, sign, mine in (
        ("Pacman", "max", "beta", ">", "alpha"),
        ("ghosts", "min", "alpha", "<", "beta"),
    ):
        cut, update = f"if v {sign} {bound}:", f"v = {best}(v, value)"
        move = f"{mine} = {best}({mine}, v)"
        edits |= {
            f"many: no cut for {who}": {cut: f"if v {sign} {bound} and not {_MANY}:"},
            f"many: a cut on equality for {who}": {cut: f"if v {sign} {bound} or ({_MANY} and v == {bound}):"},
            f"many: the bound stays for {who}": {move: f"{mine} = {mine} if {_MANY} else {best}({mine}, v)"},
            f"many: the last value for {who}": {update: f"v = value if {_MANY} else {best}(v, value)"},
        }
    return edits
