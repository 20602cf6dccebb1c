"""Drawn trees fit their frames as long as their text is readable; wider ones are zoomed and moved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents import AlphaBetaAgent, MinimaxAgent
from agents.microscope.decision_page import decision_page
from agents.microscope.explanation import explain_decision
from autograder.diagnosis.case_explanation import explain_case, explain_reference, load_case
from autograder.diagnosis.explanation_page import explanation_page
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.display.messages import LANGUAGES
from pacman.state import GameState

from .test_tree_labels import boxes_of

ROOT = Path(__file__).parents[2]
CASES = ROOT / "autograder" / "cases"
LECTURE = CASES / "q3" / "01-lecture-three-by-three.test"
SUBMISSIONS = ROOT / "tests" / "autograder" / "submissions"
READABLE = 9  # pixels

Show = Callable[..., Any]


@pytest.fixture
def show(tmp_path: Path, open_page: Callable[..., Any]) -> Show:
    """Return a function that opens the text of a page with trees."""

    def shown(text: str, **look: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        page = open_page(path, **look)
        page.wait_for_selector("svg.tree")
        return page

    return shown


def side_by_side(submission: str = "wrong_no_pruning", case: Path = LECTURE, language: str = "en") -> str:
    student = InProcessStudent(SUBMISSIONS / f"{submission}.py", Limits())
    try:
        return explanation_page(explain_case(load_case(case), student, Limits()), language)
    finally:
        student.close()


def alone(language: str = "en") -> str:
    return explanation_page(explain_reference(load_case(LECTURE)), language)


def wide_page() -> str:
    return decision_page(explain_decision(MinimaxAgent(depth=1), GameState.initial("small"), "here"))


def outside(frame: Any) -> list[str]:
    """Return the parts of a tree that its frame clips."""
    code = """(frame) => {
        const room = frame.getBoundingClientRect();
        return [...frame.querySelectorAll(".node, .edge text")].filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return left < room.left || right > room.right || top < room.top || bottom > room.bottom;
        }).map((each) => each.textContent);
    }"""
    found: list[str] = frame.evaluate(code)
    return found


def smallest_text(frame: Any) -> float:
    """Return the size of the smallest text of a tree on the screen, in pixels."""
    code = """(frame) => {
        const tree = frame.querySelector("svg.tree");
        const scale = tree.getBoundingClientRect().width / tree.viewBox.baseVal.width;
        const sizes = [...tree.querySelectorAll("text")].map((each) => parseFloat(getComputedStyle(each).fontSize));
        return scale * Math.min(...sizes);
    }"""
    return float(frame.evaluate(code))


def scale_of(page: Any) -> float:
    code = "(tree) => tree.getBoundingClientRect().width / tree.viewBox.baseVal.width"
    return float(page.locator("svg.tree").first.evaluate(code))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("count", "width"), [(2, 1280), (1, 390), (1, 768), (1, 1280)])
def test_nine_leaves_are_whole_and_readable(show: Show, count: int, width: int, language: str) -> None:
    page = show(side_by_side(language=language) if count == 2 else alone(language), width=width)
    frames = page.locator(".tree-frame")
    assert frames.count() == count
    for frame in frames.all():
        assert frame.locator(".node").count() >= 13
        assert outside(frame) == []
        assert smallest_text(frame) >= READABLE


def test_a_wide_tree_keeps_readable_text_and_fits_on_request(show: Show) -> None:
    page = show(wide_page(), width=390)
    frame = page.locator(".tree-frame")
    assert smallest_text(frame) == pytest.approx(READABLE, abs=0.01)
    assert outside(frame)
    page.locator("button.fit").click()
    assert outside(frame) == []
    assert smallest_text(frame) < READABLE


def test_the_wheel_zooms_at_the_mouse_and_a_drag_moves(show: Show) -> None:
    page = show(wide_page(), width=390)
    frame = page.locator(".tree-frame")
    box = frame.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + 60
    page.mouse.move(*at)
    width = "() => document.querySelector('svg.tree').getBoundingClientRect().width"
    under = f"x => (x - document.querySelector('svg.tree').getBoundingClientRect().left) / ({width})()"
    before, place = page.evaluate(width), page.evaluate(under, at[0])
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"before => ({width})() > 1.3 * before", arg=before)
    assert page.evaluate(under, at[0]) == pytest.approx(place, abs=0.02)
    left = frame.evaluate("each => each.scrollLeft")
    page.mouse.down()
    page.mouse.move(at[0] - 80, at[1], steps=4)
    page.mouse.up()
    assert frame.evaluate("each => each.scrollLeft") == pytest.approx(left + 80, abs=2)


def test_a_drag_that_ends_on_a_node_does_not_open_it(show: Show) -> None:
    page = show(wide_page(), width=390)
    nodes = page.locator(".tree .node")
    count = nodes.count()
    box = nodes.first.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] - 30, at[1], steps=3)
    page.mouse.up()
    assert nodes.count() == count
    page.locator(".tree [data-node='0']").click()
    assert nodes.count() == 1


def test_a_tree_that_fits_leaves_the_wheel_to_the_page(show: Show) -> None:
    page = show(alone())
    page.evaluate("() => { document.body.style.minHeight = '3000px'; }")
    box = page.locator(".tree-frame").bounding_box()
    before = scale_of(page)
    page.mouse.move(box["x"] + 100, box["y"] + 60)
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")
    assert scale_of(page) == before


def test_keys_zoom_and_move(show: Show) -> None:
    page = show(wide_page(), width=390)
    frame = page.locator(".tree-frame")
    frame.focus()
    before = scale_of(page)
    page.keyboard.press("+")
    assert scale_of(page) > before
    page.keyboard.press("-")
    assert scale_of(page) == pytest.approx(before)
    left = frame.evaluate("each => each.scrollLeft")
    page.keyboard.press("ArrowLeft")
    assert frame.evaluate("each => each.scrollLeft") < left
    page.keyboard.press("0")
    assert outside(frame) == []


def test_two_fingers_zoom(show: Show) -> None:
    page = show(wide_page(), width=390)
    box = page.locator(".tree-frame").bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + 80
    before = scale_of(page)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: float) -> None:
        points = [
            {"x": middle + side * each, "y": y, "id": number} for each in apart for number, side in enumerate((-1, 1))
        ]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for apart in (40, 50, 60):
        touch("touchMove", apart)
    touch("touchEnd")
    assert scale_of(page) == pytest.approx(2 * before, rel=0.05)


# -- two searches ----------------------------------------------------------------------------------------------------


def steps(page: Any) -> list[int]:
    return [int(each.get_attribute("data-step")) for each in page.locator(".search-panel").all()]


def seek(page: Any, panel: int, step: int) -> None:
    code = "(range, step) => { range.value = step; range.dispatchEvent(new Event('input')); }"
    page.locator("input.steps").nth(panel).evaluate(code, step)


def entered(page: Any, panel: int) -> int:
    shown = page.locator(".search-panel").nth(panel).locator(".tree .node:not(.later):not(.unvisited)")
    return int(shown.count())


def test_linked_sliders_show_the_same_moment(show: Show) -> None:
    """Of the student's search only the order of states is known, so its steps are fewer."""
    page = show(side_by_side())
    last = steps(page)
    seek(page, 1, 6)
    assert steps(page) == [last[0], 6]
    page.locator("button.link").click()
    assert steps(page) == last
    for step in range(last[0]):
        seek(page, 0, step)
        if step < 6:  # the searches part after the seventh state
            assert entered(page, 0) == entered(page, 1) == step + 1
    seek(page, 1, 0)
    assert steps(page) == [0, 0]
    page.locator("button.on").nth(1).click()
    assert entered(page, 0) == entered(page, 1) == 2
    page.locator("button.link").click()
    seek(page, 0, 9)
    assert steps(page)[1] == 1


def test_one_tree_has_nothing_to_link(show: Show) -> None:
    assert show(alone()).locator("button.link").count() == 0


@pytest.mark.parametrize(("count", "width"), [(2, 1280), (1, 900), (1, 390)])
def test_no_line_of_pseudocode_is_clipped(show: Show, count: int, width: int) -> None:
    page = show(side_by_side() if count == 2 else alone(), width=width)
    for step in (0, 1, 5):
        seek(page, count - 1, step)
        code = page.locator(".pseudocode")
        assert "return evaluation" in code.inner_text()
        needed, there = code.evaluate("each => [each.scrollWidth, each.clientWidth]")
        assert needed <= there


def test_a_mark_under_a_folded_node_leaves_the_labels_of_its_neighbours_alone(show: Show) -> None:
    page = show(side_by_side("wrong_depth_too_large", CASES / "q3" / "13-stop-at-the-depth.test"))
    for tree in page.locator("svg.tree").all():
        for mark in boxes_of(tree.locator(".part")):
            for label in boxes_of(tree.locator(".edge text, .window, .more")):
                is_apart = mark[2] <= label[0] or label[2] <= mark[0] or mark[3] <= label[1] or label[3] <= mark[1]
                assert is_apart, (mark[4], label[4])


def test_a_search_of_a_game_has_its_windows_over_its_nodes(show: Show) -> None:
    """A window and the label of the edge above it do not touch, although the edge may be vertical."""
    page = show(decision_page(explain_decision(AlphaBetaAgent(depth=1), GameState.initial("small"), "here")))
    labels = boxes_of(page.locator(".tree .edge text"))
    windows = boxes_of(page.locator(".tree .window"))
    assert windows
    for one in windows:
        for other in labels:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_the_sign_of_a_cut_does_not_touch_the_next_node(show: Show) -> None:
    page = show(decision_page(explain_decision(AlphaBetaAgent(depth=2), GameState.initial("small"), "here")))
    code = (
        "all => all.map((each) => each.getBBox()).map((box) => [box.x, box.y, box.x + box.width, box.y + box.height])"
    )
    cuts = page.locator(".tree .cut").evaluate_all(code)
    signs = page.locator(".tree .node > :is(path, rect, ellipse)").evaluate_all(code)
    assert cuts
    for left, top, right, bottom in cuts:
        for other in signs:
            is_apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert is_apart, (left, top, other)
