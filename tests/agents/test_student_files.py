"""Students' files: loaded with Berkeley's modules importable, without side effects."""

import subprocess
import sys
from pathlib import Path

import pytest

import pacman
from agents import RandomGhost, load_agent, load_ghosts
from pacman import AgentError, EndReason, load_layout
from pacman.berkeley.submission import BERKELEY_MODULES, load_submission

HERE = Path(__file__).parent / "submissions"
TEMPLATE = Path(__file__).parents[2] / "examples" / "student" / "multiAgents.py"


def test_berkeleys_modules_are_importable_by_the_submission_only() -> None:
    before = set(sys.modules)
    module = load_submission(HERE / "imports.py")
    ours = {name for name in set(sys.modules) - before if not name.startswith(("agents.", "pacman."))}
    assert ours == set()
    assert module.util.Stack().isEmpty()
    assert issubclass(module.GameState, pacman.GameState)
    assert module.GameState.__name__ == "GameState"
    assert "util" not in sys.modules
    with pytest.raises(ImportError):
        __import__("ghostAgents")


def test_a_function_may_import_later() -> None:
    agent = load_agent(f"{HERE / 'imports.py'}:LateAgent")
    record = pacman.play(load_layout("small"), agent, [RandomGhost(1)], seed=1, max_moves=20)
    assert record.outcome.reason is not EndReason.CRASHED, record.outcome.error


def test_arguments_come_as_strings() -> None:
    agent = load_agent(f"{HERE / 'imports.py'}:SearchAgent", depth="3")
    assert agent.depth == 3
    record = pacman.play(load_layout("small"), agent, [RandomGhost(1)], seed=1, max_moves=20)
    assert record.outcome.reason is not EndReason.CRASHED, record.outcome.error


def test_a_submissions_own_ghosts() -> None:
    ghosts = load_ghosts(f"{HERE / 'imports.py'}:RandomGhost", 2)
    assert [ghost.index for ghost in ghosts] == [1, 2]


def test_copies_of_berkeleys_files_beside_the_submission_are_not_used(tmp_path: Path) -> None:
    (tmp_path / "multiAgents.py").write_text("import util\nfrom game import Agent\nclass Mine(Agent): pass\n")
    for name in BERKELEY_MODULES:
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the copy was used')\n")
    assert load_submission(tmp_path / "multiAgents.py").Mine


@pytest.mark.parametrize("agent", ["ReflexAgent", "MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
def test_the_template_runs_before_it_is_good(agent: str) -> None:
    record = pacman.play(
        load_layout("small"), load_agent(f"{TEMPLATE}:{agent}"), [RandomGhost(1)], seed=0, max_moves=100
    )
    assert record.outcome.error is None


def test_a_submission_and_the_stock_ghosts_share_one_random_generator() -> None:
    """The template's ReflexAgent breaks ties by random.choice; the seed must determine its choices too."""
    layout = load_layout("small")
    games = [
        pacman.play(layout, load_agent(f"{TEMPLATE}:ReflexAgent"), [RandomGhost(1)], seed=3, max_moves=100).moves
        for _ in range(2)
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("class A:\n  def f(self)\n", r"mine.py:2: SyntaxError: expected ':'"),
        ("x = 1\n\ty = 2\n", r"mine.py:2: (Indentation|Tab)Error"),
        ("import nowhere_to_be_found\n", r"cannot be loaded: ModuleNotFoundError: .*mine.py:1\)"),
        ("x = 1\nx / 0\n", r"cannot be loaded: ZeroDivisionError: division by zero \(.*mine.py:2\)"),
        ("import sys\nsys.exit(5)\n", r"cannot be loaded: the agent ended the program by exit\(5\)"),
        ("x = '\0'\n", r"mine.py"),
        ("class Reflex: pass\n", r"mine.py: unknown class 'ReflexAgent'; did you mean 'Reflex'\?"),
        ("ReflexAgent = 3\n", r"mine.py: unknown class 'ReflexAgent'"),
        (
            "class ReflexAgent:\n  def __init__(self):\n    raise KeyError('x')\n",
            r"cannot be made: KeyError: 'x' \(.*:3\)",
        ),
    ],
)
def test_a_broken_file_is_refused_by_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    before = dict(sys.modules)
    with pytest.raises(AgentError, match=complaint) as error:
        load_agent(f"{path}:ReflexAgent")
    assert "\n" not in str(error.value)
    assert dict(sys.modules).keys() - before.keys() == set()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"nothing.py: cannot be read: No such file"):
        load_agent(f"{tmp_path / 'nothing.py'}:A")
    with pytest.raises(AgentError, match=r"mine.py: a class is missing; expected mine.py:NAME"):
        load_agent("folder/mine.py")
    latin = tmp_path / "latin.py"
    latin.write_bytes("x = 'Übung'\n".encode("latin-1"))
    with pytest.raises(AgentError, match=r"latin.py:1: not text in utf-8; expected a Python file saved as UTF-8$"):
        load_agent(f"{latin}:A")


def test_a_crash_in_play_names_the_students_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from game import Agent\nfrom util import raiseNotDefined\n"
        "class Bad(Agent):\n  def getAction(self, state):\n    return state.getFood()[100][100]\n"
        "class Stub(Agent):\n  def getAction(self, state):\n    raiseNotDefined()\n"
    )
    bad = pacman.play(load_layout("small"), load_agent(f"{path}:Bad")).outcome
    assert (bad.error or "").endswith(f"IndexError: list index out of range ({path}:5)")
    stub = pacman.play(load_layout("small"), load_agent(f"{path}:Stub")).outcome
    assert f"Method not implemented: getAction at line 8 of {path}" in (stub.error or "")


def test_a_misspelt_get_action_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from game import Agent\nclass Bad(Agent):\n  def getaction(self, state):\n    return 'Stop'\n")
    outcome = pacman.play(load_layout("small"), load_agent(f"{path}:Bad")).outcome
    message = "AttributeError: 'Bad' object has no attribute 'getAction'; it has 'getaction'"
    assert (outcome.error or "").startswith(message)


def test_importing_our_packages_makes_no_berkeley_module_importable() -> None:
    code = "import pacman, agents, sys; print([n for n in ('util','game','layout','ghostAgents') if n in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"
