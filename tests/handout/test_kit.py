"""A kit made by the installed wheel, in which the command lines of Berkeley's handout run unchanged."""

import json
import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import built_once
from tests.wording import assert_refusal, facts

ROOT = Path(__file__).parents[2]
RIGHT = ROOT / "tests" / "autograder" / "submissions" / "right_filled_template.py"
NOT_A_USERS = ("PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
ALONE = "%%%%%%%\n%P...G%\n%%%%%%%\n"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="where an environment has its programs")


def type_line(line: str, folder: Path, programs: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line in a folder; `python` is that of the environment, as if it were activated."""
    environment = {key: value for key, value in os.environ.items() if key not in NOT_A_USERS}
    program, *words = shlex.split(line)
    return subprocess.run(
        [str(programs / program), *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


def output_of(line: str, folder: Path, programs: Path) -> str:
    """Run a command line that must succeed; return standard error followed by standard output."""
    result = type_line(line, folder, programs)
    assert result.returncode == 0, f"{line}\n{result.stdout}{result.stderr}"
    assert "Traceback" not in result.stderr
    return result.stderr + result.stdout


@pytest.fixture(scope="session")
def new_kit(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a kit, made once in a run."""

    def make(folder: Path) -> None:
        output_of("pacman-search kit mine", folder, programs)

    return built_once(tmp_path_factory, "kit", make)


@pytest.fixture
def kit(new_kit: Path, tmp_path: Path) -> Path:
    """Return a student's folder with a correct multiAgents.py."""
    shutil.copytree(new_kit / "mine", tmp_path / "mine")
    shutil.copy(RIGHT, tmp_path / "mine" / "multiAgents.py")
    return tmp_path / "mine"


LINES = [
    ("python pacman.py --frameTime 0 -p ReflexAgent -k 2 -l testClassic -g DirectionalGhost", "the built-in 'duel'"),
    ("python pacman.py --textGraphics --frameTime=0 -p LeftTurnAgent -l trappedClassic", "%%%%%%%%"),
    ("python autograder.py -q q2 --no-graphics", "### Question q2: 5/5 ###"),
]
OTHER_LINES = [
    ("python pacman.py --frameTime 0 -p ReflexAgent -k 1", "the built-in 'medium'"),
    ("python pacman.py -p MinimaxAgent -l minimaxClassic -a depth=4", "the built-in 'minimax'"),
    ("python pacman.py -p ReflexAgent -l testClassic -f -n 10 -q", "Win Rate:      10/10"),
    ("python pacman.py -p ReflexAgent -l openClassic -f -n 10 -q", "Win Rate:      10/10"),
    ("python pacman.py -p AlphaBetaAgent -a depth=3 -l smallClassic -q", "Win Rate:"),
    ("python pacman.py -p AlphaBetaAgent -l trappedClassic -a depth=3 -q -n 10", "Win Rate:      0/10"),
    ("python pacman.py -p ExpectimaxAgent -l trappedClassic -a depth=3 -q -n 10 -f", "Win Rate:"),
    ("python pacman.py -l smallClassic -p ExpectimaxAgent -a evalFn=better -q -n 2 -c", "Win Rate:"),
    ("python pacman.py --quietTextGraphics --numGames 2 --numghosts 1 --pacman ReflexAgent", "Record:"),
    ("python pacman.py -q -p MinimaxAgent --agentArgs depth=1 --layout smallGrid --timeout 9 -c", "Score:"),
    ("python pacman.py -q -p GreedyAgent -l powerClassic --fixRandomSeed --catchExceptions", "the built-in 'power'"),
    ("python pacman.py --help", "--layout"),
    ("python autograder.py -t q2/01-lecture-three-by-three", "PASS: cases/q2/01-lecture-three-by-three.test"),
    ("python autograder.py -q q1 --mute", "### Question q1: 4/4 ###"),
    ("python autograder.py -q q4 --print-tests", "alg: ExpectimaxAgent"),
    ("python autograder.py --student-code multiAgents.py -q q3 --graphics", "### Question q3: 5/5 ###"),
    ("python autograder.py", "Total: 25/25"),
]


@pytest.mark.parametrize(
    ("line", "expected"), [*LINES, *(pytest.param(*line, marks=pytest.mark.thorough) for line in OTHER_LINES)]
)
def test_the_handouts_lines_work_word_for_word(line: str, expected: str, kit: Path, programs: Path) -> None:
    assert expected in output_of(line, kit, programs)


def test_an_argument_without_a_value_is_one(kit: Path, programs: Path) -> None:
    init = "def __init__(self, loud): print(f'loud is {loud!r}')"
    (kit / "myAgents.py").write_text(f"from multiAgents import ReflexAgent\nclass Loud(ReflexAgent):\n    {init}\n")
    assert "loud is 1\n" in output_of("python pacman.py -q -p Loud -a loud -l smallGrid", kit, programs)


def test_recording_is_a_switch_and_a_recording_is_shown_again(kit: Path, programs: Path) -> None:
    for switch in ("-r", "--recordActions"):
        shown = output_of(f"python pacman.py -q -p ReflexAgent -l smallGrid {switch}", kit, programs)
        (game,) = kit.glob("recorded-game-*.json")
        again = output_of(f"python pacman.py --replay {game.name} --frameTime 0", kit, programs)
        score = next(line for line in shown.splitlines() if "Score:" in line)
        assert score in again
        game.unlink()
    for _ in range(3):
        output_of("python pacman.py -q -p ReflexAgent -l smallGrid -r", kit, programs)
    assert len(list(kit.glob("recorded-game-*.json"))) == 3, "of one second, too"


def test_a_pickle_is_never_opened(kit: Path, programs: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(kit / "opened"),)

    for protocol in (0, 2, 5):
        (kit / "recorded").write_bytes(pickle.dumps({"layout": Bomb()}, protocol))
        result = type_line("python pacman.py --replay recorded", kit, programs)
        assert (result.returncode, result.stdout) == (2, "")
        assert re.search(facts("recorded:", "a pickle", "not opened"), result.stderr), result.stderr
    assert not (kit / "opened").exists()


def test_agents_are_the_students_own(kit: Path, programs: Path) -> None:
    (kit / "multiAgents.py").write_text(
        "from game import Agent\nclass MinimaxAgent(Agent):\n    def getAction(self, state):\n"
        "        print('mine')\n        return 'Stop'\n"
    )
    assert "mine" in output_of("python pacman.py -q -p MinimaxAgent -l smallGrid --max-moves 4", kit, programs)
    missing = type_line("python pacman.py -q -p ExpectimaxAgent", kit, programs)
    assert missing.returncode == 2
    known = "known: GreedyAgent, KeyboardAgent, LeftTurnAgent, MinimaxAgent\n"
    assert missing.stderr == f"pacman.py: unknown agent 'ExpectimaxAgent'; {known}"
    (kit / "multiAgents.py").write_text("def broken(:\n")
    broken = type_line("python pacman.py -q -p MinimaxAgent -l smallGrid", kit, programs)
    assert broken.returncode == 2
    assert "multiAgents.py:1: SyntaxError" in broken.stderr


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("python pacman.py -x 10", ["pacman.py: -x: ", "reinforcement learning"]),
        ("python pacman.py --numTraining 10", ["pacman.py: -x: ", "reinforcement learning"]),
        ("python pacman.py --frameTime soon", ["pacman.py: ", "--frame-time: 'soon'", "number", "from 0"]),
        ("python pacman.py --numghosts few", ["pacman.py: ", "-k/--num-ghosts: 'few'", "whole number"]),
        ("python pacman.py --frameTme 0", ["pacman.py: ", "option '--frameTme'", "'--frame-time'?"]),
        ("python pacman.py -l smallClasic", ["pacman.py: ", "layout 'smallClasic'", "'smallClassic'?"]),
        ("python pacman.py --replay nothing", ["pacman.py: nothing: ", "No such file or directory"]),
        ("python autograder.py -q q9", ["autograder.py: ", "q9"]),
        ("python autograder.py --no-graphic5", ["autograder.py: ", "option '--no-graphic5'"]),
    ],
)
def test_a_slip_gets_one_line(line: str, facts: list[str], kit: Path, programs: Path) -> None:
    result = type_line(line, kit, programs)
    assert result.returncode == 2
    assert result.stdout == ""
    assert_refusal(result.stderr, *facts)


def test_layouts_and_cases_of_the_folder_are_used(kit: Path, programs: Path) -> None:
    (kit / "layouts").mkdir()
    (kit / "layouts" / "mediumClassic.lay").write_text(ALONE)
    shown = type_line("python pacman.py -q -p ReflexAgent -k 0 --max-moves 90", kit, programs)
    assert shown.stderr == ""
    assert "Score: 527" in shown.stdout
    question = kit / "test_cases" / "q1"
    question.mkdir(parents=True)
    (question / "CONFIG").write_text('max_points: "1"\nclass: "PartialCreditQuestion"\n')
    case = 'class: "EvalAgentTest"\nagentName: "ReflexAgent"\nnumGames: "1"\nghosts: "[]"\nwinsThresholds: "1"\n'
    (question / "own.test").write_text(f'{case}layoutName: "testClassic"\n')
    (kit / "layouts" / "testClassic.lay").write_text(ALONE)
    graded = type_line("python autograder.py", kit, programs)
    assert graded.stderr == ""
    assert "PASS: test_cases/q1/own.test (1 of 1 points)" in graded.stdout
    assert "scores: 527" in graded.stdout
    shutil.rmtree(kit / "layouts")
    graded = type_line("python autograder.py", kit, programs)
    assert_refusal(graded.stderr, "warning: ", "layouts/testClassic.lay", "built-in 'duel'")


def test_the_kits_files_shadow_no_package(kit: Path, programs: Path) -> None:
    """This holds for a module that is run, for workers and for the process of a submission."""
    where = "import pacman; print(pacman.__path__[0])"
    assert Path(output_of(f'python -c "{where}"', kit, programs).strip()).is_relative_to(programs.parent)
    assert "AlphaBetaAgent" in output_of("python -m pacman agents", kit, programs)
    batch = "batch -p multiAgents.py:ReflexAgent -l small -n 2 --workers 2 --json -"
    for program in ("python -m pacman", "python pacman.py", "pacman-search"):
        assert json.loads(type_line(f"{program} {batch}", kit, programs).stdout)["games"] == 2
    graded = output_of("python -m pacman grade multiAgents.py -q q2", kit, programs)
    assert "### Question q2: 5/5 ###" in graded
    builtin = output_of("python -m pacman -q -p MinimaxAgent -l small --max-moves 9 --seed 1", kit, programs)
    assert re.search(facts("MinimaxAgent", "built-in", "multiAgents.py:MinimaxAgent"), builtin), builtin


def test_the_template_is_imported_from_anywhere(kit: Path, programs: Path, tmp_path: Path) -> None:
    (kit / "try_it.py").write_text(
        "from pacman import *\nimport layout, ghostAgents, multiAgents, util\n"
        "state, rules = GameState(), ClassicGameRules()\nstate.initialize(layout.getLayout('smallClassic'), 1)\n"
        "print(multiAgents.MinimaxAgent(depth='1').getAction(state), SCARED_TIME, util.Counter()['x'])\n"
    )
    for folder, line in ((kit, "python try_it.py"), (tmp_path, "python mine/try_it.py")):
        assert output_of(line, folder, programs).split()[1:] == ["40", "0"]
    assert "Win Rate" in output_of("python mine/pacman.py -q -p ReflexAgent -l smallGrid", tmp_path, programs)
    assert "5/5" in output_of("python mine/autograder.py -q q2", tmp_path, programs)


def test_editors_find_every_name(kit: Path, programs: Path) -> None:
    shutil.copy(ROOT / "examples" / "student" / "multiAgents.py", kit)
    (kit / "probe.py").write_text(
        "import util\nfrom ghostAgents import GhostAgent\nfrom layout import Layout\nfrom pacman import GameState\n"
        "def probe(state: GameState) -> None:\n    reveal_type(state.getLegalActions(0))\n"
        "    reveal_type(state.generateSuccessor(0, 'West'))\n    reveal_type(state.getGhostStates()[0].scaredTimer)\n"
        "    reveal_type(state.getFood().asList())\n    x, y = state.getPacmanPosition()\n"
        "    print(state.getFood()[x][y], state.hasWall(x, y + 1))\n    state.getFod()\n"
    )
    command = [sys.executable, "-m", "mypy", "--no-incremental", "--python-executable", str(programs / "python")]
    result = subprocess.run([*command, "multiAgents.py", "probe.py"], cwd=kit, capture_output=True, text=True)
    lines = [line.split(": ", 1)[1] for line in result.stdout.splitlines() if line.startswith(("multi", "probe"))]
    assert lines == [
        'note: Revealed type is "list[str]"',
        'note: Revealed type is "pacman.state.BerkeleyState"',
        'note: Revealed type is "int"',
        'note: Revealed type is "list[tuple[int, int]]"',
        'error: "BerkeleyState" has no attribute "getFod"  [attr-defined]',
    ], result.stdout


def test_the_launcher_reports_a_missing_package(kit: Path) -> None:
    for program in ("pacman", "autograder"):
        alone = [sys.executable, "-I", "-S", f"{program}.py"]
        result = subprocess.run(alone, cwd=kit, capture_output=True, text=True)
        assert result.returncode == 2
        assert_refusal(result.stderr, f"{program}.py:", "pacman-search", sys.executable, "pip")
