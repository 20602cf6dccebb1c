"""A class whose games are played with the original's random stream, or under several keys."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN

from .conftest import SUBMISSIONS, lines

Grade = Callable[..., int]
STYLES = (SUBMISSIONS / "play_styles.py").read_bytes()
LOSING = b"class ReflexAgent:\n    def getAction(self, state):\n        return state.getLegalActions(0)[-1]\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A question of two games, with a point for each win, and one point that is never reached."""
    folder = tmp_path / "test_cases"
    (folder / "q1").mkdir(parents=True)
    (folder / "q1" / "CONFIG").write_text('class: "PartialCreditQuestion"\nmax_points: "3"\n')
    text = (OUR_OWN / "q1" / "games.test").read_text()
    for old, new in (
        ('numGames: "10"', 'numGames: "2"'),
        ('nonTimeoutMinimum: "8"', 'nonTimeoutMinimum: "0"'),
        ('winsMinimum: "1"', 'winsMinimum: "0"'),
        ('winsThresholds: "5 8"', 'winsThresholds: "2"'),
        ('scoreThresholds: "500 1000"', 'scoreThresholds: "-10000 10000"'),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "q1" / "games.test").write_text(text)
    return folder


@pytest.fixture
def two(handed_in: Path) -> Path:
    (handed_in / "ann.py").write_bytes(STYLES + b"\n\nReflexAgent = Reciprocals\n")
    (handed_in / "bob.py").write_bytes(LOSING)
    return handed_in


def test_a_class_has_the_original_games(two: Path, games: Path, tmp_path: Path, grade: Grade) -> None:
    file = tmp_path / "g.jsonl"
    options = [two, "--cases", games, "--jsonl", file, "--workers", 1]
    assert grade(*options, "--dice", "original") == 0
    rows = lines(file)
    for name, row in rows.items():
        assert grade(two / f"{name}.py", "--cases", games, "--isolation", "none", "--json", tmp_path / "one.json") == 0
        alone = json.loads((tmp_path / "one.json").read_text())
        assert row["points"] == alone["points"]
        assert row["questions"][0]["cases"][0]["reasons"] == alone["questions"][0]["cases"][0]["reasons"]
        assert row["dice"].startswith("the original's: one stream")
        assert "dice_key" not in row
    assert grade(*options, "--resume", "--dice", "original") == 0
    assert lines(file) == rows


def test_a_class_under_several_keys(
    two: Path, games: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--jsonl", tmp_path / "g.jsonl", "--json", tmp_path / "g.json", "--html", tmp_path / "pages"]
    assert grade(two, "--cases", games, *files, "--luck", 3, "--dice", "a key") == 0
    rows = lines(tmp_path / "g.jsonl")
    assert rows["bob"]["luck"] == {"keys": 3, "low": 1, "high": 1}
    assert rows["ann"]["questions"][0]["luck"]["keys"] == 3
    near = {name for name, row in rows.items() if row["questions"][0]["cases"][0]["near_threshold"]}
    assert "ann" in near
    assert "bob" not in near
    assert json.loads((tmp_path / "g.json").read_text())["near_threshold"] == {"ann": ["q1/games"]}
    assert "near a threshold: q1/games" in (tmp_path / "pages" / "index.html").read_text()
    assert "under 3 keys; the median counts" in (tmp_path / "pages" / "ann.html").read_text()
    assert "Near a threshold (1)\n  ann: q1/games" in capsys.readouterr().out
