"""Cost of recording the values that a student's functions return, in a fixed tree.

python benchmarks/bench_recording.py

Limits: 3 times the plain search from Python 3.12 on, 8 times before.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from autograder.case_types.fixed_tree import FixedTree
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.student import DecisionTime
from benchmarks.measuring import Measurement, measure, show

ACTIONS, PLIES, TIMES = "abcde", 4, 20
STUDENT = """
class MinimaxAgent:
    def __init__(self, depth="2", **other):
        self.depth = int(depth)

    def evaluationFunction(self, state):
        return state.getScore()

    def is_leaf(self, state, depth):
        return state.isWin() or state.isLose() or depth == self.depth

    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: self.value(state.generateSuccessor(0, a), 1, 0))

    def value(self, state, agent, depth):
        if self.is_leaf(state, depth):
            return self.evaluationFunction(state)
        after = (agent + 1) % state.getNumAgents()
        values = []
        for action in state.getLegalActions(agent):
            values.append(self.value(state.generateSuccessor(agent, action), after, depth + (after == 0)))
        return min(values) if agent else max(values)
"""


def wide_tree() -> FixedTree:
    """Return a tree in which every state has as many actions."""
    successors: dict[str, dict[str, str]] = {}
    values: dict[str, float] = {}
    layer = ["root"]
    for _ in range(PLIES):
        for state in layer:
            successors[state] = {action: f"{state}{action}" for action in ACTIONS}
        layer = [child for state in layer for child in successors[state].values()]
    values = {state: float(number * 7919 % 101) for number, state in enumerate(layer)}
    return FixedTree("root", 2, frozenset(layer), frozenset(), successors, values)


def main() -> None:
    tree, seconds = wide_tree(), DecisionTime(60)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "multiAgents.py")
        path.write_text(STUDENT)
        student = InProcessStudent(path, Limits())

        def plain() -> int:
            return sum(len(student.solve_tree(tree, "MinimaxAgent", 2, seconds).generated) for _ in range(TIMES))

        def recorded() -> int:
            answers = [student.record_tree(tree, "MinimaxAgent", 2, seconds) for _ in range(TIMES)]
            assert all(len(answer.returned) == len(answer.generated) - 1 for answer in answers)  # all but the root
            return sum(len(answer.generated) for answer in answers)

        rows = measure([Measurement("plain", plain, "state"), Measurement("recorded", recorded, "state")])
        show("a student's minimax in a fixed tree", rows, "plain")
        limit = 3 if sys.version_info >= (3, 12) else 8
        print(f"\nrecorded: {rows['recorded'].ratio(rows['plain']):.1f} times the plain search; the limit is {limit}")
        student.close()


if __name__ == "__main__":
    main()
