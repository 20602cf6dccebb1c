"""The compiled search of Pacman: what `agents.search` answers, some hundred times as fast.

Import it on first use. `use_kernel` says whether compiled code is to answer. Every search answers None where it cannot
follow, and the Python search must answer: see `packing.packed_problem`. Whole games are in `agents.kernel.whole_games`.
"""

from agents.kernel.deepening import deepen
from agents.kernel.dispatch import prepare, python_search, take_over, use_kernel
from agents.kernel.machine.builder import wait_for_others
from agents.kernel.monte_carlo import monte_carlo
from agents.kernel.search import search

__all__ = [
    "deepen",
    "monte_carlo",
    "prepare",
    "python_search",
    "search",
    "take_over",
    "use_kernel",
    "wait_for_others",
]
