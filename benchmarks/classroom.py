"""How fast a class is graded: workers against each other, and a grading against the original's speed.

    python benchmarks/classroom.py [--submissions N] [--rounds N]

A class of our own making (`class_folder.py`) is graded by the command as people run it, with one worker and with two in
turn. All ratios are of figures measured in this one run. A batch of processes that only count says what a second core
is worth at that moment: a machine that others use gives less than two.
"""

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.assignment.assignment import OUR_OWN  # noqa: E402
from benchmarks.class_folder import write_class  # noqa: E402
from benchmarks.grading import Cost, grade_isolated, grade_slowly  # noqa: E402

COUNT_TO: Final = 10**7


class Run(NamedTuple):
    """Seconds by the clock and of CPU time, the most megabytes of one process, and the table without its seconds."""

    wall: float
    cpu: float
    megabytes: float
    table: list[list[str]]


def grade_class(folder: Path, out: Path, workers: int) -> Run:
    before, started = os.times(), perf_counter()
    command = [sys.executable, str(ROOT / "run.py"), "grade", str(folder), "--dice", "benchmark"]
    files = ["--csv", str(out.with_suffix(".csv")), "--jsonl", str(out.with_suffix(".jsonl"))]
    done = subprocess.run([*command, *files, "--workers", str(workers)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    with out.with_suffix(".csv").open(newline="") as table:
        return Run(perf_counter() - started, cpu, most, [row[:-1] for row in csv.reader(table)])


def seconds_to_count(processes: int) -> float:
    """What the cores give before any program of ours is to blame."""
    started = perf_counter()
    program = [sys.executable, "-c", f"sum(range({COUNT_TO}))"]
    for process in [subprocess.Popen(program) for _ in range(processes)]:
        process.wait()
    return perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=100, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="(default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        show_class(Path(place), options.submissions, options.rounds)
    show_one()


def show_class(place: Path, submissions: int, rounds: int) -> None:
    write_class(place / "class", submissions)
    runs: dict[int, list[Run]] = {1: [], 2: []}
    cores = []
    for number in range(rounds):
        for workers, done in runs.items():
            done.append(grade_class(place / "class", place / f"{workers}-{number}", workers))
        cores.append(2 * seconds_to_count(1) / seconds_to_count(2))
    [table] = {str(run.table) for done in runs.values() for run in done}  # the same for everybody
    print(f"{submissions} submissions, {table.count('not loaded')} not loaded; all tables are the same")
    for workers, done in runs.items():
        wall, cpu = median(run.wall for run in done), median(run.cpu for run in done)
        each = f"{wall / submissions:.2f} s each, {60 * submissions / wall:.0f} a minute"
        print(f"  {workers} at a time: {wall:6.1f} s, {each}, CPU {cpu:.1f} s, {done[-1].megabytes:.0f} MB the largest")
    gain = median(one.wall / two.wall for one, two in zip(runs[1], runs[2], strict=True))
    print(f"  two workers get {gain:.2f} × as far as one; two processes that only count {median(cores):.2f} ×")


def show_one() -> None:
    """CPU time of one full grading, isolated, against the same work with states at the original's speed."""
    submission = ROOT / "tests" / "autograder" / "submissions" / "recursive_pairs.py"
    ratios = []
    for _ in range(3):
        costs = []
        for run in (grade_isolated, grade_slowly):
            started = Cost.so_far()
            run(OUR_OWN, submission)
            costs.append(Cost.so_far().since(started).cpu)
        ratios.append(costs[0] / costs[1])
    print(f"one grading takes {median(ratios):.0%} of the CPU time of the same work at the original's speed")


if __name__ == "__main__":
    main()
