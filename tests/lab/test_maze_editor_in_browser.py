"""The maze editor in headless Chromium: one page for drawing, playing, saving, links and positions of a game."""

import base64
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents import AlphaBetaAgent, ExpectimaxAgent, MinimaxAgent, ReflexAgent
from agents.microscope.attribution import attribute_decision, flip_line
from agents.microscope.decision import watch_decision
from agents.search.search_tree import interval_text, number_text
from commands.cli import main
from pacman.decision_case import AGENTS
from pacman.display.messages import IN_ENGLISH
from pacman.layout import LAYOUT_FOLDER, Layout
from pacman.state import GameState
from tests.conftest import ROOT
from tests.lab.conftest import MINUTES, LabPage, touch

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
    page.click(".tool.wall")
    page.mouse.move(*cell(page, 5, 0, (8, 4)))
    page.mouse.down()
    page.mouse.move(2, 2)
    page.mouse.up()  # a drag that ends outside of the board has ended
    page.mouse.move(*cell(page, 5, 1, (8, 4)))
    page.click(".undo-maze")
    assert page.input_value(".maze-link") == link

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
    assert page.inner_text(".maze-remark").startswith("Position after move 2 of mine ✎: score and timers start at 0")
    left = [one for one in state.layout.food_cells if after.has_food(one) and one != after.position(1)]
    assert page.locator("svg.maze-board .food-cell").count() == len(left)  # a cell has either food or a ghost
    check_links(page, link)


def maze_of(code: str) -> str | None:
    """Return the maze that a link carries, as the editor shows it; None for a link without one."""
    try:
        plain = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        return None
    rows = plain.rstrip("\n").split("\n")
    is_maze = 3 <= len(rows) <= 40 and 3 <= len(rows[0]) <= 40 and {len(row) for row in rows} == {len(rows[0])}
    return "\n".join(rows) if is_maze and set(plain) <= {*"% .oPG\n"} and len(code) <= 4000 else None


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
        mutated = "".join(text)
        page.evaluate(follow, f"maze={mutated}")
        maze = maze_of(mutated)
        if maze is None:
            shown = page.inner_text(".maze-state")
            assert shown.startswith(("The link is", "The maze of the link is")), (mutated, shown)
            assert "undefined" not in shown
        else:
            assert maze_of(page.input_value(".maze-link").partition("#maze=")[2]) == maze
    assert page.title() == "Pacman Lab"
    assert page.locator("svg.maze-board").count() == 1


def test_a_damaged_link_is_reported_as_long_as_nothing_is_drawn(open_lab: OpenLab, lab_file: Path) -> None:
    lab = open_lab(address=f"{lab_file.as_uri()}#maze=JSUl<>")
    lab.wait_until_ready()
    lab.page.evaluate("() => new Promise((done) => setTimeout(done, 0))")  # the check of the first maze has ended
    lab.page.wait_for_function("() => !document.querySelector('.play-maze').disabled", timeout=MINUTES)
    assert lab.page.inner_text(".maze-state") == "The link is damaged: it does not carry a maze."
    lab.page.mouse.click(*cell(lab.page, 2, 1, (12, 5)))
    lab.page.get_by_text("This maze can be played.").wait_for(timeout=MINUTES)


def test_a_maze_is_drawn_by_touch_and_the_page_does_not_scroll(open_lab: OpenLab) -> None:
    lab = open_lab(width=390, height=500, has_touch=True, is_mobile=True)
    page = lab.page
    page.tap(".pane-nav .to-draw")
    size = (12, 5)
    page.locator("svg.maze-board").scroll_into_view_if_needed()
    before = scrolled(page)
    page.locator(".tool.wall").evaluate("one => one.click()")
    touch(page, cell(page, 2, 1, size), cell(page, 6, 1, size), cell(page, 8, 1, size))  # a quick drag has few events
    rows = ["%%%%%%%%%%%%", "%P%%%%%%%.o%", "%.%%.%.%%%.%", "%....o....G%", "%%%%%%%%%%%%"]
    assert drawn(page) == rows
    touch(page, cell(page, 4, 3, size), cell(page, 4, 1, size))  # down the page, by a finger that would scroll it
    rows[3], rows[2] = "%...%o....G%", "%.%%%%.%%%.%"
    assert drawn(page) == rows
    page.locator(".tool.pacman").evaluate("one => one.click()")
    touch(page, cell(page, 1, 1, size), cell(page, 1, 2, size), cell(page, 1, 3, size))  # food on the way stays
    rows[1], rows[3] = "% %%%%%%%.o%", "%P..%o....G%"
    assert drawn(page) == rows
    page.locator(".tool.ghost").evaluate("one => one.click()")
    touch(page, cell(page, 10, 3, size), cell(page, 9, 3, size))
    touch(page, cell(page, 6, 3, size))
    rows[3] = "%P..%oG..G %"
    assert drawn(page) == rows
    assert scrolled(page) == before
    page.locator(".undo-maze").evaluate("one => one.click()")  # a drag is one step
    page.locator(".undo-maze").evaluate("one => one.click()")
    rows[3] = "%P..%o....G%"
    assert drawn(page) == rows


def drawn(page: Any) -> list[str]:
    """Return the rows of the maze that the link carries."""
    maze = maze_of(page.input_value(".maze-link").partition("#maze=")[2])
    assert maze is not None
    return maze.split("\n")


def scrolled(page: Any) -> list[float]:
    """Return how far the page and its pane, which is higher than the screen, are scrolled."""
    pane = "const pane = document.querySelector('.pane.draw')"
    assert page.evaluate(f"() => {{ {pane}; return pane.scrollHeight > pane.clientHeight + 40 }}")
    return list(page.evaluate(f"() => {{ {pane}; return [scrollY, pane.scrollTop] }}"))


STUDENTS = "# my search\n" + (ROOT / "tests" / "autograder" / "submissions" / "recursive_pairs.py").read_text()
ASKED: list[tuple[str, str, str, Any]] = [  # maze, agent, arguments, and the same agent in CPython
    ("lecture", "MinimaxAgent", "depth=3,evaluation=score", MinimaxAgent(3, "score")),
    ("small", "AlphaBetaAgent", "depth=2", AlphaBetaAgent(2)),
    ("small", "ExpectimaxAgent", "depth=2", ExpectimaxAgent(2)),
    ("small", "ReflexAgent", "", ReflexAgent()),
    ("trap", "AlphaBetaAgent", "depth=4", AlphaBetaAgent(4)),
    ("capsules", "MinimaxAgent", "depth=2", MinimaxAgent(2)),
    ("capsules", "ExpectimaxAgent", "depth=1,evaluation=score", ExpectimaxAgent(1, "score")),
    ("small", "multiAgents.py:MinimaxAgent", "depth=2", MinimaxAgent(2, "score")),
    ("trap", "multiAgents.py:ExpectimaxAgent", "depth=3", ExpectimaxAgent(3, "score")),
]


def test_positions_edited_by_hand_have_the_values_of_the_python_search(open_lab: OpenLab, tmp_path: Path) -> None:
    lab = open_lab()
    page = lab.page
    lab.write(STUDENTS, "# my search")
    rng = random.Random(7)
    for name, agent, arguments, ours in ASKED:
        rows = edited(page, (LAYOUT_FOLDER / f"{name}.lay").read_text().splitlines(), rng)
        lab.choose_hidden("pacman", agent)
        lab.choose_hidden("pacman-arguments", arguments)
        page.get_by_text("This maze can be played.").wait_for(timeout=MINUTES)
        page.click("button.ask-maze")
        page.wait_for_selector("dialog.side-by-side", timeout=MINUTES)
        state = GameState.initial(Layout.from_text("\n".join(rows), "mine"))
        where = (agent, arguments, rows)
        check_values(page, ours, state, where, is_built_in=":" not in agent)
        check_case(page, agent.rpartition(":")[2], rows, tmp_path)
        page.click("dialog button.leave")


def edited(page: Any, rows: list[str], rng: random.Random) -> list[str]:
    """Open a maze by its link and move Pacman and the ghosts by mouse; return its rows afterwards."""
    rows = [re.sub("[1-4]", "G", row) for row in rows]
    code = base64.urlsafe_b64encode("\n".join(rows).encode()).decode().rstrip("=")
    page.evaluate("fragment => { location.hash = ''; location.hash = fragment; }", f"maze={code}")
    page.wait_for_function("code => document.querySelector('.maze-link').value.endsWith(code)", arg=code)
    size = len(rows[0]), len(rows)
    for sign, tool in (("P", "pacman"), ("G", "ghost")):
        page.click(f".tool.{tool}")
        for column, row in [(x, y) for y, text in enumerate(rows) for x, each in enumerate(text) if each == sign]:
            free = [(x, y) for y, text in enumerate(rows) for x, each in enumerate(text) if each in " .o"]
            to = rng.choice(free)
            page.mouse.move(*cell(page, column, row, size))
            page.mouse.down()
            page.mouse.move(*cell(page, *to, size))
            page.mouse.up()
            for (x, y), new in (((column, row), " "), (to, sign)):
                rows[y] = rows[y][:x] + new + rows[y][x + 1 :]
    assert drawn(page) == rows
    return rows


def check_values(page: Any, ours: Any, state: GameState, where: object, *, is_built_in: bool) -> None:
    """Compare the action, the value of each action, every other value drawn and the X-ray with those of CPython."""
    result = ours.search(state)
    decision = watch_decision(ours, state)
    heads = page.locator("dialog .search-panel h2").all_inner_texts()
    assert heads[0].endswith(f"answer: {result.action}"), where
    for panel in page.locator("dialog .search-panel").all():
        labels = panel.locator(".tree .node:not(.unvisited)").evaluate_all(
            "all => all.map((one) => [Number(one.dataset.node), one.ariaLabel])"
        )
        assert len(labels) > len(result.values)
        for number, label in labels:
            node = decision.tree.nodes[number]
            if number:
                assert label == f"{node.action} {interval_text(node)}", where
        top = {node.action: label for number, label in labels if (node := decision.tree.nodes[number]).parent == 0}
        found = {action: label.split(" ", 1)[1] for action, label in top.items() if "≤" not in label}  # a bound is none
        assert found == {action: number_text(value) for action, value in result.values.items()}, where
    attribution = attribute_decision(ours, decision)
    if is_built_in:
        assert attribution is not None
        assert page.inner_text("dialog .flip") == flip_line(attribution, IN_ENGLISH), where
        assert page.locator("dialog .xray tbody tr").count() == len(attribution.features), where


def check_case(page: Any, agent: str, rows: list[str], folder: Path) -> None:
    """Save the decision as a case, and compare the file with that of the command line."""
    maze, game, expected = folder / "mine.lay", folder / "game.json", folder / "expected.test"
    maze.write_text("\n".join(rows) + "\n")
    assert main(["play", "-q", "-l", str(maze), "-p", "ReflexAgent", "--seed", "1", "-r", str(game)]) == 0
    searching = agent if agent in AGENTS else AGENTS[0]
    words = ["case", str(game), "--move", "1", "-p", searching, "-o", str(expected), "--depth"]
    depth = int(page.input_value(".case-depth"))
    assert main([*words, str(depth)]) == 0
    with page.expect_download() as found:
        page.click("button.case")
    found.value.save_as(folder / "found.test")
    assert found.value.suggested_filename == "mine.test"
    assert (folder / "found.test").read_bytes() == expected.read_bytes()
    assert main([*words, str(depth + 1)]) == 2
    page.fill(".case-depth", str(depth + 1))
    page.click("button.case")
    assert page.inner_text(".case-problem").endswith(f"the largest depth that fits is {depth}.")
