"""The maze editor in headless Chromium: one page for drawing, playing, saving, links and positions of a game."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents import AlphaBetaAgent
from pacman.layout import Layout
from pacman.state import GameState
from tests.lab.conftest import MINUTES, LabPage

OpenLab = Callable[..., LabPage]

DRAWN = ["%%%%%%%%", "%P.%..G%", "%..o...%", "%%%%%%%%"]
TOOLS = {"%": "wall", " ": "floor", ".": "food", "o": "capsule", "P": "pacman", "G": "ghost"}
MUTATIONS = 200


def cell(page: Any, column: int, row: int, size: tuple[int, int]) -> tuple[float, float]:
    box = page.locator("svg.maze-board").bounding_box()
    width, height = size
    return box["x"] + box["width"] * (column + 0.5) / width, box["y"] + box["height"] * (row + 0.5) / height


def draw(page: Any, rows: list[str]) -> None:
    """Draw a maze by mouse, beginning with an empty one."""
    size = len(rows[0]), len(rows)
    page.fill(".maze-width", str(size[0]))
    page.fill(".maze-height", str(size[1]))
    page.locator(".maze-height").blur()
    page.click(".tool.floor")
    for row in range(1, size[1] - 1):
        page.mouse.move(*cell(page, 1, row, size))
        page.mouse.down()  # a cell that is floor already stays so
        page.mouse.move(*cell(page, size[0] - 2, row, size), steps=size[0] * 2)
        page.mouse.up()
    for row, text in enumerate(rows):
        for column, sign in enumerate(text):
            if sign != " " and not (sign == "%" and (row in (0, size[1] - 1) or column in (0, size[0] - 1))):
                page.click(f".tool.{TOOLS[sign]}")
                page.mouse.click(*cell(page, column, row, size))


def test_a_maze_is_drawn_played_saved_linked_and_explained(open_lab: OpenLab, tmp_path: Path, lab_file: Path) -> None:
    lab = open_lab()
    page = lab.page
    page.click(".view-nav .to-draw")
    draw(page, DRAWN)
    page.get_by_text("This maze can be played.").wait_for(timeout=MINUTES)
    with page.expect_download() as found:
        page.click("button.save-maze")
    found.value.save_as(tmp_path / "mine.lay")
    assert (found.value.suggested_filename, (tmp_path / "mine.lay").read_text()) == (
        "mine.lay",
        "\n".join(DRAWN) + "\n",
    )
    link = page.input_value(".maze-link")

    page.locator("svg.maze-board").focus()  # by keys: a second Pacman replaces the first, and Ctrl+Z brings it back
    for key in ("ArrowUp",) * 5 + ("ArrowLeft",) * 9 + ("ArrowDown", "ArrowRight", "w"):
        page.keyboard.press(key)
    page.get_by_text("no Pacman; expected one P").wait_for(timeout=MINUTES)
    assert page.locator("button.play-maze").is_disabled()
    page.keyboard.press("Control+z")
    page.get_by_text("This maze can be played.").wait_for(timeout=MINUTES)

    lab.choose_hidden("pacman", "AlphaBetaAgent")
    page.click("button.ask-maze")
    page.wait_for_selector("dialog.side-by-side", timeout=MINUTES)
    state = GameState.initial(Layout.from_text("\n".join(DRAWN)))
    answer = page.locator("dialog .search-panel h2").first.inner_text()
    assert answer == f"AlphaBetaAgent · answer: {AlphaBetaAgent().search(state).action}"
    page.click("dialog button.leave")

    page.click("button.play-maze")
    lab.wait_for_moves(4)
    lab.wait_until_over()
    assert page.locator(".title").first.inner_text().startswith("mine ✎")
    page.locator(".pane.game input.scrub").evaluate("one => { one.value = 2; one.dispatchEvent(new Event('input')) }")
    page.click("button.edit-position")
    page.get_by_text("This maze can be played.").wait_for(timeout=MINUTES)
    after = state
    for number, letter in enumerate(lab.moves()[:2]):
        action = next(
            each for each in after.legal_actions(number) if each[0] == letter or (each, letter) == ("Stop", "-")
        )
        after = after.successor(number, action)
    left = [one for one in state.layout.food_cells if after.has_food(one) and one != after.position(1)]
    assert page.locator("svg.maze-board .food-cell").count() == len(left)  # a cell has either food or a ghost
    check_links(page, link)


def check_links(page: Any, link: str) -> None:
    """Open the link, then links with wrong characters, missing parts and parts that are repeated."""
    code = link.partition("#maze=")[2]
    follow = "fragment => { location.hash = fragment; }"
    page.evaluate(follow, f"maze={code}")
    page.wait_for_function(
        "code => document.querySelector('.maze-link').value.endsWith(code)", arg=code, timeout=MINUTES
    )
    rng = random.Random(4)
    signs = "abcXYZ09-_=+/%<>&'\"é\u0000 "
    for _ in range(MUTATIONS):
        text = list(code)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(text))
            change = rng.choice(("replace", "remove", "repeat", "cut"))
            if change == "replace":
                text[at] = rng.choice(signs)
            elif change == "remove" and len(text) > 1:
                del text[at]
            elif change == "repeat":
                text[at:at] = text[: rng.randint(1, 9)] * rng.randint(1, 200)
            elif at:
                text = text[:at]
        page.evaluate(follow, "maze=" + "".join(text))
        shown = page.inner_text(".maze-state")
        assert len(shown) > 10
        assert "undefined" not in shown
    assert page.title() == "Pacman Lab"
    assert page.locator("svg.maze-board").count() == 1
