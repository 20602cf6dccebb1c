"""The kernel: compiled searches of Pacman with the results of `agents.search`, some hundred times as fast.

Import it on first use. `use_kernel` returns True if it should be used. Every search returns None for a problem that the
kernel does not support, and the caller uses Python: see `packing.packed_problem`. Whole games are in `whole_games`.
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
