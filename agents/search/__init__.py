"""Search in any game: the algorithms know the five functions of a `Game` and nothing of Pacman."""

from agents.search.alpha_beta import alpha_beta
from agents.search.contract import CHANCE, MAX, Game, SearchResult, StochasticGame, check_game
from agents.search.errors import EmptyTreeError, EvaluationError, GameError, SearchError
from agents.search.expectimax import expectimax
from agents.search.expectiminimax import expectiminimax
from agents.search.max_n import MaxNResult, max_n
from agents.search.mcts import MCTSResult, MonteCarloTreeSearch, mcts
from agents.search.minimax import minimax
from agents.search.refine.beam import Beam
from agents.search.refine.iterative_deepening import iterative_deepening
from agents.search.refine.quiescence import Quiescence
from agents.search.refine.transposition import TranspositionTable
from agents.search.retrograde import backward_induction, solve, value_iteration
from agents.search.support.graph_game import Chance, GraphGame, tree
from agents.search.support.trace import Trace

__all__ = [
    "CHANCE",
    "MAX",
    "Beam",
    "Chance",
    "EmptyTreeError",
    "EvaluationError",
    "Game",
    "GameError",
    "GraphGame",
    "MCTSResult",
    "MaxNResult",
    "MonteCarloTreeSearch",
    "Quiescence",
    "SearchError",
    "SearchResult",
    "StochasticGame",
    "Trace",
    "TranspositionTable",
    "alpha_beta",
    "backward_induction",
    "check_game",
    "expectimax",
    "expectiminimax",
    "iterative_deepening",
    "max_n",
    "mcts",
    "minimax",
    "solve",
    "tree",
    "value_iteration",
]
