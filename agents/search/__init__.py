"""Search algorithms for any game: they use only the five functions of a `Game` and do not depend on Pacman."""

from agents.search.alpha_beta import alpha_beta
from agents.search.contract import CHANCE, MAX, Game, SearchResult, StochasticGame, check_game
from agents.search.errors import EmptyTreeError, EvaluationError, GameError, SearchError
from agents.search.expectimax import expectimax
from agents.search.expectiminimax import expectiminimax
from agents.search.imperfect_information import (
    HiddenGame,
    HiddenSolution,
    average_over_deals,
    draw_deals,
    hidden_action_values,
    solve_hidden_game,
)
from agents.search.local_search import (
    BreedingProblem,
    Candidate,
    LocalProblem,
    above_worst,
    cooling,
    genetic_algorithm,
    hill_climbing,
    local_beam,
    restarted_climbing,
    roulette,
    simulated_annealing,
)
from agents.search.max_n import MaxNResult, max_n
from agents.search.mcts import MCTSResult, MonteCarloTreeSearch, mcts
from agents.search.minimax import minimax
from agents.search.refine.beam import Beam
from agents.search.refine.iterative_deepening import iterative_deepening
from agents.search.refine.prob_cut import Forecast, measure_forecast, prob_cut
from agents.search.refine.quiescence import Quiescence
from agents.search.refine.singular_extension import SingularExtension
from agents.search.refine.transposition import TranspositionTable
from agents.search.retrograde import backward_induction, solve, value_iteration
from agents.search.support.graph_game import Chance, GraphGame, tree
from agents.search.support.trace import Trace

__all__ = [
    "CHANCE",
    "MAX",
    "Beam",
    "BreedingProblem",
    "Candidate",
    "Chance",
    "EmptyTreeError",
    "EvaluationError",
    "Forecast",
    "Game",
    "GameError",
    "GraphGame",
    "HiddenGame",
    "HiddenSolution",
    "LocalProblem",
    "MCTSResult",
    "MaxNResult",
    "MonteCarloTreeSearch",
    "Quiescence",
    "SearchError",
    "SearchResult",
    "SingularExtension",
    "StochasticGame",
    "Trace",
    "TranspositionTable",
    "above_worst",
    "alpha_beta",
    "average_over_deals",
    "backward_induction",
    "check_game",
    "cooling",
    "draw_deals",
    "expectimax",
    "expectiminimax",
    "genetic_algorithm",
    "hidden_action_values",
    "hill_climbing",
    "iterative_deepening",
    "local_beam",
    "max_n",
    "mcts",
    "measure_forecast",
    "minimax",
    "prob_cut",
    "restarted_climbing",
    "roulette",
    "simulated_annealing",
    "solve",
    "solve_hidden_game",
    "tree",
    "value_iteration",
]
