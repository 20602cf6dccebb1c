"""Cases whose agent class no submission defines cost no points: their question has no grade."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import FIRST_ACTION, RIGHT, lines, table

Grade = Callable[..., int]
WITH_MINE = FIRST_ACTION + b"\n\nclass MineAgent(MinimaxAgent):\n    pass\n"
UNGRADED = {"total": "", "max": "10", "q2": "5", "q3": "", "status": "no grade"}
REASON = "no submission defines MineAgent of q3/08-two-ghosts; correct the name of the class in the cases"


@pytest.fixture
def options(handed_in: Path, cases: Path, tmp_path: Path) -> list[object]:
    """Options for cases of which one tree of q3 needs a class that neither Berkeley nor a submission defines."""
    case = cases / "q3" / "08-two-ghosts.test"
    case.write_text(case.read_text().replace("AlphaBetaAgent", "MineAgent"))
    (handed_in / "ann.py").write_bytes(RIGHT)
    (handed_in / "bob.py").write_bytes(FIRST_ACTION)
    (handed_in / "broken.py").write_bytes(b"def (")
    return [handed_in, "--cases", cases, "--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl"]


def q3(row: dict[str, Any]) -> Any:
    return row["questions"][1]


def test_a_class_that_no_submission_defines(
    options: list[object], cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--json", tmp_path / "g.json", "--html", tmp_path / "pages"]
    assert grade(*options, *files) == 1
    text = capsys.readouterr().out
    assert f"No grade for questions (1)\n  q3: {REASON}\n" in text
    assert "run these again" not in text
    assert re.search(r"\nq3 +5 +0\.0 +0 of 1\n", text), "the one that is not loaded"
    rows = lines(tmp_path / "g.jsonl")
    for id in ("ann", "bob"):
        assert table(tmp_path / "g.csv")[id] == UNGRADED
        assert (rows[id]["status"], rows[id]["points"], rows[id]["complete"]) == ("no grade", None, False)
        assert rows[id]["reason"] == f"q3: {REASON}"
        assert q3(rows[id])["points"] is None
    assert table(tmp_path / "g.csv")["broken"]["status"] == "not loaded", "which is its own fault"
    summary = json.loads((tmp_path / "g.json").read_text())
    assert summary["statuses"]["no grade"] == 2
    assert summary["questions"]["q2"] == pytest.approx(10 / 3)
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["broken.html", "index.html"]
    capsys.readouterr()
    assert grade(*options, "--resume") == 1, "nothing is graded again, and nothing is different"
    assert lines(tmp_path / "g.jsonl") == rows
    assert not (tmp_path / "g.history.jsonl").exists()


def test_the_class_is_corrected_and_the_question_regraded(
    options: list[object], cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade(*options) == 1
    case = cases / "q3" / "08-two-ghosts.test"
    case.write_text(case.read_text().replace("MineAgent", "AlphaBetaAgent"))
    capsys.readouterr()
    assert grade(*options, "--regrade", "-q", "q3") == 0
    assert "ann: no grade, now 10 of 10 points (no grade, now ok): " in capsys.readouterr().out
    found = table(tmp_path / "g.csv")
    assert found["ann"] == {"total": "10", "max": "10", "q2": "5", "q3": "5", "status": "ok"}
    assert "no_grade" not in lines(tmp_path / "g.jsonl")["ann"]


def test_another_question_can_be_regraded_meanwhile(options: list[object], tmp_path: Path, grade: Grade) -> None:
    assert grade(*options) == 1
    before = lines(tmp_path / "g.jsonl")
    assert grade(*options, "--regrade", "-q", "q2") == 1
    after = lines(tmp_path / "g.jsonl")
    assert after["ann"]["no_grade"] == before["ann"]["no_grade"]
    assert table(tmp_path / "g.csv")["ann"] == UNGRADED


def test_one_submission_that_defines_it_makes_it_a_question(
    options: list[object], handed_in: Path, tmp_path: Path, grade: Grade
) -> None:
    """The last submission may be the one that defines the class."""
    assert grade(*options) == 1
    (handed_in / "cy.py").write_bytes(WITH_MINE)
    assert grade(*options, "--resume") == 0
    rows = lines(tmp_path / "g.jsonl")
    assert {id: row["points"] for id, row in rows.items()} == {"ann": 5, "bob": 5, "broken": 0, "cy": 5}
    assert {id: row["status"] for id, row in rows.items() if id != "broken"} == {
        "ann": "partly",
        "bob": "partly",
        "cy": "ok",
    }
    assert not any("no_grade" in row for row in rows.values())


def test_a_class_that_is_made_in_another_way(options: list[object], handed_in: Path, grade: Grade) -> None:
    (handed_in / "dee.py").write_bytes(FIRST_ACTION + b"\nglobals()['Mine' + 'Agent'] = MinimaxAgent\n")
    assert grade(*options) == 0


@pytest.mark.parametrize("place", ["multiAgents.py", "test_cases/multiAgents.py"])
def test_the_course_s_own_file_beside_the_cases_defines_it(
    options: list[object], tmp_path: Path, grade: Grade, place: str
) -> None:
    (tmp_path / place).write_bytes(WITH_MINE)
    assert grade(*options) == 0
    assert table(tmp_path / "g.csv")["ann"]["total"] == "5"
