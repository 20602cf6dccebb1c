"""Time to start small work: a batch of one game with and without a worker, and a pickled state of a large maze.

    python benchmarks/bench_start.py

Each round measures all variants in turn, in CPU time with that of child processes.
"""

import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from benchmarks.measuring import alternate, child_seconds
from pacman import GameState
from pacman import layout as layouts
from pacman.layout import Layout

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 9
SIDE = 44  # cells of the large maze on each side, without the walls around it
BATCH = "batch -n 1 -l small -p ReflexAgent"
HERE = f"from commands.cli import main; main({BATCH.split()})"
IN_A_WORKER = f"""
from commands.shared import running
from experiments.statistics import intervals
running.SMALL_BATCH = intervals._FEW = 0
{HERE}
"""


def batch(program: str) -> Callable[[], float]:
    """Return a function that runs a program and returns its CPU seconds, with those of its own children."""

    def run() -> float:
        before = child_seconds()
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        return child_seconds() - before

    return run


def large_maze() -> Layout:
    inner = ["P" + "." * (SIDE - 1), *["." * SIDE for _ in range(SIDE - 2)], "." * (SIDE - 1) + "G"]
    return Layout.from_text(["%" * (SIDE + 2), *(f"%{row}%" for row in inner), "%" * (SIDE + 2)], name="large")


def loading(packed: bytes, *, is_known: bool) -> Callable[[], float]:
    """Return a function that unpickles a state and returns the CPU seconds, until it is ready to be played."""

    def run() -> float:
        if not is_known:
            layouts.known_layout.cache_clear()
            layouts._with_tables.clear()
        started = process_time()
        state = pickle.loads(packed)
        state.legal_actions(0)
        return process_time() - started

    return run


def main() -> None:
    layout = large_maze()
    packed = pickle.dumps(GameState.initial(layout))
    pickle.loads(packed).legal_actions(0)
    variants = {
        "a batch of one game, with a worker and numpy": batch(IN_A_WORKER),
        "a batch of one game, in this process": batch(HERE),
        f"a pickled state of {len(layout.open_cells)} cells, maze not known": loading(packed, is_known=False),
        f"a pickled state of {len(layout.open_cells)} cells, maze known": loading(packed, is_known=True),
    }
    print(f"{'CPU time':52} {'minimum':>12} {'median':>12}")
    for name, found in alternate(variants, ROUNDS).items():
        print(f"{name:52} {1000 * min(found):9.2f} ms {1000 * median(found):9.2f} ms")


if __name__ == "__main__":
    main()
