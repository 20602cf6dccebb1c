"""Every value drawn for a student's search is one that its code computed, in any style.

A copy of each search reports what it finds every state to be worth. A value that is drawn is that one, and an
inequality holds for it and for the true value.
"""

import ast
import html
import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from socket import socketpair

import pytest

from agents.loading import load_agent
from agents.microscope.decision import guess_rule, watch_decision, wrong_value_of
from agents.microscope.explanation import explain_decision
from agents.microscope.own_values import own_values
from agents.microscope.text_report import explanation_text
from agents.microscope.tree_text import TreeExcerpt
from agents.microscope.watched_thought import watched_thought
from autograder.channel import Channel
from autograder.child.state_report import EdgeReport
from autograder.sandbox.child_messages import parse_message
from autograder.student.reported_states import WatchedSearch
from commands.cli import main
from pacman import Layout
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.berkeley.submission import load_submission
from pacman.display.messages import Words
from pacman.state import GameState

SUBMISSIONS = Path(__file__).parent / "submissions"
STYLES = SUBMISSIONS / "search_styles.py"
NAMES = [
    "OrderedAlphaBetaAgent",
    "BackwardsAlphaBetaAgent",
    "PeekingAlphaBetaAgent",
    "MemoisedMinimaxAgent",
    "IterativeAlphaBetaAgent",
    "GeneratorMinimaxAgent",
    "FailHardAlphaBetaAgent",
    "ClampedAlphaBetaAgent",
    "BreadthFirstMinimaxAgent",
    "NegamaxAlphaBetaAgent",
    "DeepeningAlphaBetaAgent",
    "CachedEvaluationExpectimaxAgent",
    "TwoPassesAlphaBetaAgent",
]
DECISIONS = 200
BY_DEFAULT = 8
MAZES = [
    "% G.P%",
    "%.P . G%",
    "%%%%%%%\n%P .  %\n% %%% %\n%. G .%\n%%%%%%%",
    "%%%%%%%\n%G . o%\n% %%% %\n%. P G%\n%%%%%%%",
    "%%%%%%%%%\n%. G   .%\n%.%% %%.%\n%   P  G%\n%%%%%%%%%",
]
CRAMPED = [  # the ghosts are so near that some plies have no state at which the game goes on, except those that are cut
    "%%%%%\n%P.G%\n%.G %\n%%%%%",
    "%%%%%\n%.PG%\n%%G.%\n%%%%%",
    "%P.GG%",
    "%%%%%%\n%.P G%\n%%%G.%\n%%%%%%",
]
Path_ = tuple[str, ...]


@cache
def maze(text: str) -> Layout:
    """Return a maze; one of a single row gets walls above and below."""
    if "\n" not in text:
        text = "\n".join(("%" * len(text), text, "%" * len(text)))
    return Layout.from_text(text, "maze")


def positions(count: int, seed: int = 0, mazes: Sequence[str] = MAZES) -> list[GameState]:
    """Return positions from the middle of random games."""
    dice = random.Random(seed)
    found: list[GameState] = []
    while len(found) < count:
        state = GameState.initial(maze(mazes[len(found) % len(mazes)]))
        for ply in range(state.num_agents * dice.randrange(6)):
            if not state.is_over:
                agent = ply % state.num_agents
                state = state.successor(agent, dice.choice(state.legal_actions(agent)))
        if not state.is_over:
            found.append(state)
    return found


class _Reporting(ast.NodeTransformer):
    """Rewrites every request for a successor to go through `_successor`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "generateSuccessor":
            report = ast.Name("_successor", ast.Load())
            return ast.copy_location(ast.Call(report, [node.func.value, *node.args], []), node)
        return node


class Copy:
    """An instrumented copy of the styles: runs one of them and records its values by the path to the state."""

    def __init__(self, folder: Path) -> None:
        tree = ast.fix_missing_locations(_Reporting().visit(ast.parse(STYLES.read_text(encoding="utf-8"))))
        file = folder / "copy.py"
        file.write_text("_successor = None\n" + ast.unparse(tree), encoding="utf-8")
        self._module = load_submission(file)
        vars(self._module).update(note=self._note, _successor=self._successor)

    def run(self, name: str, state: GameState) -> str:
        self.values: dict[Path_, list[float]] = {}
        root = state.deepCopy()
        self._paths: dict[int, Path_] = {id(root): ()}
        self._alive: list[GameState] = [root]
        return str(getattr(self._module, name)().getAction(root))

    def _successor(self, state: GameState, agent: int, action: str) -> GameState:
        child = state.generateSuccessor(agent, action)
        self._alive.append(child)
        self._paths[id(child)] = (*self._paths[id(state)], action)
        return child

    def _note(self, state: GameState, value: float) -> float:
        self.values.setdefault(self._paths[id(state)], []).append(value)
        return value


def true_value(state: GameState, ply: int, depth: int, evaluation: Callable[[GameState], float], rule: str) -> float:
    """Return the value by textbook minimax or expectimax."""
    if state.is_over or ply == depth * state.num_agents:
        return evaluation(state)
    agent = ply % state.num_agents
    below = [
        true_value(state.successor(agent, action), ply + 1, depth, evaluation, rule)
        for action in state.legal_actions(agent)
    ]
    if agent == 0:
        return max(below)
    return sum(below) / len(below) if rule == "mean" else min(below)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("styles"))


def check_decision(name: str, state: GameState, copy: Copy) -> tuple[int, int]:
    """Return the number of inner values drawn, and the number of inner nodes."""
    agent = load_agent(f"{STYLES}:{name}")
    decision = watch_decision(agent, state)
    assert decision.action == copy.run(name, state)
    assert wrong_value_of(agent, decision) is None, "the search is right"
    rule = guess_rule(type(agent))
    assert rule is not None
    drawn = 0
    for path, node in decision.tree.by_path().items():
        if node.ply > agent.depth * state.num_agents:
            assert node.knowledge == "unknown", path
            continue
        found = copy.values.get(path, [])
        true = true_value(node.state, node.ply, agent.depth, agent.evaluationFunction, rule)
        if node.value is None:
            within = [value for value in (true, *found) if node.low - 1e-9 <= value <= node.high + 1e-9]
            assert true in within, (path, node.low, node.high, true)
            assert len(within) > 1 or not found, (path, node.low, node.high, found)  # that of a pass, of several
            continue
        drawn += bool(node.children)
        assert node.value == pytest.approx(true), path
        ends = all(child.is_over for child in decision.tree.children(node))  # then nothing has to be computed
        if found or not ends:
            assert any(node.value == pytest.approx(value) for value in found), path  # of a pass, if there are several
    return drawn, sum(bool(node.children) for node in decision.tree.nodes)


def many(name: str, count: int, copy: Copy, seed: int) -> None:
    counts = [check_decision(name, state, copy) for state in positions(count, seed)]
    drawn, inner = (sum(each) for each in zip(*counts, strict=True))
    assert drawn > 0.4 * inner  # most is known in every style


@pytest.mark.parametrize("name", NAMES)
def test_every_drawn_value_is_one_that_the_code_computed(name: str, copy: Copy) -> None:
    many(name, BY_DEFAULT, copy, seed=0)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_every_drawn_value_of_many_decisions_is_one_that_the_code_computed(name: str, copy: Copy) -> None:
    many(name, DECISIONS, copy, seed=1)


@pytest.mark.examples(130)
@pytest.mark.parametrize("name", ["OrderedAlphaBetaAgent", "BackwardsAlphaBetaAgent"])
def test_a_state_that_was_only_evaluated_is_no_leaf_where_no_other_goes_on(
    name: str, copy: Copy, examples: int
) -> None:
    for state in positions(examples, 3, CRAMPED):
        check_decision(name, state, copy)


def test_moves_that_were_evaluated_and_cut_have_no_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Regression: Stop was shown with the value -1, by which the search had only sorted a move, and called a bug."""
    layout = tmp_path / "row.lay"
    layout.write_text("%%%%%%\n% G.P%\n%%%%%%\n")
    assert main(["explain", "-l", str(layout), "-p", f"{STYLES}:AlphaBetaAgent"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^  West +509  ● chosen$", out, re.MULTILINE)
    assert re.search(r"^  Stop +≤ 508$", out, re.MULTILINE)
    assert "East  ?" in out
    assert "East  -2  leaf" in out
    assert "leaf: evaluated by the agent and not expanded" in out
    assert "Likely bug" not in out


@pytest.mark.parametrize(("name", "is_unknown"), [("BreadthFirstMinimaxAgent", True), ("MemoisedMinimaxAgent", False)])
def test_values_that_no_function_returns_are_said_to_be_inferred(
    name: str, is_unknown: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = tmp_path / "row.lay"
    layout.write_text("%%%%%%\n% G.P%\n%%%%%%\n")
    page = tmp_path / "page.html"
    assert main(["explain", "-l", str(layout), "-p", f"{STYLES}:{name}"]) == 0
    assert (Words()("own-unknown") in capsys.readouterr().out.splitlines()) == is_unknown
    assert main(["explain", "-l", str(layout), "-p", f"{STYLES}:{name}", "--html", str(page)]) == 0
    assert (Words()("own-unknown") in html.unescape(page.read_text(encoding="utf-8"))) == is_unknown


class LastFirstMinimaxAgent:
    """Generates the last action first, and takes the first of the best."""

    depth = 1

    def evaluationFunction(self, state: GameState) -> float:
        return state.getScore()

    def getAction(self, state: GameState) -> str:
        actions = state.getLegalActions(0)
        values = {action: self.value(state.generateSuccessor(0, action)) for action in reversed(actions)}
        return max(actions, key=lambda action: values[action])

    def value(self, state: GameState) -> float:
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return min(self.evaluationFunction(state.generateSuccessor(1, each)) for each in state.getLegalActions(1))


def test_the_expected_play_begins_with_the_action_that_was_chosen() -> None:
    states = positions(40, mazes=[maze for maze in MAZES if maze.count("G") == 1])
    watched = [watch_decision(LastFirstMinimaxAgent(), state) for state in states]
    assert any(len({node.value for node in each.candidates}) < len(each.candidates) for each in watched), "a tie"
    for decision in watched:
        assert decision.tree.principal_variation()[0].action == decision.action
        assert decision.tree.copy().principal_variation()[0].action == decision.action


class ContraryMinimaxAgent(LastFirstMinimaxAgent):
    """Takes the worst action."""

    def getAction(self, state: GameState) -> str:
        actions = state.getLegalActions(0)
        return min(actions, key=lambda action: self.value(state.generateSuccessor(0, action)))


def test_no_play_is_expected_where_the_choice_contradicts_the_values() -> None:
    state = GameState.initial(maze("% G.P%"))
    explanation = explain_decision(ContraryMinimaxAgent(), state, "")
    assert explanation.decision.tree.principal_variation()[0].action == "West"
    assert explanation.decision.action != "West"
    assert "expected:" not in explanation_text(explanation, TreeExcerpt())
    assert watched_thought(ContraryMinimaxAgent(), state).paths == {}


def test_what_an_evaluation_looks_at_is_not_searched() -> None:
    state = positions(3)[2]
    decision = watch_decision(load_agent(f"{STYLES}:LookingAheadMinimaxAgent"), state)
    assert decision.tree.deepest == state.num_agents
    assert {node.knowledge for node in decision.tree.nodes} == {"evaluated", "inferred"}


def test_an_evaluation_that_orders_moves_is_no_leaf() -> None:
    """The values of leaves are those of the agent's own evaluation, even if another one is called as well."""
    for state in positions(10):
        agent = load_agent(f"{STYLES}:OwnOrderAlphaBetaAgent")
        tree = watch_decision(agent, state).tree
        leaves = [node for node in tree.nodes if node.knowledge == "evaluated"]
        assert leaves
        assert all(node.value == pytest.approx(agent.evaluationFunction(node.state)) for node in leaves)


class Elsewhere:
    """Calls an evaluation of its file by name, and never its own."""

    evaluationFunction = staticmethod(lambda state: 0.0)

    def getAction(self, state: GameState) -> str:
        after = {action: state.generateSuccessor(0, action) for action in state.getLegalActions(0)}
        return max(after, key=lambda action: some_evaluation(after[action]))


def some_evaluation(state: GameState) -> float:
    return 7.0


def test_another_evaluation_counts_where_the_own_one_is_never_called() -> None:
    decision = watch_decision(Elsewhere(), positions(1)[0])
    assert {node.value for node in decision.candidates} == {7.0}


def test_the_grader_receives_the_values_that_a_search_returns() -> None:
    """Over the channel, too, a number that contradicts the derived value leaves bounds."""
    state = positions(1)[0]
    agent = load_agent(f"{STYLES}:FailHardAlphaBetaAgent")
    near, far = socketpair()
    report = EdgeReport(Channel(near))
    recorder = SearchRecorder(state, report)
    with recorder.watching(agent):
        agent.getAction(state)
    message = json.loads(json.dumps(report.take()))
    watched = WatchedSearch(state, RecorderLimits())
    watched.serve(parse_message(message))
    here = watch_decision(load_agent(f"{STYLES}:FailHardAlphaBetaAgent"), state).tree
    assert [node.result for node in watched.tree.nodes] == [node.result for node in here.nodes]
    assert any(node.result is not None for node in here.nodes)
    near.close()
    far.close()


@pytest.mark.parametrize("name", ["DeepeningAlphaBetaAgent", "TwoPassesAlphaBetaAgent"])
def test_values_of_several_passes_are_not_compared(name: str) -> None:
    """A node that the last pass has cut keeps its value of an earlier one, with another window."""
    agent = load_agent(f"{STYLES}:{name}")
    for state in positions(60, seed=5):
        decision = watch_decision(agent, state)
        assert decision.tree.is_searched_again
        assert own_values(decision.tree) == {}
        assert wrong_value_of(agent, decision) is None
