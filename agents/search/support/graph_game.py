"""Games defined state by state: the trees of textbooks and lectures, and graphs with cycles.

    game = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])     # MAX over MIN; the leaves are utilities for player 0
    minimax(game, game.root).value                       # 3

A state is its name, a string, so that traces and error messages are readable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agents.search.contract import CHANCE, MAX, check_distribution
from agents.search.errors import GameError


class GraphGame:
    """A game as tables, keyed by the names of its states.

    successors: state -> {action: next state}; the order of the actions is the order of the game.
    players: state -> player to move.
    utilities: terminal state -> its value: one number for player 0 (the others get its negative), or a tuple with one
        number for each player.
    chances: chance node -> {action: probability}; a chance node that is not listed here is uniform.
    """

    def __init__(
        self,
        root: str,
        successors: Mapping[str, Mapping[Any, str]],
        players: Mapping[str, int],
        utilities: Mapping[str, float | tuple[float, ...]],
        chances: Mapping[str, Mapping[Any, float]] | None = None,
    ) -> None:
        self.root = root
        self._successors = successors
        self._players = players
        self._utilities = utilities
        self._chances = chances or {}
        self._actions = {state: tuple(moves) for state, moves in successors.items()}
        self._check()

    def player(self, state: str, /) -> int:
        return self._players[state]

    def actions(self, state: str, /) -> Sequence[Any]:
        return self._actions.get(state, ())

    def result(self, state: str, action: Any, /) -> str:
        return self._successors[state][action]

    def terminal_test(self, state: str, /) -> bool:
        return state in self._utilities

    def utility(self, state: str, player: int, /) -> float:
        utility = self._utilities[state]
        if isinstance(utility, tuple):
            return utility[player]
        return utility if player == MAX else -utility

    def probabilities(self, state: str, /) -> Sequence[tuple[Any, float]]:
        actions = self._actions[state]
        chances = self._chances.get(state)
        return [(action, 1 / len(actions) if chances is None else chances[action]) for action in actions]

    def _check(self) -> None:
        for state in {self.root, *self._successors, *self._players}:
            if state not in self._utilities and not self._successors.get(state):
                raise GameError(f"state {state!r} has neither successors nor a utility")
        for state, moves in self._successors.items():
            if state not in self._players:
                raise GameError(f"state {state!r} has successors but no player to move: it is missing in players")
            for action, successor in moves.items():
                if successor not in self._successors and successor not in self._utilities:
                    raise GameError(f"action {action!r} in state {state!r} leads to the unknown state {successor!r}")
            if self._players[state] == CHANCE:
                check_distribution(self.probabilities(state), f"state {state!r}")


class Chance:
    """A chance node in a nested tree: `Chance((1/2, 8), (1/3, 24), (1/6, -12))`, pairs of probability and subtree."""

    def __init__(self, *outcomes: tuple[float, Any]) -> None:
        self.outcomes = outcomes


def tree(nested: Any, players: Sequence[int] = (MAX, 1)) -> GraphGame:
    """Return a game from nested lists.

    A number is a leaf with that utility for player 0; a tuple is a leaf with one utility for each player; a list is a
    node with actions 0, 1, 2, …; a dict is a node with named actions; `Chance` is a chance node. `players` are the
    players to move on each level, from the root down, repeated cyclically: (0, 1, 2) is MAX and two opponents in turn.

    The root is named "root", and every other state by the actions that lead to it: "1.0", or "left.up". Where two
    states would have the same name, as after 1 and "1", the second one gets a prime: "1'".
    """
    names = {"root"}
    successors: dict[str, dict[Any, str]] = {}
    movers: dict[str, int] = {}
    utilities: dict[str, float | tuple[float, ...]] = {}
    chances: dict[str, dict[Any, float]] = {}

    def new_name(name: str) -> str:
        while name in names:
            name += "'"
        names.add(name)
        return name

    def add(node: Any, name: str, level: int) -> str:
        if isinstance(node, (int, float, tuple)):
            utilities[name] = node
            return name
        movers[name] = players[level % len(players)]
        if isinstance(node, Chance):
            movers[name] = CHANCE
            chances[name] = {action: probability for action, (probability, _) in enumerate(node.outcomes)}
            children = {action: subtree for action, (_, subtree) in enumerate(node.outcomes)}
        elif isinstance(node, (list, dict)):
            children = dict(node if isinstance(node, dict) else enumerate(node))
        else:
            raise GameError(f"{node!r} at {name!r} is not a tree; expected a number, tuple, list, dict or Chance")
        prefix = "" if level == 0 else f"{name}."
        successors[name] = {action: new_name(f"{prefix}{action}") for action in children}
        for action, child in children.items():
            add(child, successors[name][action], level + 1)
        return name

    return GraphGame(add(nested, "root", 0), successors, movers, utilities, chances)
