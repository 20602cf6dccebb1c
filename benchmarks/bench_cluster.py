"""Overhead of a cluster: its games per second against the local pool's on the same cores, and the cost of a task.

    python benchmarks/bench_cluster.py [--seconds S] [--rounds N] [--address tcp://HOST:PORT]

Pool and cluster alternately play the same games. Wall time counts, because all cores are in use; a ratio is the median
of the ratios of the rounds. A busy machine slows down both, and the one with more processes more so.
"""

import argparse
import os
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agents.kernel import prepare
from experiments import GameLimits, Matchup, PlayerSpec, play_batch
from experiments.batch.scheduling import check_matchups, local_pool, pool_options
from jobs.open_executor import open_executor
from jobs.task_executor import TaskExecutor
from pacman.layout import load_layout

WORKERS = 2
MATCHUPS: dict[str, tuple[str, dict[str, Any], str]] = {
    "in Python, 5 ms and more": ("ReflexAgent", {"engine": "python"}, "open"),
    "compiled, about 0.5 ms": ("ExpectimaxAgent", {"depth": 2}, "medium"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="length of one round in seconds")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--address", default="local", help="of a scheduler (default: two workers on this machine)")
    options = parser.parse_args()
    prepare()
    limits = GameLimits()
    cluster_options = options.address, WORKERS, pool_options(limits), print
    with local_pool(WORKERS, limits) as pool, open_executor(*cluster_options) as cluster:
        print(f"{cluster.workers} workers, tasks of {cluster.task_seconds:g} s")
        measure_tasks(pool, cluster)
        for title, (agent, arguments, layout) in MATCHUPS.items():
            matchup = Matchup.on(load_layout(layout), PlayerSpec(agent, arguments), PlayerSpec("RandomGhost"))
            measure_games(title, pool, cluster, matchup, options.seconds, options.rounds)


def measure_tasks(pool: TaskExecutor, cluster: TaskExecutor, tasks: int = 300) -> None:
    """Submit tasks that do nothing, all at once, to measure the overhead of a task."""
    for name, executor in (("pool", pool), ("cluster", cluster)):
        for _ in range(8):
            executor.submit(os.getpid).result()  # wait until its processes have started
        started = perf_counter()
        for future in [executor.submit(os.getpid) for _ in range(tasks)]:
            future.result()
        print(f"{name}: {1e3 * (perf_counter() - started) / tasks:.2f} ms a task that does nothing")


def measure_games(
    title: str, pool: TaskExecutor, cluster: TaskExecutor, matchup: Matchup, seconds: float, rounds: int
) -> None:
    for executor in (pool, cluster):
        check_matchups(executor, [matchup] * 4)
    games = 100
    for part in (0.2, 1.0):  # the first games are submitted one by one, so a short run is not representative
        games = max(games, round(part * seconds * _games_a_second(pool, matchup, games)))
    speeds = [[_games_a_second(executor, matchup, games) for executor in (pool, cluster)] for _ in range(rounds)]
    here, there = (median(speed) for speed in zip(*speeds, strict=True))
    ratio = median(speed[1] / speed[0] for speed in speeds)
    print(f"{title}: {games} games; pool {here:.0f} a second, cluster {there:.0f}: {ratio:.2f} of the pool's")


def _games_a_second(executor: TaskExecutor, matchup: Matchup, games: int) -> float:
    started = perf_counter()
    played = sum(1 for _ in play_batch(executor, [matchup], ((0, game) for game in range(games)), seed=1))
    return played / (perf_counter() - started)


if __name__ == "__main__":
    main()
