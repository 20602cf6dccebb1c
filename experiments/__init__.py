"""Many games at once: batches, statistics, comparisons, the lecture's table and exact solutions."""

from experiments.batch.game_task import game_seed
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.process_pool import ProcessPool
from experiments.batch.results_file import ResultsFile
from experiments.batch.runner import Runner
from experiments.batch.scheduling import play_batch
from experiments.errors import ExperimentError, ResultsError

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
