"""A matchup: one configuration that is played many times. A plain batch has one, a matrix several."""

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Final, TypeAlias

from experiments.batch.player_spec import PlayerSpec
from experiments.statistics.intervals import Interval
from pacman.layout import Layout
from pacman.plugins import plugins_digest
from pacman.scoring import FOOD_SCORE, GHOST_SCORE, LOSE_PENALTY, TIME_PENALTY, WIN_SCORE

MOST_MOVES: Final = 10_000
MOVE_SECONDS: Final = 60.0

BatchSeed: TypeAlias = int | str  # an integer for batches and comparisons; text for other uses, such as tuning


@dataclass(frozen=True)
class GameLimits:
    """Limits that end a game: moves of all agents, and seconds. None means no limit."""

    max_moves: int | None = MOST_MOVES
    move_time: float | None = MOVE_SECONDS
    game_time: float | None = None


@dataclass(frozen=True)
class Matchup:
    """Players, layout and limits. Workers receive the text of the layout, and build its tables once."""

    pacman: PlayerSpec
    ghost: PlayerSpec
    ghosts: int
    layout: Layout
    limits: GameLimits = GameLimits()
    side: str = ""  # distinguishes two matchups that are equal otherwise

    @classmethod
    def on(
        cls,
        layout: Layout,
        pacman: PlayerSpec,
        ghost: PlayerSpec,
        ghosts: int | None = None,
        limits: GameLimits | None = None,
    ) -> "Matchup":
        """Return a matchup with `ghosts` ghosts of one kind; None means as many as the layout has."""
        present = len(layout.ghost_starts)
        count = present if ghosts is None else min(ghosts, present)
        return cls(pacman, ghost, count, layout, limits or GameLimits())

    def relocated(self, carry: Callable[[str], str]) -> "Matchup":
        """Return the same matchup with the files of its players at the paths that `carry` returns."""
        return replace(self, pacman=self.pacman.relocated(carry), ghost=self.ghost.relocated(carry))

    @property
    def names(self) -> dict[str, str]:
        """Names of agent, layout and ghosts, as in the rows of a matrix."""
        return {
            "agent": self.pacman.name,
            "layout": self.layout.name,
            "ghosts": f"{self.ghosts} {self.ghost.name}" if self.ghosts else "none",
            **({"side": self.side} if self.side else {}),
        }

    def score_bounds(self, longest: int) -> Interval:
        """Return the lowest and highest possible score of a game with at most twice as many moves as `longest`.

        By the rules: at worst Pacman eats nothing and all ghosts catch Pacman at once; at best Pacman eats food with
        every move, and each ghost after each capsule. Moves are counted over all agents, as in the limits.
        """
        limit = self.limits.max_moves
        moves = 2 * longest if limit is None else min(2 * longest, limit)
        least = -self.ghosts * LOSE_PENALTY - math.ceil(moves / (1 + self.ghosts)) * TIME_PENALTY
        food = len(self.layout.food_cells) * (FOOD_SCORE - TIME_PENALTY)
        return least, food + WIN_SCORE + len(self.layout.capsule_cells) * self.ghosts * GHOST_SCORE

    def fingerprint(self, seed: BatchSeed) -> str:
        """Return the mark of this matchup's rows in a results file; equal marks mean that the games are the same."""
        facts = {
            "pacman": self.pacman.identity(),
            "ghost": self.ghost.identity() if self.ghosts else None,
            "ghosts": self.ghosts,
            "layout": self.layout.rows,
            "limits": asdict(self.limits),
            "seed": seed,
            "side": self.side,
        }
        if digest := plugins_digest():
            facts["plugins"] = digest
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:12]
