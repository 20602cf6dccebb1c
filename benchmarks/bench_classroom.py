"""Speed of grading a class: one worker against two, and one grading against the original's speed.

    python benchmarks/bench_classroom.py [--submissions N] [--rounds N]

A generated class (`class_folder.py`) is graded by the command line program, alternately with one worker and with two.
All ratios compare figures of the same run. Processes that only count measure the value of a second core at that
moment, which is less than two on a busy machine. `bench_grading.py` defines the original's speed.
"""

import argparse
import csv
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.assignment.selection import Selection
from autograder.classroom.class_grading import grade_submission
from autograder.classroom.intake import Submission
from autograder.classroom.settings import ClassSettings
from autograder.grading import grade
from autograder.results import Grade
from autograder.student.dice_key import PUBLIC_KEY
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from benchmarks.bench_grading import Cost, keep_compiled_modules, successors_at_the_original_speed
from benchmarks.class_folder import write_class
from benchmarks.course import write_course
from benchmarks.measuring import child_seconds, resident_megabytes

ROOT: Final = Path(__file__).resolve().parent.parent
COUNT_TO: Final = 10**7
ROUNDS: Final = 5
SUBMISSION: Final = ROOT / "tests" / "autograder" / "submissions" / "recursive_pairs.py"


class Run(NamedTuple):
    """Wall time, CPU time, peak megabytes of the grader and its workers, and the table."""

    wall: float
    cpu: float
    megabytes: float
    table: list[list[str]]  # without the seconds


def grade_class(folder: Path, out: Path, workers: int) -> Run:
    before, started = child_seconds(), perf_counter()
    command = [sys.executable, str(ROOT / "run.py"), "grade", str(folder), "--dice", "benchmark"]
    files = ["--csv", str(out.with_suffix(".csv")), "--jsonl", str(out.with_suffix(".jsonl"))]
    most = 0.0
    with subprocess.Popen([*command, *files, "--workers", str(workers)], stdout=subprocess.DEVNULL) as grading:
        while grading.poll() is None:
            most = max(most, _megabytes(grading.pid))
            sleep(0.2)
    assert grading.returncode == 0
    cpu = child_seconds() - before
    with out.with_suffix(".csv").open(newline="") as table:
        return Run(perf_counter() - started, cpu, most, [row[:-1] for row in csv.reader(table)])


def _megabytes(process: int) -> float:
    """Return the resident memory of a process and its children: grader and workers, without students' processes."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:  # the process has ended, or the system does not report it
        return 0.0
    megabytes = 0.0
    for one in (str(process), *children):
        with suppress(OSError):
            megabytes += resident_megabytes(one)
    return megabytes


def seconds_to_count(processes: int) -> float:
    """Return the wall time of processes that only count: the machine's own parallel speed."""
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
    keep_compiled_modules()
    with tempfile.TemporaryDirectory() as place:
        show_class(Path(place), options.submissions, options.rounds)
        write_course(Path(place, "test_cases"))
        show_one("our own assignment", OUR_OWN)
        show_one("one of the course's size", Path(place, "test_cases"))


def show_class(place: Path, submissions: int, rounds: int) -> None:
    write_class(place / "class", submissions)
    runs: dict[int, list[Run]] = {1: [], 2: []}
    cores = []
    for number in range(rounds):
        for workers, done in runs.items():
            done.append(grade_class(place / "class", place / f"{workers}-{number}", workers))
        cores.append(2 * seconds_to_count(1) / seconds_to_count(2))
    tables = [run.table for done in runs.values() for run in done]
    statuses = Counter(row[-1] for row in tables[0][1:])
    counts = ", ".join(f"{count} {status}" for status, count in statuses.most_common())
    print(f"{submissions} submissions: {counts}; all tables are the same: {all(one == tables[0] for one in tables)}")
    for workers, done in runs.items():
        wall, cpu = median(run.wall for run in done), median(run.cpu for run in done)
        each = f"{wall / submissions:.2f} s each, {60 * submissions / wall:.0f} a minute"
        most = max(run.megabytes for run in done)
        print(f"  {workers} at a time: {wall:6.1f} s, {each}, CPU {cpu:.1f} s, {most:.0f} MB for grader and workers")
    gain = median(one.wall / two.wall for one, two in zip(runs[1], runs[2], strict=True))
    print(f"  two workers get {gain:.2f} × as far as one; two processes that only count {median(cores):.2f} ×")


def show_one(name: str, cases: Path) -> None:
    """Compare the CPU time of one full grading with the same work at the original's speed of states."""
    settings = ClassSettings(Selection(cases), "auto", Limits(), PUBLIC_KEY)
    digest, assignment = settings.digest(), load_assignment(cases)
    submission = Submission("one", "multiAgents.py", {"multiAgents.py": SUBMISSION.read_bytes()})
    points = grade_submission(settings, digest, submission)["points"]  # reads the cases
    own, ratios = [], []
    for _ in range(ROUNDS):
        started = Cost.so_far()
        grade_submission(settings, digest, submission)
        own.append(Cost.so_far().since(started).cpu)
        with successors_at_the_original_speed():
            started = Cost.so_far()
            student = InProcessStudent(SUBMISSION, Limits())
            assert grade(assignment, student, Grade("", ""), Limits()).points == points
            ratios.append(own[-1] / Cost.so_far().since(started).cpu)
    share = f"{median(ratios):.0%} of the same work at the original's speed on this machine"
    print(f"one grading of {name} takes {median(own):.2f} s of CPU time, {share}")


if __name__ == "__main__":
    main()
