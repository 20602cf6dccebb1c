"""Ranks of many players, from their results in the same games, with a bounded total error.

At each look, every mean and every difference of two players gets an interval. The error of a look is divided equally
among all of these statements (Bonferroni), as the total error is divided among the looks. With 95 % confidence all
intervals of all looks therefore hold together, whatever the dependence between players, and so do the ranks that follow
from them: a player's rank lies between one more than the number of players that are clearly better, and the number of
players that are not clearly worse.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from experiments.statistics.intervals import Interval, mean_interval
from experiments.statistics.sequential import Difference, Look, Mean, difference

Rank: TypeAlias = tuple[int, int]  # the best and the worst possible one


class Ranking:
    """Ranks of players, numbered from 0. `means` and `differences` are those of the last look at which they played."""

    def __init__(self, players: int) -> None:
        self._ranked = set(range(players))
        self._statements = players * (players + 1) // 2
        self.means: dict[int, Mean] = {}
        self.differences: dict[tuple[int, int], Difference] = {}  # second minus first

    def exclude(self, players: Collection[int]) -> None:
        """Rank the others only. The error is still divided among the statements about all players."""
        self._ranked -= set(players)

    def look(self, look: Look, results: Mapping[int, Sequence[float]], bounds: Interval) -> None:
        """Test the results at a look: those of each player who still plays, in the order of the games.

        `bounds` are the lowest and the highest possible result. A difference that was clear at an earlier look stays.
        """
        share = Look(look.games, look.error / self._statements)
        for player, own in results.items():
            interval = mean_interval(own, bounds, 1 - share.error)
            self.means[player] = Mean(len(own), sum(own) / len(own), interval)
        for pair in combinations(sorted(results), 2):
            if pair not in self.differences or not self.differences[pair].is_clear:
                gains = [b - a for a, b in zip(results[pair[0]], results[pair[1]], strict=True)]
                self.differences[pair] = difference(gains, share, bounds[1] - bounds[0])

    def is_settled(self, player: int) -> bool:
        """True if the order of this player and each other one is clear, so that more games would change nothing."""
        return all(self._order(player, other) for other in self._ranked - {player})

    def rank(self, player: int) -> Rank:
        orders = [self._order(player, other) for other in self._ranked - {player}]
        return 1 + orders.count(-1), len(self._ranked) - orders.count(1)

    def in_order(self) -> list[int]:
        """Return the ranked players, best ranges first; equal ranges by their means, then by their numbers."""
        return sorted(self._ranked, key=lambda player: (*self.rank(player), -self.means[player].mean, player))

    def _order(self, player: int, other: int) -> int:
        """Return 1 if the player is clearly better than the other one, -1 if clearly worse, 0 if that is not known."""
        found = self.differences.get((min(player, other), max(player, other)))
        if found is None or not found.is_clear:
            return 0
        return 1 if (found.mean > 0) == (player > other) else -1
