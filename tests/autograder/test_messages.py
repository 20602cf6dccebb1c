"""Messages about failures, in terms that students know, in a child process and inside the grader."""

import os
import pickle
import re
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.diagnosis import bug_names
from autograder.diagnosis.crashes import name_failure, name_unexplained
from autograder.failures import Cause, CauseKind, Failure, FailureKind, Frame
from autograder.results import CaseResult, Grade
from autograder.sandbox.child_files import StackFile
from autograder.student.limits import Limits
from commands.cli import main
from commands.shared.exit_codes import INTERRUPTED
from pacman.errors import Python2Error
from tests.wording import Naming, facts

Grader = Callable[..., Grade]

HEAD = """
import logging, random, sys, traceback
import util
from game import Agent, Directions
from util import manhattanDistance

def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
"""


@pytest.fixture(params=["isolated", "none"])
def grader(request: pytest.FixtureRequest) -> Grader:
    """Grade in a child process, and inside the grader."""
    name = {"isolated": "grade_isolated", "none": "grade_in_process"}[request.param]
    graded: Grader = request.getfixturevalue(name)
    return graded


@pytest.fixture
def told(grader: Grader, our_assignment: Assignment, tmp_path: Path) -> Callable[..., CaseResult]:
    """Return the result of one case for a submission with these lines."""

    def run(case: str, lines: str, head: str = HEAD) -> CaseResult:
        path = tmp_path / "multiAgents.py"
        path.write_text(head + textwrap.dedent(lines))
        return grader(path, our_assignment.only_cases(case)).questions[0].cases[0]

    return run


def minimax(body: str) -> str:
    return "class MinimaxAgent(MultiAgentSearchAgent):\n    def getAction(self, gameState):\n" + textwrap.indent(
        textwrap.dedent(body), " " * 8
    )


TREE, GAME = "q2/01-lecture-three-by-three", "q2/99-game"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "return gameState.getPacmanPosition()",
            ("AttributeError:", "state", "no getPacmanPosition", "getLegalActions", "multiAgents.py:17"),
        ),
        ("return gameState[0]", ("TypeError:", "state", "not subscriptable", "multiAgents.py:17")),
        ("return gameState + 1", ("TypeError:", "+:", "state", "'int'", "multiAgents.py:17")),
        (
            "return gameState.generateSuccessor(0)",
            ("TypeError: generateSuccessor() missing", "'action'", "multiAgents.py:17"),
        ),
        ("return util.Heap()", ("AttributeError: module 'util'", "'Heap'", "multiAgents.py:17")),
        ("from util import Heap", ("ImportError:", "'Heap' from 'util'", "(util.py)", "multiAgents.py:17")),
        (
            "gameState.generateSuccessor(0, 'up')",
            ("action up", "state root", "legal: left, middle, right", "multiAgents.py:17"),
        ),
    ],
)
def test_a_crash_is_told_in_the_students_words(
    told: Callable[..., CaseResult], body: str, words: tuple[str, ...]
) -> None:
    message = told(TREE, minimax(body)).message
    assert re.search(facts(*words), message), message
    assert "TreeState" not in message
    assert "berkeley" not in message


@pytest.mark.parametrize("case", [TREE, GAME])
def test_an_agent_without_getaction(told: Callable[..., CaseResult], case: str) -> None:
    """The base class raises an error with this text; its location in our code is not shown."""
    message = told(case, "class MinimaxAgent(MultiAgentSearchAgent): pass").message
    assert "not implemented yet: getAction of MinimaxAgent" in message
    assert "game.py" not in message


@pytest.mark.parametrize("case", [TREE, GAME])
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("gameState.getLegalActions(0)[0]", ("getAction", "None", "return")),
        ("return gameState.getLegalActions(0)[0].swapcase()", ("getAction", "did you mean '")),
        ("return (10, gameState.getLegalActions(0)[0])", ("getAction", "tuple (10, '")),
        ("return 'nowhere'", ("getAction", "'nowhere'", "illegal", "legal: ")),
    ],
)
def test_an_answer_that_is_no_action(
    told: Callable[..., CaseResult], case: str, body: str, words: tuple[str, ...]
) -> None:
    result = told(case, minimax(body))
    assert not result.passed
    assert re.search(facts(*words), result.message), result.message
    assert "(multiAgents.py:16)" in result.message  # the def of getAction
    assert not result.ends_question
    assert result.bug == bug_names.NO_ACTION


@pytest.mark.parametrize(
    ("kind", "cause", "bug"),
    [
        (FailureKind.CRASHED, Cause(CauseKind.EXCEPTION, "TypeError: 'int' object is not callable"), "NOT_CALLABLE"),
        (FailureKind.CRASHED, Cause(CauseKind.EXCEPTION, "KeyError: 'a (b'"), "MISSING_KEY"),
        (FailureKind.CRASHED, Cause(CauseKind.ENDLESS_RECURSION), "ENDLESS_RECURSION"),
        (FailureKind.CRASHED, Cause(CauseKind.ILLEGAL_ACTION), "ILLEGAL_ACTION"),
        (FailureKind.CRASHED, Cause(CauseKind.WRONG_ANSWER, "tuple"), "NO_ACTION"),
        (FailureKind.CRASHED, Cause(CauseKind.NOT_ON_TREES, "getFood", (Frame("a.py:3", "f"),)), "OWN_EVALUATION"),
        (FailureKind.EXITED, Cause(CauseKind.NOT_IMPLEMENTED), "NOT_IMPLEMENTED"),
        (FailureKind.MISSING, Cause(CauseKind.MISSING_CLASS, "MinimaxAgent"), "AGENT_MISSING"),
        (FailureKind.NOT_LOADED, Cause(CauseKind.PYTHON_2, "backticks"), "PYTHON_2"),
        (FailureKind.NOT_LOADED, Cause(CauseKind.SYNTAX, "TabError: inconsistent use of tabs"), "NOT_LOADED"),
    ],
)
def test_a_failure_is_named_by_its_cause_whatever_its_text(kind: FailureKind, cause: Cause, bug: str) -> None:
    failure = Failure(kind, "no class X in your file, Illegal action, getAction returned a tuple", cause=cause)
    named = name_failure(failure) or name_unexplained(failure, is_search=True)
    assert named is not None
    assert named.name == getattr(bug_names, bug)
    assert bug != "MISSING_KEY" or "'a (b' is not in the dictionary" in named.text()


@pytest.mark.parametrize(
    "text",
    [
        "your code calls itself without end: does the recursion stop at a win, at a loss and at the depth?",
        "AttributeError: a state of the test tree has no getFood: it has getLegalActions",
        "getAction returned None (is a return missing?)",
        "Illegal action up in state root; legal: left",
        "not implemented yet: getAction of MinimaxAgent",
        "no class MinimaxAgent in your file",
        "multiAgents.py:3: a file for Python 2 (backticks), and this is Python 3: SyntaxError: invalid syntax",
    ],
)
def test_no_text_is_a_cause(text: str) -> None:
    failure = Failure(FailureKind.CRASHED, text, (f"multiAgents.py:3 in evaluate: {text}",))
    assert name_failure(failure) is None
    assert name_unexplained(failure, is_search=True) is None


def test_the_cause_of_a_file_for_python_2_survives_a_worker_process() -> None:
    error = pickle.loads(pickle.dumps(Python2Error("multiAgents.py:1: a file for Python 2", "backticks")))
    assert (str(error), error.sign) == ("multiAgents.py:1: a file for Python 2", "backticks")


def test_an_endless_recursion_is_a_few_lines(told: Callable[..., CaseResult]) -> None:
    lines = (
        minimax("return self.value(gameState)") + "\n    def value(self, state):\n        return self.getAction(state)"
    )
    result = told(TREE, lines)
    assert result.bug == bug_names.ENDLESS_RECURSION
    assert len(result.reasons) < 10


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("from game import Agent", ("no class MinimaxAgent",)),
        ("from pacmanAgents import GreedyAgent as MinimaxAgnt", ("no class MinimaxAgent",)),
        ("class ExpectimaxAgent: pass", ("no class MinimaxAgent",)),
        ("class MinimaxAgnet: pass", ("no class MinimaxAgent", "MinimaxAgnet")),
        ("class MiniMax: pass\nclass minimaxAgent: pass", ("no class MinimaxAgent", "minimaxAgent")),
    ],
)
def test_a_missing_class(told: Callable[..., CaseResult], lines: str, words: tuple[str, ...]) -> None:
    assert told(TREE, lines, head="").reasons == [Naming(*words)]


def test_frames_of_ours_are_not_in_the_output(told: Callable[..., CaseResult]) -> None:
    body = """
        traceback.print_stack()
        try:
            gameState.generateSuccessor(0, 'up')
        except Exception:
            traceback.print_exc()
        print('at', gameState, 'in', __file__)
        return 'middle'
        """
    output = told(TREE, minimax(body)).output
    assert output.count('File "multiAgents.py", line ') == 2
    assert "at <state root of the test tree> in multiAgents.py\n" in output
    for ours in ("tree_states", "service.py", "in_process.py", "<string>", "submission-"):
        assert ours not in output


WRITES = """
    with open('trace.txt', 'a') as first, open(__file__ + '.log', 'a') as second:
        first.write('one decision')
        second.write('another')
    logging.getLogger('search').error('thinking')
    return gameState.getLegalActions(0)[0]
    """


def test_what_a_submission_writes_goes_to_a_folder_of_its_own(
    told: Callable[..., CaseResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "checkout"
    here.mkdir()
    monkeypatch.chdir(here)
    result = told(TREE, "logging.basicConfig(filename='agent.log')\n" + minimax(WRITES))
    assert result.failure is None
    assert list(here.iterdir()) == []
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["multiAgents.py"]
    assert Path.cwd() == here


def test_a_flood_is_kept_up_to_the_limit(told: Callable[..., CaseResult]) -> None:
    result = told(TREE, minimax("print('x' * 10**6)\nsys.stderr.write('y' * 10**6)\nreturn 'middle'"))
    assert len(result.output) == Limits.output + len("…\n")
    assert set(result.output) == {"x", "…", "\n"}


def test_a_log_file_that_is_full_prints_no_tracebacks(
    grade_isolated: Grader, our_assignment: Assignment, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    body = "for _ in range(100): logging.getLogger('search').error('z' * 1000)\nreturn 'middle'"
    path.write_text(HEAD + "logging.basicConfig(filename='agent.log')\n" + minimax(body))
    graded = grade_isolated(path, our_assignment.only_cases(TREE), Limits(file_size=2**14))
    case = graded.questions[0].cases[0]
    assert (case.failure, case.output) == (None, "")


@pytest.mark.skipif(sys.platform == "win32", reason="the stack is asked for by a signal")
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("frontier = [gameState]\nwhile frontier: pass", "(last seen at multiAgents.py:18 in getAction)"),
        ("return sum(iter(int, 1))", "(last seen at multiAgents.py:17 in getAction)"),
        ("import time\ntime.sleep(100)", "(last seen at multiAgents.py:18 in getAction)"),
        ("def look():\n    while True: pass\nreturn look()", "(last seen at multiAgents.py:18 in look)"),
        ("while not gameState.isLose(): gameState.getLegalActions()", "(last seen at multiAgents.py:17 in getAction)"),
    ],
)
def test_a_hang_names_its_line(
    grade_isolated: Grader, our_assignment: Assignment, tmp_path: Path, body: str, line: str
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(HEAD + minimax(body))
    limits = Limits(case=0.5, load=2, memory=2**28)
    case = grade_isolated(path, our_assignment.only_cases(TREE), limits).questions[0].cases[0]
    assert case.reasons[0].startswith("out of time: ")
    assert case.reasons[0].endswith(line)


def test_a_file_that_hangs_when_it_is_loaded(
    grade_isolated: Grader, our_assignment: Assignment, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text("count = 0\nwhile True: count += 1\n")
    case = grade_isolated(path, our_assignment.only_cases(TREE), Limits(load=0.5)).questions[0].cases[0]
    assert re.search(facts("out of time", "(last seen at multiAgents.py:2)") + "$", case.reasons[0]), case.reasons


@pytest.mark.parametrize(
    "stack",
    [
        b"",
        b"\xff" * 100,
        b'  File "/elsewhere/multiAgents.py", line 1 in getAction\n',
        b'  File "FOLDER/multiAgents.py", line 1 in get\x1b[31m\n',
        b'  File "FOLDER/multi Agents.py", line 1 in getAction\n',
        b'  File "FOLDER/multiAgents.py", line 1 in getAction',
    ],
)
def test_a_stack_is_believed_no_further_than_its_form(tmp_path: Path, stack: bytes) -> None:
    file = StackFile()
    try:
        os.write(file.descriptor, stack.replace(b"FOLDER", os.fsencode(tmp_path.resolve())) + b"in <module>\n")
        assert file.last_line(2**22 + 1, tmp_path) == ""
    finally:
        file.close()


@pytest.mark.parametrize("case", [TREE, GAME])
def test_ctrl_c_names_the_line(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(HEAD + minimax("raise KeyboardInterrupt  # as if the user pressed Ctrl-C"))
    assert main(["grade", str(path), "-t", case, "--isolation", "none"]) == INTERRUPTED
    assert "interrupted at multiAgents.py:17 in getAction: raise KeyboardInterrupt" in capsys.readouterr().err
