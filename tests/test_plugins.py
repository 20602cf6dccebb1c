"""Registries and plugins: a user's own objects work wherever built-in ones do."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pacman.errors import PacmanError
from pacman.registry import Registry
from tests.wording import assert_refusal

Command = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).resolve().parents[1]
PLUGIN = '''
from agents import AGENTS, EVALUATIONS, FEATURES, GHOSTS, LinearEvaluation, MinimaxAgent, RandomGhost
from beside import WEIGHT


@AGENTS.register
class WestwardAgent(MinimaxAgent):
    """Minimax that likes to be far west."""

    def __init__(self):
        super().__init__(depth=1, evaluation="westward")


@GHOSTS.register
class SleepyGhost(RandomGhost):
    """Moves at random, as others do."""


@FEATURES.register
def columns_west(around):
    """Columns between Pacman and the east."""
    return -around.state.pacman_position[0]


EVALUATIONS.register(LinearEvaluation({"score": 1, "columns-west": WEIGHT}, "westward"))
'''


def run(*words: object, cwd: Path = ROOT, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "run.py"), *map(str, words)]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=300, env={**os.environ, **environment}
    )


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "beside.py").write_text("WEIGHT = 3\n")
    (folder / "westward.py").write_text(PLUGIN)
    return folder / "westward.py"


def test_an_entry_is_imported_on_use_alone() -> None:
    registry: Registry[Any] = Registry("thing", {"missing": "no.such.module:Thing", "path": "pathlib:Path"})
    assert list(registry) == ["missing", "path"]
    assert registry["path"] is Path
    with pytest.raises(ModuleNotFoundError):
        registry["missing"]


def test_a_plugin_cannot_replace_an_entry() -> None:
    registry: Registry[Any] = Registry("thing", {"path": "pathlib:Path"})

    @registry.register
    def new_thing() -> None: ...

    assert registry["new_thing"] is new_thing
    for name in ("path", "new_thing"):
        with pytest.raises(PacmanError, match=f"thing '{name}' is registered twice"):
            registry.register(object(), name)
    with pytest.raises(PacmanError, match="has no name"):
        registry.register(object())
    assert registry["path"] is Path


def test_a_subclass_is_not_the_builtin_of_its_name() -> None:
    registry: Registry[Any] = Registry("thing", {"OrderedDict": "collections:OrderedDict"})
    from collections import OrderedDict

    assert registry.is_builtin(OrderedDict)
    assert not registry.is_builtin(type("OrderedDict", (OrderedDict,), {}))
    assert not registry.is_builtin(dict)


def test_lists_and_suggestions_know_the_objects_of_a_plugin(call: Command, plugin: Path) -> None:
    listed = run("agents", "--plugin", plugin).stdout
    for line in ("WestwardAgent", "SleepyGhost", "westward", "columns-west"):
        assert any(row.startswith(f"  {line} ") for row in listed.splitlines()), line
    slip = run("-q", "--plugin", plugin, "-p", "WestwordAgent", "--max-moves", "1")
    assert (slip.returncode, slip.stderr.count("\n")) == (2, 1)
    assert "did you mean 'WestwardAgent'?" in slip.stderr
    assert call("-q", "-p", "WestwardAgent", "--max-moves", "1").returncode == 2


@pytest.mark.parametrize("where", [(), pytest.param(("--cluster", "local"), marks=pytest.mark.cluster)])
def test_workers_load_the_plugins_of_a_batch(plugin: Path, tmp_path: Path, where: tuple[str, ...]) -> None:
    """The rows equal those of a file.py:Class that plays the same way, in two processes or on a cluster."""
    players = ("-p", "WestwardAgent", "-g", "SleepyGhost")
    out = tmp_path / "games.jsonl"
    words = ("batch", "-l", "small", "-n", 6, "--workers", 2, "--max-moves", 200, "--plugin", plugin)
    done = run(*words, *players, "--out", out, *where, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    own = tmp_path / "own.jsonl"
    classes = ("-p", "MinimaxAgent,depth=1,evaluation=westward", "-g", "RandomGhost")
    assert run(*words, *classes, "--out", own, cwd=tmp_path).returncode == 0
    rows, expected = ([json.loads(line) for line in path.read_text().splitlines()] for path in (out, own))
    keys = ("game", "score", "reason", "moves")
    played = sorted([row[key] for key in keys] for row in rows)
    assert played == sorted([row[key] for key in keys] for row in expected)
    assert all(row["reason"] != "crashed" for row in rows)


def test_rows_of_another_plugin_are_not_resumed(plugin: Path, tmp_path: Path) -> None:
    words = ("batch", "-l", "small", "-p", "ReflexAgent", "-n", 2, "--workers", 1, "--max-moves", 20)
    out = ("--out", tmp_path / "games.jsonl")
    assert run(*words, *out, "--plugin", plugin).returncode == 0
    assert run(*words, *out, "--plugin", plugin, "--resume").returncode == 0
    for changed in (plugin, plugin.with_name("beside.py")):
        before = changed.read_text()
        changed.write_text(before + "CHANGED = True\n")
        refused = run(*words, *out, "--plugin", plugin, "--resume")
        assert refused.returncode == 2
        assert "a row of another configuration" in refused.stderr
        changed.write_text(before)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
        ("x = = 1", "invalid syntax"),
        ("raise SystemExit('enough')", "enough"),
        ("from agents import AGENTS\n@AGENTS.register\nclass MinimaxAgent: ...", "'MinimaxAgent' is registered twice"),
    ],
)
def test_a_bad_plugin_is_one_line(
    call: Command, tmp_path: Path, content: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])  # restored afterwards, since a plugin's folder is added to it
    path = tmp_path / "bad.py"
    path.write_text(content)
    refused = call("-q", "--plugin", path)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert f"--plugin {path}: " in refused.stderr
    assert message in refused.stderr


def test_a_plugin_that_is_not_there_is_one_line(call: Command) -> None:
    refused = call("agents", "--plugin", "nowhere.py")
    assert refused.returncode == 2
    assert_refusal(refused.stderr, "run.py agents: --plugin nowhere.py:", "expected a Python file")


@pytest.fixture
def package(plugin: Path, tmp_path: Path) -> Path:
    """Return a site-packages folder with a package whose entry point writes a file when it is loaded."""
    folder = tmp_path / "installed"
    about = folder / "westward-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: westward\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text("[pacman_search]\nwestward = westward\n")
    mark = f"\nopen({str(tmp_path / 'loaded')!r}, 'w').close()\n"
    (folder / "westward.py").write_text(PLUGIN + mark)
    (folder / "beside.py").write_text("WEIGHT = 3\n")
    return folder


def test_installed_plugins_are_loaded_for_an_unknown_name_alone(package: Path, tmp_path: Path) -> None:
    path = str(package)
    assert run("-q", "-l", "small", "--max-moves", "4", PYTHONPATH=path).returncode == 0
    assert not (tmp_path / "loaded").exists()
    assert run("-q", "-l", "small", "-p", "WestwardAgent", "--max-moves", "4", PYTHONPATH=path).returncode == 0
    assert (tmp_path / "loaded").exists()


def test_a_recording_loads_no_plugin(package: Path, plugin: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    words = ("-q", "-l", "small", "-p", "WestwardAgent", "--max-moves", "30")
    assert run(*words, "--plugin", plugin, "-r", game).returncode == 0
    page = tmp_path / "game.html"
    assert run("replay", game, "--html", page, PYTHONPATH=str(package)).returncode == 0
    assert not (tmp_path / "loaded").exists()


def test_a_script_without_a_main_guard_is_reported(tmp_path: Path) -> None:
    script = tmp_path / "games.py"
    script.write_text(
        "from experiments import Matchup, PlayerSpec, Runner\n"
        "from pacman import load_layout\n"
        "match = Matchup.on(load_layout('small'), PlayerSpec('ReflexAgent'), PlayerSpec('RandomGhost'))\n"
        "with Runner([match], 2, 0, 2) as runner:\n"
        "    runner.play()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, env=environment)
    assert 'expected the work below: if __name__ == "__main__":' in done.stderr.splitlines()[-1]
    assert "cannot be made" not in done.stderr
