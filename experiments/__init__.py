"""Experiments with many games: batches, statistics, comparisons, the lecture's table and exact solutions."""

from typing import TYPE_CHECKING

from pacman import names_at_first_use

if TYPE_CHECKING:
    from experiments.batch.game_task import game_seed
    from experiments.batch.matchup import GameLimits, Matchup
    from experiments.batch.player_spec import PlayerSpec
    from experiments.batch.results_file import ResultsFile
    from experiments.batch.runner import Runner
    from experiments.batch.scheduling import play_batch
    from experiments.errors import ExperimentError
    from jobs.errors import ResultsError
    from jobs.process_pool import ProcessPool

__all__ = [
    "ExperimentError",
    "GameLimits",
    "Matchup",
    "PlayerSpec",
    "ProcessPool",
    "ResultsError",
    "ResultsFile",
    "Runner",
    "game_seed",
    "play_batch",
]

if not TYPE_CHECKING:
    __getattr__ = names_at_first_use(
        __name__,
        {
            "experiments.batch.game_task": ("game_seed",),
            "experiments.batch.matchup": ("GameLimits", "Matchup"),
            "experiments.batch.player_spec": ("PlayerSpec",),
            "experiments.batch.results_file": ("ResultsFile",),
            "experiments.batch.runner": ("Runner",),
            "experiments.batch.scheduling": ("play_batch",),
            "experiments.errors": ("ExperimentError",),
            "jobs.errors": ("ResultsError",),
            "jobs.process_pool": ("ProcessPool",),
        },
    )


def __dir__() -> list[str]:
    return __all__
