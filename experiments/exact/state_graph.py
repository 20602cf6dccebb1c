"""A game as a graph of states without their score, and sweeps of value iteration over it."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SETTLED: Final = 1e-12


@dataclass
class StateGraph:
    """All states reachable from a start: for each state key and turn, the target and gain of every action."""

    agents: int
    numbers: dict[tuple[Hashable, int], int] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)  # index of each state's first action in the lists below
    targets: list[int] = field(default_factory=list)  # a state, or -1 where the game ends
    gains: list[int] = field(default_factory=list)
    wins: list[bool] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.turns)


class GraphTables:
    """A graph as arrays, so that a sweep over all states is a few vector operations.

    The actions of all states are in one array, grouped by state.
    """

    def __init__(self, graph: StateGraph) -> None:
        self._targets = np.array(graph.targets)
        self._gains = np.array(graph.gains, dtype=float)
        self._wins = np.array(graph.wins, dtype=float)
        self._firsts = np.array(graph.firsts)
        self._is_pacman = np.array(graph.turns) == 0
        self._counts = np.diff(np.append(self._firsts, len(graph.targets)))
        self._chances = np.repeat(1 / self._counts, self._counts)

    def backed_up(self, values: NDArray[np.float64], is_random: bool) -> NDArray[np.float64]:
        """Return every state's value from its successors: Pacman takes the best, ghosts the worst or the average."""
        actions = self._action_values(values)
        best = np.maximum.reduceat(actions, self._firsts)
        if is_random:
            others = np.add.reduceat(actions * self._chances, self._firsts)
        else:
            others = np.minimum.reduceat(actions, self._firsts)
        return np.where(self._is_pacman, best, others)

    def sure_to_end(self) -> NDArray[np.bool_]:
        """Return the states from which Pacman can end the game with probability 1 against random ghosts.

        Remove the states that cannot reach the end, then those from which a random ghost move may lead to a removed
        one, and repeat until none is removed.
        """
        kept = np.ones(len(self._firsts), dtype=bool)
        while True:
            is_open = self._followed(kept)
            is_safe = np.minimum.reduceat(is_open, self._firsts) | self._is_pacman
            reaching = np.zeros(len(kept), dtype=bool)
            while True:
                steps = self._followed(reaching) & is_open
                wider = np.maximum.reduceat(steps, self._firsts) & is_safe & kept
                if (wider == reaching).all():
                    break
                reaching = wider
            if (reaching == kept).all():
                return kept
            kept = reaching

    def win_probability(self, values: NDArray[np.float64], is_random: bool) -> float:
        """Return the chance to win from the start if all agents play by these values; ties go to the first action."""
        if values[0] == -np.inf:
            return 0.0
        actions = self._action_values(values)
        best = self._first_where(actions, np.maximum.reduceat(actions, self._firsts))
        worst = self._first_where(actions, np.minimum.reduceat(actions, self._firsts))
        won = np.zeros(len(values))
        while True:
            after = np.where(self._targets < 0, self._wins, won[self._targets])
            others = np.add.reduceat(after * self._chances, self._firsts) if is_random else after[worst]
            update = np.where(self._is_pacman, after[best], others)
            if np.max(np.abs(update - won)) <= _SETTLED:
                return float(update[0])
            won = update

    def _action_values(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the value of every action; the end of the game has value 0."""
        return self._gains + np.where(self._targets < 0, 0.0, values[self._targets])

    def _followed(self, states: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return True for each action that leads into these states, or to the end of the game."""
        return np.where(self._targets < 0, True, states[self._targets])

    def _first_where(self, actions: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the index of each state's first action with the wanted value."""
        places = np.where(actions == np.repeat(wanted, self._counts), np.arange(len(actions)), len(actions))
        return np.minimum.reduceat(places, self._firsts)
