"""Every command and every line of Python in the README, run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # commands that would open a window show text instead
SET_UP = re.compile(r"python3 -m venv \.venv && \.venv/bin/pip install -q -e '[^']+' && ")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The repository as a newcomer has it, for commands that write files."""
    for item in ROOT.iterdir():
        if not item.name.startswith("."):
            (tmp_path / item.name).symlink_to(item)
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="commands for a Unix shell")
@pytest.mark.parametrize("block", blocks("sh"), ids=lambda block: block.splitlines()[0][:60])
def test_the_commands_work(block: str, clone: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in SCREENS}
    for line in block.splitlines():
        command = SET_UP.sub("", line).replace(".venv/bin/python", "python")
        if command.endswith("pytest"):
            continue  # that is us
        words = re.sub(r"^python\b", sys.executable, command)
        result = subprocess.run(
            words, shell=True, cwd=clone, env=environment, capture_output=True, text=True, timeout=120
        )
        assert result.returncode == 0, f"{line}\n{result.stderr}"
        assert result.stdout.strip(), line
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: block.splitlines()[-1][:40])
def test_the_python_works(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "from game import" in block:
        from agents import RandomGhost, load_agent
        from pacman import load_layout, play

        (tmp_path / "careful.py").write_text(block)
        record = play(load_layout("small"), load_agent("careful.py:Careful"), [RandomGhost(1)], seed=1, max_moves=100)
        assert record.outcome.error is None
    else:
        names: dict[str, object] = {}
        exec(block, names)
        assert names["state"].legal_actions(0) == ("West", "Stop", "East")  # type: ignore[attr-defined]
        assert names["state"].successor(0, "West").score == 9  # type: ignore[attr-defined]


def test_ci_runs_the_test_command_word_for_word() -> None:
    command = next(line for block in blocks("sh") for line in block.splitlines() if line.endswith("pytest"))
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_pictures_and_links_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
