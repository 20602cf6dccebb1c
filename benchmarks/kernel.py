"""The kernel against the limit, a C++ program that does the same work, and what it costs to start it.

python benchmarks/kernel.py
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents import make_evaluation
from agents.kernel import search
from agents.kernel.board import board_of
from agents.kernel.position import Position
from agents.kernel.store import FOLDER_VARIABLE
from pacman import GameState, load_layout

HERE = Path(__file__).resolve().parent
ROUNDS = 9
STATES = 2_000_000  # to search in one go
CASES = (("small", 2, 5), ("medium", 2, 5), ("tricky", 4, 4), ("small", 2, 8), ("medium", 2, 8))

FIRST_MOVE = """
from agents.kernel import search
from agents import make_evaluation
from pacman import GameState, load_layout
search("alpha_beta", GameState.initial(load_layout("small"), 2), 6, make_evaluation("better"))
"""
EVERYTHING = """
from agents.kernel import prepare
print([prepare(part) for part in ("search", "deep", "tree", "game")])
"""


def limit(folder: Path) -> Path | None:
    """The C++ program, compiled; None without a compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / "limit"
    flags = ("-O3", "-march=native", "-std=c++17")
    subprocess.run([compiler, *flags, "-o", str(program), str(HERE / "limit.cpp")], check=True)
    return program


def against_the_limit(program: Path) -> None:
    print(f"\n{'Alpha-beta with the score':40} {'nodes':>10} {'C++ M/s':>9} {'kernel M/s':>11} {'C++ × as fast':>14}")
    for name, ghosts, rounds in CASES:
        state = GameState.initial(load_layout(name), ghosts)
        plies = rounds * state.num_agents
        result = search("alpha_beta", state, plies, make_evaluation("score"))
        assert result is not None
        times = STATES // result.nodes + 1
        cpp, own = [], []
        for _ in range(ROUNDS):
            cpp.append(run_limit(program, state, plies, times, result.nodes, result.value))
            started = process_time()
            for _ in range(times):
                search("alpha_beta", state, plies, make_evaluation("score"))
            own.append(process_time() - started)
        states = result.nodes * times / 1e6
        ratio = median(mine / its for mine, its in zip(own, cpp, strict=True))
        title = f"{name}, {ghosts} ghosts, depth {rounds}"
        print(f"{title:40} {result.nodes:10,} {states / median(cpp):9.1f} {states / median(own):11.1f} {ratio:14.2f}")


def run_limit(program: Path, state: GameState, plies: int, times: int, nodes: int, value: float) -> float:
    board = board_of(state.layout)
    assert board is not None
    position = Position(board, state)
    words = [plies, times, len(board.maze), board.num_cells, *position.words, *board.maze, *position.items]
    output = subprocess.run([program], input=array("q", words).tobytes(), capture_output=True, check=True).stdout
    its_nodes, its_value, seconds = output.split()
    assert (int(its_nodes), int(its_value)) == (nodes, value), "the two programs do not do the same"
    return float(seconds)


def start_up(folder: Path) -> None:
    """CPU seconds of whole processes, imports included, and the memory they took."""
    environment = {**os.environ, FOLDER_VARIABLE: str(folder / "kernels")}

    def run(program: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-c", program], cwd=HERE.parent, env=environment, check=True, capture_output=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def times(program: str, count: int) -> float:
        return median(run(program) for _ in range(count))

    print(f"\n{'Start-up, CPU seconds of a process':60}")
    print(f"{'an empty program':60} {times('pass', 5):7.2f}")
    print(f"{'import agents':60} {times('import agents', 5):7.2f}")
    print(f"{'the first search, compiling what it needs':60} {run(FIRST_MOVE):7.2f}")
    print(f"{'the first search, compiled before':60} {times(FIRST_MOVE, 5):7.2f}")
    shutil.rmtree(folder / "kernels")
    print(f"{'compiling all kernels':60} {run(EVERYTHING):7.2f}")
    print(f"{'all kernels, compiled before':60} {times(EVERYTHING, 3):7.2f}")
    print(f"{'largest memory of these processes, MB':60} {_megabytes():7.0f}")


def _megabytes() -> float:
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = limit(Path(folder))
        if program is None:
            print("no C++ compiler here: nothing to compare the kernel with")
        else:
            against_the_limit(program)
        start_up(Path(folder))


if __name__ == "__main__":
    main()
