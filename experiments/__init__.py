"""Many games at once: batches, statistics, comparisons, the lecture's table and exact solutions."""

from experiments.batch.matchup import Cell, Limits
from experiments.batch.player_spec import Player
from experiments.batch.process_pool import ProcessPool
from experiments.batch.results_file import ResultsFile
from experiments.batch.runner import Runner
from experiments.batch.scheduling import play_batch
from experiments.errors import ExperimentError, ResultsError
from experiments.seeds import game_seed

__all__ = [
    "Cell",
    "ExperimentError",
    "Limits",
    "Player",
    "ProcessPool",
    "ResultsError",
    "ResultsFile",
    "Runner",
    "game_seed",
    "play_batch",
]
