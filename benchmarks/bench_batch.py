"""Speed of batches: one worker against two, the runner against a bare loop; and memory over many games.

    python benchmarks/bench_batch.py [--games N] [--whole N] [--many N]

All ratios compare figures of the same run; absolute figures depend on the machine and on its load.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agents import load_agent, load_ghosts
from agents.kernel import prepare
from benchmarks.measuring import child_seconds, resident_megabytes
from experiments import GameLimits, Matchup, PlayerSpec, ResultsFile, Runner, game_seed, play_batch
from experiments.batch.scheduling import check_matchups, local_pool
from experiments.lecture import BOARDS, lecture_matchups
from jobs.process_pool import ProcessPool
from pacman.game import play
from pacman.layout import load_layout

PACMAN = "ReflexAgent", {"engine": "python"}  # its games take some milliseconds
ROUNDS = 12  # short and alternating; the minimum counts, because other load can only slow a round down


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=48, metavar="N", help="games for each measurement of speed")
    parser.add_argument("--whole", type=int, default=8_000, metavar="N", help="games played entirely by compiled code")
    parser.add_argument("--many", type=int, default=100_000, metavar="N", help="games for the measurement of memory")
    options = parser.parse_args()
    measure_speed(options.games)
    measure_command(options.whole)
    measure_memory(options.many)


def measure_speed(games: int) -> None:
    matchup = Matchup.on(load_layout("open"), PlayerSpec(*PACMAN), PlayerSpec("RandomGhost"), 1)
    loops: list[Times] = []
    batches: dict[int, list[Times]] = {1: [], 2: []}
    pools = {workers: local_pool(workers, matchup.limits) for workers in batches}
    for pool in pools.values():
        check_matchups(pool, [matchup] * 4)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            # In the worker itself: two processes of one program may differ in speed by more than the overhead.
            loops.append(pools[1].submit(_timed_loop, matchup, games).result())
            for workers, pool in pools.items():
                batches[workers].append(_timed_batch(pool, matchup, games, Path(folder, f"{workers}-{number}")))
    alone, together = (min(_counting_seconds(pool, workers) for _ in range(ROUNDS)) for workers, pool in pools.items())
    for pool in pools.values():
        pool.shutdown()
    loop, one, two = (_least(times) for times in (loops, batches[1], batches[2]))
    print(f"a game takes {1000 * loop.wall / games:.1f} ms in a bare loop: {games / loop.wall:.0f} games/s")
    print(
        f"1 worker:  {games / one.wall:.0f} games/s; against the bare loop {one.wall / loop.wall - 1:+.1%} time,",
        end=" ",
    )
    print(f"{one.work / loop.work - 1:+.1%} processor time in the worker, {one.parent / loop.work:.1%} in the parent")
    print(f"2 workers: {games / two.wall:.0f} games/s, {one.wall / two.wall:.2f} × one worker; {os.cpu_count()} cores")
    print(f"the machine: two processes that only count get {2 * alone / together:.2f} × as far as one")


def _counting_seconds(pool: ProcessPool, workers: int) -> float:
    """Return the wall time for every worker to count to the same number: the machine's own parallel speed."""
    started = perf_counter()
    for counting in [pool.submit(sum, range(10**7)) for _ in range(workers)]:
        counting.result()
    return perf_counter() - started


class Times(NamedTuple):
    """Wall time, CPU time of the process that plays, and CPU time of the parent that runs the batch."""

    wall: float
    work: float
    parent: float = 0.0


def _least(times: list[Times]) -> Times:
    return Times(*(min(column) for column in zip(*times, strict=True)))


def _timed_loop(matchup: Matchup, games: int) -> Times:
    started, work = perf_counter(), process_time()
    for number in range(games):
        play(
            matchup.layout,
            load_agent("ReflexAgent", engine="python"),
            load_ghosts("RandomGhost", 1),
            seed=game_seed(0, number),
        )
    return Times(perf_counter() - started, process_time() - work)


def _timed_batch(pool: ProcessPool, matchup: Matchup, games: int, path: Path) -> Times:
    """Time a batch that writes its rows, on started workers. `work` is meaningful only for a single worker."""
    with ResultsFile(path) as results:
        results.open({}, lambda matchup, row: None)
        work = pool.submit(process_time).result()
        started, parent = perf_counter(), process_time()
        for _, row in play_batch(pool, [matchup], ((0, game) for game in range(games)), 0):
            results.append(row, {"batch": "benchmark"})
        wall, parent = perf_counter() - started, process_time() - parent
        return Times(wall, pool.submit(process_time).result() - work, parent)


def measure_command(games: int) -> None:
    """Measure the whole command, including its start, with built-in agents, whose games run in compiled code."""
    assert prepare() is None, "the kernel needs numba"
    walls: dict[int, float] = {}
    program = str(Path(__file__).resolve().parent.parent / "run.py")
    line = [sys.executable, program, "batch", "-p", "ExpectimaxAgent,depth=2", "-l", "medium", "-n", str(games)]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(3):
            for workers in (1, 2):
                before, started = child_seconds(), perf_counter()
                out = str(Path(folder, f"{workers}-{number}"))
                subprocess.run([*line, "--workers", str(workers), "--out", out], check=True, capture_output=True)
                wall, work = perf_counter() - started, child_seconds() - before
                walls[workers] = min(wall, walls.get(workers, wall))
                if workers == 1:
                    print(f"`run.py batch`, Expectimax depth 2, medium: {games / work:.0f} games a second of processor")
    print(f"2 workers: {games / walls[2]:.0f} games/s, {walls[1] / walls[2]:.2f} × one worker")


def measure_memory(games: int) -> None:
    matchups = lecture_matchups(BOARDS["lecture-close"], limits=GameLimits(move_time=None))[3:]
    with Runner(matchups, games, 0, 2) as runner:
        runner.play(games // 10)
        early = _memory()
        started = perf_counter()
        runner.play()
        seconds = perf_counter() - started
        late = _memory()
    print(f"{games:,} short games: {0.9 * games / seconds:.0f} games/s on 2 workers")
    if early and late:
        for name in early:
            growth = late[name] - early[name]
            print(f"{name}: {late[name]:.0f} MB after all, {growth:+.1f} MB since a tenth of them had been played")


def _memory() -> dict[str, float]:
    """Return resident megabytes of this process and of all its workers, where the system reports them."""
    try:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        return {"parent": resident_megabytes("self"), "workers": sum(map(resident_megabytes, children))}
    except OSError:
        return {}


if __name__ == "__main__":
    main()
