"""Many games at once: batches, statistics, comparisons, the lecture's table and exact solutions."""

from experiments.batch import play_batch
from experiments.cell import Cell, Limits
from experiments.errors import ExperimentError, ResultsError
from experiments.executor import ProcessPool
from experiments.players import Player
from experiments.results_file import ResultsFile
from experiments.runner import Runner
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
