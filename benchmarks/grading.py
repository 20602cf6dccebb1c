"""How long a grading takes, and what keeping a student's code in a process of its own costs.

    python benchmarks/grading.py [--submission FILE]

Three ways to do the same work, one after the other in one run: isolated, inside the grader, and inside the grader with
successors that take as long as those of the original engine (59 µs for Pacman, 53 µs for a ghost; its accessors, slower
than ours as well, are not slowed down). What counts is the ratios: the machine they are measured on is in both.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.assignment import OUR_OWN, Assignment, load_assignment  # noqa: E402
from autograder.grading import grade  # noqa: E402
from autograder.in_process import InProcessStudent  # noqa: E402
from autograder.isolated import IsolatedStudent  # noqa: E402
from autograder.limits import Limits  # noqa: E402
from autograder.pool import SandboxPool  # noqa: E402
from autograder.results import Grade  # noqa: E402
from autograder.sandbox import Sandbox  # noqa: E402
from autograder.student import Student  # noqa: E402
from autograder.tree_cases import TreeCase  # noqa: E402
from pacman.berkeley import explored  # noqa: E402
from pacman.directions import Action  # noqa: E402
from pacman.layout import load_layout  # noqa: E402
from pacman.state import GameState  # noqa: E402

LIMITS: Final = Limits()
ORIGINAL_SECONDS: Final = (59e-6, 53e-6)  # one successor: Pacman's, a ghost's
ROUNDS: Final = 3


@contextmanager
def isolated(submission: Path) -> Iterator[Student]:
    pool = SandboxPool(LIMITS)
    student = IsolatedStudent(submission, LIMITS, pool)
    try:
        yield student
    finally:
        student.close()
        pool.close()


@contextmanager
def successors_at_the_original_speed() -> Iterator[None]:
    plain = GameState.successor

    def slow(state: GameState, agentIndex: int, action: Action) -> GameState:
        until = perf_counter() + ORIGINAL_SECONDS[agentIndex > 0]
        child = plain(state, agentIndex, action)
        while perf_counter() < until:
            pass
        return child

    # Where states are counted, the counting successor calls the one that its module knows.
    for place, name in ((GameState, "successor"), (GameState, "generateSuccessor"), (explored, "_plain_successor")):
        setattr(place, name, slow)
    try:
        yield
    finally:
        for place, name in ((GameState, "successor"), (GameState, "generateSuccessor"), (explored, "_plain_successor")):
            setattr(place, name, plain)


def time_isolated(assignment: Assignment, submission: Path) -> tuple[float, Grade]:
    started = perf_counter()
    with isolated(submission) as student:
        result = grade(assignment, student, submission.name, "process", LIMITS)
    return perf_counter() - started, result


def time_in_process(assignment: Assignment, submission: Path) -> tuple[float, Grade]:
    started = perf_counter()
    result = grade(assignment, InProcessStudent(submission, LIMITS), submission.name, "none", LIMITS)
    return perf_counter() - started, result


def seconds_a_tree(student: Student, assignment: Assignment) -> float:
    """One fixed tree, the median of all."""
    cases = [case for question in assignment.questions for case in question.cases if isinstance(case, TreeCase)]
    times = []
    student.solve_tree(cases[0].tree, cases[0].agent, cases[0].depth)  # starts the process
    for case in cases:
        started = perf_counter()
        student.solve_tree(case.tree, case.agent, case.depth)
        times.append(perf_counter() - started)
    return median(times)


def seconds_a_move(student: Student) -> float:
    """One decision of a reflex agent, the median of many."""
    layout = load_layout("open")
    state = GameState.initial(layout, ghosts=1)
    agent = student.agent("ReflexAgent", {}, layout, 1000)
    times = []
    for _ in range(1000):
        started = perf_counter()
        agent.getAction(state)
        times.append(perf_counter() - started)
    return median(times)


def seconds_to_start() -> float:
    started = perf_counter()
    sandbox = Sandbox(LIMITS)
    try:
        sandbox.wait_until_ready()
        return perf_counter() - started
    finally:
        sandbox.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Time a full grading, and what isolation costs.")
    default = ROOT / "tests" / "autograder" / "submissions" / "recursive_pairs.py"
    parser.add_argument("--submission", type=Path, default=default)
    parser.add_argument("--cases", type=Path, default=OUR_OWN)
    options = parser.parse_args()
    assignment = load_assignment(options.cases)

    runs = [time_isolated(assignment, options.submission) for _ in range(ROUNDS)]
    separate = median(seconds for seconds, _ in runs)
    plain = median(time_in_process(assignment, options.submission)[0] for _ in range(ROUNDS))
    with successors_at_the_original_speed():
        slow, slow_grade = time_in_process(assignment, options.submission)
    print(f"full grading ({runs[0][1].points:g}/{runs[0][1].max_points:g} points)")
    print(f"  isolated                            {separate:7.2f} s")
    print(f"  inside the grader                   {plain:7.2f} s   isolated takes {separate / plain:.1f} times as long")
    print(f"  with states at the original's speed {slow:7.2f} s   isolated takes {separate / slow:.0%} of it")
    assert slow_grade.points == runs[0][1].points

    inside = InProcessStudent(options.submission, LIMITS)
    with isolated(options.submission) as outside:
        trees = seconds_a_tree(outside, assignment), seconds_a_tree(inside, assignment)
        moves = seconds_a_move(outside), seconds_a_move(inside)
    start = median(seconds_to_start() for _ in range(5))
    print("overhead of isolation (medians, milliseconds)")
    print(f"  a fixed tree  {1e3 * (trees[0] - trees[1]):7.2f}   ({1e3 * trees[0]:.2f} against {1e3 * trees[1]:.2f})")
    print(f"  a move        {1e3 * (moves[0] - moves[1]):7.2f}   ({1e3 * moves[0]:.2f} against {1e3 * moves[1]:.2f})")
    print(f"  a process     {1e3 * start:7.0f}   until it is ready; it is started ahead of time")


if __name__ == "__main__":
    main()
