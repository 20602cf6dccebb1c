"""Duration of a grading, and the cost of isolating a student's code in a process of its own.

    python benchmarks/bench_grading.py [--submission FILE]

Two assignments: the project's own, and one of the course's size. Four ways to do the same work, alternately: isolated,
in an unrestricted process, inside the grader, and inside the grader with successors that take as long as those of the
original engine (its accessors, which are also slower, are not slowed down). Those took 59 µs for Pacman and 53 µs for a
ghost on a machine where a turn of the reference loop of `bench_world.py` took 0.11 µs; here they take as many turns of
that loop, so that the machine's load affects all four ways alike. Reading the assignment is part of the work, and so
are the start and the end of the student's process. Compiled modules are cached, as Python does by default.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.case_types.tree_case import TreeCase
from autograder.child.restrictions import RESTRICTIONS
from autograder.grading import grade
from autograder.results import Grade
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, DecisionTime, Student
from benchmarks.bench_world import reference
from benchmarks.course import write_course
from pacman.directions import Action
from pacman.layout import load_layout
from pacman.state import GameState

ROOT: Final = Path(__file__).resolve().parent.parent
LIMITS: Final = Limits()
ENOUGH: Final = DecisionTime(1000)
ORIGINAL_TURNS: Final = (round(59 / 0.11), round(53 / 0.11))  # turns of the loop per successor: Pacman's, a ghost's
ROUNDS: Final = 5


class Cost(NamedTuple):
    """Wall time, and CPU time including that of the student's process."""

    wall: float
    cpu: float

    @classmethod
    def so_far(cls) -> "Cost":
        return cls(perf_counter(), sum(os.times()[:4]))

    def since(self, earlier: "Cost") -> "Cost":
        return Cost(self.wall - earlier.wall, self.cpu - earlier.cpu)


@contextmanager
def isolated(submission: Path, restrictions: Sequence[str] = RESTRICTIONS) -> Iterator[Student]:
    pool = SandboxPool(LIMITS, restrictions=restrictions)
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
        reference(ORIGINAL_TURNS[agentIndex > 0])
        return plain(state, agentIndex, action)

    for name in ("successor", "generateSuccessor"):
        setattr(GameState, name, slow)
    try:
        yield
    finally:
        for name in ("successor", "generateSuccessor"):
            setattr(GameState, name, plain)


def keep_compiled_modules() -> None:
    """Cache compiled modules in this process and its children, whatever the environment says."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def grade_isolated(cases: Path, submission: Path, restrictions: Sequence[str] = RESTRICTIONS) -> Grade:
    with isolated(submission, restrictions) as student:
        return grade(load_assignment(cases), student, Grade(submission.name, "process"), LIMITS)


def grade_in_process(cases: Path, submission: Path) -> Grade:
    assignment = load_assignment(cases)
    return grade(assignment, InProcessStudent(submission, LIMITS), Grade(submission.name, "none"), LIMITS)


def grade_slowly(cases: Path, submission: Path) -> Grade:
    with successors_at_the_original_speed():
        return grade_in_process(cases, submission)


WAYS: Final[dict[str, Callable[[Path, Path], Grade]]] = {
    "isolated": grade_isolated,
    "in an unrestricted process": partial(grade_isolated, restrictions=()),
    "inside the grader": grade_in_process,
    "with states at the original's speed": grade_slowly,
}


def show_gradings(name: str, cases: Path, submission: Path) -> None:
    costs: dict[str, list[Cost]] = {way: [] for way in WAYS}
    points = set()
    for _ in range(ROUNDS):
        for way, run in WAYS.items():
            started = Cost.so_far()
            done = run(cases, submission)
            costs[way].append(Cost.so_far().since(started))
            points.add((done.points, done.max_points))
    [(given, most)] = points  # the same work, the same points
    print(f"full grading of {name} ({given:g}/{most:g} points), medians of {ROUNDS} rounds")
    for way, rounds in costs.items():
        wall, cpu = (median(column) for column in zip(*rounds, strict=True))
        in_pairs = list(zip(costs["isolated"], rounds, strict=True))
        wall_ratio = median(alone.wall / other.wall for alone, other in in_pairs)
        cpu_ratio = median(alone.cpu / other.cpu for alone, other in in_pairs)
        comparison = "" if way == "isolated" else f"   isolated takes {wall_ratio:.0%} of it (CPU {cpu_ratio:.0%})"
        print(f"  {way:<35} {wall:7.2f} s, CPU {cpu:5.2f} s{comparison}")


def seconds_a_tree(student: Student, assignment: Assignment) -> float:
    """Return the median time of one fixed tree."""
    cases = [case for case in assignment.cases if isinstance(case, TreeCase)]
    times = []
    student.solve_tree(cases[0].tree, cases[0].agent, cases[0].depth, ENOUGH)  # starts the process
    for case in cases:
        started = perf_counter()
        student.solve_tree(case.tree, case.agent, case.depth, ENOUGH)
        times.append(perf_counter() - started)
    return median(times)


def seconds_a_move(student: Student) -> float:
    """Return the median time of one decision of a reflex agent."""
    layout = load_layout("open")
    state = GameState.initial(layout, ghosts=1)
    agent = student.agent(AgentRequest("ReflexAgent", {}, ENOUGH), layout)
    times = []
    for _ in range(1000):
        started = perf_counter()
        agent.getAction(state)
        times.append(perf_counter() - started)
    return median(times)


def seconds_to_start(restrictions: Sequence[str] = RESTRICTIONS) -> float:
    started = perf_counter()
    sandbox = Sandbox(LIMITS, restrictions)
    try:
        sandbox.wait_until_ready()
        return perf_counter() - started
    finally:
        sandbox.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Time a full grading, and measure the cost of isolation.")
    default = ROOT / "tests" / "autograder" / "submissions" / "recursive_pairs.py"
    parser.add_argument("--submission", type=Path, default=default)
    submission = parser.parse_args().submission
    keep_compiled_modules()

    show_gradings("our own assignment", OUR_OWN, submission)
    with TemporaryDirectory() as folder:
        cases = Path(folder) / "test_cases"
        write_course(cases)
        show_gradings("one of the course's size", cases, submission)

    assignment = load_assignment(OUR_OWN)
    inside = InProcessStudent(submission, LIMITS)
    with isolated(submission) as outside:
        trees = seconds_a_tree(outside, assignment), seconds_a_tree(inside, assignment)
        moves = seconds_a_move(outside), seconds_a_move(inside)
    starts = [(seconds_to_start(), seconds_to_start(())) for _ in range(9)]
    start, bare = (median(column) for column in zip(*starts, strict=True))
    print("overhead of isolation (medians, milliseconds)")
    print(f"  a fixed tree  {1e3 * (trees[0] - trees[1]):7.2f}   ({1e3 * trees[0]:.2f} against {1e3 * trees[1]:.2f})")
    print(f"  a move        {1e3 * (moves[0] - moves[1]):7.2f}   ({1e3 * moves[0]:.2f} against {1e3 * moves[1]:.2f})")
    print(
        f"  a process     {1e3 * start:7.0f}   until it is ready, {1e3 * bare:.0f} unrestricted; started ahead of time"
    )


if __name__ == "__main__":
    main()
