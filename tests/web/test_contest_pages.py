"""The pages of a tournament and of similar submissions in a browser: no requests, no errors."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., "subprocess.CompletedProcess[str]"]
FUNCTION = "def f(state):\n    best = 3 * state.getScore() - 2\n    return [best + n for n in range(7)]\n"


def test_a_tournament_can_be_replayed(call: Command, open_page: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "t.html"
    call("tournament", "LeftTurnAgent", "PathAgent", "-l", "trap", "-n", "2", "--workers", "1", "--html", path)
    page = open_page(path)
    page.wait_for_selector("section.game button")
    names = [cell.inner_text() for cell in page.query_selector_all("table.figures tbody td:first-child")]
    assert sorted(names) == ["LeftTurnAgent", "PathAgent"]
    assert len(page.query_selector_all("section.game")) >= 1


def test_similar_texts_stand_side_by_side(call: Command, open_page: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for id in ("ann", "bob"):
        (folder / f"{id}.py").write_text(FUNCTION)
    (folder / "cleo.py").write_text("def g(x):\n    return x.other(1) * 5\n")
    call("similar", folder, "--html", tmp_path / "s.html", "--workers", "1")
    page = open_page(tmp_path / "s.html")
    page.click("a[href='#pair-1']")
    left, right = (figure.bounding_box() for figure in page.query_selector_all(".pair figure")[:2])
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    marked = [line.inner_text().strip() for line in page.query_selector_all(".pair figure:first-child .shared")]
    assert any("3 * state.getScore() - 2" in line for line in marked)
