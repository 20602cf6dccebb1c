"""Observation of a decision: the reconstructed tree equals the report of an instrumented copy of the agent."""

import ast
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pacman
from agents.loading import load_agent
from agents.microscope.decision import WatchedDecision, guess_rule, watch_decision
from agents.microscope.explanation import explain_decision, reference_for
from agents.search.search_tree import SearchTree
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.berkeley.submission import load_submission
from pacman.state import GameState
from tests.conftest import a_third

SUBMISSIONS = Path(__file__).parents[1] / "autograder" / "submissions"
STYLES = [
    "recursive_pairs",
    "separate_functions",
    "dictionaries",
    "right_stack_of_frames",
    "right_textbook_functions",
    "right_one_sign",
    "right_plies_counted_down",
    "right_looks_before_it_goes",
    "right_counters",
    "right_numpy_arrays",
    "right_never_stops",
    "right_empty_means_over",
    "right_sorted_scores",
    "bug_random_weights",
]
AGENTS = ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"]
SUCCESSORS = ("generateSuccessor", "generatePacmanSuccessor")


class Instrument(ast.NodeTransformer):
    """Rewrites every request for a successor, and every evaluation, to go through `_report`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in (*SUCCESSORS, "evaluationFunction"):
            name = ast.Constant(node.func.attr)
            report = ast.Name("_report", ast.Load())
            return ast.copy_location(ast.Call(report, [node.func.value, name, *node.args], node.keywords), node)
        return node


class Report:
    """The report of an instrumented copy: the paths that it generated, and its evaluations."""

    def __init__(self) -> None:
        self.paths: dict[tuple[str, ...], None] = {}
        self.values: dict[tuple[str, ...], float] = {}
        self._path_of: dict[int, tuple[str, ...]] = {}
        self._alive: list[Any] = []

    def start(self, root: GameState) -> None:
        self._path_of[id(root)] = ()

    def __call__(self, thing: Any, name: str, *arguments: Any) -> Any:
        answer = getattr(thing, name)(*arguments)
        if name in SUCCESSORS:
            path = (*self._path_of[id(thing)], arguments[-1])
            self._path_of[id(answer)] = path
            self._alive.append(answer)
            self.paths.setdefault(path)
        else:
            self.values[self._path_of[id(arguments[0])]] = float(answer)
        return answer


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an instrumented copy of every submission."""
    folder = tmp_path_factory.mktemp("copies")
    for path in SUBMISSIONS.glob("*.py"):
        tree = ast.fix_missing_locations(Instrument().visit(ast.parse(path.read_text())))
        (folder / path.name).write_text("from reporting import _report\n" + ast.unparse(tree))
    (folder / "reporting.py").write_text("_report = None\n")
    return folder


@pytest.fixture
def instrumented(copies: Path) -> Callable[[str, str, GameState], tuple[Report, str]]:
    """Run an instrumented copy of a submission."""

    def run(name: str, agent: str, state: GameState) -> tuple[Report, str]:
        report = Report()
        module = load_submission(copies / f"{name}.py")
        _rebind(module, report)
        root = state.deepCopy()
        report.start(root)
        random.seed(0)
        return report, getattr(module, agent)(depth="2").getAction(root)

    return run


def _rebind(module: Any, report: Report) -> None:
    """Set the report in every file of the copy."""
    importer = module.__dict__["__builtins__"]["__import__"]
    for each in importer.modules.values():
        if "_report" in vars(each):
            each._report = report


def watched(name: str, agent: str, state: GameState) -> WatchedDecision:
    random.seed(0)
    return watch_decision(load_agent(f"{SUBMISSIONS / name}.py:{agent}", depth="2"), state)


@pytest.fixture(scope="module")
def positions() -> list[GameState]:
    """Return the start, and a position in the middle of a game."""
    start = GameState.initial(pacman.load_layout("trap"))
    middle, dice = GameState.initial(pacman.load_layout("small")), random.Random(4)
    for ply in range(12):
        agent = ply % middle.num_agents
        middle = middle.successor(agent, dice.choice(middle.legal_actions(agent)))
    assert not middle.is_over
    return [start, middle]


@pytest.mark.parametrize("name", a_third(STYLES))
def test_the_tree_is_what_an_instrumented_copy_reports(
    name: str, positions: list[GameState], instrumented: Callable[[str, str, GameState], tuple[Report, str]]
) -> None:
    for agent in AGENTS:
        for state in positions:
            report, action = instrumented(name, agent, state)
            decision = watched(name, agent, state)
            assert decision.action == action
            by_path = decision.tree.by_path()
            assert [*by_path][1:] == [*report.paths], agent  # in the order of the requests
            leaves = {
                path: node.value for path, node in by_path.items() if not node.children and node.value is not None
            }
            assert leaves
            assert leaves == {path: value for path, value in report.values.items() if not by_path[path].children}


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("name", ["recursive_pairs", "right_stack_of_frames", "right_never_stops"])
def test_a_right_search_agrees_with_ours_node_by_node(name: str, agent: str, positions: list[GameState]) -> None:
    for state in positions:
        explanation = explain_decision(load_agent(f"{SUBMISSIONS / name}.py:{agent}", depth="2"), state, "here")
        assert explanation.reference is not None
        assert explanation.divergence is None
        assert explanation.decision.tree.root.value == pytest.approx(explanation.reference.tree.root.value)
        assert explanation.decision.tree.generated == explanation.reference.tree.generated


def test_values_that_follow_are_inferred_and_others_are_marked(positions: list[GameState]) -> None:
    tree = watched("recursive_pairs", "AlphaBetaAgent", positions[1]).tree
    kinds = {node.knowledge for node in tree.nodes}
    assert tree.root.knowledge == "inferred"
    assert kinds >= {"evaluated", "inferred", "bounded"}
    for node in tree.nodes:
        assert (node.value is not None) == (node.knowledge in ("evaluated", "inferred"))
        assert node.low <= node.high


class Endless:
    def getAction(self, state: GameState) -> str:
        while True:
            state.generateSuccessor(0, state.getLegalActions(0)[0])


class Crashing:
    evaluationFunction = None

    def getAction(self, state: GameState) -> str:
        for action in state.getLegalActions(0):
            state.generatePacmanSuccessor(action)
        raise KeyError("no more")


def test_what_was_seen_until_the_end_is_there(positions: list[GameState]) -> None:
    late = watch_decision(Endless(), positions[0], seconds=0.05)
    assert (late.action, late.tree.generated) == (None, 1)
    assert late.requests > 1
    assert "no answer within 0.05 s" in late.problem
    crashed = watch_decision(Crashing(), positions[0])
    assert crashed.action is None
    assert "KeyError" in crashed.problem
    assert crashed.tree.generated == len(positions[0].legal_actions(0))


def test_nothing_is_left_behind(positions: list[GameState]) -> None:
    before = GameState.successor, GameState.generateSuccessor, dict(vars(pacman.state.BerkeleyState))
    dice = random.getstate()
    agent = load_agent(f"{SUBMISSIONS / 'recursive_pairs.py'}:ExpectimaxAgent")
    own, names = dict(vars(agent)), dict(type(agent).getAction.__globals__)
    watch_decision(agent, positions[0])
    assert (GameState.successor, GameState.generateSuccessor, dict(vars(pacman.state.BerkeleyState))) == before
    assert (vars(agent), type(agent).getAction.__globals__) == (own, names)
    assert random.getstate() == dice


def test_an_agent_may_write_to_its_states_and_copy_them(positions: list[GameState]) -> None:
    class Writing:
        def getAction(self, state: GameState) -> str:
            first = state.generateSuccessor(0, state.getLegalActions(0)[0])
            first.getFood()  # creates the modifiable view
            first.generateSuccessor(1, first.getLegalActions(1)[0])
            twin = first.deepCopy()
            twin.generateSuccessor(1, twin.getLegalActions(1)[-1])
            return str(state.getLegalActions(0)[0])

    tree = watch_decision(Writing(), positions[1]).tree
    assert [node.ply for node in tree.nodes][:3] == [0, 1, 2]
    assert all(node.parent == 1 for node in tree.nodes[2:])


def test_a_full_recorder_says_so(positions: list[GameState]) -> None:
    tree: SearchTree[GameState, str] = SearchTree(positions[0])
    recorder = SearchRecorder(positions[0], tree, RecorderLimits(states=5))
    with recorder.watching():
        for action in positions[0].legal_actions(0) * 3:
            child = positions[0].successor(0, action)
            for reply in child.legal_actions(1):
                child.successor(1, reply)
    assert recorder.is_full
    assert len(tree.nodes) == 6


def test_names_tell_what_ghosts_do() -> None:
    module = load_submission(SUBMISSIONS / "recursive_pairs.py")
    assert [guess_rule(getattr(module, agent)) for agent in AGENTS] == ["min", "min", "mean"]
    assert guess_rule(module.ReflexAgent) is None
    assert reference_for(load_agent("MinimaxAgent")) is None
