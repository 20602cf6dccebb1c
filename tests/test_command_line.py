"""run.py on the command line."""

import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commands.cli import main
from tests.wording import assert_refusal

ROOT = Path(__file__).parent.parent
Command = Callable[..., "subprocess.CompletedProcess[str]"]
NO_SCREEN = {
    key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
}


def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "run.py"), *map(str, arguments)]
    options = {"env": NO_SCREEN, **options}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)  # type: ignore[call-overload, no-any-return]


def test_without_arguments_a_game_is_shown_as_text_where_there_is_no_screen() -> None:
    result = run("--seed", "1")
    assert result.returncode == 0
    if sys.platform.startswith("linux"):
        assert_refusal(result.stderr, "no window: ", "DISPLAY", "WAYLAND_DISPLAY", "text")
        assert "%%%%%%%%" in result.stdout
        assert "\x1b" not in result.stdout  # plain frames when piped
    assert "Win Rate:" in result.stdout


def test_the_first_command_needs_no_compiler() -> None:
    """The base install has no numba: the first command of the README plays at once, in Python."""
    readme, project = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "pyproject.toml"))
    first = re.findall(r"^```sh\n(.*)$", readme, flags=re.MULTILINE)[0]
    assert first == "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/python run.py"
    needed = re.findall(r"^dependencies = (\[.*\])$", project, flags=re.MULTILINE)[0]
    assert not {re.split(r"[>=;]", each)[0] for each in ast.literal_eval(needed)} & {"numba", "llvmlite", "scipy"}
    program = (
        "import sys; sys.modules |= dict.fromkeys(('numba', 'llvmlite')); from commands.cli import main; "
        "sys.exit(main(['-q', '-l', 'small', '--seed', '1', '--max-moves', '9']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Stopped after 9 moves." in done.stdout


def test_several_games_are_summed_up_in_berkeleys_words(call: Command) -> None:
    result = call("-q", "-p", "PathAgent", "-l", "corridor", "-k", "0", "-n", "3", "--seed", "5")
    assert result.returncode == 0
    assert result.stdout.splitlines() == [
        *["Pacman emerges victorious! Score: 534"] * 3,
        "Average Score: 534.0",
        "Scores:        534.0, 534.0, 534.0",
        "Win Rate:      3/3 (1.00)",
        "Record:        Win, Win, Win",
        "Seed:          5",
    ]


def test_a_seed_repeats_a_run_and_game_i_is_the_game_of_seed_plus_i(call: Command) -> None:
    """This also holds in another process, which hashes strings differently."""
    games = ("-q", "-p", "GreedyAgent", "-l", "small", "--max-moves", "200")
    several = call(*games, "-n", "3", "--seed", "7").stdout
    assert several == run(*games, "-n", "3", "--seed", "7").stdout
    third = call(*games, "--seed", "9").stdout
    assert several.splitlines()[2] == third.splitlines()[0]


@pytest.mark.parametrize("seed", ["--seed=--5", "--seed=berkeley", "--seed=-3", "--seed=" + "9" * 5000])
def test_any_word_is_a_seed(call: Command, seed: str) -> None:
    result = call("-q", "-l", "trap", "-n", "2", "--max-moves", "5", "-k", "2", seed)
    assert result.returncode == 0
    assert result.stderr == ""


def test_fewer_ghosts_than_were_asked_for_are_noted(call: Command) -> None:
    few = ("-q", "-l", "trap", "--max-moves", "5")
    assert_missing_ghosts(call(*few, "-k", "1000000000"), "-k 1000000000", {"trap": 2})
    assert call(*few, "-k", "2").stderr == ""
    assert call(*few).stderr == "", "all of the maze is the default"
    assert call("-q", "-l", "corridor", "-k", "1", "--max-moves", "2", "-p", "PathAgent").stderr == ""


@pytest.mark.parametrize(
    "command",
    [
        "batch -p GreedyAgent -p ReflexAgent -l trap -l lecture -n 1 --workers 1",
        "compare GreedyAgent ReflexAgent -l trap -n 2 --workers 1",
        "explain -l trap -p ReflexAgent",
        "solve -l lecture",
        "tune -l trap -n 1 --candidates 1 --fresh-games 0 --workers 1 --out weights.json",
    ],
)
def test_every_command_notes_missing_ghosts_once(
    call: Command, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    present = {maze: ghosts for maze, ghosts in (("trap", 2), ("lecture", 1)) if f"-l {maze}" in command}
    assert_missing_ghosts(call(*command.split(), "-k", "9"), "-k 9", present)


def assert_missing_ghosts(result: subprocess.CompletedProcess[str], option: str, present: dict[str, int]) -> None:
    """Check that standard error has one line for each maze, with its ghosts; a build of the kernel may add others."""
    assert result.returncode == 0
    lines = [line for line in result.stderr.splitlines() if line.startswith(f"{option}: ")]
    assert len(lines) == len(present)
    for line, (maze, ghosts) in zip(lines, present.items(), strict=True):
        assert re.findall(rf"\b{maze}\b|\b\d\b", line.removeprefix(option)) == [maze, f"{ghosts}", f"{ghosts}"]


def test_a_game_that_was_stopped_is_recorded_as_such(call: Command) -> None:
    out = call("-q", "-l", "trap", "-k", "0", "--max-moves", "1", "-n", "2", "--seed", "1").stdout
    assert "Record:        Loss (stopped), Loss (stopped)\n" in out


def test_text_begins_with_a_legend(call: Command, tmp_path: Path) -> None:
    legend = "< > ^ v Pacman   G ghost   S scared ghost   . food   o capsule   % wall\n\n%%%%%%%%%\n"
    game = tmp_path / "game.json"
    shown = call("-t", "-l", "trap", "--max-moves", "2", "-n", "2", "--frame-time", "0").stdout
    assert shown.startswith(legend)
    assert shown.count("scared ghost") == 1
    assert "scared ghost" not in call("-q", "-l", "trap", "--max-moves", "2", "-r", game).stdout
    assert call("replay", game, "-t", "--frame-time", "0").stdout.startswith(legend)


TWICE = {
    "play": ["-l", "small", "--layout", "medium"],
    "replay": ["game.json", "--verify", "--verify"],
    "explain": ["game.json", "--move", "1", "--move=2"],
    "batch": ["-p", "ReflexAgent", "-n", "1", "-n1"],
    "compare": ["ReflexAgent", "ReflexAgent", "--seed", "1", "--seed", "1"],
    "grade": ["multiAgents.py", "--json", "a.json", "--json", "b.json"],
    "table": ["--exact", "--exact"],
}


@pytest.mark.parametrize(("command", "words"), TWICE.items())
def test_an_option_that_is_given_twice_is_a_mistake(call: Command, command: str, words: list[str]) -> None:
    result = call(command, *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(
        rf"run\.py {command}: (-\w/)?--\w+ is given twice; expected once \(--help shows what is possible\)\n",
        result.stderr.replace("--max-moves", "--moves"),
    )


def test_f_fixes_one_stream_for_all_games(call: Command) -> None:
    games = ("-q", "-f", "-p", "GreedyAgent", "-l", "small", "-n", "2", "--max-moves", "200")
    runs = [start(*games).stdout for start in (call, run)]
    assert runs[0] == runs[1]
    assert "Seed" not in runs[0]


NOISY = """
import random

class Noisy:
    def __init__(self, depth="2"):
        print("made", random.random())

    def getAction(self, state):
        return random.choice(state.getLegalActions())
"""


@pytest.mark.parametrize(("view", "expected"), [(["-q"], 2), (["--html", "game.html"], 3), (["--frame-time", "0"], 2)])
def test_an_agent_is_made_once_for_each_game(view: list[str], expected: int, tmp_path: Path) -> None:
    """A constructor prints once and draws from the random stream that -f fixes.

    A page has the decisions of one more agent, which is made after the games.
    """
    (tmp_path / "noisy.py").write_text(NOISY)
    options = {"cwd": tmp_path, "env": {**os.environ, "SDL_VIDEODRIVER": "dummy"}}
    result = run("-p", "noisy.py:Noisy", "-l", "small", "-f", "-n", "2", "--max-moves", "9", *view, **options)
    assert (result.returncode, result.stderr) == (0, "")
    made = [line for line in result.stdout.splitlines() if line.startswith("made")]
    assert len(made) == expected
    random.seed("cs188")
    random.randrange(10**6)
    assert made[0] == f"made {random.random()}"


STILL = """
class Still:
    moves = 0

    def getAction(self, state):
        Still.moves += 1
        if Still.moves > 40_050:
            raise RuntimeError("for ever")
        return "Stop"
"""


@pytest.mark.parametrize("view", ["-q", "-t"])
def test_a_game_without_a_window_ends(call: Command, view: str, tmp_path: Path) -> None:
    (tmp_path / "still.py").write_text(STILL)
    (tmp_path / "cell.lay").write_text("%%%%\n%P.%\n%%%%\n")
    still = [view, "-p", "still.py:Still", "-l", "cell.lay"]
    limited = call(*still, cwd=tmp_path)
    assert (limited.returncode, "Stopped after 40000 moves. Score: -40000" in limited.stdout) == (0, True)
    assert limited.stderr == "  Pacman has made 40,000 moves; --max-moves 0 removes the limit\n"
    endless = call(*still, "--max-moves", "0", cwd=tmp_path)
    assert (endless.returncode, "Pacman crashed: RuntimeError: for ever" in endless.stdout) == (1, True)
    chosen = call(*still, "--max-moves", "40010", cwd=tmp_path)
    assert (chosen.returncode, "Stopped after 40010 moves." in chosen.stdout, chosen.stderr) == (0, True, "")


def test_the_limit_is_on_the_moves_of_pacman(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("commands.play.PACMAN_MOVES", 3)
    assert main(["-q", "-l", "small", "-k", "2", "--seed", "1"]) == 0
    assert "Stopped after 9 moves." in capsys.readouterr().out


def test_a_game_is_recorded_verified_and_watched_again(call: Command, tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    assert call("-q", "-l", "small", "--seed", "1", "--max-moves", "30", "-r", game).returncode == 0
    verified = run("replay", game, "--verify")
    assert verified.returncode == 0
    assert "30 moves verified" in verified.stdout
    assert "Stopped after 30 moves." in call("replay", game, "-t").stdout
    contents = json.loads(game.read_text())
    contents["moves"][-1][1] = "Stop"
    game.write_text(json.dumps(contents))
    broken = call("replay", game, "--verify")
    assert broken.returncode == 2
    assert "move 30" in broken.stderr


def test_several_games_are_recorded_one_by_one(call: Command, tmp_path: Path) -> None:
    call("-q", "-l", "trap", "-n", "2", "--max-moves", "5", "-r", tmp_path / "game.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-1.json", "game-2.json"]


def test_no_game_is_played_that_cannot_be_recorded(call: Command, tmp_path: Path) -> None:
    (tmp_path / "game-2.json").mkdir()
    result = call("-q", "-l", "trap", "-n", "2", "--max-moves", "5", "-r", "game.json", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert_refusal(result.stderr, "run.py play: game-2.json: ", "folder")


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        (["paly"], ["run.py: ", "'paly'", "'play'?"]),
        (["-l", "smal"], ["run.py play: ", "layout 'smal'", "'small'?"]),
        (["-p", "Minimax"], ["run.py play: ", "agent 'Minimax'", "'MinimaxAgent'?"]),
        (["-p", "nothing.py:A"], ["run.py play: nothing.py: ", "No such file or directory"]),
        (["-a", "dept=3"], ["run.py play: ExpectimaxAgent: ", "argument 'dept'", "'depth'?"]),
        (["-a", "evaluation=x.json"], ["run.py play: ExpectimaxAgent: x.json: ", "No such file or directory"]),
        (["-g", "x"], ["run.py play: ", "ghost 'x'", "DirectionalGhost"]),
        (["-n", "0"], ["run.py play: ", "-n/--num-games: '0'", "whole number", "from 1"]),
        (["-k", "-1"], ["run.py play: ", "-k/--num-ghosts"]),
        (["--frame-time", "soon"], ["run.py play: ", "--frame-time: 'soon'", "number", "from 0"]),
        (["--bogus"], ["run.py play: ", "option '--bogus'", "--help"]),
        (["batch", "--timeout", "3"], ["run.py batch: ", "option '--timeout'", "--help"]),
        (["--lyout", "small"], ["run.py play: ", "option '--lyout'", "'--layout'?"]),
        (["play", "small"], ["run.py play: ", "argument 'small'"]),
        (["-a", "depth"], ["run.py play: ", "argument 'depth'", "depth=VALUE"]),
        (["--gif", "x.txt"], ["run.py play: --gif x.txt: ", ".gif"]),
        (["--png", "x.jpg"], ["run.py play: --png x.jpg: ", ".png"]),
        (["--mp4", "x"], ["run.py play: --mp4 x: ", ".mp4"]),
        (["-r", "missing/game.json"], ["run.py play: missing/game.json: ", "no folder missing"]),
        (["-q", "-p", "KeyboardAgent"], ["run.py play: ", "keys", "window"]),
        (["-z", "0"], ["run.py play: ", "-z/--zoom: '0'", "number", "from 0.2"]),
        (["--gif", "missing/x.gif"], ["run.py play: missing/x.gif: ", "no folder missing"]),
        (["replay", "nothing.json"], ["run.py replay: nothing.json: ", "No such file or directory"]),
        (["replay"], ["run.py replay: ", "required: file"]),
        (["layouts", "smal"], ["run.py layouts: ", "layout 'smal'", "'small'?"]),
        (["grade", ""], ["run.py grade: ", "submission: ", "empty", "file", "folder"]),
        (["batch", "--json", ""], ["run.py batch: ", "--json: ", "empty", "file", "folder"]),
    ],
)
def test_a_mistake_gets_one_clear_line(
    call: Command, arguments: list[str], facts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in os.environ.keys() - NO_SCREEN.keys():
        monkeypatch.delenv(name)
    result = call(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert_refusal(result.stderr, *facts)


def test_a_crash_of_an_agent_shows_its_authors_lines(call: Command, tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(
        "class Bad:\n    def getAction(self, state):\n        return self.think(state)\n\n"
        "    def think(self, state):\n        return 1 / 0\n"
    )
    result = call("-q", "-p", f"{path}:Bad", "-l", "small")
    assert result.returncode == 1
    assert f"Pacman crashed: ZeroDivisionError: division by zero ({path}:6). Score: 0" in result.stdout
    assert result.stderr.splitlines() == [
        f"  {path}:3 in getAction: return self.think(state)",
        f"  {path}:6 in think: return 1 / 0",
        "an agent crashed in 1 of 1 games",
    ]


def test_an_endless_recursion_is_reported_in_ten_lines(call: Command, tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text("class Deep:\n    def getAction(self, state):\n        return self.getAction(state)\n")
    result = call("-q", "-p", f"{path}:Deep", "-l", "small")
    assert result.returncode == 1
    assert f"Pacman crashed: RecursionError: maximum recursion depth exceeded ({path}:3)" in result.stdout
    *frames, _ = result.stderr.splitlines()
    assert len(frames) == 10
    assert frames[0] == frames[-1] == f"  {path}:3 in getAction: return self.getAction(state)"


HANGING = "class Hanging:\n    def getAction(self, state):\n        while True:\n            {}\n"


@pytest.mark.parametrize("view", ["-q", "-t", "window"])
def test_a_timeout_ends_an_endless_loop_and_says_its_line(view: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HANGING.format("pass"))
    screen = {"SDL_VIDEODRIVER": "dummy"} if view == "window" else {}
    views = [] if view == "window" else [view]
    result = run(*views, "-p", f"{path}:Hanging", "-l", "small", "--timeout", "0.2", env={**NO_SCREEN, **screen})
    assert result.returncode == 0
    assert result.stderr == ""
    message = r"Pacman ran out of time: the moves took (\S+) s in all; the limit is 0\.2 s \((\S+):\d+\)"
    found = re.search(message, result.stdout)
    assert found is not None, result.stdout
    assert float(found[1]) >= 0.2  # a busy machine may be late
    assert found[2] == str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("view", ["-q", "-t"])
def test_ctrl_c_in_an_endless_loop_says_its_line_and_is_no_loss(view: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import os, signal\n" + HANGING.format("os.kill(os.getpid(), signal.SIGINT)"))
    result = run(view, "-p", f"{path}:Hanging", "-l", "small")
    assert result.returncode == 130
    assert f"Interrupted after 0 moves; Pacman was in {path}:5. Score: 0" in result.stdout
    assert "Record:        Interrupted" in result.stdout
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_in_the_window_says_where_the_agent_hangs(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import os, signal, time\n"
        "class Hanging:\n    def getAction(self, state):\n        time.sleep(1.5)\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n        while True:\n            pass\n"
    )
    result = run("-p", f"{path}:Hanging", "-l", "small", env={**NO_SCREEN, "SDL_VIDEODRIVER": "dummy"})
    assert result.returncode == 130
    assert f"Interrupted after 0 moves; Pacman was in {path}:" in result.stdout
    assert "Record:        Interrupted" in result.stdout


def test_all_ghosts_of_the_layout_play(call: Command, tmp_path: Path) -> None:
    (tmp_path / "six.lay").write_text("%%%%%%%%%%\n%P.GGGGGG%\n%%%%%%%%%%\n")
    for number, arguments in ((6, []), (6, ["-k", "9"]), (2, ["-k", "2"])):
        game = tmp_path / "game.json"
        call("-q", "-l", tmp_path / "six.lay", "--max-moves", "1", "-r", game, *arguments)
        assert json.loads(game.read_text())["ghosts"] == number


def test_odd_layouts_are_mentioned(call: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.lay").write_text("%%%%%\n%P.x%\n%%%%%\n")
    result = call("-q", "-l", tmp_path / "mine.lay")
    assert result.returncode == 0
    assert f"warning: {tmp_path / 'mine.lay'}:2:4: unknown character 'x' taken as empty" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_cleanly_and_keeps_the_recording(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    (tmp_path / "mine.py").write_text(
        "import os, signal\n"
        "class Patient:\n    moves = 0\n    def getAction(self, state):\n"
        "        self.moves += 1\n        if self.moves == 20:\n            os.kill(os.getpid(), signal.SIGINT)\n"
        "        return 'Stop'\n"
    )
    result = run("-q", "-p", f"{tmp_path / 'mine.py'}:Patient", "-l", "arcade", "-k", "0", "-n", "3", "-r", game)
    assert result.returncode == 130
    assert "Interrupted after" in result.stdout
    assert "Traceback" not in result.stderr
    assert run("replay", tmp_path / "game-1.json", "--verify").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, str(ROOT / "run.py"), "-t", "-l", "medium", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=NO_SCREEN) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        assert process.wait(timeout=60) in (0, -signal.SIGPIPE)
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize("arguments", [["-p", "a\nb\x1b[31m"], ["-g", "a\nb"], ["-p", "a\nb.py:C"], ["-l", "a\nb.lay"]])
def test_a_name_with_a_line_break_is_reported_in_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "-q", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error[:-1].isprintable()


@pytest.mark.parametrize("arguments", [["layouts"], ["play", "-q", "-l"], ["lab"]])
def test_a_name_that_no_file_can_have_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "x" * 5000]) == 2
    assert_refusal(capsys.readouterr().err, f"run.py {arguments[0]}:", "too long")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_reported_in_one_line() -> None:
    command = [sys.executable, str(ROOT / "run.py"), "layouts"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "run.py layouts: standard output: cannot be written: No space left on device\n"


def test_lists(call: Command) -> None:
    layouts = run("layouts").stdout
    assert "medium" in layouts
    assert "20x11" in layouts
    assert call("layouts", "trap").stdout.startswith("%%%%%%%%%\n")
    agents = run("agents").stdout
    for word in ("AlphaBetaAgent", "DirectionalGhost", "better", "danger-N"):
        assert word in agents
    assert "play" in call("--help").stdout
    assert "--max-moves" in call("play", "--help").stdout


def test_the_version_is_printed(call: Command) -> None:
    assert call("--version").stdout.startswith("pacman-search ")


def test_an_old_python_reports_the_version_that_is_needed() -> None:
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    pretend = "import sys; sys.version_info = (3, 8, 1, 'final', 0)\n"
    result = subprocess.run([sys.executable, "-c", pretend + source], capture_output=True, text=True, cwd=ROOT)
    assert result.returncode == 2
    assert result.stderr == "run.py: Python 3.11 or newer is needed; this is Python 3.8\n"


def test_the_package_reports_an_old_python_as_well() -> None:
    ast.parse((ROOT / "pacman" / "__init__.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    pretend = "import runpy, sys; sys.version_info = (3, 8, 1, 'final', 0); runpy._run_module_as_main('pacman')"
    result = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, cwd=ROOT)
    assert result.returncode != 0
    assert "Python 3.11 or newer is needed; this is Python 3.8" in result.stderr
    assert len(result.stderr.splitlines()) == 1
