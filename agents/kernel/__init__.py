"""The compiled search of Pacman: what `agents.search` answers, some hundred times as fast.

Import it on first use. Every function answers None where the kernel cannot follow, and the Python search must answer:
an evaluation that is not a plain `LinearEvaluation`, more than four ghosts, a walled-in ghost, a huge maze.
"""

from agents.kernel.deepening import deepen
from agents.kernel.engine import answer, prepare
from agents.kernel.game import knows, play_game
from agents.kernel.monte_carlo import monte_carlo
from agents.kernel.search import search

__all__ = ["answer", "deepen", "knows", "monte_carlo", "play_game", "prepare", "search"]
