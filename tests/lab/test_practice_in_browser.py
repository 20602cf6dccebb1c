"""Practice and the microscope in headless Chromium: one page for a hanging case, a bug, its repair and a decision."""

import re
from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT
from tests.lab.conftest import MINUTES, LabPage

OpenLab = Callable[..., LabPage]

RIGHT = "# right\n" + (ROOT / "tests" / "autograder" / "submissions" / "recursive_pairs.py").read_text()
WRONG = f"""# wrong
{RIGHT}
import os
_right, _loaded = MinimaxAgent.getAction, os.urandom(4).hex()
def _wrong(self, state):
    print("loaded as", _loaded)
    while state.getLegalActions(0) == ["left"] and state.getNumAgents() == 3:  # at the root of 16-single-file only
        pass
    found, legal = _right(self, state), state.getLegalActions(0)
    return found if len(legal) > 2 else legal[-1]
MinimaxAgent.getAction = _wrong

def _to_the_ghost(self, state):
    def distance(action):
        after = state.generatePacmanSuccessor(action)
        return manhattanDistance(after.getPacmanPosition(), state.getGhostPosition(1))
    return min(state.getLegalPacmanActions(), key=distance)
ReflexAgent.getAction = _to_the_ghost
"""


def is_first(text: str) -> bool:
    """True for a report about a case before the one that hangs."""
    found = re.search(r"/(\d+)-[\w-]+\.test", text)
    assert found is not None, text
    return int(found[1]) < 16


def test_practice_survives_a_hanging_case_and_shows_what_changed(open_lab: OpenLab, tmp_path: Path) -> None:
    lab = open_lab()
    page = lab.page
    lab.write(WRONG, "# wrong")
    lab.wait_until_ready(spare=True)
    page.click(".view-nav .to-practice")
    question = page.locator("[data-question=q2]")
    question.locator("button.grade-one").click()
    question.locator("details.failed").first.wait_for(timeout=MINUTES)
    late = question.locator("details.failed", has_text="16-single-file")
    assert "out of time: your code did not answer" in late.text_content()
    assert "0 of 5 points" in question.locator("summary").first.inner_text()
    others = question.locator("details.failed:not(:has-text('out of time'))")
    assert others.count() > 3
    numbered = [(text, re.search(r"loaded as (\w+)", text)) for text in others.all_text_contents()]
    loaded = {
        is_early: {found[1] for text, found in numbered if found and (is_first(text) == is_early)}
        for is_early in (True, False)
    }
    assert [len(loaded[True]), len(loaded[False])] == [1, 1], "one worker before the case that hung, another after it"
    assert loaded[True] != loaded[False], "earlier cases were not graded again"
    assert question.locator(".case.passed").count() > 10, "later cases were graded in the spare worker"
    others.first.locator("summary").first.click()
    others.first.locator("button.explain").click()
    assert page.locator("dialog .search-panel").count() == 2
    page.click("dialog button.leave")
    page.wait_for_function("() => !document.querySelector('button.grade').hidden", timeout=MINUTES)

    games = page.locator("[data-question=q1]")
    games.locator("button.grade-one").click()
    games.locator("details.failed summary").first.click(timeout=MINUTES)
    page.wait_for_function("() => !document.querySelector('button.grade').hidden", timeout=MINUTES)
    games.locator("svg.board").first.click()
    page.wait_for_selector("dialog.side-by-side", timeout=MINUTES)
    assert page.locator("dialog h2").first.inner_text().startswith("ReflexAgent at move")
    page.click("dialog button.leave")

    lab.write(RIGHT, "# right")
    question.locator("button.grade-one").click()
    question.locator(".before.better", has_text="before: 0").wait_for(timeout=MINUTES)
    assert "5 of 5 points" in question.locator("summary").first.inner_text()
    assert "16-single-file" in question.locator("p.better").inner_text()
    with page.expect_download() as found:
        page.click("button.export")
    found.value.save_as(tmp_path / "saved.py")
    assert (found.value.suggested_filename, (tmp_path / "saved.py").read_text()) == ("multiAgents.py", RIGHT)

    page.click(".view-nav .to-game")
    lab.choose(maze="medium", pacman="multiAgents.py:MinimaxAgent", ghosts="DirectionalGhost", seed="3")
    lab.run()
    lab.wait_for_moves(9)  # of several hundred, so the game is not over before it is stopped
    page.keyboard.press("Control+.")
    page.wait_for_selector("button.stop", state="hidden", timeout=MINUTES)
    page.locator(".pane.game svg.board").click()
    page.wait_for_selector("dialog.side-by-side", timeout=MINUTES)
    assert page.locator("dialog h2").first.inner_text().startswith("MinimaxAgent at move")
    heads = page.locator("dialog .search-panel h2").all_inner_texts()
    assert heads[1] == f"reference: {heads[0]}", "the same answer"
