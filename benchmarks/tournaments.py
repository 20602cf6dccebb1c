"""Error rate and power of tournaments, on scores drawn from known distributions.

`python -m benchmarks.tournaments` prints how many of 200 tournaments claim an order among equal players, and how many
find the right order of different ones (some minutes).
"""

import random
from collections.abc import Sequence
from typing import Final

from experiments.statistics.sequential import planned_looks
from experiments.tournament.ranking import Ranking

BOUNDS: Final = (-1500.0, 1800.0)
TOURNAMENTS: Final = 200
GAMES: Final = 100


def ranked(scores: Sequence[Sequence[float]], games: int) -> Ranking:
    """Rank players as a tournament does: at every look, without those that are settled."""
    ranking, playing = Ranking(len(scores)), list(range(len(scores)))
    for look in planned_looks(games):
        ranking.look(look, {player: scores[player][: look.games] for player in playing}, BOUNDS)
        playing = [player for player in playing if not ranking.is_settled(player)]
        if not playing:
            break
    return ranking


def game_scores(
    rng: random.Random, games: int, common: float, gains: Sequence[float], lost: float = 0.1
) -> list[list[float]]:
    """Draw scores of games, of which a share `lost` is lost; `common` is the size of the effect of the seed.

    gains: the advantage of each player.
    """
    effects = [rng.gauss(0, common) for _ in range(games)]
    low, high = BOUNDS
    return [
        [
            min(high, max(low, effect + gain + rng.gauss(0, 80) + (1300 if rng.random() >= lost else -300)))
            for effect in effects
        ]
        for gain in gains
    ]


def num_orders(tournaments: int, games: int, common: float, lost: float = 0.1) -> int:
    """Return the number of tournaments of eight equal players that claim an order of any two."""
    found = 0
    for seed in range(tournaments):
        ranking = ranked(game_scores(random.Random(seed), games, common, [0] * 8, lost), games)
        found += any(ranking.rank(player) != (1, 8) for player in range(8))
    return found


def mean_width(tournaments: int, games: int, common: float, step: float) -> float:
    """Return the mean width of the ranks of eight players, each better than the one before by `step`."""
    total = 0
    for seed in range(tournaments):
        ranking = ranked(game_scores(random.Random(seed), games, common, [step * n for n in range(8)]), games)
        total += sum(worst - best + 1 for best, worst in map(ranking.rank, range(8)))
    return total / (8 * tournaments)


def main() -> None:
    for lost in (0.1, 0.01):
        for common in (0, 300):
            number = num_orders(TOURNAMENTS, GAMES, common, lost)
            print(f"equal, {lost:.0%} lost, effect of the seed {common}: {number} of {TOURNAMENTS}", flush=True)
    for games in (GAMES, 4 * GAMES):
        for step in (100, 200):
            width = mean_width(10, games, 300, step)
            print(f"{games} games, {step} points from player to player: ranks span {width:.1f} of 8", flush=True)


if __name__ == "__main__":
    main()
