"""Summary table of the main figures, each with its ratio to a reference measured alternately with it.

python benchmarks/bench_table.py

Figures are CPU time, except for batches, which use several cores and are measured by wall time.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents.kernel import prepare
from agents.pacmen import AlphaBetaAgent
from benchmarks.bench_kernel import FIRST_MOVE
from benchmarks.bench_search import deep_rounds, nodes_of, plain_rounds, python_rounds
from benchmarks.bench_world import FLOOR, REFERENCE, STUDENT
from benchmarks.bench_world import rows as world_rows
from benchmarks.measuring import Measurement, Row, alternate, measure
from experiments import Matchup, PlayerSpec
from experiments.batch.scheduling import check_matchups, local_pool, play_batch
from pacman import GameState, load_layout

HERE = Path(__file__).resolve().parent
ROUNDS = 5
GAMES = 64
KERNEL = "alpha-beta depth 5 in the kernel"
PYTHON = "alpha-beta depth 5 in Python"
PEAK = """
import resource, sys
try:
    with open("/proc/self/status") as lines:
        print(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")))
except OSError:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1000 if sys.platform == "darwin" else 1))
"""


def show(what: str, figure: float, unit: str, ratio: float, reference: str) -> None:
    shown = f"{figure:,.0f}" if figure >= 100 else f"{figure:.2f}"
    print(f"{what:48} {shown:>12} {unit:14} {ratio:9.2f} × {reference}", flush=True)


def show_speed(row: Row, reference: Row, title: str) -> None:
    show(row.name, 1 / row.seconds, f"{row.unit}/s", 1 / row.ratio(reference), f"the speed of {title}")


def world() -> None:
    rows = world_rows()
    for name in ("Pacman's successor", "a ghost's successor", "legal actions, as a list"):
        show_speed(rows[name], rows[REFERENCE], "a turn of a plain loop")
    show_speed(rows[STUDENT], rows[FLOOR], "the floor: a prebuilt tree")


def searches(state: GameState) -> None:
    rows = measure(
        [
            Measurement(PYTHON, nodes_of(AlphaBetaAgent(5, "score", engine="python"), state), "nodes"),
            Measurement(KERNEL, nodes_of(AlphaBetaAgent(5, "score", engine="kernel"), state, 50), "nodes"),
        ],
        ROUNDS,
    )
    show_speed(rows[PYTHON], rows[PYTHON], "itself")
    show_speed(rows[KERNEL], rows[PYTHON], "Python")


def depths(state: GameState) -> None:
    finders = {"Python": python_rounds, "kernel, alpha-beta": plain_rounds, "kernel, with a table": deep_rounds}
    found = alternate({name: partial(find, state, "score") for name, find in finders.items()}, ROUNDS)
    for name, rounds in found.items():
        ratio = median(own / its for own, its in zip(rounds, found["Python"], strict=True))
        show(f"depth in 100 ms: {name}", median(rounds), "rounds", ratio, "the depth of Python")


def batches() -> None:
    matchup = Matchup.on(load_layout("medium"), PlayerSpec("ExpectimaxAgent"), PlayerSpec("RandomGhost"), 2)
    pools = {workers: local_pool(workers, matchup.limits) for workers in (1, 2)}
    rates: dict[int, list[float]] = {workers: [] for workers in pools}
    numbers = count()
    try:
        for pool in pools.values():
            check_matchups(pool, [matchup] * 4)
        for _ in range(ROUNDS + 1):
            for workers, pool in pools.items():
                games = [(0, next(numbers)) for _ in range(GAMES * workers)]
                started = perf_counter()
                played = sum(1 for _ in play_batch(pool, [matchup], iter(games), 0))
                rates[workers].append(played / (perf_counter() - started))
    finally:
        for pool in pools.values():
            pool.shutdown()
    for workers, measured in rates.items():
        ratio = median(own / its for own, its in zip(measured[1:], rates[1][1:], strict=True))
        show(f"batch, {workers} worker{'s' * (workers > 1)}", median(measured[1:]), "games/s", ratio, "one worker's")


class Process(NamedTuple):
    """CPU time and peak memory of a whole process."""

    seconds: float
    megabytes: float


def processes() -> None:
    programs = {
        "an empty program": "",
        "agents imported": "from agents import AlphaBetaAgent",
        "first move, compiled before": FIRST_MOVE,
    }
    taken = alternate({name: partial(_run, program) for name, program in programs.items()}, ROUNDS)
    columns: tuple[tuple[str, str, Callable[[Process], float]], ...] = (
        ("start-up", "CPU s", lambda process: process.seconds),
        ("memory", "MB", lambda process: process.megabytes),
    )
    for title, unit, column in columns:
        for name, runs in taken.items():
            empty = taken["an empty program"]
            ratio = median(column(own) / column(its) for own, its in zip(runs, empty, strict=True))
            show(f"{title}: {name}", median(map(column, runs)), unit, ratio, "an empty program's")


def _run(program: str) -> Process:
    """Run a program. Its memory comes from the process itself, because the system's figure includes its parent's."""
    child = subprocess.Popen([sys.executable, "-c", program + PEAK], cwd=HERE.parent, stdout=subprocess.PIPE)
    assert child.stdout
    kilobytes = int(child.stdout.read())
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Process(usage.ru_utime + usage.ru_stime, kilobytes / 1e3)


def main() -> None:
    print(f"{'What':48} {'figure':>12} {'':14} {'ratio':>9}")
    world()
    problem = prepare()
    if problem:
        print(f"no kernel: {problem}")
    else:
        state = GameState.initial(load_layout("small"), 2)
        searches(state)
        depths(state)
    batches()
    processes()


if __name__ == "__main__":
    main()
