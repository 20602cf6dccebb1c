"""Speed of the kernel against a C++ program that does the same work, its limit; and its start-up cost.

python benchmarks/bench_kernel.py
"""

import os
import shutil
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents import make_evaluation
from agents.kernel import prepare, search
from agents.kernel.machine.cache import FOLDER_VARIABLE
from agents.kernel.packing.packed_problem import pack_problem
from benchmarks.measuring import child_seconds
from pacman import GameState, load_layout

HERE = Path(__file__).resolve().parent
ROUNDS = 9
STATES = 2_000_000  # searched per measurement
CASES = (("small", 2, 5), ("medium", 2, 5), ("tricky", 4, 4), ("small", 2, 8), ("medium", 2, 8))

FIRST_MOVE = """
from agents import AlphaBetaAgent
from pacman import GameState, load_layout
AlphaBetaAgent(2, engine="kernel").search(GameState.initial(load_layout("small"), 2))
"""
BUILD = "from agents.kernel.__main__ import main; main()"
LONG = """
from agents import MinimaxAgent
from pacman import GameState, load_layout
MinimaxAgent(9, "score").search(GameState.initial(load_layout("small"), 2))
"""


def limit(folder: Path) -> Path | None:
    """Compile the C++ program and return its path; None without a compiler."""
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
    problem = pack_problem(state, make_evaluation("score"))
    assert problem is not None
    layout, packed = problem.layout, problem.state
    numbers = [plies, times, len(layout.maze), layout.num_cells, *packed.numbers, *layout.maze, *packed.items]
    output = subprocess.run([program], input=array("q", numbers).tobytes(), capture_output=True, check=True).stdout
    its_nodes, its_value, seconds = output.split()
    assert (int(its_nodes), int(its_value)) == (nodes, value), "the two programs disagree"
    return float(seconds)


def start_up(folder: Path) -> None:
    """Measure CPU time, wall time and peak memory of whole processes, including imports."""

    def measure(title: str, program: str, count: int, name: str = "kernels") -> None:
        environment = {**os.environ, FOLDER_VARIABLE: str(folder / name)}
        cpu, wall = [], []
        for _ in range(count):
            before, started = child_seconds(), perf_counter()
            subprocess.run(
                [sys.executable, "-c", program], cwd=HERE.parent, env=environment, check=True, capture_output=True
            )
            wall.append(perf_counter() - started)
            cpu.append(child_seconds() - before)
        print(f"{title:60} {median(cpu):7.2f} {median(wall):7.2f}")

    print(f"\n{'Start-up, seconds of a process':60} {'CPU':>7} {'wall':>7}")
    measure("an empty program", "pass", 5)
    measure("import agents", "import agents", 5)
    measure("building the kernel, at low priority", BUILD, 1, "ahead")
    measure("the first search ever, engine=kernel, which waits for that", FIRST_MOVE, 1)
    measure("the first search, built before", FIRST_MOVE, 5)
    measure("a long search, nothing built before", LONG, 1, "others")
    measure("a long search, built before", LONG, 5)
    print(f"{'largest memory of these processes, MB':60} {_megabytes():7.0f}")


def _megabytes() -> float:
    import resource  # not on Windows

    unit = 1e6 if sys.platform == "darwin" else 1e3
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = limit(Path(folder))
        if (problem := prepare()) is not None:
            print(f"no kernel: {problem}")
            return
        if program is None:
            print("no C++ compiler here: nothing to compare the kernel with")
        else:
            against_the_limit(program)
        start_up(Path(folder))


if __name__ == "__main__":
    main()
