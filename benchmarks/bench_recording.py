"""Cost of recording the values that a student's functions return, in a fixed tree and in a decision of a game.

python benchmarks/bench_recording.py

The unrecorded search is the same one in the same mode, with only the recording of values off: in a tree, the grader
serves the states and notes the requests; in a game, a SearchRecorder reports every generated state to the grader. The
plain search of a game, of which nothing is reported, is measured as well.

Limits: 3 times the unrecorded search from Python 3.12 on, 8 times before.
"""

import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from autograder.analysis_limits import GRADED
from autograder.case_types.fixed_tree import FixedTree
from autograder.channel import WATCHED_A_MESSAGE, Channel, Message
from autograder.child.state_report import EdgeReport
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.student import DecisionTime
from benchmarks.measuring import Measurement, Row, measure, show
from pacman import GameState, load_layout
from pacman.berkeley.search_recorder import SearchRecorder

ACTIONS, PLIES, TIMES = "abcde", 4, 20
LAYOUT, GHOSTS, DEPTH = "small", 2, 3
LIMIT = 3 if sys.version_info >= (3, 12) else 8
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
    layer = ["root"]
    for _ in range(PLIES):
        for state in layer:
            successors[state] = {action: f"{state}{action}" for action in ACTIONS}
        layer = [child for state in layer for child in successors[state].values()]
    values = {state: float(number * 7919 % 101) for number, state in enumerate(layer)}
    return FixedTree("root", 2, frozenset(layer), frozenset(), successors, values)


def measure_tree() -> dict[str, Row]:
    """Return the rows of a search in a fixed tree."""
    tree, seconds = wide_tree(), DecisionTime(60)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "multiAgents.py")
        path.write_text(STUDENT)
        student = InProcessStudent(path, Limits())

        def unrecorded() -> int:
            return sum(len(student.solve_tree(tree, "MinimaxAgent", 2, seconds).generated) for _ in range(TIMES))

        def recorded() -> int:
            answers = [student.solve_tree(tree, "MinimaxAgent", 2, seconds, records=True) for _ in range(TIMES)]
            assert all(len(answer.returned) == len(answer.generated) - 1 for answer in answers)  # all but the root
            return sum(len(answer.generated) for answer in answers)

        rows = measure([Measurement("unrecorded", unrecorded, "state"), Measurement("recorded", recorded, "state")])
        student.close()
    return rows


class _Discarding:
    """A channel to no process."""

    def send(self, message: Message) -> None: ...


def measure_decision() -> dict[str, Row]:
    """Return the rows of a decision of a game."""
    state = GameState.initial(load_layout(LAYOUT), GHOSTS)
    names: dict[str, Any] = {"__name__": "multiAgents"}
    exec(compile(STUDENT, "multiAgents.py", "exec"), names)

    def decision(*, is_watched: bool, is_recorded: bool) -> Callable[[], int]:
        def decide() -> int:
            agent, seen = names["MinimaxAgent"](DEPTH), state.deepCopy()
            report = EdgeReport(cast(Channel, _Discarding()), WATCHED_A_MESSAGE)
            recorder = SearchRecorder(seen, report, GRADED)
            with recorder.watching(agent if is_recorded else None) if is_watched else nullcontext():
                agent.getAction(seen)
            return states

        return decide

    counter = SearchRecorder(state, EdgeReport(cast(Channel, _Discarding())), GRADED)
    with counter.watching():
        names["MinimaxAgent"](DEPTH).getAction(state)
    states = counter.requests
    assert not counter.is_full
    modes = {"plain": (False, False), "unrecorded": (True, False), "recorded": (True, True)}
    return measure(
        [
            Measurement(name, decision(is_watched=is_watched, is_recorded=is_recorded), "state")
            for name, (is_watched, is_recorded) in modes.items()
        ]
    )


def main() -> None:
    for title, rows in (
        ("a student's minimax in a fixed tree", measure_tree()),
        (f"a student's minimax on {LAYOUT}, {GHOSTS} ghosts, depth {DEPTH}", measure_decision()),
    ):
        show(title, rows, "unrecorded")
        ratio = rows["recorded"].ratio(rows["unrecorded"])
        print(f"recorded: {ratio:.1f} times the unrecorded search; the limit is {LIMIT}")


if __name__ == "__main__":
    main()
