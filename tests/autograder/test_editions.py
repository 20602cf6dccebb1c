"""Submissions written to other editions of the course, and to Python 2."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from agents import load_agent
from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.results import Grade
from commands.cli import main
from pacman import GameState, load_layout
from pacman.berkeley.editions import Edition, edition_of
from pacman.berkeley.submission import load_submission
from pacman.errors import AgentError
from tests.wording import Naming, facts

RIGHT = (Path(__file__).parent / "submissions" / "right_filled_template.py").read_text()
NEXT_STATE = {
    "generateSuccessor": "getNextState",
    "generatePacmanSuccessor": "getPacmanNextState",
    "getLegalActions": "getAvailableActions",
}
Grader = Callable[..., Grade]


def in_next_states(text: str) -> str:
    return re.sub("|".join(NEXT_STATE), lambda match: NEXT_STATE[match[0]], text)


def in_snake_case(text: str) -> str:
    """Convert all names to snake case, except those of classes and modules and a few special ones."""
    snake = re.sub(r"\b[a-z]+(?:[A-Z][a-z]+)+\b", lambda match: re.sub("([A-Z])", r"_\1", match[0]).lower(), text)
    snake = snake.replace("get_num_agents()", "num_agents()")
    return re.sub(r"(generate_successor|get_legal_actions)\((?=agent\b)", r"\1(agent_index=", snake).replace(
        "agent_index=agent, action)", "agent_index=agent, action=action)"
    )


@pytest.mark.parametrize(
    ("translate", "edition", "isolation"),
    [
        (in_next_states, "next-state", "none"),
        pytest.param(in_next_states, "next-state", "process", marks=pytest.mark.thorough),
        pytest.param(in_snake_case, "snake-case", "none", marks=pytest.mark.thorough),
        (in_snake_case, "snake-case", "process"),
    ],
)
def test_what_is_right_in_one_edition_is_right_in_another(
    translate: Callable[[str], str],
    edition: str,
    isolation: str,
    tmp_path: Path,
    grade_in_process: Grader,
    grade_isolated: Grader,
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(translate(RIGHT))
    assert "generateSuccessor" not in path.read_text()
    graded = (grade_in_process if isolation == "none" else grade_isolated)(path, load_assignment(OUR_OWN))
    assert graded.edition.label == edition
    assert {question.name: question.points for question in graded.questions} == {
        "q1": 4,
        "q2": 5,
        "q3": 5,
        "q4": 5,
        "q5": 6,
    }


@pytest.mark.parametrize(
    ("source", "edition"),
    [
        ("class A:\n    def getAction(self, s):\n        return s.getLegalActions()[0]\n", Edition.BERKELEY),
        ("def f(s):\n    return s.getNextState(0, 'Stop')\n", Edition.NEXT_STATE),
        ("def f(s):\n    return s.generateNextState(0, s.getLegalActions(0)[0])\n", Edition.NEXT_STATE),
        (
            "class A:\n    def getNextState(self): ...\n    def f(self):\n        return self.getNextState()\n",
            Edition.BERKELEY,
        ),
        ("def f(s):\n    return s.generate_successor(0, s.get_legal_actions(0)[0])\n", Edition.SNAKE_CASE),
        ("def getNextState(s, a):\n    return s.getNextState(0, a)\n", Edition.NEXT_STATE),
        ("def get_legal_actions(s):\n    return get_legal_actions(s)\n", Edition.BERKELEY),
        ("def f(s):\n    print 'x', s\n", Edition.PYTHON_2),
        ("def f(s):\n    print\n    print s\n", Edition.PYTHON_2),
        ("try:\n    pass\nexcept ValueError, e:\n    pass\n", Edition.PYTHON_2),
        ("def f((x, y)):\n    return x\n", Edition.PYTHON_2),
        ("f = lambda (x, y): x\n", Edition.PYTHON_2),
        ("def f(a, b):\n    return a <> b\n", Edition.PYTHON_2),
        ("def f():\n    raise ValueError, 'no'\n", Edition.PYTHON_2),
        ("def f():\n    raise 'no'\n", Edition.PYTHON_2),
        ("def f(s):\n    if s: print 'x', s\n", Edition.PYTHON_2),
        ("def f(s):\n    if s: pass\n    else: print s\n", Edition.PYTHON_2),
        ("def f(s):\n    if not s: raise ValueError, 'no'\n", Edition.PYTHON_2),
        ("import sys\nprint >>sys.stderr, 'x'\n", Edition.PYTHON_2),
        ("def f(d):\n    return [k for k, v in d.iteritems()]\n", Edition.PYTHON_2),
        ("import sys\nworst = -sys.maxint\n", Edition.PYTHON_2),
        ("def f(a, (x, y)):\n    return x\n", Edition.PYTHON_2),
        ("def f(s, low=float('-inf'), high=float('inf'))\n    return s\n", Edition.BERKELEY),
        ("def f(s, start=(1, 1))\n    return s\n", Edition.BERKELEY),
        ("def f(unicode, file=None):\n    return unicode\n", Edition.BERKELEY),
        ("from six.moves import xrange\nfor i in xrange(3): pass\n", Edition.BERKELEY),
        ("def f():\n    return [i for i in xrange(3)]\n", Edition.PYTHON_2),
        ("xrange = range\nfor i in xrange(3): pass\n", Edition.BERKELEY),
        ("def f(s:\n    return s\n", Edition.BERKELEY),
        ("def f(s):\n    print('x'\n", Edition.BERKELEY),
        ("\x00", Edition.BERKELEY),
        ("", Edition.BERKELEY),
    ],
)
def test_an_edition_is_told_by_its_names(source: str, edition: Edition) -> None:
    assert edition_of(source.encode()) is edition


def test_the_report_says_the_edition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(in_next_states(RIGHT))
    assert main(["grade", str(path), "-q", "q2", "--json", str(tmp_path / "grade.json")]) == 0
    names = ("getNextState", "generateSuccessor", "getAvailableActions", "getLegalActions")
    assert Naming("  edition: next-state", *names) in capsys.readouterr().out.splitlines()
    assert json.loads((tmp_path / "grade.json").read_text())["edition"] == "next-state"


def test_a_file_for_python_2_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(
        "class MinimaxAgent:\n    def getAction(self, state):\n        print 'thinking'\n        return 'Stop'\n"
    )
    with pytest.raises(AgentError, match=facts("multiAgents.py:3:", "Python 2", "print without parentheses")):
        load_submission(path)
    assert main(["-q", "-p", f"{path}:MinimaxAgent"]) == 2
    assert "a file for Python 2" in capsys.readouterr().err
    assert main(["grade", str(path), "-q", "q2"]) == 0
    shown = capsys.readouterr().out
    assert "edition: python-2" in shown
    assert re.search(facts("*** multiAgents.py:3:", "Python 2", "print without parentheses", "Python 3"), shown)
    path.write_text(
        "class MinimaxAgent:\n    def __init__(self, depth): ...\n    def getAction(self, state):\n        xrange(2)\n"
    )
    main(["grade", str(path), "-t", "q2/01-lecture-three-by-three"])
    assert re.search(facts("NameError: name 'xrange' is not defined", "Python 2"), capsys.readouterr().out)


def test_names_that_a_file_in_snake_case_defines_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n    def get_score(self):\n        return 'own'\n    def both(self, state):\n"
        "        self.num_agents = 7\n        return self.get_score(), self.num_agents, state.get_legal_actions(0)\n"
    )
    mine = load_submission(path).Mine()

    class State:
        def getLegalActions(self, agent: int) -> list[str]:
            return ["Stop"]

    assert mine.both(State()) == ("own", 7, ["Stop"])


def test_a_file_in_snake_case_takes_berkeleys_arguments_and_may_name_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n    def __init__(self, eval_fn='x', depth='2'):\n        self.given = eval_fn, depth\n"
        "    def get_action(self, state):\n        action = state.get_legal_actions(agent_index=0)[0]\n"
        "        assert state.generate_successor(agent_index=0, action=action)\n        return action\n"
    )
    mine = load_agent(f"{path}:Mine", evalFn="better", depth="3")
    assert mine.given == ("better", "3")
    assert mine.get_action(GameState.initial(load_layout("small"))) == "West"


def test_a_function_in_snake_case_may_have_the_name_of_a_method_of_states(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def get_legal_actions(state):\n    return state.get_legal_actions(0)\n")

    class State:
        def getLegalActions(self, agent: int) -> list[str]:
            return ["Stop"]

    assert load_submission(path).get_legal_actions(State()) == ["Stop"]
