"""The lecture's table: two Pacman agents against two kinds of ghost, as published and as reproduced here.

The lecture published neither its board nor its evaluations. The two boards here were found by searching for settings
with the same results; they are not claimed to be the lecture's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.exact.markov import ExactOutcome, exact_outcome
from experiments.statistics.tally import Summary
from pacman.layout import Layout, load_layout
from pacman.state import GameState

DEPTH: Final = 4  # rounds that Pacman looks ahead
GHOST_DEPTH: Final = 2

PACMEN: Final = {"minimax": "MinimaxAgent", "expectimax": "ExpectimaxAgent"}
GHOSTS: Final = ("adversarial", "random")
CELLS: Final = tuple(f"{pacman}/{ghost}" for pacman in PACMEN for ghost in GHOSTS)

PUBLISHED_GAMES: Final = 5  # games per cell in the lecture


@dataclass(frozen=True)
class Published:
    """A cell of the table as the lecture printed it."""

    wins: int
    mean_score: int


PUBLISHED: Final = {
    "minimax/adversarial": Published(5, 483),
    "minimax/random": Published(5, 493),
    "expectimax/adversarial": Published(1, -303),
    "expectimax/random": Published(5, 503),
}


@dataclass(frozen=True)
class LectureBoard:
    """A board on which the table is reproduced, with Pacman's evaluation for it.

    `selected_seed` is the batch seed, of those from 1 to 1499, whose five games per cell have the published wins and
    the mean scores nearest to the published ones. About four seeds in ten show the published wins.
    """

    name: str
    weights: Mapping[str, float]
    selected_seed: int

    @property
    def layout(self) -> Layout:
        return load_layout(self.name)


BOARDS: Final = {
    board.name: board
    for board in (
        LectureBoard("lecture-close", {"score": 1, "nearest-food": -1, "danger-3": -100}, selected_seed=3),
        LectureBoard("lecture", {"score": 1, "nearest-food": -1, "pressure-2": -10}, selected_seed=42),
    )
}


@dataclass(frozen=True)
class LectureTable:
    """The reproduced table: a sample for each cell and, if requested, exact outcomes."""

    board: LectureBoard
    seed: int
    is_selected: bool  # True if the seed is the board's selected one
    students: Mapping[str, str]
    sampled: Mapping[str, Summary]
    exact: Mapping[str, ExactOutcome]


def lecture_matchups(
    board: LectureBoard, students: Mapping[str, str] | None = None, limits: GameLimits | None = None
) -> list[Matchup]:
    """Return the four matchups in order. `students` maps "minimax" or "expectimax" to a user's own agent.

    Such an agent is created with depth 4 and uses its own evaluation. The built-in ones play as MinimaxAgent and
    ExpectimaxAgent do with random ties, but memoize their searches.
    """
    students = students or {}
    ghosts = {
        "adversarial": PlayerSpec("MemoizedGhost", {"depth": GHOST_DEPTH}, "MinimaxGhost,depth=2"),
        "random": PlayerSpec("RandomGhost"),
    }
    pacmen = {
        name: PlayerSpec(students[name], {"depth": str(DEPTH)}) if name in students else _ours(kind, board)
        for name, kind in PACMEN.items()
    }
    return [
        Matchup.on(board.layout, pacmen[pacman], ghosts[ghost], limits=limits) for pacman in PACMEN for ghost in GHOSTS
    ]


def _ours(kind: str, board: LectureBoard) -> PlayerSpec:
    arguments: dict[str, Any] = {"kind": kind, "depth": DEPTH, "evaluation": dict(board.weights)}
    return PlayerSpec("MemoizedPacman", arguments, f"{kind},depth={DEPTH}")


def exact_table(board: LectureBoard) -> dict[str, ExactOutcome]:
    """Return the exact outcomes of the four matchups, from the Markov chains of the policies instead of games."""
    from experiments.exact.memoized_agents import MemoizedGhost, SearchPolicy
    from pacman.berkeley.modules.ghostAgents import RandomGhost

    start = GameState.initial(board.layout)
    ghosts = {"adversarial": MemoizedGhost(1, depth=GHOST_DEPTH), "random": RandomGhost(1)}
    policies = {name: SearchPolicy(kind, DEPTH, board.weights) for name, kind in PACMEN.items()}
    return {
        f"{pacman}/{ghost}": exact_outcome(start, [policies[pacman].distribution, ghosts[ghost].distribution])
        for pacman in PACMEN
        for ghost in GHOSTS
    }
